// Compares the answers of the page with those of the program, model by model: the findings and their fixes as JSON, what
// programs do, and the bytes after a repair with safe fixes and with unsafe ones.
//
//     node compare.mjs DIST FOLDER...
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyOf, native } from './command-line.mjs';

const [dist, ...folders] = process.argv.slice(2);
const { default: init, Session } = await import(pathToFileURL(path.resolve(dist, 'ms3dlint_web.js')));
const { candidates, isCalledModel } = await import(pathToFileURL(path.resolve(dist, 'drop.js')));
await init({ module_or_path: fs.readFileSync(path.join(dist, 'ms3dlint_web_bg.wasm')) });

/** The paths of all files below a folder of a folder. */
const filesOf = (work, folder) => fs.readdirSync(path.join(work, folder), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile()).map((entry) => path.relative(work, path.join(entry.parentPath, entry.name)));

/** What begins so is a model, or a part of one, whatever it is called. */
const isModel = (bytes) => bytes.subarray(0, 10).toString('latin1') === 'MS3D000000'
  || /^\s*(Meshes|Materials|Bones|Frames|Frame)\s*:/m.test(bytes.toString('latin1'));

/** Files are of one run on the command line, and of a run each here. */
const withoutNumber = (file) => ({ ...file, input: 0 });

let compared = 0;
let failed = 0;
const same = (what, file, here, there) => {
  try {
    assert.deepEqual(here, there);
  } catch (error) {
    failed += 1;
    if (failed < 20) console.log(`FAIL  ${file}: ${what}\n${error.message.slice(0, 1500)}`);
  }
};

/** What the page says of a file that no program is asked about. */
const notAsked = (file) => ({ path: file, engines: [], unseen_textures: { outside: 0, without_folder: 0 } });

const compareFolder = (folder) => {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'ms3dlint-web-'));
  const name = path.basename(path.resolve(folder));
  copyOf(folder, path.join(work, name));
  const session = new Session(filesOf(work, name), (file) => fs.readFileSync(path.join(work, file)));
  session.setOptions('', 'hint');
  const searched = candidates(filesOf(work, name));
  // Models that are not called so are opened alone, and named on the command line.
  const others = filesOf(work, name).filter((file) => !isCalledModel(file) && !/(^|\/)\./.test(file) && isModel(fs.readFileSync(path.join(work, file))));
  const paths = [...searched, ...others];
  const args = ['--no-config', '--root', name, name, ...others, '--level', 'hint'];
  const report = JSON.parse(native(work, ...args, '--output-format', 'json'));
  const files = new Map(report.files.map((file) => [file.path, withoutNumber(file)]));
  const loads = new Map(JSON.parse(native(work, 'loads', '--no-config', '--root', name, name, ...others, '--output-format', 'json')).files.map((file) => [file.path, file]));
  const repaired = paths.map((file) => [file, session.repair(file, false, '', false)?.bytes, session.repair(file, true, '', false)?.bytes]);
  for (const file of paths) {
    const [own] = JSON.parse(session.report(file)).files;
    if (!files.has(file) && own.findings.length === 0) continue;
    compared += 1;
    same('findings', file, own, files.get(file));
    // What is no model is in no such list.
    same('what programs do', file, JSON.parse(session.loads(file)).files[0], loads.get(file) ?? notAsked(file));
    files.delete(file);
  }
  assert.deepEqual([...files.keys()], [], 'models that the page does not find');
  for (const [at, ...options] of [[1], [2, '--unsafe-fixes']]) {
    const copy = path.join(work, 'copy');
    copyOf(folder, path.join(copy, name));
    native(copy, '--no-config', '--root', name, name, ...others, '--level', 'hint', '--fix', ...options);
    // The command line repairs one file after the other, and sees parts that it has repaired.
    for (const one of repaired) same(`repair ${options}`, one[0], Buffer.from(one[at]), fs.readFileSync(path.join(copy, one[0])));
    fs.rmSync(copy, { recursive: true });
  }
  session.free();
  fs.rmSync(work, { recursive: true });
};

for (const folder of folders) {
  compareFolder(folder);
  console.log(`${folder}: ${compared} models compared so far, ${failed} differ`);
}
process.exit(failed === 0 && compared > 0 ? 0 : 1);
