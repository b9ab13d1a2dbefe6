// Opens the page of every model below a folder, chooses each program and each finding, looks at some faces, and measures.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { drawn, start, watch } from './browser.mjs';
import { facesShown, markFaces } from './faces.mjs';

const files = fs.readdirSync(process.argv[2], { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)).sort();
const browser = await start('chrome', process.env.PROGRAM);
const page = await browser.newPage();
const trouble = [];
watch(page, trouble);
await page.setViewport({ width: 1200, height: 800 });
const rows = [];
const faces = { count: 0, hidden: 0, edgeOn: 0, behind: 0, inside: 0 };
let failed = 0;
for (const file of files) {
  try {
    execFileSync(process.env.MS3DLINT, ['view', '--no-config', file, '-o', 'one.html', '--force'], { stdio: 'pipe' });
  } catch {
    continue; // It is no model.
  }
  const started = performance.now();
  await page.goto(`file://${path.resolve('one.html')}`);
  await drawn(page);
  const opened = performance.now() - started;
  const { size } = fs.statSync('one.html');
  const gl = await page.evaluate(() => {
    const choice = document.getElementById('engine');
    for (const option of [...choice.options].reverse()) {
      choice.value = option.value;
      choice.dispatchEvent(new Event('change'));
    }
    document.querySelectorAll('#findings .row, #notes-panel .row').forEach((row) => row.click());
    return ms3dlintView.drawing.gl.getError();
  });
  if (gl !== 0) trouble.push(`WebGL error ${gl}`);
  const count = await page.evaluate('ms3dlintView.state.model.faces.length / 3');
  // In a large model the test itself would take long.
  if (count > 0 && count < 5000) {
    const asked = Math.min(count, 24);
    markFaces('one.html', Array.from({ length: asked }, (_, at) => Math.floor((at * count) / asked)));
    await page.goto('about:blank');
    await page.goto(`file://${path.resolve('one.html')}`);
    await drawn(page);
    const shown = await facesShown(page);
    for (const [key, value] of Object.entries(shown)) faces[key] += value.length ?? value;
  }
  if (trouble.length > 0) {
    failed += 1;
    console.log(`FAIL  ${file}: ${trouble.join('; ')}`);
    trouble.length = 0;
  }
  rows.push({ file, opened, size, faces: count });
}
const times = rows.map(({ opened }) => opened).sort((one, other) => one - other);
console.log(`${rows.length} models, ${failed} failed; opened in ${Math.round(times[times.length >> 1])} ms (median), `
  + `${Math.round(times[times.length - 1])} ms (longest)`);
console.log(`${faces.count} faces shown: ${faces.hidden} hidden, ${faces.edgeOn} seen from their edge, ${faces.behind} from behind, ${faces.inside} from inside`);
// Some are within another part, and their marks are seen through that.
if (faces.hidden > faces.count / 10 || faces.edgeOn + faces.behind + faces.inside > faces.count / 100) {
  failed += 1;
  console.log('FAIL  that is too many');
}
for (const by of ['size', 'faces']) {
  const largest = rows.toSorted((one, other) => other[by] - one[by])[0];
  execFileSync(process.env.MS3DLINT, ['view', '--no-config', largest.file, '-o', 'one.html', '--force'], { stdio: 'pipe' });
  await page.goto(`file://${path.resolve('one.html')}`);
  await drawn(page);
  const rate = await page.evaluate(() => new Promise((done) => {
    document.getElementById('play').click();
    const from = ms3dlintView.state.drawn;
    setTimeout(() => done((ms3dlintView.state.drawn - from) / 3), 3000);
  }));
  // Two seconds and 30 pictures are what is wanted. Whoever shares the processor with others gets less.
  if (largest.opened > 5000 || rate < 15) {
    failed += 1;
    console.log('FAIL  that is too slow');
  }
  console.log(`${path.basename(largest.file)}: ${largest.faces} faces, page of ${largest.size} bytes, opened in `
    + `${Math.round(largest.opened)} ms, ${Math.round(rate)} pictures in a second`);
}
await browser.close();
process.exit(failed === 0 ? 0 : 1);
