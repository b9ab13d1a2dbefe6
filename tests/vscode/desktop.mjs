// Starts the extension as on a desktop, without VS Code, of which it finds only as much as it needs to start a program:
// after each change of the settings, the program of the settings is started with what they say.
//
//     node desktop.mjs EXTENSION
import assert from 'node:assert/strict';
import fs from 'node:fs';
import Module, { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

const [extension] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'desktop-'));
const log = path.join(folder, 'log');
/** Notes its arguments, and is the program. */
const program = (name) => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> "${log}"\nexec "${process.env.MS3DLINT}" "$@"\n`, { mode: 0o755 });
  return file;
};

/** What is not said of VS Code: it can be called, constructed, and asked for anything. */
const anything = () => {
  const it = new Proxy(class {}, {
    get: (target, name) => {
      if (name === 'then' || typeof name === 'symbol') return target[name];
      return (target[name] ??= anything());
    },
    apply: () => anything(),
    construct: (target, given, made) => (made === it ? anything() : Reflect.construct(target, given, made)),
  });
  return it;
};
const listeners = new Set();
let values = {};
const code = anything();
const workspace = anything();
Object.assign(workspace, {
  getConfiguration: () => ({ get: (name, other) => values[name] ?? other }),
  onDidChangeConfiguration: (listener) => {
    listeners.add(listener);
    return { dispose: () => listeners.delete(listener) };
  },
  workspaceFolders: [{ uri: { fsPath: folder, scheme: 'file', toString: () => `file://${folder}` }, name: 'folder' }],
  textDocuments: [{ languageId: 'milkshape', uri: { scheme: 'file', toString: () => `file://${folder}/a.txt` } }],
});
Object.assign(code, { workspace, version: '1.91.1' });
Object.assign(code.window, { showErrorMessage: async () => undefined });
Object.assign(code.env, { appName: 'Code', language: 'en' });
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? code : load(name, ...rest));

/** Whether this was started within ten seconds. */
const isStarted = async (line) => {
  for (let turn = 0; turn < 100; turn += 1) {
    if (fs.existsSync(log) && fs.readFileSync(log, 'utf8').split('\n').includes(line)) return true;
    await new Promise((done) => { setTimeout(done, 100); });
  }
  return false;
};

const { activate } = createRequire(import.meta.url)(path.resolve(extension, 'dist/desktop.js'));
const [one, two] = ['one', 'two'].map(program);
const rounds = [
  [{ path: one, targets: ['irrlicht'] }, 'one lsp --target=irrlicht'],
  [{ path: one, targets: ['irrlicht'], level: 'error' }, 'one lsp --target=irrlicht --level=error'],
  [{ path: two, targets: ['stepmainia'] }, 'two lsp --target=stepmainia'],
  [{ path: two, targets: ['stepmania'] }, 'two lsp --target=stepmania'],
  [{ path: two }, 'two lsp'],
];
try {
  for (const [at, [settings, expected]] of rounds.entries()) {
    values = settings;
    if (at === 0) void activate({ subscriptions: [], extension: {} });
    else for (const listener of [...listeners]) listener({ affectsConfiguration: () => true });
    assert.ok(await isStarted(expected), expected);
  }
  console.log(`ok a program is started with the settings of now, ${rounds.length} times`);
} catch (error) {
  console.log(`FAILED a program is started with the settings of now: ${error.message} is not started`);
  process.exitCode = 1;
}
fs.rmSync(folder, { recursive: true });
process.exit();
