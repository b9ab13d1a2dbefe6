// Talks to the language server as a client that is made of the npm package `vscode-languageserver-protocol`: what the editors
// in this folder cannot do, or not in every order. The package judges the shapes of the answers.
//
//     MS3DLINT=PROGRAM node client.mjs PROJECT
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as lsp from 'vscode-languageserver-protocol/node';

const [project] = process.argv.slice(2);
const uri = pathToFileURL(path.resolve('crane.txt')).href;
const textDocument = { uri };
const crane = fs.readFileSync(path.join(project, 'editors/example/crane.txt'), 'utf8');
fs.writeFileSync('crane.txt', crane);

const start = () => {
  const child = spawn(process.env.MS3DLINT, ['lsp'], { stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (data) => { errors += data; });
  child.stdin.on('error', () => {});
  const exited = new Promise((done) => { child.on('close', (code) => done({ code, errors })); });
  return { child, exited };
};

/** A session whose client counts characters in one of these encodings. */
const session = async (positionEncodings, capabilities = {}) => {
  const { child, exited } = start();
  const connection = lsp.createProtocolConnection(
    new lsp.StreamMessageReader(child.stdout), new lsp.StreamMessageWriter(child.stdin),
  );
  const published = new Map();
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, ({ uri: of, version, diagnostics }) => {
    diagnostics.forEach((diagnostic) => assert(lsp.Diagnostic.is(diagnostic)));
    published.set(of, { version, diagnostics });
  });
  connection.listen();
  const { capabilities: offered } = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: null, rootUri: null, capabilities: { general: { positionEncodings }, ...capabilities },
  });
  await connection.sendNotification(lsp.InitializedNotification.type, {});
  const open = (text, of = uri) => connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { uri: of, languageId: 'milkshape', version: 1, text },
  });
  const change = (version, contentChanges) => connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version }, contentChanges,
  });
  /** What is found in a file, once the server has taken all that was sent: findings come after the answers of their time. */
  const findings = async (of = uri) => {
    for (let turn = 0; turn < 2; turn += 1) {
      await connection.sendRequest(lsp.HoverRequest.type, { textDocument, position: { line: 0, character: 0 } });
    }
    return published.get(of);
  };
  const end = async () => {
    await connection.sendRequest(lsp.ShutdownRequest.type);
    await connection.sendNotification(lsp.ExitNotification.type);
    const { code } = await exited;
    assert.equal(code, 0);
    connection.dispose();
  };
  return { connection, offered, open, change, findings, end, ask: (kind, params) => connection.sendRequest(kind.type, params) };
};

const failsWith = (code) => (error) => {
  assert.equal(error.code, code, error.message);
  return true;
};

/** Where a piece of a text is, counted in UTF-16. */
const placeIn = (text, at) => {
  const before = text.slice(0, at).split('\n');
  return { line: before.length - 1, character: before.at(-1).length };
};
const rangeOf = (text, piece) => {
  const at = text.indexOf(piece);
  assert(at >= 0, piece);
  return { start: placeIn(text, at), end: placeIn(text, at + piece.length) };
};

/** The text after the edits of one file. */
const edited = (text, edits) => {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const offset = ({ line, character }) => (line < starts.length ? Math.min(starts[line] + character, text.length) : text.length);
  return edits.toSorted((one, other) => offset(other.range.start) - offset(one.range.start))
    .reduce((all, { range, newText }) => all.slice(0, offset(range.start)) + newText + all.slice(offset(range.end)), text);
};
const editsIn = (edit) => {
  assert(lsp.WorkspaceEdit.is(edit));
  return edit.documentChanges ? edit.documentChanges[0].edits : edit.changes[uri];
};

