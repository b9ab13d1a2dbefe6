// Compares the language server in the extension with `ms3dlint lsp`, file by file: what is found, what can be done about it,
// how it is formatted, and the listings of binary models.
//
//     node compare.mjs FOLDER_OF_THE_SERVER FOLDER...
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { Program, initialize, notify, request, shown } from './program.mjs';

const [built, ...folders] = process.argv.slice(2);
const { Editor, initSync } = await import(pathToFileURL(path.resolve(built, 'server.mjs')));
initSync({ module: fs.readFileSync(path.join(built, 'ms3dlint_vscode_bg.wasm')) });

const orNothing = (read) => { try { return read(); } catch { return undefined; } };
const kind = (entry) => (entry.isSymbolicLink() ? 64 : entry.isDirectory() ? 2 : 1);

/** The server in the extension, which is given files as by VS Code. */
class Inside {
  constructor(root) {
    this.editor = new Editor([pathToFileURL(root).href], '', '');
  }

  async send(messages) {
    this.editor.take(JSON.stringify(messages));
    const answers = [];
    while (this.editor.advance()) {
      this.give();
      do answers.push(...JSON.parse(this.editor.answer())); while (this.give());
    }
    return answers;
  }

  give() {
    const wanted = JSON.parse(this.editor.wanted());
    for (const [what, uri] of wanted) {
      const file = fileURLToPath(uri);
      if (what === 'file') this.editor.giveFile(uri, orNothing(() => fs.readFileSync(file)));
      else this.editor.giveFolder(uri, orNothing(() => JSON.stringify(fs.readdirSync(file, { withFileTypes: true }).map((entry) => [entry.name, kind(entry)]))));
    }
    return wanted.length > 0;
  }

  end() {}
}

/** What is asked about a text, one after the other. */
const about = (uri, text) => {
  const textDocument = { uri };
  const range = { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } };
  // In some places: the middles of lines, and there the names of bones and textures.
  const lines = text.split(/\r\n|\r|\n/);
  const quoted = lines.flatMap((line, at) => (line.startsWith('"') ? [at] : [])).slice(-8);
  // A few models of the smith are so large that this would take minutes.
  const places = (lines.length > 50_000 ? [] : [0.2, 0.5, 0.8].map((part) => Math.floor(lines.length * part)).concat(quoted))
    .map((line) => ({ textDocument, position: { line, character: Math.floor((lines[line] ?? '').length / 2) } }));
  const context = { includeDeclaration: true };
  return [
    [notify('textDocument/didOpen', { textDocument: { uri, languageId: 'milkshape', version: 1, text } }),
      request('textDocument/codeAction', { textDocument, range, context: { diagnostics: [] } })],
    [request('textDocument/formatting', { textDocument, options: { tabSize: 4, insertSpaces: true } })],
    ['documentSymbol', 'foldingRange'].map((what) => request(`textDocument/${what}`, { textDocument })),
    [request('textDocument/inlayHint', { textDocument, range })],
    places.flatMap((place) => [...['hover', 'definition', 'completion', 'prepareRename'].map((what) => request(`textDocument/${what}`, place)),
      request('textDocument/references', { ...place, context }), request('textDocument/rename', { ...place, newName: 'other' })]),
    [notify('textDocument/didClose', { textDocument }), request('textDocument/hover', { textDocument, position: range.start })],
  ];
};

/** A message without the reason for which a file cannot be read, which each system puts into words of its own. */
const withoutCause = (message) => message.replaceAll(/(cannot read [^:]*|the tree cannot begin here): .*/g, '$1');

/** What an editor has after these messages: what is found in each file, what was shown to people now, and all answers. */
const essence = (server, messages) => {
  server.found ??= new Map();
  const shownNow = [];
  const answers = new Map();
  for (const { id, method, params, result, error } of messages) {
    if (method === 'textDocument/publishDiagnostics') server.found.set(params.uri, params.diagnostics);
    else if (id !== undefined && !method) answers.set(id, { result, error });
    else if (method === 'window/showMessage') shownNow.push([params.type, withoutCause(params.message)]);
  }
  for (const [uri, list] of server.found) if (list.length === 0) server.found.delete(uri);
  return { found: new Map(server.found), shownNow, answers: [...answers] };
};

let compared = 0;
let found = 0;
let failed = 0;
for (const folder of folders) {
  const root = fs.realpathSync(folder);
  const servers = [new Inside(root), new Program()];
  const both = async (file, messages) => {
    const [here, there] = await Promise.all(servers.map((server) => server.send(messages)));
    const [mine, its] = [here, there].map((list, at) => essence(servers[at], list));
    try {
      assert.deepEqual(mine, its);
    } catch (error) {
      failed += 1;
      if (failed < 5) console.log(`FAILED ${file}: ${error.message.slice(0, 2000)}`);
    }
    if (messages[0].method === 'textDocument/didOpen') found += its.found.get(messages[0].params.textDocument.uri)?.length ?? 0;
    return here;
  };
  await both(root, [initialize(root)]);
  await both(root, [notify('initialized', {}), request('ms3dlint/listing', { uri: 'file:///nothing' })]);
  const files = fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const entry of files) {
    const file = path.join(entry.parentPath, entry.name);
    const uri = pathToFileURL(file).href;
    const bytes = fs.readFileSync(file);
    const isBinary = /\.ms3d$/i.test(file) || bytes.subarray(0, 10).toString('latin1') === 'MS3D000000';
    const isText = /\.txt$/i.test(file) || /^\s*(Meshes|Materials|Bones|Frames|Frame)\s*:/m.test(bytes.toString('latin1'));
    if (!isBinary && !isText) continue;
    let open = [uri, shown(bytes)];
    if (isBinary) {
      const answered = await both(file, [request('ms3dlint/listing', { uri })]);
      open = [`ms3dlint-listing:${encodeURIComponent(uri)}`, answered.at(-1).result ?? ''];
    }
    for (const messages of about(...open).filter(({ length }) => length > 0)) await both(file, messages);
    compared += 1;
  }
  servers.forEach((server) => server.end());
}
console.log(`${failed > 0 ? 'FAILED' : 'ok'} ${compared} files, ${found} findings, compared with \`ms3dlint lsp\``);
process.exitCode = failed > 0 || compared === 0 ? 1 : 0;
