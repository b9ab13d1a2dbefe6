// Measures how long the page takes, beside the program, in one run: node measure.mjs DIST PROJECT. MS3DLINT should be a
// release build, as the page is one.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { browser, checked, page, text, visit } from './helpers.mjs';

/** An ASCII model of about so many bytes, one number of which has a comma. */
const made = (size) => {
  const head = '// MilkShape 3D ASCII\r\n\r\nFrames: 30\r\nFrame: 1\r\n\r\n';
  const side = 20;
  let vertices = '';
  let faces = '';
  for (let at = 0; at < side * side; at += 1) {
    const [x, z] = [at % side, Math.floor(at / side)];
    vertices += `0 ${(x / 3).toFixed(6)} ${Math.sin(x * z).toFixed(6)} ${(z / 3).toFixed(6)} ${(x / side).toFixed(6)} ${(z / side).toFixed(6)} -1\r\n`;
    if (x + 1 < side && z + 1 < side) {
      faces += `0 ${at} ${at + side} ${at + 1} 0 0 0 1\r\n0 ${at + 1} ${at + side} ${at + side + 1} 0 0 0 1\r\n`;
    }
  }
  const mesh = (number) => `"sheet${number}" 0 -1\r\n${side * side}\r\n${vertices}1\r\n0.000000 1.000000 0.000000\r\n${2 * (side - 1) ** 2}\r\n${faces}`;
  const count = Math.max(1, Math.round(size / mesh(0).length));
  const meshes = Array.from({ length: count }, (_, number) => mesh(number)).join('');
  const first = meshes.replace('0.333333', '0,333333');
  return `${head}Meshes: ${count}\r\n${first}\r\nMaterials: 0\r\n\r\nBones: 0\r\n\r\nGroupComments: 0\r\nMaterialComments: 0\r\nBoneComments: 0\r\nModelComment: 0\r\n`;
};

const middle = (times) => times.toSorted((one, other) => one - other)[times.length >> 1];
const rounded = (time) => (time < 100 ? time.toFixed(0) : Math.round(time).toString());

/** Puts a file into the page, to be dropped from there. */
const give = async (name, content) => {
  await page.evaluate(() => { window.pieces = []; });
  for (let at = 0; at < content.length; at += 8_000_000) {
    await page.evaluate((piece) => { window.pieces.push(piece); }, content.slice(at, at + 8_000_000));
  }
  await page.evaluate((called) => { window.given = new File(window.pieces, called); window.pieces = null; }, name);
};

const dropGiven = () => page.evaluate(() => new Promise((done) => {
  document.getElementById('known').replaceChildren();
  const transfer = new DataTransfer();
  transfer.items.add(window.given);
  const started = performance.now();
  const watcher = new MutationObserver(() => {
    if (!document.querySelector('#findings .row')) return;
    watcher.disconnect();
    done(performance.now() - started);
  });
  watcher.observe(document.getElementById('known'), { childList: true, subtree: true });
  document.getElementById('zone').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
}));

/** How long the program takes, from its start to its end. */
const nativeTime = (file) => {
  const started = performance.now();
  try {
    execFileSync(process.env.MS3DLINT, ['--no-config', file], { stdio: 'pipe' });
  } catch (error) {
    if (error.status !== 1) throw error;
  }
  return performance.now() - started;
};

console.log(`${await browser.version()}`);
for (const [name, size, rounds] of [['300 KB', 300_000, 11], ['5 MB', 5_000_000, 7], ['98 MB', 98_000_000, 1]]) {
  const content = made(size);
  const file = path.resolve(`made-${size}.txt`);
  fs.writeFileSync(file, content);
  await visit();
  await give('made.txt', content);
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(await dropGiven());
    await checked(1);
    // The picture and the page of the model are made, too.
    await page.evaluate(() => window.ms3dlintPage.workshop.ask('start'));
  }
  const native = Array.from({ length: rounds }, () => nativeTime(file));
  const about = (await text('#known')).match(/[\d,]+ bytes/)[0];
  console.log(`${name} (${about}): first finding after ${rounded(times[0])} ms, then ${rounded(middle(times.slice(1)) || times[0])} ms (median), `
    + `${rounded(Math.min(...times))} ms (least); the program ${rounded(middle(native))} ms (median), ${rounded(Math.min(...native))} ms (least)`);
}
await browser.close();
process.exit(0);