/** Numbers that are the same in each run. */
const random = (seed) => {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const LENGTHS = {
  'utf-8': (text) => Buffer.byteLength(text),
  'utf-16': (text) => text.length,
  'utf-32': (text) => [...text].length,
};

const resolving = { textDocument: { codeAction: { resolveSupport: { properties: ['edit'] }, codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } } };

const tests = {
  async 'positions are counted as agreed'() {
    const name = '"t\u00fcr\u{1f3d7}"';
    const text = crane.replaceAll('"tower"', name);
    for (const [encodings, agreed] of [
      [['utf-8'], 'utf-8'], [['utf-16'], 'utf-16'], [['utf-32'], 'utf-32'], [['utf-32', 'utf-16'], 'utf-16'], [undefined, 'utf-16'], [['utf-7'], 'utf-16'],
    ]) {
      const { offered, open, ask, end } = await session(encodings);
      assert.equal(offered.positionEncoding, agreed);
      await open(text);
      const { line } = rangeOf(text, name).start;
      const renamed = await ask(lsp.PrepareRenameRequest, { textDocument, position: { line, character: 2 } });
      assert(lsp.Range.is(renamed.range));
      assert.deepEqual([renamed.range.start.character, renamed.range.end.character], [1, 1 + LENGTHS[agreed](name.slice(1, -1))]);
      await end();
    }
  },

  async 'changes that overlap leave what a text that is opened has'() {
    for (const [encoding, length] of Object.entries(LENGTHS)) {
      const { open, change, findings, ask, end } = await session([encoding]);
      const draw = random(7);
      let text = crane.replace('"jib"', '"j\u00ef\u{1f3d7}b"');
      await open(text);
      const pieces = ['', '\n', '\u00e9', '\u{1f3d7}', '0,5', '0.5 ', '"', 'Bones: 3\n', '1\n', '-1'];
      for (let version = 2; version < 80; version += 1) {
        // Each change is about the text after the one before; all are near one place, so that they overlap.
        const near = draw(text.length);
        const changes = Array.from({ length: 1 + draw(5) }, () => {
          const boundary = (at) => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at);
          const from = boundary(Math.min(text.length, near + draw(12)));
          const to = boundary(Math.min(text.length, from + draw(30)));
          const position = (at) => {
            const { line, character } = placeIn(text, at);
            return { line, character: length(text.slice(at - character, at)) };
          };
          const range = { start: position(from), end: position(Math.max(from, to)) };
          const piece = pieces[draw(pieces.length)];
          text = text.slice(0, from) + piece + text.slice(Math.max(from, to));
          return { range, text: piece };
        });
        if (version % 20 === 0) {
          text = crane;
          changes.push({ text });
        }
        await change(version, changes);
        const here = await findings();
        assert.equal(here.version, version);
        const symbols = await ask(lsp.DocumentSymbolRequest, { textDocument });
        const other = `${uri}.again.txt`;
        await open(text, other);
        // The other file is at another place, and the same is beside it.
        const there = await findings(other);
        const plain = ({ diagnostics }) => JSON.parse(JSON.stringify(diagnostics).replaceAll(other, uri));
        assert.deepEqual(plain(here), plain(there));
        assert.deepEqual(symbols, await ask(lsp.DocumentSymbolRequest, { textDocument: { uri: other } }));
      }
      await end();
    }
  },

  async 'findings are pushed, and only what is offered is answered'() {
    const { offered, open, findings, ask, connection, end } = await session(['utf-16']);
    await open(crane);
    const { version, diagnostics } = await findings();
    assert.equal(version, 1);
    assert.equal(diagnostics.length, 5);
    for (const { source, code, codeDescription } of diagnostics) {
      assert.equal(source, 'ms3dlint');
      assert(codeDescription.href.endsWith(`/${code}.html`));
    }
    assert.equal(offered.diagnosticProvider, undefined);
    assert.equal(offered.semanticTokensProvider, undefined);
    await assert.rejects(ask(lsp.DocumentDiagnosticRequest, { textDocument }), failsWith(lsp.ErrorCodes.MethodNotFound));
    await assert.rejects(ask(lsp.SemanticTokensRequest, { textDocument }), failsWith(lsp.ErrorCodes.MethodNotFound));
    await assert.rejects(connection.sendRequest('textDocument/hover', { position: 3 }), failsWith(lsp.ErrorCodes.InvalidParams));
    await connection.sendNotification(lsp.DidCloseTextDocumentNotification.type, { textDocument });
    assert.deepEqual((await findings()).diagnostics, []);
    await end();
  },

  async 'answers have the shapes of the protocol'() {
    const { open, ask, end } = await session(['utf-16']);
    await open(crane);
    const position = rangeOf(crane, 'jib"').start;
    const whole = { start: { line: 0, character: 0 }, end: placeIn(crane, crane.length) };
    const every = (list, shape) => {
      assert(list.length > 0);
      list.forEach((each) => assert(shape.is(each), JSON.stringify(each)));
    };
    every(await ask(lsp.InlayHintRequest, { textDocument, range: whole }), lsp.InlayHint);
    every(await ask(lsp.FoldingRangeRequest, { textDocument }), lsp.FoldingRange);
    every(await ask(lsp.DocumentSymbolRequest, { textDocument }), lsp.DocumentSymbol);
    every(await ask(lsp.ReferencesRequest, { textDocument, position, context: { includeDeclaration: true } }), lsp.Location);
    every((await ask(lsp.DocumentHighlightRequest, { textDocument, position })).map(({ range }) => range), lsp.Range);
    const completed = await ask(lsp.CompletionRequest, { textDocument, position: rangeOf(crane, 'owr"').start });
    every((completed.items ?? completed).map(({ textEdit }) => textEdit), lsp.TextEdit);
    assert(lsp.Hover.is(await ask(lsp.HoverRequest, { textDocument, position })));
    const corner = { line: rangeOf(crane, '0 0 1 2 0 0').start.line, character: 4 };
    assert(lsp.Location.is(await ask(lsp.DefinitionRequest, { textDocument, position: corner })));
    // A model with an error in a number is not formatted.
    const formatting = { textDocument, options: { tabSize: 4, insertSpaces: true } };
    await assert.rejects(ask(lsp.DocumentFormattingRequest, formatting), failsWith(lsp.LSPErrorCodes.RequestFailed));
    await open(crane.replace('0,5', '0.5').replace('  Materials', 'Materials'));
    every(await ask(lsp.DocumentFormattingRequest, formatting), lsp.TextEdit);
    // A range of hints is only that range.
    const two = { start: { line: 6, character: 0 }, end: { line: 7, character: 0 } };
    const few = await ask(lsp.InlayHintRequest, { textDocument, range: two });
    few.forEach((hint) => assert(hint.position.line >= 6 && hint.position.line <= 7));
    await end();
  },

  async 'a bone is renamed wherever it is named, and a name that it cannot have is refused'() {
    const { open, ask, end } = await session(['utf-16']);
    const text = crane.replace('"towr"', '"tower"');
    await open(text);
    const place = placeIn(text, text.lastIndexOf('"tower"') + 2);
    assert.equal((await ask(lsp.PrepareRenameRequest, { textDocument, position: place })).placeholder, 'tower');
    assert.equal(await ask(lsp.PrepareRenameRequest, { textDocument, position: { line: 2, character: 1 } }), null);
    const rename = (newName) => ask(lsp.RenameRequest, { textDocument, position: place, newName });
    for (const refused of ['', 'a"b', 'jib', 'JIB', 'x'.repeat(40)]) {
      await assert.rejects(rename(refused), failsWith(lsp.LSPErrorCodes.RequestFailed));
    }
    const bones = text.indexOf('Bones:');
    assert.equal(edited(text, editsIn(await rename('mast'))), text.slice(0, bones) + text.slice(bones).replaceAll('"tower"', '"mast"'));
    await end();
  },

  async 'an action gets its edit when it is resolved, and with the edit nothing safe is left'() {
    const { open, findings, ask, change, end } = await session(['utf-16'], resolving);
    await open(crane);
    const { diagnostics } = await findings();
    const range = { start: { line: 0, character: 0 }, end: placeIn(crane, crane.length) };
    const actions = (only, within = range, context = []) => ask(lsp.CodeActionRequest, {
      textDocument, range: within, context: { diagnostics: context, only },
    });
    const quick = await actions(undefined, diagnostics[0].range, [diagnostics[0]]);
    const [now, later] = [true, false].map((has) => quick.filter(({ edit }) => (edit !== undefined) === has));
    assert(now.length > 0 && later.length > 0);
    now.forEach((action) => assert(lsp.CodeAction.is(action), JSON.stringify(action)));
    const [all] = await actions(['source.fixAll.ms3dlint']);
    assert.equal(all.edit, undefined);
    const resolved = await ask(lsp.CodeActionResolveRequest, all);
    assert(lsp.CodeAction.is(resolved));
    assert.equal(resolved.title, all.title);
    const text = edited(crane, editsIn(resolved.edit));
    await change(2, [{ text }]);
    const left = (await findings()).diagnostics;
    assert(left.length < diagnostics.length);
    // After what changed since, an action that is resolved again has nothing to do.
    const again = await ask(lsp.CodeActionResolveRequest, all);
    assert.equal(edited(text, again.edit ? editsIn(again.edit) : []), text);
    // One that no file has is handed back.
    const foreign = { title: 'something', data: { uri: 'file:///nowhere.txt' } };
    assert.deepEqual(await ask(lsp.CodeActionResolveRequest, foreign), foreign);
    await end();
  },

  async 'a request that is cancelled is answered once'() {
    const { connection, open, ask, end } = await session(['utf-16']);
    await open(crane);
    let cancelled = 0;
    // Whether the server has answered when the cancellation comes is a matter of chance.
    for (let attempt = 0; attempt < 200 && cancelled === 0; attempt += 1) {
      const source = new lsp.CancellationTokenSource();
      const answer = connection.sendRequest(lsp.DocumentSymbolRequest.type, { textDocument }, source.token);
      source.cancel();
      try {
        assert((await answer).length > 0);
      } catch (error) {
        assert.equal(error.code, lsp.LSPErrorCodes.RequestCancelled);
        cancelled += 1;
      }
    }
    assert.equal(cancelled, 1);
    assert((await ask(lsp.DocumentSymbolRequest, { textDocument })).length > 0);
    await end();
  },
};

