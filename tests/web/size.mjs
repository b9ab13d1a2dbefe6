// How large the page is, compressed as servers do: node size.mjs DIST. It fails from a million bytes on.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const best = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } };
const all = { raw: 0, gzip: 0, brotli: 0 };
for (const entry of fs.readdirSync(process.argv[2], { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const bytes = fs.readFileSync(path.join(entry.parentPath, entry.name));
  const sizes = { raw: bytes.length, gzip: zlib.gzipSync(bytes, { level: 9 }).length, brotli: zlib.brotliCompressSync(bytes, best).length };
  for (const kind of Object.keys(all)) all[kind] += sizes[kind];
  if (entry.name.endsWith('.wasm')) console.log(`${entry.name}: ${Object.entries(sizes).map(([kind, size]) => `${kind} ${size.toLocaleString('en')}`).join(', ')}`);
}
console.log(`all files: ${Object.entries(all).map(([kind, size]) => `${kind} ${size.toLocaleString('en')}`).join(', ')}`);
process.exit(all.brotli < 1_000_000 ? 0 : 1);
