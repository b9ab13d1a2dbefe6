// Uses the page as people do: with the mouse, with keys alone, on a phone, without a network, with hostile models. What it
// hands back is compared with what the program makes of the same files.
//
//     node drive.mjs DIST PROJECT [NAME OF A TEST]
//
// With SHOTS=FOLDER the pictures of docs/web.md are made, and with BLESS=1 what a screen reader gets is written.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {
  browser, checked, click, downloaded, drop, dropFromDisk, isFirefox, model, openFolder, page, questions, read, repaired, server, shoot, stage, text, texts,
  trouble, until, visit,
} from './helpers.mjs';

const [, project, wanted] = process.argv.slice(2);

/** The files of a folder, with paths that begin with its name. */
const folderOf = (folder) => fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
  .map((file) => [path.relative(path.dirname(folder), file), read(file)]);

/** Presses Tab until something has the focus; backwards with Shift, as forwards from the end Firefox leaves the page. */
const tabTo = async (selector, isBack = false) => {
  for (let turn = 0; turn < 80; turn += 1) {
    if (isBack) await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    if (isBack) await page.keyboard.up('Shift');
    if (await page.evaluate((what) => document.activeElement.matches(what), selector)) return;
  }
  throw new Error(`Tab does not lead to ${selector}`);
};

/** Whether nothing is wider than the window. */
const fits = () => page.evaluate('document.documentElement.scrollWidth <= innerWidth');

const robot = read(model('five-defects/robot.txt'));

/** Opens as many robots in a folder. */
const openMany = (count) => page.evaluate((bytes, many) => {
  const one = Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0));
  const path = (at) => `many/${String(at).padStart(4, '0')}.txt`;
  window.ms3dlintPage.open(Array.from({ length: many }, (_, at) => ({ path: path(at), file: new File([one], `${at}.txt`) })));
}, robot.toString('base64'), count);

/** Opens a model with so many faces in one place. With a number that has a comma, there is nothing to draw. */
const openLarge = (count, z = '0,0') => page.evaluate((faces, number) => {
  const start = '// MilkShape 3D ASCII\r\n\r\nFrames: 1\r\nFrame: 1\r\n\r\nMeshes: 1\r\n"many" 0 -1\r\n3\r\n0 0.0 0.0 0.0 0.0 0.0 -1\r\n'
    + `0 1.0 0.0 ${number} 0.0 0.0 -1\r\n0 0.0 1.0 0.0 0.0 0.0 -1\r\n1\r\n0.0 0.0 1.0\r\n${faces}\r\n`;
  const text = `${start}${'0 0 1 2 0 0 0 1\r\n'.repeat(faces)}\r\nMaterials: 0\r\n\r\nBones: 0\r\n`;
  window.ms3dlintPage.open([{ path: 'many.txt', file: new File([text], 'many.txt') }]);
}, count, z);

/** Opens a model of so many meshes, each with a face, that have so many materials by turns. */
const openMeshes = (count, materials = 0) => page.evaluate((meshes, many) => {
  const mesh = (at) => `"m" 0 ${many > 0 ? at % many : -1}\r\n3\r\n0 ${at % 100}.0 ${Math.floor(at / 100)}.0 0.0 0.0 0.0 -1\r\n`
    + `0 ${at % 100}.5 ${Math.floor(at / 100)}.0 0.0 0.0 0.0 -1\r\n0 ${at % 100}.0 ${Math.floor(at / 100)}.5 0.0 0.0 0.0 -1\r\n`
    + '1\r\n0.0 0.0 1.0\r\n1\r\n0 0 1 2 0 0 0 1\r\n';
  const color = '0.5 0.5 0.5 1.0\r\n';
  const material = (at) => `"skin ${at}"\r\n${color.repeat(4)}0.0\r\n1.0\r\n""\r\n""\r\n`;
  const text = `// MilkShape 3D ASCII\r\n\r\nFrames: 1\r\nFrame: 1\r\n\r\nMeshes: ${meshes}\r\n${Array.from({ length: meshes }, (_, at) => mesh(at)).join('')}`
    + `\r\nMaterials: ${many}\r\n${Array.from({ length: many }, (_, at) => material(at)).join('')}\r\nBones: 0\r\n`;
  window.ms3dlintPage.open([{ path: 'meshes.txt', file: new File([text], 'meshes.txt') }]);
}, count, materials);

/** Notes how long the page does not listen. */
const watchPauses = () => page.evaluate(() => {
  window.pauses = { last: performance.now(), longest: 0 };
  setInterval(() => {
    const now = performance.now();
    window.pauses.longest = Math.max(window.pauses.longest, now - window.pauses.last);
    window.pauses.last = now;
  }, 10);
});

/** What has the focus. */
const focused = () => page.evaluate('document.activeElement.id');

const lines = (value) => value.split('\n').map((line) => line.trim()).filter(Boolean);

