// Prints the licences of all npm packages that are bundled: licences.mjs METAFILE..., as esbuild writes them.
import fs from 'node:fs';
import path from 'node:path';

const files = process.argv.slice(2).flatMap((file) => Object.keys(JSON.parse(fs.readFileSync(file, 'utf8')).inputs));
const folders = new Set(files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean));
console.log('This extension contains the packages that are named here, each under the licence that follows its name.');
for (const folder of [...folders].sort()) {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const text = fs.readdirSync(folder).find((file) => /^(licen|copying)/i.test(file));
  console.log(`\n${'-'.repeat(80)}\n${name} ${version} (${license})\n`);
  console.log(text ? fs.readFileSync(path.join(folder, text), 'utf8').trim() : 'The package has no text of its licence.');
}
