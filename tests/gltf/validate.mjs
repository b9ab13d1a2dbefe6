// Runs Khronos' validator over all .glb files in a folder. `node validate.mjs FOLDER`
import fs from 'node:fs';
import path from 'node:path';
import validator from 'gltf-validator';

// In place of textures that are not there, or are empty: this picture.
const picture = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);
const folder = process.argv[2];
// What a file names is beside it, or else beside the model that it was made of. A picture of another kind must not be named.
const beside = (name) => async (uri) => {
  const model = JSON.parse(fs.readFileSync(path.join(folder, name.replace(/glb$/, 'json')))).name;
  for (const start of [folder, path.dirname(model)]) {
    const file = path.join(start, decodeURIComponent(uri));
    if (fs.existsSync(file) && fs.statSync(file).size > 0) return new Uint8Array(fs.readFileSync(file));
  }
  if (/\.(png|jpe?g)$/i.test(uri)) return picture;
  throw new Error(`${uri} is no PNG and no JPEG`);
};
const codes = new Map();
const seen = new Map();
let files = 0;
let bad = 0;
for (const name of fs.readdirSync(folder).filter((name) => name.endsWith('.glb'))) {
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(path.join(folder, name))), {
    externalResourceFunction: beside(name),
  });
  files += 1;
  for (const message of report.issues.messages) {
    codes.set(message.code, (codes.get(message.code) ?? 0) + 1);
    // 0 is an error, and 1 a warning.
    if (message.severity < 2 && !seen.has(message.code)) seen.set(message.code, `${name}: ${message.message} at ${message.pointer}`);
  }
  if (report.issues.numErrors + report.issues.numWarnings > 0) bad += 1;
}
for (const [code, count] of codes) console.log(`  ${code}: ${count}`);
for (const [code, message] of seen) console.log(`${code} ${message}`);
console.log(`${files} files, ${bad} with errors or warnings`);
process.exit(files === 0 || bad > 0 ? 1 : 0);