/** A session of bytes: what is answered, and how it ends. */
const raw = async (...parts) => {
  const { child, exited } = start();
  let output = Buffer.alloc(0);
  child.stdout.on('data', (data) => { output = Buffer.concat([output, data]); });
  const frame = (content) => `Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
  child.stdin.end(parts.map((part) => (typeof part === 'string' ? part : frame(JSON.stringify({ jsonrpc: '2.0', ...part })))).join(''));
  const { code, errors } = await exited;
  const answers = [];
  for (let at = 0; at < output.length;) {
    const body = output.indexOf('\r\n\r\n', at) + 4;
    const length = Number(/Content-Length: (\d+)/.exec(output.subarray(at, body).toString())[1]);
    answers.push(JSON.parse(output.subarray(body, body + length).toString()));
    at = body + length;
  }
  return { answers, code, errors };
};
const initialize = { id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } };
const exit = { method: 'exit' };

const endings = {
  async 'the first request is initialize, and it is the only one'() {
    const hover = { id: 5, method: 'textDocument/hover', params: { textDocument, position: { line: 0, character: 0 } } };
    const opened = { method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'milkshape', version: 1, text: crane } } };
    const { answers, code } = await raw(hover, opened, initialize, { ...initialize, id: 2 }, { id: 3, method: 'shutdown' }, { ...hover, id: 6 }, exit);
    assert.equal(code, 0);
    assert.deepEqual(answers.map(({ id, error }) => [id, error?.code]), [
      [5, lsp.ErrorCodes.ServerNotInitialized], [1, undefined], [2, lsp.ErrorCodes.InvalidRequest],
      [3, undefined], [6, lsp.ErrorCodes.InvalidRequest],
    ]);
  },

  async 'how a session ends is its exit code'() {
    assert.equal((await raw(initialize, { id: 2, method: 'shutdown' }, exit)).code, 0);
    assert.equal((await raw(initialize, exit)).code, 1);
    assert.equal((await raw(exit)).code, 1);
    assert.equal((await raw()).code, 0);
    assert.equal((await raw(initialize)).code, 0);
  },

  async 'what says no length ends the session with a line that gives the reason'() {
    for (const bad of [
      'Content-Length: -1\r\n\r\n', 'hello\r\n\r\n', 'Content-Length: 99999999999999\r\n\r\n', 'Content-Length: 100\r\n\r\n{}',
    ]) {
      const { answers, code, errors } = await raw(initialize, bad);
      assert.equal(answers.length, 1, bad);
      assert.equal(code, 3, bad);
      assert.match(errors, /^ms3dlint: .*not a message: .+\n$/, bad);
    }
  },

  async 'what is no message is answered with an error, and the session goes on'() {
    for (const [bad, answer] of [
      ['Content-Length: 9\r\n\r\n{"json":1', lsp.ErrorCodes.ParseError], ['Content-Length: 2\r\n\r\n\u00ff', lsp.ErrorCodes.ParseError],
      ['Content-Length: 4\r\n\r\nnull', lsp.ErrorCodes.InvalidRequest],
    ]) {
      const { answers, code } = await raw(initialize, bad, { id: 2, method: 'shutdown' }, exit);
      assert.equal(code, 0, bad);
      // They may come in any order.
      assert.equal(answers.length, 3, bad);
      assert.equal(answers.find(({ id }) => id === null)?.error.code, answer, bad);
    }
  },

  async 'parameters that cannot be read leave the session as it was'() {
    const opened = (text) => ({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'milkshape', version: 1, text } } });
    const bad = { method: 'textDocument/didChange', params: { textDocument: { uri, version: 'two' }, contentChanges: [{ range: {}, text: '' }] } };
    const { answers, code } = await raw(initialize, opened(crane), bad, opened(crane), { id: 2, method: 'shutdown' }, exit);
    assert.equal(code, 0);
    const methods = answers.map(({ method }) => method).filter(Boolean);
    assert(methods.includes('window/logMessage'), methods);
    assert.equal(answers.findLast(({ method }) => method === 'textDocument/publishDiagnostics').params.diagnostics.length, 5);
  },
};

let failed = 0;
for (const [name, test] of Object.entries({ ...tests, ...endings })) {
  try {
    await test();
  } catch (error) {
    failed += 1;
    console.log(`FAILED the client of the protocol: ${name}\n${error.stack}`);
  }
}
if (failed === 0) console.log(`ok, the client of the protocol: ${Object.keys({ ...tests, ...endings }).length} tests`);
process.exit(failed === 0 ? 0 : 1);
