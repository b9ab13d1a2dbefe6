// Compares the language server with the command line, model by model and each in its place: what is found, what all fixes
// make of it, the safe ones and the unsafe ones, and how it is formatted; of binary models what is found. All of that once
// with all findings shown, and once with those that are shown if nothing else is said.
//
//     node compare.mjs FOLDER...
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyOf, native } from './command-line.mjs';
import { Program, edited, initialize, notify, request, shown, stored } from './program.mjs';

const filesOf = (root) => fs.readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile()).map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
/** Whether folders are searched for a file: it is called as models are, and nothing on the way is hidden. */
const isSearched = (file) => /\.(txt|ms3d)$/i.test(file) && !/(^|\/)\./.test(file);
const isBinary = (bytes) => bytes.subarray(0, 10).toString('latin1') === 'MS3D000000';
/** What begins so is a model, or a part of one, whatever it is called. */
const isModel = (bytes) => isBinary(bytes) || /^\s*(Meshes|Materials|Bones|Frames|Frame)\s*:/m.test(bytes.toString('latin1'));

let compared = 0;
let found = 0;
let repaired = 0;
let failed = 0;
const same = (what, file, here, there) => {
  try {
    assert.deepEqual(here, there);
  } catch (error) {
    failed += 1;
    if (failed < 10) console.log(`FAIL  ${file}: ${what}\n${error.message.slice(0, 1500)}`);
  }
};

const SEVERITIES = ['error', 'warning', 'info', 'hint'];
/** Places are the same where lines and characters are: CR CR LF ends two lines in an editor. */
const isPlain = (bytes) => !bytes.some((byte) => byte > 127) && !/\r\r\n|\r[^\n]/.test(bytes.toString('latin1'));

const withoutMark = (bytes) => (bytes.subarray(0, 3).equals(Buffer.from('\ufeff')) ? bytes.subarray(3) : bytes);
const isWide = (bytes) => bytes.subarray(0, 100).includes(0);

class Editor {
  constructor(root, level) {
    this.root = root;
    this.server = new Program(['--no-config', ...level]);
  }

  async start() {
    await this.server.send([initialize(this.root)]);
    await this.server.send([notify('initialized', {}), request('ms3dlint/listing', { uri: 'file:///nothing' })]);
  }

  async answer(method, params) {
    const asked = request(method, params);
    return (await this.server.send([asked])).find(({ id, method: of }) => id === asked.id && of === undefined);
  }

  /** What is found in a file, and the text after each of these things is done. */
  async open(file, bytes, does) {
    let uri = pathToFileURL(path.join(this.root, file)).href;
    let text = shown(bytes);
    if (isBinary(bytes)) {
      text = (await this.answer('ms3dlint/listing', { uri })).result ?? '';
      uri = `ms3dlint-listing:${encodeURIComponent(uri)}`;
    }
    const textDocument = { uri };
    this.server.write(notify('textDocument/didOpen', { textDocument: { uri, languageId: 'milkshape', version: 1, text } }));
    const messages = await this.server.send([request('textDocument/foldingRange', { textDocument })]);
    const diagnostics = messages.findLast(({ method, params }) => method === 'textDocument/publishDiagnostics' && params.uri === uri);
    const after = [];
    for (const action of does) {
      const edits = isBinary(bytes) ? [] : await this.edits(textDocument, action);
      after.push(edits && stored(edited(text, edits), bytes));
    }
    this.server.write(notify('textDocument/didClose', { textDocument }));
    return { diagnostics: diagnostics.params.diagnostics, after };
  }

  /** The edits that format a text, or that are those of an action; nothing if it is not formatted. */
  async edits(textDocument, title) {
    const { uri } = textDocument;
    if (title === 'format') {
      return (await this.answer('textDocument/formatting', { textDocument, options: { tabSize: 4, insertSpaces: true } })).result;
    }
    const start = { line: 0, character: 0 };
    const { result } = await this.answer('textDocument/codeAction', {
      textDocument, range: { start, end: start }, context: { diagnostics: [] },
    });
    const action = result?.find((each) => each.title.startsWith(title));
    if (!action) return [];
    const whole = action.edit ? action : (await this.answer('codeAction/resolve', action)).result;
    return whole.edit?.changes?.[uri] ?? [];
  }
}

/** A copy of a folder after a command, if there is one. */
const copied = (folder, command, others = []) => {
  const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ms3dlint-editor-')));
  const root = path.join(work, path.basename(folder));
  copyOf(folder, root);
  if (command) native(root, ...command, '--no-config', '.', ...others);
  return { root, read: (file) => fs.readFileSync(path.join(root, file)), end: () => fs.rmSync(work, { recursive: true }) };
};

const ACTIONS = [
  ['Repair all that', '--root', '.', '--fix'],
  ['Repair all, also', '--root', '.', '--fix', '--unsafe-fixes'],
  ['format', 'fmt'],
];

const compareFolder = async (folder, level) => {
  // All at the same depth, where nothing above tells what they are for.
  const original = copied(path.resolve(folder));
  const { root, read } = original;
  const others = filesOf(root).filter((file) => !isSearched(file) && !/(^|\/)\./.test(file) && isModel(read(file)));
  const report = JSON.parse(native(root, '--no-config', '--root', '.', ...level, '--output-format', 'json', '.', ...others));
  const editor = new Editor(root, level);
  await editor.start();
  const after = ACTIONS.map(([, ...command]) => copied(path.resolve(folder), command, others));
  for (const { path: file, findings } of report.files) {
    const bytes = read(file);
    const here = await editor.open(file, bytes, ACTIONS.map(([title]) => title));
    compared += 1;
    found += findings.length;
    const place = (line, column) => (isPlain(bytes) && !isBinary(bytes) ? [line, column] : []);
    same('findings', file,
      here.diagnostics.map(({ code, severity, range: { start } }) => [code, SEVERITIES[severity - 1], ...place(start.line + 1, start.character + 1)]),
      findings.map(({ rule, severity, line, column }) => [rule, severity, ...place(line, column)]));
    here.diagnostics.forEach(({ message }, at) => {
      const { place: where, message: says } = findings[at] ?? {};
      const words = where ? `${where}: ${says}` : says;
      if (!message.startsWith(words)) same('words', file, message, words);
    });
    // Which encoding a text has, and whether it has a mark, is for the editor to say.
    if (isBinary(bytes) || isWide(bytes)) continue;
    ACTIONS.forEach(([title], at) => {
      const [mine, its] = [here.after[at], after[at].read(file)].map((each) => each && withoutMark(each));
      // What is not formatted stays as it is.
      if (mine && !its.equals(withoutMark(bytes))) repaired += 1;
      if (mine || title !== 'format') same(title, file, mine?.toString('latin1'), its.toString('latin1'));
      else same(title, file, its.toString('latin1'), withoutMark(bytes).toString('latin1'));
    });
  }
  [original, ...after].forEach(({ end }) => end());
  editor.server.end();
};

for (const folder of process.argv.slice(2)) {
  await compareFolder(folder, ['--level', 'hint']);
  await compareFolder(folder, []);
  console.log(`${folder}: ${compared} comparisons of models so far, with ${found} findings and ${repaired} repaired or formatted texts; ${failed} differ`);
}
process.exitCode = failed === 0 && compared > 0 ? 0 : 1;