const tests = {
  async 'a model that is dropped is checked at once'() {
    await visit();
    await shoot('start');
    // The worker that keeps the page for when there is no network fetches it once.
    await page.evaluate('navigator.serviceWorker.ready');
    const before = server.asked.length;
    await drop([['robot.txt', read(model('five-defects/robot.txt'))]]);
    await checked(1);
    const rules = (await texts('#findings .row .rule')).map((line) => line.split(' - ')[1]);
    assert.deepEqual(rules, ['decimal-comma', 'misspelled-block', 'flipped-face', 'one-sided-keys']);
    assert.match(await text('#known'), /opened without its folder/);
    assert.match(await text('#programs'), /StepMania, ITGmania, OpenITG: each exits/);
    await stage();
    assert.equal(server.asked.length, before, 'nothing is sent, and nothing fetched');
  },

  async 'a model with five defects is repaired by mouse alone'() {
    await visit();
    await click('#examples li:first-child button');
    await checked(1);
    const frame = await stage();
    assert.deepEqual(lines(await text('#findings .counts')), ['2 errors', '3 warnings']);
    assert.equal((await texts('#findings .row')).length, 5);
    await shoot('five-defects');
    // A click on the third marks the face, which is seen from behind.
    await page.click('#findings li:nth-child(3) .row');
    await frame.waitForFunction('ms3dlintView.state.mark?.faces?.length === 1');
    assert.match(await text('#findings .more'), /swap two of its corners/);
    await shoot('finding');
    await page.click('#findings .more button.link');
    await until('document.querySelector("#rule-page h1")?.textContent === "flipped-face"');
    await page.click('#rule-close');
    await page.click('#repair input[type="checkbox"]');
    await page.click('#run-repair');
    await page.waitForSelector('#save');
    assert.equal(await text('#known h3'), '5 places repaired');
    assert.match(await text('.after'), /nothing is wrong; it loads in all programs/);
    // What was done, and where; how much that is, is said once.
    const done = await texts('.fixed li');
    assert.equal(done.length, 5);
    assert.deepEqual(lines(done[0]), ['mesh "head", vertex 2, x: write a point', 'decimal-comma']);
    assert.match(done.join(' '), /material "skin", texture: write "robot\.png"/);
    const differences = await page.$eval('pre.words', (words) => words.textContent);
    assert.match(differences, /1 vertex can be read now/);
    assert.doesNotMatch(await page.$eval('pre.diff', (diff) => diff.textContent), /\u240d/);
    assert.doesNotMatch(differences, /finding|\b0 v/);
    assert.doesNotMatch(await (await stage()).$eval('#changes', (box) => box.textContent), /finding/);
    const pair = await stage();
    await pair.waitForFunction('ms3dlintView.state.model.data.beside');
    assert.equal(await pair.$eval('#title-old', (title) => title.textContent), 'before: robot.txt');
    await shoot('repair');
    await page.click('#save');
    const expected = repaired(model('five-defects'), '--unsafe-fixes');
    assert.deepEqual(await downloaded('robot.txt'), read(path.join(expected, 'robot.txt')));
    // What was repaired is checked again.
    await page.click('::-p-text(Go on with it)');
    await checked(1);
    await until('document.getElementById("findings")?.textContent.includes("Nothing is wrong with this model.")');
    assert.equal(await focused(), 'name');
    await stage();
  },

  async 'only what is safe is repaired, if that is wanted'() {
    await visit('#example=five-defects');
    await checked(1);
    await click('#run-repair');
    await page.waitForSelector('#save');
    assert.equal(await text('#known h3'), '1 place repaired');
    await page.click('#save');
    assert.deepEqual(await downloaded('robot.txt'), read(path.join(repaired(model('five-defects')), 'robot.txt')));
    assert.doesNotMatch(await text('.after'), / ;/);
    await page.click('::-p-text(Back)');
    assert.equal(await focused(), 'run-repair');
    assert.equal((await texts('#findings .row')).length, 5);
  },

  async 'keys alone are enough'() {
    await visit();
    await tabTo('#pick-files');
    await tabTo('#examples li:nth-child(2) button');
    await page.keyboard.press('Enter');
    await checked(12);
    // The model has the focus; the list is before it.
    await tabTo('.model', true);
    // Above the first of them are all models together.
    await page.keyboard.press('Home');
    for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await until('document.querySelector(".model[aria-current=true] .name").textContent === "Down Tap Note 4th.txt"');
    await tabTo('#findings .row');
    await page.keyboard.press('Enter');
    assert.equal(await page.$eval('#findings .row', (row) => row.getAttribute('aria-expanded')), 'true');
    await tabTo('#findings .more button');
    // The model, once it is drawn, tells which finding is marked: what has the focus keeps it.
    await stage();
    await page.evaluate('document.getElementById("view").contentWindow.postMessage({ choose: 0 }, "*")');
    await page.evaluate('new Promise((done) => { setTimeout(done, 200); })');
    await page.keyboard.press('Enter');
    await until('!document.getElementById("rule").hidden && document.activeElement.id === "rule"');
    await page.keyboard.press('Escape');
    assert.ok(await page.evaluate('document.getElementById("rule").hidden && document.activeElement.matches("#findings .more button")'));
    await tabTo('#run-repair');
    await page.keyboard.press(' ');
    await page.waitForSelector('#save');
    await tabTo('#save');
    await page.keyboard.press('Enter');
    assert.ok((await downloaded('Down Tap Note 4th.txt')).includes('arrow-4th.png'));
  },

  async 'fixes that there are not are not counted'() {
    const flipped = read(path.join(project, 'tests/view/models/flipped-face.txt'));
    await visit();
    await openFolder([['some/a.txt', flipped], ['some/b.txt', flipped], ['some/robot.png', read(model('five-defects/robot.png'))]]);
    await checked(2);
    await click('.model.together');
    await until('document.querySelector("#overview .repair")');
    assert.match(await text('#overview .repair'), /^2 places can be repaired with fixes that may be wrong\./);
  },

  async 'what is opened with keys has the focus'() {
    for (const [number, count] of [[1, 1], [2, 12]]) {
      await visit();
      await tabTo(`#examples li:nth-child(${number}) button`);
      await page.keyboard.press('Enter');
      await checked(count);
      await until('document.activeElement.id === "name"');
    }
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate('document.getElementById("known").contains(document.activeElement)'));
  },

  async 'a page of a rule that comes too late is not shown'() {
    await visit();
    await page.evaluate(() => {
      const { fetch } = window;
      window.fetch = async (...all) => { await new Promise((done) => { window.letIn = done; }); return fetch(...all); };
    });
    await page.evaluate('location.hash = "#rule=exponent-float"');
    await until('window.letIn');
    await drop([['one.txt', robot]]);
    await checked(1);
    await page.evaluate('window.letIn()');
    await page.evaluate('new Promise((done) => { setTimeout(done, 300); })');
    assert.equal(await page.$eval('#rule', (box) => box.hidden), true);
    assert.equal(await page.evaluate('location.hash'), '');
  },

  async 'a folder opens at its worst model, unless somebody looks at another one'() {
    const sound = read(path.join(project, 'tests/view/models/robot.txt'));
    const texture = read(path.join(project, 'tests/view/models/robot.png'));
    const flipped = read(path.join(project, 'tests/view/models/flipped-face.txt'));
    const folder = [['f/a.txt', sound], ['f/b.txt', flipped], ['f/c.txt', robot], ['f/d.txt', sound], ['f/robot.png', texture]];
    await visit();
    await openFolder(folder);
    await checked(4);
    await until('document.querySelector("#name")?.textContent === "f/c.txt"');
    assert.equal(await page.$eval('.model[aria-current=true] .name', (name) => name.textContent), 'c.txt');
    assert.match(await text('#live'), /Something is wrong in 2\. Shown is the worst: f\/c\.txt/);
    // What is chosen stays, also when all is checked again.
    await page.click('.model[title="f/b.txt"]');
    await page.select('#engine', 'stepmania');
    await checked(4);
    await until('document.querySelector("#name")?.textContent === "f/b.txt"');
    // Who touches something before all are known looks at that.
    await page.evaluate(() => {
      const touch = () => window.dispatchEvent(new PointerEvent('pointerdown'));
      new MutationObserver(touch).observe(document.getElementById('list'), { childList: true });
    });
    await openFolder(folder);
    await checked(4);
    await until('document.querySelector(".model.together")');
    await until('document.querySelector("#name")?.textContent === "f/a.txt"');
  },

  async 'what is wrong counts more than programs that a model is not meant for'() {
    const sound = read(path.join(project, 'tests/view/models/robot.txt'));
    // Scorched3D, for which it is meant, loads it; the others do not.
    const unnamed = Buffer.from(sound.toString('latin1').replace('"skin"', '""'), 'latin1');
    const texture = read(path.join(project, 'tests/view/models/robot.png'));
    const exponent = Buffer.from(sound.toString('latin1').replace('0.079814', '7e-2'), 'latin1');
    const flipped = read(path.join(project, 'tests/view/models/flipped-face.txt'));
    await visit();
    await openFolder([['f/a.txt', unnamed], ['f/b.txt', exponent], ['f/robot.png', texture], ['f/tanks.xml', Buffer.from('x')]]);
    await checked(2);
    await until('document.querySelector("#name")?.textContent === "f/b.txt"');
    assert.match(await text('#live'), /Something is wrong in 1\. Shown is the worst: f\/b\.txt/);
    assert.deepEqual(await page.evaluate('[...window.ms3dlintPage.state.checked.values()].map(({ loads }) => loads)'), [false, true]);
    // Where there are unsafe fixes alone, they are chosen.
    await openFolder([['f/a.txt', sound], ['f/b.txt', flipped], ['f/robot.png', texture]]);
    await checked(2);
    await click('.model.together');
    await click('#overview button.main');
    await until('document.querySelector("#overview .repair")?.textContent.includes("1 model repaired, in 1 place.")');
    await downloaded('repaired-models.zip');
  },

  async 'a folder that is really dropped is read with all that is in it'() {
    // Only Chromium can be told to drop files of the disk.
    if (isFirefox) return;
    const folder = path.resolve('dropped');
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(path.join(folder, 'inner/empty'), { recursive: true });
    fs.cpSync(path.join(project, 'docs/example/neon'), path.join(folder, 'neon'), { recursive: true });
    fs.copyFileSync(path.join(project, 'tests/view/models/flipped-face.txt'), path.join(folder, 'inner/flipped.txt'));
    fs.copyFileSync(path.join(project, 'tests/view/models/robot.png'), path.join(folder, 'inner/robot.png'));
    await visit();
    await dropFromDisk(folder);
    await checked(13);
    const paths = await page.evaluate('[...window.ms3dlintPage.state.checked.keys()]');
    assert.ok(paths.includes('dropped/inner/flipped.txt') && paths.includes('dropped/neon/Tap Fake.txt'), paths.join());
    assert.equal(await page.evaluate('document.body.classList.contains("over")'), false);
    // Its texture was dropped with it.
    await page.click('.model[title="dropped/inner/flipped.txt"]');
    await until('document.querySelector("#name")?.textContent === "dropped/inner/flipped.txt"');
    assert.doesNotMatch(await text('#findings'), /texture-not-found/);
    // Two files beside each other are no folder.
    await visit();
    await dropFromDisk(path.join(folder, 'inner/flipped.txt'), path.join(folder, 'inner/robot.png'));
    await checked(1);
    assert.match(await text('#known'), /looked for among the files that were opened with it/);
  },

  async 'what was repaired here can be downloaded as long as it is open'() {
    const folder = path.resolve('kept');
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder);
    for (const name of ['a.txt', 'b.txt', 'c.txt']) fs.writeFileSync(path.join(folder, name), robot);
    fs.copyFileSync(model('five-defects/robot.png'), path.join(folder, 'robot.png'));
    const expected = repaired(folder, '--unsafe-fixes');
    const whole = read(path.join(expected, 'a.txt'));
    const goOn = async (count) => {
      await click('#repair input[type="checkbox"]');
      await click('#run-repair');
      await click('::-p-text(Go on with it)');
      await checked(count);
      await page.waitForSelector('#save-kept');
      assert.match(await text('#known'), /Nothing is wrong with this model/);
    };
    const unpackedAll = async () => {
      fs.writeFileSync('repaired.zip', await downloaded('repaired-models.zip'));
      fs.rmSync('unpacked', { recursive: true, force: true });
      execFileSync('python3', ['-m', 'zipfile', '-e', 'repaired.zip', 'unpacked']);
      return fs.readdirSync('unpacked/kept').toSorted();
    };
    await visit();
    await openFolder(folderOf(folder));
    await checked(3);
    await click('.model[title="kept/b.txt"]');
    await until('document.querySelector("#name")?.textContent === "kept/b.txt"');
    await goOn(3);
    await click('#save-kept');
    assert.deepEqual(await downloaded('b.txt'), whole);
    await click('.model.together');
    await until('document.querySelectorAll("#overview .row").length > 0');
    assert.match(await text('#overview'), /1 model was repaired already\./);
    await click('#overview input[type="checkbox"]');
    await click('#overview button.main');
    assert.deepEqual(await unpackedAll(), ['a.txt', 'b.txt', 'c.txt']);
    for (const name of ['a.txt', 'b.txt', 'c.txt']) assert.deepEqual(read(`unpacked/kept/${name}`), whole);
    assert.match(await text('#overview .repair'), /2 models repaired, in 10 places; the ZIP file also has 1 model repaired before\./);
    // With nothing to repair any more, they are there still; and nothing of them is among what is opened next.
    for (const name of ['a', 'c']) {
      await click(`.model[title="kept/${name}.txt"]`);
      await until((is) => document.querySelector('#name')?.textContent === is, `kept/${name}.txt`);
      await goOn(3);
    }
    await click('.model.together');
    await click('#overview button.main');
    assert.deepEqual(await unpackedAll(), ['a.txt', 'b.txt', 'c.txt']);
    assert.match(await text('#overview .repair'), /Nothing more was repaired; the ZIP file has 3 models repaired before\./);
    await openFolder(folderOf(folder));
    await checked(3);
    await page.waitForSelector('#run-repair');
    assert.equal(await page.$('#save-kept'), null);
  },

  async 'a folder that takes long to look through shows that, and can be stopped'() {
    // One that gives 150 robots and a text of another kind, and says that there are no more when it is told to.
    const dropSlow = (bytes) => page.evaluate((all) => {
      window.opened = [];
      const entry = (name) => ({ isFile: true, fullPath: `/slow/${name}`, file: (done) => {
        window.opened.push(name);
        done(new File([Uint8Array.from(atob(all), (c) => c.charCodeAt(0))], name));
      } });
      const many = [...Array.from({ length: 150 }, (_, at) => entry(`${at}.txt`)), entry('sound.ogg')];
      const readEntries = (done) => {
        if (many.length > 0) done(many.splice(0, 100));
        else window.endSlow = () => done([]);
      };
      const folder = { isDirectory: true, fullPath: '/slow', createReader: () => ({ readEntries }) };
      const event = new Event('drop', { bubbles: true, cancelable: true });
      event.dataTransfer = { items: [{ kind: 'file', webkitGetAsEntry: () => folder, getAsFile: () => null }] };
      window.dispatchEvent(event);
    }, bytes.toString('base64'));
    const isLooking = () => until('document.getElementById("listing").checkVisibility() && document.getElementById("listing-words").textContent === "Looking through the folder: 151 files"');
    await visit();
    await dropSlow(robot);
    await isLooking();
    assert.match(await text('#live'), /^Looking through the folder: /);
    await page.click('#listing-stop');
    assert.equal(await text('#notice'), 'Stopped: nothing was opened.');
    assert.equal(await focused(), 'pick-files');
    await page.evaluate('window.endSlow()');
    // What is dropped last is opened, whatever comes later of a folder before.
    await dropSlow(robot);
    await isLooking();
    await drop([['new.txt', robot]]);
    await checked(1);
    await page.evaluate('window.endSlow()');
    await page.evaluate('new Promise((done) => { setTimeout(done, 400); })');
    assert.deepEqual(await page.evaluate('window.ms3dlintPage.state.files.map(({ path }) => path)'), ['new.txt']);
    assert.equal(await page.$eval('#listing', (box) => box.hidden), true);
    assert.deepEqual(await page.evaluate('window.opened'), []);
    // Files that nothing reads are not opened; all are known.
    await dropSlow(robot);
    await isLooking();
    await page.evaluate('window.endSlow()');
    await checked(150);
    assert.equal(await page.evaluate('window.ms3dlintPage.state.files.length'), 151);
    assert.equal(await page.evaluate('window.opened.length'), 150);
    assert.equal(await page.$eval('#listing', (box) => box.hidden), true);
  },

  async 'an empty folder, or one that cannot be read, is said'() {
    const dropFolder = (readEntries) => page.evaluate((how) => {
      const folder = { isDirectory: true, fullPath: '/some', createReader: () => ({ readEntries: how ? (done) => done([]) : (_, failed) => failed(new Error('no')) }) };
      const event = new Event('drop', { bubbles: true, cancelable: true });
      event.dataTransfer = { items: [{ kind: 'file', webkitGetAsEntry: () => folder, getAsFile: () => null }] };
      window.dispatchEvent(event);
    }, readEntries);
    await visit();
    await page.waitForSelector('#examples li');
    await dropFolder(true);
    await until('document.getElementById("notice").textContent === "Nothing was opened: there is no file in what was dropped."');
    await dropFolder(false);
    await until('document.getElementById("notice").textContent === "Nothing was opened: what was dropped cannot be read."');
    assert.equal(await page.$eval('#start', (start) => start.hidden), false);
  },

  async 'what is repaired and not shown is said'() {
    const sound = read(path.join(project, 'tests/view/models/robot.txt')).toString('latin1');
    const exponent = Buffer.from(sound.replace('0.079814', '7e-2'), 'latin1');
    const both = Buffer.from(sound.replace('0.079814', '7e-2').replace('0.078327', '7e-2').replace('0.010893', '0,010893'), 'latin1');
    const line = 'not shown: choose "also what may matter elsewhere" to see';
    await visit();
    await drop([['one.txt', exponent]]);
    await checked(1);
    assert.match(await text('#repair'), new RegExp(`1 of these places is ${line} it\\.`));
    await page.select('#level', 'info');
    await checked(1);
    await until('document.querySelectorAll("#findings .row").length > 0');
    assert.doesNotMatch(await text('#repair'), /not shown/);
    await page.select('#level', 'warning');
    // One finding is about several places: all of them are shown.
    const several = read(path.join(project, 'corpus/bad/thousands-separator_big-model.txt'));
    await openFolder([['f/a.txt', exponent], ['f/b.txt', both], ['f/c.txt', several]]);
    await checked(3);
    await click('.model.together');
    await until((says) => document.querySelector('#overview .repair')?.innerText.includes(says), `3 of these places are ${line} them.`);
    await click('.model[title="f/c.txt"]');
    await until('document.querySelector("#name")?.textContent === "f/c.txt"');
    assert.equal(await page.evaluate('window.ms3dlintPage.workshop.ask("hidden", { path: "f/c.txt" })'), 0);
    assert.doesNotMatch(await text('#repair'), /not shown/);
  },

  async 'a hint is repaired if that is asked for'() {
    await visit();
    const sound = read(path.join(repaired(model('five-defects'), '--unsafe-fixes'), 'robot.txt'));
    await openFolder([['f/robot.txt', sound], ['f/robot.png', read(model('five-defects/robot.png'))]]);
    await checked(1);
    await page.select('#level', 'hint');
    await checked(1);
    await page.waitForSelector('#findings .row');
    assert.equal(await text('#repair p'), 'Hints are repaired only if that is asked for: open one that has a fix.');
    assert.equal(await page.$('#run-repair'), null);
    const hints = async () => (await texts('#findings .row .rule')).filter((line) => line.includes(' - repeated-key - fix')).length;
    assert.equal(await hints(), 1);
    await click('::-p-xpath(//li[button[contains(., "repeated-key")]]/button)');
    await click('::-p-text(Repair repeated-key)');
    await until('document.querySelector("#known h3")?.textContent === "3 places repaired"');
    assert.deepEqual([...new Set(await texts('.fixed button'))], ['repeated-key']);
    await click('::-p-text(Go on with it)');
    await page.waitForSelector('#save-kept');
    assert.equal(await hints(), 0);
  },

  async 'models of the corpus are there to try'() {
    await visit();
    await page.click('::-p-text(Seven models, one defect each)');
    await checked(7);
    // The name of each begins with the rule that finds something in it.
    const found = await page.evaluate(() => [...window.ms3dlintPage.state.checked.values()].map(({ path: name, rules, counts }) => [name, rules, counts]));
    for (const [name, rules, counts] of found) {
      assert.ok(rules.includes(name.split('/')[1].split('_')[0]) && counts[0] + counts[1] > 0, JSON.stringify([name, rules, counts]));
      assert.deepEqual(await page.evaluate(async (file) => (await (await fetch(`examples/${file}`)).text()), name),
        read(path.join(project, 'corpus/bad', name.split('/')[1])).toString());
    }
  },

  async 'a folder is repaired into a ZIP file'() {
    const folder = path.join(project, 'docs/example/neon');
    await visit();
    await openFolder(folderOf(folder));
    await checked(12);
    await click('.model.together');
    await until('document.querySelectorAll("#overview .row").length > 0');
    assert.match(await text('#overview'), /neon\/\{Down,Left,Right,Up\} Tap Note 4th\.txt \(4 files\)/);
    await page.click('#overview input[type="checkbox"]');
    await page.click('#overview button.main');
    const zip = path.resolve('repaired.zip');
    fs.writeFileSync(zip, await downloaded('repaired-models.zip'));
    const expected = repaired(folder, '--unsafe-fixes');
    fs.rmSync('unpacked', { recursive: true, force: true });
    execFileSync('python3', ['-m', 'zipfile', '-e', zip, 'unpacked']);
    const changed = fs.readdirSync(folder).filter((name) => name.endsWith('.txt'))
      .filter((name) => !read(path.join(folder, name)).equals(read(path.join(expected, name))));
    assert.deepEqual(fs.readdirSync('unpacked/neon').sort(), changed.sort());
    assert.match(await text('#overview .fixed'), /Down Tap Note 4th\.txt\s*.*texture-not-found/);
    for (const name of changed) assert.deepEqual(read(`unpacked/neon/${name}`), read(path.join(expected, name)), name);
    // A finding there leads to the model.
    await page.click('#overview .row');
    await until('document.querySelector("#findings .row[aria-expanded=true]")');
    assert.match(await text('#name'), /Down Receptor\.txt/);
  },

  async 'the repair of a folder goes on while one looks at a model, and can be stopped'() {
    await visit();
    await openMany(600);
    await checked(600);
    await click('.model.together');
    await click('#overview button.main');
    const isRunning = () => until(() => /^Repairing \d+ of 600$/.test(document.querySelector('#overview [role=status]')?.textContent)
      && document.getElementById('overview').checkVisibility() && document.getElementById('stop-repair-all').checkVisibility()
      && document.querySelector('#overview button.main').disabled);
    await isRunning();
    await click('.model[title="many/0001.txt"]');
    await stage();
    await click('.model.together');
    await isRunning();
    await click('#stop-repair-all');
    await until('document.querySelector("#overview [role=status]").textContent === "Stopped: nothing was repaired."');
    assert.equal(await page.$eval('#overview button.main', (run) => run.disabled), false);
    assert.equal(await page.$eval('#stop-repair-all', (stop) => stop.checkVisibility()), false);
    // Its end is said also to who comes back later.
    await openMany(20);
    await checked(20);
    await click('.model.together');
    await click('#overview button.main');
    await click('.model[title="many/0001.txt"]');
    await downloaded('repaired-models.zip');
    await click('.model.together');
    await until('document.querySelector("#overview [role=status]")?.textContent === "20 models repaired, in 20 places."');
    assert.equal((await page.$$('#overview .fixed li')).length, 20);
    // With one that never ends, too.
    await visit('', 'trap/');
    await openFolder(['a', 'stuck', 'z'].map((name) => [`some/${name}.txt`, robot]));
    await checked(3);
    await click('.model.together');
    await click('#overview button.main');
    await until('document.querySelector("#overview [role=status]").textContent === "Repairing 2 of 3"');
    await click('#stop-repair-all');
    await until('document.querySelector("#overview [role=status]").textContent === "Stopped: nothing was repaired."');
    await until('document.getElementById("overview").checkVisibility() && document.querySelectorAll("#overview .row").length > 0');
  },

  async 'what is picked in the model is found in the list'() {
    await visit('#example=five-defects');
    await checked(1);
    const frame = await stage();
    await frame.focus('#canvas');
    // The next finding, in the page of the model.
    await page.keyboard.press('n');
    await until('document.querySelector("#findings .row[aria-expanded=true]")');
    // Escape closes the page of a rule also from there.
    await page.$eval('#findings .more button.link', (button) => button.click());
    await until('document.querySelector("#rule-page h1")');
    await frame.focus('#canvas');
    await page.keyboard.press('Escape');
    await until('document.getElementById("rule").hidden');
    await page.click('#findings li:nth-child(3) .row');
    await frame.waitForFunction('ms3dlintView.state.mark?.faces?.length === 1 && !ms3dlintView.state.flight');
    const box = await (await page.$('#view')).boundingBox();
    const canvas = await frame.$eval('#canvas', (element) => element.getBoundingClientRect().toJSON());
    await page.mouse.click(box.x + canvas.x + canvas.width / 2, box.y + canvas.y + canvas.height / 2);
    await until('document.querySelector("#findings li:nth-child(3) .row.here")');
    // As a program shows it.
    await page.click('#programs li:nth-child(2) button');
    await frame.waitForFunction('document.getElementById("message").textContent.includes("Scorched3D does not show this model")');
  },

  async 'a link has an example, an engine and a rule'() {
    await visit('#example=neon&model=neon/Tap%20Mine.txt&engine=scorched3d&rule=exponent-float');
    await checked(12);
    assert.equal(await text('#rule-page h1'), 'exponent-float');
    assert.equal(await page.$eval('#engine', (select) => select.value), 'scorched3d');
    assert.match(await text('#name'), /Tap Mine\.txt/);
    await page.click('#rule-page a[href^="#rule="]');
    await until('document.querySelector("#rule-page h1").textContent !== "exponent-float"');
    const hash = new URLSearchParams((await page.evaluate('location.hash')).slice(1));
    assert.equal(hash.get('engine'), 'scorched3d');
    assert.equal(hash.get('rule'), await text('#rule-page h1'));
    // Names of own files are in no address.
    await page.click('#rule-close');
    await drop([['secret.txt', read(model('five-defects/robot.txt'))]]);
    await checked(1);
    assert.equal(await page.evaluate('location.hash'), '#engine=scorched3d');
  },

  async 'a link may have a rule alone'() {
    await visit('#rule=exponent-float');
    await until('document.querySelector("#rule-page h1")?.textContent === "exponent-float"');
    assert.ok(await page.$eval('#rule', (box) => box.checkVisibility() && box.offsetHeight > 200));
    assert.equal(await focused(), 'rule');
    // What is opened next is seen.
    await drop([['one.txt', robot]]);
    await checked(1);
    assert.equal(await page.$eval('#rule', (box) => box.hidden), true);
    assert.equal(await page.evaluate('location.hash'), '');
    await page.evaluate('location.hash = "#rule=exponent-float"');
    await until('document.getElementById("rule").checkVisibility()');
    await page.click('#again');
    assert.equal(await page.$eval('#rule', (box) => box.hidden), true);
    assert.equal(await page.evaluate('location.hash'), '');
    assert.equal(await focused(), 'pick-files');
  },

  async 'a model that is chosen at once after all of them is seen'() {
    await visit('#example=neon');
    await checked(12);
    await page.waitForSelector('.model.together');
    await page.evaluate(() => {
      document.querySelector('.model.together').click();
      document.querySelector('.model[title="neon/Tap Mine.txt"]').click();
    });
    await stage();
    await page.evaluate('window.ms3dlintPage.workshop.ask("together", { paths: [] })');
    await page.evaluate('new Promise((done) => { setTimeout(done, 100); })');
    assert.equal(await page.$eval('#overview', (box) => box.hidden), true);
    assert.match(await text('#name'), /Tap Mine\.txt/);
  },

  async 'it fits a phone'() {
    await page.setViewport({ width: 360, height: 740 });
    await visit();
    assert.ok(await fits());
    await visit('#example=neon');
    await checked(12);
    await stage();
    assert.ok(await fits());
    await visit('#example=five-defects');
    await checked(1);
    await stage();
    await page.click('#findings li:nth-child(3) .row');
    assert.ok(await fits());
    await shoot('phone');
    // The model stays in sight while its findings are read.
    const { top, bottom } = await page.$eval('#stage', (element) => element.getBoundingClientRect().toJSON());
    assert.ok(top >= 0 && bottom > 200 && bottom < 740, `${top} ${bottom}`);
    await page.$eval('#findings .more button.link', (button) => button.click());
    await until('document.querySelector("#rule-page h1")');
    const width = await page.$eval('#rule', (element) => element.getBoundingClientRect().width);
    assert.ok(width > 320, String(width));
    await page.click('#rule-close');
    await click('#run-repair');
    await page.waitForSelector('#save');
    assert.ok(await fits());
    // Nothing is over what was done, and the button.
    await until(() => ['#known h3', '#save'].every((name) => {
      const one = document.querySelector(name);
      const { x, y, width: wide, height } = one.getBoundingClientRect();
      return document.elementFromPoint(x + wide / 2, y + height / 2) === one;
    }));
    // The names of both models are not over the buttons of the frame.
    const pair = await stage();
    await pair.waitForFunction('ms3dlintView.state.model?.data.beside');
    const [name, switches, legend] = await pair.evaluate(() => ['title-old', 'switches', 'legend']
      .map((id) => document.getElementById(id).getBoundingClientRect().toJSON()));
    assert.ok(switches.bottom <= legend.top && legend.bottom <= name.top, JSON.stringify([switches, legend, name]));
  },

  async 'screen readers get everything, in order'() {
    await visit('#example=five-defects');
    await checked(1);
    await stage();
    const unnamed = await page.$$eval('button, a, select, input:not([hidden]), iframe, nav, section', (all) => all
      .filter((one) => !(one.innerText || one.title || one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') || one.closest('label')))
      .map((one) => one.outerHTML));
    assert.deepEqual(unnamed, []);
    assert.match(await page.$eval('#live', (box) => box.textContent), /The model is checked\. Something is wrong in 1\./);
    if (isFirefox) return;
    const told = [];
    const tell = ({ role, name, children = [], ...states }, depth) => {
      const shown = Object.entries(states).filter(([key]) => ['expanded', 'pressed', 'checked', 'level', 'value'].includes(key));
      const isText = role === 'StaticText';
      told.push(`${'  '.repeat(depth)}${isText ? '' : `${role} `}${name ?? ''}${shown.map(([key, value]) => ` [${key} ${value}]`).join('')}`.trimEnd());
      // What is in a select or in the page of the model is told elsewhere.
      if (['combobox', 'option', 'Iframe'].includes(role)) return;
      children.forEach((child) => tell(child, depth + 1));
    };
    tell(await page.accessibility.snapshot({ interestingOnly: true }), 0);
    const file = path.join(project, 'tests/web/screen-reader.txt');
    const all = `${told.join('\n')}\n`;
    if (process.env.BLESS) fs.writeFileSync(file, all);
    assert.equal(all, fs.readFileSync(file, 'utf8'));
  },

  async 'a hostile model harms nothing'() {
    await visit();
    const markup = '<img src=x onerror=alert(1)>';
    const hostile = robot.toString('latin1').replace('"head"', `"${markup}"`).replace('"left_arm"', '"</script><script>alert(2)</script>"')
      .replace('0 -0.800000 1.700000', '0 NaN 1e999').replace('robt.png', 'javascript:alert(3)');
    await drop([[`${markup}.txt`, Buffer.from(hostile, 'latin1')], ['&lt;b&gt;\u202e.ms3d', Buffer.from('MS3D000000garbage')],
      ['empty.ms3d', Buffer.alloc(0)], ['trailing.ms3d', Buffer.alloc(70000, 255)]]);
    await checked(4);
    const names = await texts('.model .name');
    assert.ok(names.includes(`${markup}.txt`), names.join());
    assert.ok(names.some((name) => name.includes('<U+202E>')), names.join());
    for (const row of await page.$$('.model:not(.together)')) {
      await row.click();
      await until('document.querySelector("#known h2")');
    }
    await click('.model.together');
    await until('document.querySelectorAll("#overview .row").length > 0');
    assert.equal(await page.$$eval('#work img[onerror], #work script', (all) => all.length), 0);
    await page.click(`.model[title^="<img"]`);
    const frame = await stage();
    assert.equal(await frame.$$eval('img, script:not([type]):not(:last-of-type)', (all) => all.length), 0);
    await click('#run-repair');
    await page.waitForSelector('#save');
  },

  async 'a million faces are too many to draw, and are checked'() {
    await visit();
    await openLarge(1000000);
    await checked(1);
    assert.match(await text('#known'), /1,000,000 faces/);
    const frame = await stage();
    assert.match(await frame.$eval('#message', (box) => box.innerText), /The model has 1,000,000 faces\. One with more than 200,000 is not drawn/);
    // A repair that takes too long is ended.
    await page.click('#run-repair');
    assert.match(await text('.busy'), /Repairing/);
    await page.click('#stop-repair');
    await until('!document.querySelector(".busy")');
    await checked(1);
    await until('document.activeElement.id === "name"');
    assert.equal(await page.$('#save'), null);
  },

  async 'a model that reaches very far harms nothing'() {
    const far = (x, moved) => `// MilkShape 3D ASCII\n\nFrames: 30\nFrame: 1\n\nMeshes: 1\n"far" 0 -1\n3\n0 ${x} 0.0 0.0 0.0 0.0 0\n`
      + '0 1.0 0.0 0.0 1.0 0.0 -1\n0 0.0 1.0 0.0 0.0 1.0 -1\n1\n0.0 0.0 1.0\n1\n0 0 1 2 0 0 0 1\n\nMaterials: 0\n\nBones: 1\n'
      + `"root"\n""\n0 0.0 0.0 0.0 0.0 0.0 0.0\n2\n1.0 0.0 0.0 0.0\n30.0 ${moved} 0.0 0.0\n1\n1.0 0.0 0.0 0.0\n`;
    for (const [x, moved] of [['1e20', '0.0'], ['3e38', '0.0'], ['0.0', '3e38']]) {
      await visit();
      await drop([['far.txt', Buffer.from(far(x, moved))]]);
      await checked(1);
      const frame = await stage();
      const isDrawn = () => frame.evaluate(() => {
        const { gl } = window.ms3dlintView.drawing;
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
      });
      await isDrawn();
      for (const key of ['1', '2', '3']) await frame.evaluate((one) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: one, bubbles: true })), key);
      const drawn = await frame.evaluate(() => {
        const slider = document.getElementById('time');
        slider.value = slider.max;
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        return window.ms3dlintView.state.drawn;
      });
      await frame.waitForFunction((before) => window.ms3dlintView.state.drawn > before, {}, drawn);
      await isDrawn();
    }
  },

  async 'files that are no models end the check'() {
    await visit();
    await openFolder([['f/a.txt', Buffer.from('hello')], ['f/b.txt', Buffer.from('world')]]);
    await until('document.querySelector("#known h2")?.textContent === "There is no model among 2 files."');
    await openFolder([['f/a.txt', robot], ['f/b.txt', robot], ['f/z.txt', Buffer.from('hello')]]);
    await checked(2);
    await until('document.querySelector(".model.together")');
    for (const [name, bytes] of [['a.png', read(model('five-defects/robot.png'))], ['a.txt', Buffer.from('hello')]]) {
      await drop([[name, bytes]]);
      await until(`document.querySelector("#known h2")?.textContent === ${JSON.stringify(name)}`);
      assert.deepEqual(lines(await text('#known')), [name, 'This is not a MilkShape model.']);
    }
  },

  async 'what was dropped before is not among what is dropped now'() {
    await visit();
    await openMany(400);
    await until('window.ms3dlintPage.state.checked.size > 20');
    await drop([['new.txt', robot]]);
    await checked(1);
    await openMany(2);
    await checked(2);
    await until('document.querySelector(".model.together")');
    assert.deepEqual(await texts('.model:not(.together) .name'), ['0000.txt', '0001.txt']);
  },

  async 'all models together stay when the switches change'() {
    await visit('#example=neon');
    await checked(12);
    await click('.model.together');
    await until('document.querySelectorAll("#overview .row").length > 0');
    await page.select('#engine', 'scorched3d');
    await checked(12);
    await until('!document.getElementById("overview").hidden && document.querySelector(".model.together[aria-current=true]")');
    assert.equal(await page.$eval('#overview', (box) => box.querySelector('.row bdi').textContent.includes('`')), false);
    // What is opened next is not shown as if it were many.
    await drop([['one.txt', robot]]);
    await checked(1);
    assert.ok(await page.$eval('#known', (box) => box.checkVisibility() && box.offsetWidth > 200));
  },

  async 'what is dragged over the model is for the page'() {
    await visit('#example=robot');
    await checked(1);
    const frame = await stage();
    const answers = await frame.evaluate(() => ['dragover', 'drop'].map((kind) => window.dispatchEvent(new DragEvent(kind, { cancelable: true }))));
    assert.deepEqual(answers, [false, false], 'the browser does not open it');
    await until('document.body.classList.contains("over")');
    assert.equal(await page.$eval('#view', (view) => getComputedStyle(view).pointerEvents), 'none');
    assert.match(await text('#notice'), /drop it once more/);
    await until('!document.body.classList.contains("over")');
  },

  async 'a link that is changed is followed'() {
    const change = async (hash) => page.evaluate((to) => { location.hash = to; }, hash);
    await visit('#example=neon');
    await checked(12);
    await change('#example=neon&model=neon/Tap%20Mine.txt&engine=scorched3d&rule=zero-normal');
    await until('document.querySelector("#rule-page h1")?.textContent === "zero-normal"');
    await until('document.querySelector("#name")?.textContent.includes("Tap Mine.txt") && window.ms3dlintPage.state.left === 0');
    assert.equal(await page.$eval('#engine', (select) => select.value), 'scorched3d');
    assert.match(await text('#programs'), /Scorched3D/);
    assert.equal(await page.evaluate('window.ms3dlintPage.state.targets'), 'scorched3d');
    await change('#example=neon&model=neon/Tap%20Fake.txt&engine=scorched3d,milkshape');
    await until('document.querySelector("#name")?.textContent.includes("Tap Fake.txt") && document.querySelectorAll("#programs strong").length > 1');
    assert.ok(await page.$eval('#rule', (rule) => rule.hidden));
    assert.equal(await page.$eval('#engine', (select) => select.selectedOptions[0].text), 'scorched3d, milkshape');
    await change('#example=five-defects');
    await checked(1);
    for (const [hash, says] of [['example=nope', 'There is no example "nope".'], ['rule=nope', 'There is no rule "nope".'],
      ['engine=nope', 'No program is called "nope".'],
      ['example=nope&rule=nope', 'There is no example "nope". There is no rule "nope".'], ['example=neon&model=nope', 'There is no model "nope" in this example.']]) {
      await visit(`#${hash}`);
      await until(`document.getElementById("notice").textContent === ${JSON.stringify(says)}`);
    }
    await checked(12);
    assert.match(await text('#name'), /Tap Fake\.txt/);
  },

  async 'of links that are changed quickly the last one counts'() {
    await visit('#example=five-defects');
    await checked(1);
    const change = (...all) => page.evaluate(async (links) => {
      for (const link of links) {
        const isChanged = new Promise((done) => { window.addEventListener('hashchange', done, { once: true }); });
        location.hash = link;
        await isChanged;
      }
      // What comes too late does so now.
      await window.ms3dlintPage.workshop.ask('knows', { targets: '' });
      await new Promise((done) => { setTimeout(done, 300); });
    }, all);
    for (const other of ['#example=robot&engine=stepmania', '#example=robot&engine=nope&rule=nope', '#example=robot']) {
      await change(other, '#example=five-defects');
      assert.equal(await page.evaluate('window.ms3dlintPage.state.example'), 'five-defects');
      assert.equal(await page.$eval('#engine', (select) => select.value), '');
      assert.equal(await page.evaluate('window.ms3dlintPage.state.targets'), '');
      assert.ok(await page.$eval('#notice', (box) => box.hidden));
      assert.equal(new URLSearchParams((await page.evaluate('location.hash')).slice(1)).get('example'), 'five-defects');
    }
    // The programs are those of the link, also if what is open was checked for others.
    await page.evaluate(() => {
      const { fetch } = window;
      window.fetch = async (...all) => { await new Promise((done) => { window.letIn = done; }); return fetch(...all); };
    });
    await page.evaluate('location.hash = "#example=robot&engine=scorched3d"');
    await until('window.letIn');
    await change('#example=five-defects&engine=scorched3d');
    await page.evaluate('window.letIn()');
    await change();
    assert.deepEqual(await page.evaluate(() => {
      const { example, left, checkedFor } = window.ms3dlintPage.state;
      return [example, left, checkedFor];
    }), ['five-defects', 0, 'scorched3d']);
  },

  async 'a file that has changed is to be opened again'() {
    // Firefox reads such a file as it is now.
    if (isFirefox) return;
    const file = path.resolve('changing.txt');
    fs.writeFileSync(file, robot);
    await visit();
    await (await page.$('#files')).uploadFile(file);
    await checked(1);
    await stage();
    fs.appendFileSync(file, '// more\r\n');
    fs.utimesSync(file, 1, 1);
    await click('#run-repair');
    await until('document.getElementById("known").textContent.includes("The file has changed since it was opened: open it again.")');
  },

  async 'textures beside a model are found without a folder'() {
    await visit();
    await drop([['robot.txt', robot], ['robot.png', read(model('five-defects/robot.png'))]]);
    await checked(1);
    assert.match(await text('#known'), /Its textures were looked for among the files that were opened with it/);
    assert.match(await text('#findings'), /robt\.png/);
    await drop([['robot.txt', Buffer.from(robot.toString('latin1').replace('robt.png', 'robot.png'), 'latin1')], ['robot.png', Buffer.alloc(0)]]);
    await until('document.getElementById("findings")?.textContent.includes("robt.png") === false');
    await until('document.getElementById("view").srcdoc.includes("it is empty")');
    const frame = await stage();
    await frame.waitForFunction('document.getElementById("legend").textContent.includes("texture that cannot be read: robot.png")');
  },

  async 'a texture that is called as no picture is lies there, and is not opened'() {
    await visit();
    const named = robot.toString('latin1').replace('robt.png', 'robt.lua');
    await page.evaluate((text) => {
      const file = new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], 'robot.txt');
      window.ms3dlintPage.open([{ path: 'some/robot.txt', file }, { path: 'some/robt.lua', file: null }]);
    }, named);
    await checked(1);
    assert.doesNotMatch(await text('#findings'), /robt\.lua/);
    await until('document.getElementById("view").srcdoc.includes("it was not opened, as its name is not that of a picture")');
  },

  async 'a large folder shows how far it is, and can be stopped'() {
    await visit();
    await openMany(9000);
    await until('window.ms3dlintPage.state.checked.size > 20');
    assert.match(await text('#done-words'), /^[\d,]+ of 9,000 files checked$/);
    await page.click('#stop');
    await until('document.getElementById("progress").hidden');
    const count = await page.evaluate('window.ms3dlintPage.state.checked.size');
    assert.ok(count < 9000, String(count));
    // What was checked is there.
    await until('document.querySelector(".model.together")');
    await stage();
    await page.click('#again');
    await page.waitForSelector('#start:not([hidden])');
  },

  async 'a folder that is stopped at a slow file stays stopped'() {
    await visit('', 'trap/');
    await openFolder(['a', 'b', 'slow', 'y', 'z'].map((name) => [`some/${name}.txt`, robot]));
    await until('window.ms3dlintPage.state.checked.size === 2');
    await page.click('#stop');
    await until('document.querySelector(".model.together")');
    const shown = () => texts('.model:not(.together) .name');
    assert.deepEqual(await shown(), ['a.txt', 'b.txt']);
    assert.deepEqual(await texts('#troubles li'), ['some/slow.txt: stopped, as it took too long']);
    assert.equal(await text('#unchecked-words'), '2 files were not checked.');
    assert.ok(await page.$eval('#progress', (box) => box.hidden));
    // What is known stays: also what a new worker has to look at again.
    await stage();
    await click('.model.together');
    await until('document.querySelectorAll("#overview .row").length > 0');
    await click('.model[title="some/b.txt"]');
    await click('#run-repair');
    await click('::-p-text(Go on with it)');
    await page.waitForSelector('#save-kept');
    await page.select('#level', 'hint');
    await checked(2);
    assert.deepEqual(await shown(), ['a.txt', 'b.txt']);
    // The others are checked if somebody wants that.
    await click('#check-rest');
    await checked(4);
    assert.deepEqual(await shown(), ['a.txt', 'b.txt', 'y.txt', 'z.txt']);
    assert.equal(await text('.model.together .name'), 'All 4 models');
    assert.ok(await page.$eval('#unchecked', (box) => box.hidden));
  },

  async 'only what was repaired is checked again'() {
    await visit();
    await openMany(30);
    await checked(30);
    await page.evaluate(() => {
      const { news } = window.ms3dlintPage.workshop;
      const { checked: hear } = news;
      window.again = [];
      news.checked = (result, ...more) => { window.again.push(result.path); hear(result, ...more); };
    });
    await click('.model[title="many/0003.txt"]');
    await until('document.querySelector("#name")?.textContent === "many/0003.txt"');
    await click('#run-repair');
    await click('::-p-text(Go on with it)');
    await page.waitForSelector('#save-kept');
    assert.deepEqual(await page.evaluate('window.again'), ['many/0003.txt']);
    await checked(30);
    assert.equal((await page.$$('.model:not(.together)')).length, 30);
  },

  async 'if the library stops, the page says at which file, and goes on'() {
    await visit('', 'trap/');
    await openFolder([['some/a.txt', robot], ['some/trap.txt', robot], ['some/z.txt', robot]]);
    await checked(2);
    assert.deepEqual(await texts('#troubles li'), ['some/trap.txt: the check failed, which is a bug in ms3dlint']);
    assert.deepEqual(await texts('.model:not(.together) .name'), ['a.txt', 'z.txt']);
    await stage();
  },

  async 'without its examples the page checks models all the same'() {
    await visit('', 'bare/');
    await until('document.getElementById("notice").textContent === "The examples cannot be loaded."');
    await drop([['robot.txt', robot]]);
    await checked(1);
    await stage();
    // The browser itself writes that a file of the site was not found.
    trouble.splice(0, trouble.length, ...trouble.filter((line) => !line.includes('404')));
  },

  async 'a page that is left while it loads says nothing'() {
    for (let turn = 0; turn < 20; turn += 1) await visit();
  },

  async 'what was repaired and not downloaded is not lost without a question'() {
    const ask = async (isYes, act) => {
      Object.assign(questions, { asked: [], isYes });
      await act();
      await page.evaluate('new Promise((done) => { setTimeout(done, 300); })');
      return questions.asked.join();
    };
    const leave = () => page.click('#brand a');
    const goOn = async () => {
      await click('#run-repair');
      await click('::-p-text(Go on with it)');
      await page.waitForSelector('#save-kept');
      await checked(1);
    };
    await visit('#example=five-defects');
    await checked(1);
    await goOn();
    assert.equal(await ask(false, leave), 'beforeunload');
    assert.equal(await ask(false, () => page.click('#again')), 'confirm');
    assert.equal(await ask(false, () => drop([['other.txt', robot]])), 'confirm');
    assert.equal(await ask(false, () => page.evaluate('location.hash = "#example=robot"')), 'confirm');
    assert.equal(await page.evaluate('location.hash'), '#example=five-defects&model=five-defects/robot.txt');
    assert.match(await text('#known'), /This is the repaired file, which was not downloaded yet\./);
    // What was downloaded is not lost.
    await click('#save-kept');
    assert.doesNotMatch(await text('#known'), /not downloaded yet/);
    await downloaded('robot.txt');
    assert.equal(await ask(false, () => page.click('#again')), '');
    await visit('#example=five-defects');
    await checked(1);
    await click('#run-repair');
    await click('#save');
    await downloaded('robot.txt');
    await click('::-p-text(Go on with it)');
    await page.waitForSelector('#save-kept');
    assert.equal(await ask(false, () => page.click('#again')), '');
    // Who wants to lose it may.
    await drop([['other.txt', robot]]);
    await checked(1);
    await goOn();
    assert.equal(await ask(true, () => page.click('#again')), 'confirm');
    await page.waitForSelector('#start:not([hidden])');
    Object.assign(questions, { asked: [], isYes: true });
    await visit();
    assert.deepEqual(questions.asked, []);
  },

  async 'what takes too long with one model can be stopped'() {
    await visit('', 'trap/');
    await drop([['slow.txt', robot]]);
    await click('#stop-check');
    await until('document.querySelector("#known h2")?.textContent === "No model was checked."');
    assert.deepEqual(await texts('#troubles li'), ['slow.txt: stopped, as it took too long']);
    // What is opened next does not wait for what nobody wants any more.
    await drop([['slow.txt', robot]]);
    await page.waitForSelector('#stop-check');
    await drop([['robot.txt', robot]]);
    await checked(1);
    await stage();
    await drop([['long.txt', robot]]);
    await checked(1);
    await click('#stop-view');
    await until('document.getElementById("no-view").textContent.startsWith("The model is not shown: that took too long.")');
    assert.match(await text('#findings'), /decimal-comma/);
    await drop([['long.txt', robot]]);
    await page.waitForSelector('#stop-view');
    await drop([['robot.txt', robot]]);
    await checked(1);
    await stage();
  },

  async 'a slow view or picture of one model does not keep the others from being seen'() {
    await visit('', 'trap/');
    await openFolder(['a', 'b blot', 'c long'].map((name) => [`some/${name}.txt`, robot]));
    await checked(3);
    await until('window.ms3dlintPage.workshop.at?.job === "picture" && window.ms3dlintPage.workshop.at.path.includes("blot")');
    await click('.model[title="some/b blot.txt"]');
    await click('#stop-view');
    await stage();
    await click('.model[title="some/c long.txt"]');
    await page.waitForSelector('#stop-view');
    await click('.model[title="some/a.txt"]');
    await stage();
    await until('document.querySelectorAll(".model img[src]").length === 2');
    await click('.model[title="some/c long.txt"]');
    await until('document.getElementById("no-view").textContent.startsWith("The model is not shown: that took too long.")');
    await click('#no-view button');
    await page.waitForSelector('#stop-view');
  },

  async 'the page listens while a model of very many meshes or faces is opened'() {
    const all = [];
    for (const [name, open, parts, corners] of [['100,000 meshes', () => openMeshes(100000), 1, 300000],
      ['of 1,500 materials', () => openMeshes(100000, 1500), 1500, 300000], ['200,000 faces in one place', () => openLarge(200000, '0.0'), 1, 48]]) {
      await visit();
      await watchPauses();
      const started = performance.now();
      await open();
      await checked(1);
      const frame = await stage();
      assert.deepEqual(await frame.evaluate('[ms3dlintView.drawing.parts.length, ms3dlintView.drawing.surface.count]'), [parts, corners]);
      const pause = Math.round(await page.evaluate('window.pauses.longest'));
      all.push(`${name} ${pause} ms of ${Math.round(performance.now() - started)}`);
      assert.ok(pause < 5000, all.at(-1));
    }
    console.log(`      longest pauses: ${all.join('; ')}`);
  },

  async 'a file that is too large is not read, and that is said'() {
    await visit();
    await page.evaluate(() => {
      const part = new Uint8Array(1 << 20);
      window.ms3dlintPage.open([{ path: 'huge.txt', file: new File(Array(257).fill(part), 'huge.txt') }]);
    });
    await checked(1);
    await until('document.getElementById("known").textContent.includes("It is too large for this page: it has 257 MiB, and at most 256 MiB are read here.")');
    assert.match(await text('#live'), /1 file cannot be read/);
  },

  async 'names of files stay apart in a ZIP file'() {
    await visit();
    await openFolder(['a\\b.txt', 'a/b.txt', 'a_b.txt'].map((name) => [`some/${name}`, robot]));
    await checked(3);
    await click('.model.together');
    await click('#overview button.main');
    fs.writeFileSync('repaired.zip', await downloaded('repaired-models.zip'));
    fs.rmSync('unpacked', { recursive: true, force: true });
    execFileSync('python3', ['-m', 'zipfile', '-e', 'repaired.zip', 'unpacked']);
    assert.deepEqual(fs.readdirSync('unpacked/some').toSorted(), ['a', 'a_b (2).txt', 'a_b.txt']);
    assert.match(await text('#overview .fixed'), /a.+b\.txt\s*called some\/a_b( \(2\))?\.txt in the ZIP file/);
  },

  async 'once opened it needs no network'() {
    await visit();
    await page.evaluate('navigator.serviceWorker.ready');
    await until('navigator.serviceWorker.controller !== null');
    // The files are kept once the worker is active.
    await server.end();
    await visit('#example=robot');
    await checked(1);
    await stage();
    assert.match(await text('#findings'), /Nothing is wrong with this model/);
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (wanted && !name.includes(wanted)) continue;
  const started = performance.now();
  try {
    await page.setViewport(process.env.SHOTS ? { width: 1100, height: 700 } : { width: 1280, height: 800 });
    await test();
    assert.deepEqual(trouble, []);
    console.log(`ok    ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}: ${error.stack}`);
    if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, 'failed.png') });
  }
  trouble.length = 0;
}
console.log(`${await browser.version()}: ${failed === 0 ? 'all is well' : `${failed} failed`}`);
await browser.close();
process.exit(failed === 0 ? 0 : 1);
