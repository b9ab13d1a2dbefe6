// Compares the language server in the extension with `ms3dlint lsp`, file by file: what is found, what can be done about it,
// how it is formatted, and the listings of binary models.
//
//     node compare.mjs FOLDER_OF_THE_SERVER FOLDER...
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';

const [built, ...folders] = process.argv.slice(2);
const { Editor, initSync } = await import(pathToFileURL(path.resolve(built, 'server.mjs')));
initSync({ module: fs.readFileSync(path.join(built, 'ms3dlint_vscode_bg.wasm')) });

const orNothing = (read) => { try { return read(); } catch { return undefined; } };
const kind = (entry) => (entry.isSymbolicLink() ? 64 : entry.isDirectory() ? 2 : 1);

let last = 0;
const request = (method, params) => ({ jsonrpc: '2.0', id: `request-${last += 1}`, method, params });

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

/** The program. */
class Program {
  constructor() {
    this.process = spawn(process.env.MS3DLINT, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.input = Buffer.alloc(0);
    this.messages = [];
    this.process.stdout.on('data', (data) => {
      this.input = Buffer.concat([this.input, data]);
      for (;;) {
        const end = this.input.indexOf('\r\n\r\n');
        const length = Number(/Content-Length: (\d+)/.exec(this.input.subarray(0, Math.max(end, 0)).toString())?.[1]);
        if (end < 0 || this.input.length < end + 4 + length) return;
        this.messages.push(JSON.parse(this.input.subarray(end + 4, end + 4 + length).toString()));
        this.input = this.input.subarray(end + 4 + length);
        this.heard?.();
      }
    });
  }

  /** All that comes of these, of which the last is a request. Findings come after answers, so another one is made. */
  async send(messages) {
    for (const message of messages) this.write(message);
    await this.answered(messages.at(-1).id);
    this.write(request('ms3dlint/listing', { uri: 'file:///nothing' }));
    await this.answered(`request-${last}`);
    return this.messages.splice(0).slice(0, -1);
  }

  write(message) {
    const text = Buffer.from(JSON.stringify(message));
    this.process.stdin.write(`Content-Length: ${text.length}\r\n\r\n`);
    this.process.stdin.write(text);
  }

  async answered(wanted) {
    while (!this.messages.some(({ id, method }) => id === wanted && method === undefined)) {
      await new Promise((done) => { this.heard = done; });
    }
  }

  end() {
    this.process.kill();
  }
}

const initialize = (root) => ({
  jsonrpc: '2.0', id: 'first', method: 'initialize',
  params: { processId: null, rootUri: pathToFileURL(root).href, capabilities: {} },
});
const notify = (method, params) => ({ jsonrpc: '2.0', method, params });

/** What is asked about a text, one after the other. */
const about = (uri, text) => {
  const textDocument = { uri };
  const range = { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } };
  return [
    [notify('textDocument/didOpen', { textDocument: { uri, languageId: 'milkshape', version: 1, text } }),
      request('textDocument/codeAction', { textDocument, range, context: { diagnostics: [] } })],
    [request('textDocument/formatting', { textDocument, options: { tabSize: 4, insertSpaces: true } })],
    [notify('textDocument/didClose', { textDocument }), request('textDocument/hover', { textDocument, position: range.start })],
  ];
};

/** The last findings that are sent for each file, and all answers. */
const essence = (messages) => {
  const found = new Map();
  const answers = new Map();
  for (const { id, method, params, result, error } of messages) {
    if (method === 'textDocument/publishDiagnostics') found.set(params.uri, params.diagnostics);
    else if (id !== undefined && !method) answers.set(id, { result, error });
    else if (method === 'window/showMessage') found.set('shown', params.type);
  }
  return { found: [...found].sort(([one], [other]) => (one < other ? -1 : 1)), answers: [...answers] };
};

let compared = 0;
let found = 0;
let failed = 0;
for (const folder of folders) {
  const root = fs.realpathSync(folder);
  const servers = [new Inside(root), new Program()];
  const both = async (file, messages) => {
    const [here, there] = await Promise.all(servers.map((server) => server.send(messages)));
    try {
      assert.deepEqual(essence(here), essence(there));
    } catch (error) {
      failed += 1;
      if (failed < 5) console.log(`FAILED ${file}: ${error.message.slice(0, 2000)}`);
    }
    found += essence(here).found.reduce((sum, [, list]) => sum + (list.length ?? 0), 0);
    return here;
  };
  await both(root, [initialize(root)]);
  await both(root, [notify('initialized', {}), request('ms3dlint/listing', { uri: 'file:///nothing' })]);
  const files = fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const entry of files.filter(({ name }) => /\.(txt|ms3d)$/i.test(name))) {
    const file = path.join(entry.parentPath, entry.name);
    const uri = pathToFileURL(file).href;
    let open = [uri, new TextDecoder('utf-8', { ignoreBOM: true }).decode(fs.readFileSync(file))];
    if (/\.ms3d$/i.test(file)) {
      const answered = await both(file, [request('ms3dlint/listing', { uri })]);
      open = [`ms3dlint-listing:${encodeURIComponent(uri)}`, answered.at(-1).result ?? ''];
    }
    for (const messages of about(...open)) await both(file, messages);
    compared += 1;
  }
  servers.forEach((server) => server.end());
}
console.log(`${failed > 0 ? 'FAILED' : 'ok'} ${compared} files, ${found} findings, compared with \`ms3dlint lsp\``);
process.exitCode = failed > 0 || compared === 0 ? 1 : 0;
