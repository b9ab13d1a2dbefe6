// Opens planted models in VS Code for the web, with the extension, in Chromium: by mouse and keys, as people do.
//
//     node drive.mjs VSCODE EXTENSION FOLDER_OF_SCREENSHOTS
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { start } from './browser.mjs';
import { serve } from './server.mjs';

const [code, extension, screenshots] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const files = Object.fromEntries(fs.readdirSync(path.join(here, 'files'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
  .map((file) => [`/${path.relative(path.join(here, 'files'), file)}`, fs.readFileSync(file).toString('base64')]));

const server = await serve(code, extension, path.join(here, 'planted'), files);
const browser = await start('chrome', process.env.PROGRAM);
const page = await browser.newPage();
await page.setViewport({ width: 1400, height: 900 });
const trouble = [];
page.on('console', (message) => {
  if (message.type() === 'error' && /ms3dlint|planted/.test(message.text())) trouble.push(message.text());
});
page.on('request', (request) => {
  if (!/^(blob|data|vscode-file):|^https?:\/\/([a-z0-9-]+\.)?localhost:/.test(request.url())) trouble.push(`request: ${request.url()}`);
});

const shot = async (name) => { if (screenshots) await page.screenshot({ path: path.join(screenshots, `${name}.png`) }); };
const until = (what, ...rest) => page.waitForFunction(what, { timeout: 30000, polling: 100 }, ...rest);
const texts = (selector) => page.$$eval(selector, (all) => all.map((each) => each.textContent));
const command = async (title) => {
  await page.keyboard.press('F1');
  await page.waitForSelector('.quick-input-box input', { visible: true });
  await page.keyboard.type(title);
  await until((text) => document.querySelector('.quick-input-list .monaco-list-row.focused')?.textContent.includes(text), title);
  await page.keyboard.press('Enter');
};
/** Changes a setting; without a value it is removed. */
const set = async (...setting) => {
  await command('Planted: Set');
  await until(() => document.querySelector('.quick-input-box input')?.value === '');
  await page.keyboard.type(JSON.stringify(setting));
  await page.keyboard.press('Enter');
};
/** Clicks on a file in the explorer, or once on a folder. */
const open = async (name, count = 2) => {
  await page.waitForSelector(`.explorer-folders-view [aria-label^="${name}"]`, { timeout: 60000 });
  await page.click(`.explorer-folders-view [aria-label^="${name}"]`, { count });
};
/** Clicks on a problem, once the list no longer moves: a client that starts takes all problems away, and lists them again. */
const choose = async (rule) => {
  const place = () => page.evaluate((name) => {
    const row = [...document.querySelectorAll('.markers-panel .monaco-list-row')].find(({ textContent }) => textContent.includes(name));
    const box = row?.getBoundingClientRect();
    return box && { x: box.x + 100, y: box.y + 8 };
  }, rule);
  let at;
  for (let before, same = 0; same < 3; before = at) {
    await listed(rule);
    at = await place();
    same = at && JSON.stringify(before) === JSON.stringify(at) ? same + 1 : 0;
    await new Promise((done) => { setTimeout(done, 200); });
  }
  await page.mouse.click(at.x, at.y, { count: 2 });
  await until(() => document.querySelector('.monaco-editor.focused'));
};
const problems = () => texts('.markers-panel .monaco-list-row .marker-message-details-container, .markers-panel .monaco-list-row .resource-label');
const listed = (rule, is = true) => until((name, wanted) =>
  [...document.querySelectorAll('.markers-panel .monaco-list-row')].some((row) => row.textContent.includes(name)) === wanted, rule, is);
/** What a page that draws has, in whichever frame it is. */
const viewer = async (isWanted = () => true) => {
  for (let turn = 0; turn < 300; turn += 1) {
    for (const frame of page.frames()) {
      const state = await frame.evaluate(() => window.ms3dlintView && {
        drawn: window.ms3dlintView.state.drawn, chosen: window.ms3dlintView.state.chosen, yaw: window.ms3dlintView.drawing.camera.yaw,
        count: window.ms3dlintView.state.model?.data.findings.length, name: window.ms3dlintView.state.model?.data.name,
      }).catch(() => null);
      if (state?.drawn > 0 && isWanted(state)) return { frame, state };
    }
    await new Promise((done) => { setTimeout(done, 100); });
  }
  throw new Error('nothing is drawn');
};

const steps = {
  async 'a text that begins as a model is one, and is coloured'() {
    await open('robot.txt');
    await until(() => document.querySelector('#status\\.editor\\.mode')?.textContent.includes('MilkShape 3D ASCII'));
    await until(() => {
      const spans = [...document.querySelectorAll('.view-line span span')];
      const color = (text) => spans.find(({ textContent }) => textContent === text)?.className;
      const colors = ['Meshes', '"body"', '0.500000'].map(color);
      return colors.every(Boolean) && new Set(colors).size === colors.length;
    });
  },
  async 'its findings are marked and listed'() {
    await until(() => document.querySelector('.squiggly-warning, .squiggly-error'));
    await command('Problems: Focus on Problems View');
    for (const rule of ['flipped-face', 'decimal-comma', 'misspelled-block', 'texture-not-found', 'one-sided-keys']) await listed(rule);
    await shot('findings');
  },
  async 'the settings offer the programs that `ms3dlint --target` knows'() {
    const { stderr } = spawnSync(process.env.MS3DLINT, ['--target', 'nobody', path.join(here, 'files')], { encoding: 'utf8' });
    const known = /\(known: (.*), or none\)/.exec(stderr)[1].split(', ');
    const { contributes } = JSON.parse(fs.readFileSync(path.join(extension, 'package.json'), 'utf8'));
    assert.deepEqual(contributes.configuration.properties['ms3dlint.targets'].items.enum, [...known, 'none']);
  },
  async 'a misspelled program is said, and holds up nothing once it is corrected'() {
    await set('ms3dlint.targets', ['stepmainia']);
    await listed('decimal-comma', false);
    await command('Notifications: Show Notifications');
    await until(() => [...document.querySelectorAll('.notification-list-item')].some(({ textContent }) => textContent.includes(
      'the setting ms3dlint.targets: no program is called "stepmainia"; did you mean "stepmania"?')));
    await shot('misspelled');
    await command('Notifications: Clear All Notifications');
    assert.match(trouble.splice(0).join('\n'), /^ms3dlint: the setting .*"stepmania"\? \(known: /);
    await set('ms3dlint.targets', ['stepmania']);
    await listed('decimal-comma');
    await set('ms3dlint.targets');
    await listed('flipped-face');
  },
  async 'a quick fix repairs one'() {
    await choose('misspelled-block');
    await until(() => document.querySelector('.view-lines')?.textContent.includes('Materails'));
    await page.keyboard.down('Control');
    await page.keyboard.press('.');
    await page.keyboard.up('Control');
    await page.waitForSelector('.action-widget .monaco-list-row', { visible: true });
    await shot('quick-fixes');
    await page.keyboard.press('Enter');
    await listed('misspelled-block', false);
    await until(() => !document.querySelector('.view-lines')?.textContent.includes('Materails'));
  },
  async 'the model is shown beside its text, and marks what the cursor is on'() {
    await command('Show the Model Beside Its Text');
    const { state } = await viewer();
    assert.equal(state.name, '/robot.txt');
    await choose('flipped-face');
    await viewer(({ chosen }) => chosen >= 0);
    await shot('model');
  },
  async 'what is chosen in the model is gone to in the text'() {
    const { frame, state } = await viewer();
    await frame.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true })));
    await viewer(({ chosen }) => chosen === state.chosen + 1);
    await until(() => document.querySelector('#status\\.editor\\.selection')?.textContent.includes('Ln 332, Col 1'));
  },
  async 'the model follows the settings'() {
    const { state } = await viewer();
    await set('ms3dlint.level', 'error');
    await viewer(({ count }) => count === 2 && count < state.count);
    await set('ms3dlint.level');
    await viewer(({ count }) => count === state.count);
  },
  async 'a model that is shown is not shown twice'() {
    const tabs = () => page.$$eval('.tab[aria-label*="Model: robot.txt"]', ({ length }) => length);
    await page.click('.editor-group-container .view-lines');
    await command('Show the Model Beside Its Text');
    // What comes after it has been done, too.
    await command('Problems: Focus on Problems View');
    await viewer();
    assert.equal(await tabs(), 1);
    await page.click('.tab[aria-label*="Model: robot.txt"]', { button: 'middle' });
    await until(() => !document.querySelector('.tab[aria-label*="Model: robot.txt"]'));
    await page.click('.editor-group-container .view-lines');
    await command('Show the Model Beside Its Text');
    await viewer();
    assert.equal(await tabs(), 1);
  },
  async 'all is repaired, and the model follows, seen from the same place'() {
    const { frame } = await viewer();
    const before = await frame.evaluate(() => window.ms3dlintView.drawing.camera.yaw);
    await frame.evaluate(() => document.getElementById('canvas').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true })));
    const turned = await frame.evaluate(() => window.ms3dlintView.drawing.camera.yaw);
    assert.notEqual(turned, before);
    await page.click('.editor-group-container .view-lines');
    await command('Repair All, Also Where That May Change the Model');
    for (const rule of ['flipped-face', 'decimal-comma', 'texture-not-found', 'one-sided-keys']) await listed(rule, false);
    await viewer(({ count, yaw }) => count === 0 && yaw === turned);
    await shot('repaired');
  },
  async 'a model that is made a plain text stays one, also when it is opened again'() {
    const language = (name) => until((wanted) => document.querySelector('#status\\.editor\\.mode')?.textContent.includes(wanted), name);
    const choose = async (name) => {
      await command('Change Language Mode');
      await until(() => document.querySelectorAll('.quick-input-list .monaco-list-row').length > 3);
      await page.keyboard.type(name);
      await until((wanted) => document.querySelector('.quick-input-list .monaco-list-row.focused')?.textContent.includes(wanted), name);
      await page.keyboard.press('Enter');
    };
    for (const name of ['unmarked.txt', 'quieter.txt']) {
      if (name === 'quieter.txt') await open('quiet', 1);
      await open(name);
      await language('MilkShape 3D ASCII');
      await choose('Plain Text');
      await language('Plain Text');
      // Were it a model again, that would be before the next of them is opened.
      await page.click(`.tab[aria-label^="${name}"]`, { button: 'middle' });
      await until((tab) => !document.querySelector(`.tab[aria-label^="${tab}"]`), name);
      await open(name);
      await language('Plain Text');
      await command('Problems: Focus on Problems View');
      await language('Plain Text');
      await page.click('.editor-group-container .view-lines');
      await choose('MilkShape 3D ASCII');
      await language('MilkShape 3D ASCII');
      await page.click(`.tab[aria-label^="${name}"]`, { button: 'middle' });
    }
    await open('quiet', 1);
  },
  async 'a configuration beside a model holds'() {
    await open('quiet', 1);
    await open('quieter.txt');
    await listed('decimal-comma');
    await listed('flipped-face', false);
    const errors = await page.$$eval('.markers-panel .monaco-list-row', (rows) => rows.filter((row) =>
      row.textContent.includes('texture-not-found') && row.querySelector('.codicon-error')).length);
    assert.equal(errors, 1);
    await page.keyboard.press('F1');
    await page.keyboard.press('Escape');
  },
  async 'a binary model is shown with its listing'() {
    await command('View: Revert and Close Editor');
    await command('View: Close All Editors');
    const save = await page.waitForSelector('.monaco-dialog-box', { visible: true, timeout: 3000 }).catch(() => null);
    if (save) await page.keyboard.press('Enter');
    await open('pyramid.ms3d');
    const { state } = await viewer(({ name }) => name === '/pyramid.ms3d');
    assert.ok(state.count > 0);
    await listed('flipped-face');
    await until(() => document.querySelector('.view-lines')?.textContent.includes('header:'));
    await shot('binary');
  },
};

let failed = 0;
try {
  await page.goto(`http://localhost:${server.address().port}/`);
  for (const [name, step] of Object.entries(steps)) {
    const from = Date.now();
    try {
      await step();
      console.log(`ok ${name}, ${((Date.now() - from) / 1000).toFixed(1)} s`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED ${name}: ${error.message}`);
      await shot('failed');
      console.log((await problems()).join('\n'));
      break;
    }
  }
  if (trouble.length > 0) {
    failed += 1;
    console.log(`FAILED the console says:\n${trouble.join('\n')}`);
  }
} finally {
  await browser.close();
  server.close();
}
process.exitCode = failed > 0 ? 1 : 0;
