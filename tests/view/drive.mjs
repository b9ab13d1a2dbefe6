// Uses pages as people do, and looks at what they show.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { drawn, start, watch } from './browser.mjs';
import { facesShown, markFaces } from './faces.mjs';

const models = process.argv[2];
const browser = await start(process.env.BROWSER, process.env.PROGRAM);
const trouble = [];
const page = await browser.newPage();
watch(page, trouble);
await page.setViewport({ width: 1200, height: 800 });

const write = (out, ...files) => execFileSync(process.env.MS3DLINT, ['view', ...files, '-o', out, '--force', '--no-config'], { stdio: 'pipe' });
const open = async (...files) => {
  const out = path.resolve('page.html');
  write(out, ...files);
  await page.goto(`file://${out}`);
  await drawn(page);
};
/** Pages beside the one that all tests share, which is only drawn while it is in front. */
const others = [];
const planted = (name) => path.join(models, name);
const view = (code) => page.evaluate(`(() => { const v = ms3dlintView; return ${code}; })()`);
const text = (id) => page.$eval(id, (element) => element.textContent);
const press = (key) => page.keyboard.press(key);
const settle = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

/** Goes to a part of the animation. */
const scrub = (part) => page.$eval('#time', (slider, at) => { slider.value = String(at * slider.max); slider.dispatchEvent(new Event('input')); }, part);

/** A model that walks 90 units away. */
const walking = () => {
  const file = path.resolve('walk.txt');
  const rows = ['0 0.0 0.0 0.0 0.0 1.0 0', '0 1.0 0.0 0.0 1.0 1.0 0', '0 0.0 1.0 0.0 0.0 0.0 0'];
  fs.writeFileSync(file, ['// MilkShape 3D ASCII', 'Frames: 30', 'Frame: 1', 'Meshes: 1', '"body" 0 -1', '3', ...rows, '1', '0.0 0.0 1.0', '1', '0 0 1 2 0 0 0 1',
    'Materials: 0', 'Bones: 1', '"body"', '""', '0 0.0 0.0 0.0 0.0 0.0 0.0', '2', '1.0 0.0 0.0 0.0', '30.0 90.0 0.0 0.0', '1', '1.0 0.0 0.0 0.0', ''].join('\r\n'));
  return file;
};

/** How many pixels have which colour, in parts of a thousand. Whoever draws differs a little; these are far apart. */
const colors = () => page.evaluate(() => new Promise((done) => {
  ms3dlintView.redraw();
  requestAnimationFrame(() => {
    const canvas = document.getElementById('canvas');
    const copy = document.createElement('canvas');
    Object.assign(copy, { width: canvas.width, height: canvas.height });
    const context = copy.getContext('2d');
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const counts = { orange: 0, magenta: 0, blue: 0, green: 0, teal: 0, yellow: 0, sum: 0 };
    for (let at = 0; at < data.length; at += 4) {
      const [r, g, b] = data.subarray(at, at + 3);
      if (r > 150 && g > 60 && g < r - 50 && b < g - 15) counts.orange += 1;
      if (r > 60 && b > 60 && g < r / 3 && Math.abs(r - b) < 40) counts.magenta += 1;
      if (b > 150 && b > r + 90 && b > g + 30) counts.blue += 1;
      if (g > 110 && g > r + 60 && g > b + 30) counts.green += 1;
      if (g > 80 && g > r + 40 && b > r + 30 && Math.abs(g - b) < 45) counts.teal += 1;
      counts.sum = (counts.sum * 31 + r + 3 * g + 7 * b) % 1000003;
    }
    for (const name of Object.keys(counts)) if (name !== 'sum') counts[name] = (counts[name] * 1000) / (data.length / 4);
    done(counts);
  });
}));

const tests = {
  async 'a healthy model is drawn with its texture, and nothing is odd about it'() {
    await open(planted('robot.txt'));
    assert.equal(await text('#name'), planted('robot.txt'));
    const { orange, magenta, blue } = await colors();
    assert.ok(orange < 4 && magenta < 1 && blue < 1, JSON.stringify({ orange, magenta, blue }));
    assert.ok(await view('v.state.model.materials[0].picture !== null'));
    assert.equal(await page.$eval('#notes-panel', (panel) => panel.hidden), true);
  },
  async 'a flipped face is seen'() {
    await open(planted('flipped-face.txt'));
    assert.ok((await colors()).orange > 8);
    await page.waitForFunction('document.getElementById("legend").textContent.includes("back of a face")');
    await press('4');
    assert.ok((await colors()).orange < 4);
    assert.doesNotMatch(await text('#legend'), /back of a face/);
  },
  async 'the backs that are seen through a clear front are no holes'() {
    await open(planted('flipped-face.txt'));
    await view('v.state.model.materials.forEach((material) => { material.opacity = 0.3; })');
    await press('4');
    await press('4');
    assert.ok((await colors()).orange < 4);
    await new Promise((done) => { setTimeout(done, 600); });
    assert.doesNotMatch(await text('#legend'), /back of a face/);
  },
  async 'where no back is seen, none is explained'() {
    await open(planted('robot.txt'));
    await new Promise((done) => { setTimeout(done, 600); });
    assert.doesNotMatch(await text('#legend'), /back of a face/);
  },
  async 'a marked face is seen from where nothing hides it, if there is such a place'() {
    for (const name of ['flipped-face.txt', 'flipped-face.ms3d']) {
      if (name.endsWith('.ms3d')) {
        execFileSync(process.env.MS3DLINT, ['convert', '--force', planted('flipped-face.txt'), path.resolve(name)], { stdio: 'pipe' });
        await open(path.resolve(name));
      } else {
        await open(planted(name));
      }
      await page.click('#findings .row');
      const faces = await view('v.state.mark.faces');
      assert.equal(faces.length, 1, name);
      // What is in the middle of the picture is that face.
      const [x, y] = await page.$eval('#canvas', (canvas) => {
        const { left, top, width, height } = canvas.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      });
      await page.mouse.click(x, y);
      assert.deepEqual(await view('v.state.mark.faces'), faces, name);
    }
    // So it is for all faces, as if each had a finding.
    await open(planted('robot.txt'));
    markFaces('page.html', Array.from({ length: 72 }, (_, face) => face));
    await page.goto('about:blank');
    await page.goto(`file://${path.resolve('page.html')}`);
    await drawn(page);
    // Where two parts touch, a face is within the other, and the mark is seen through that.
    const touching = [8, 9, 10, 11];
    assert.deepEqual(await facesShown(page), { count: 72, hidden: touching, edgeOn: [], behind: [], inside: [] });
  },
  async 'a key that is far away is shown with the model at the other end'() {
    const file = path.resolve('stray.txt');
    const flying = fs.readFileSync(planted('flying-bone.txt'), 'latin1');
    fs.writeFileSync(file, flying, 'latin1');
    await open(file);
    const stray = await view('v.state.model.data.findings.findIndex((one) => one.rule === "stray-key")');
    assert.ok(stray >= 0);
    await (await page.$$('#findings .row'))[stray].click();
    assert.match(await text('#picked'), /^bone "right_arm", position key \d+$/);
    assert.ok(await view('v.drawing.camera.distance > 1000 * v.state.model.radius'));
    // Each end of the line has its name beside it, both in the stage.
    const ends = await page.$$eval('.end', (all) => all.map((one) => [one.textContent, one.getBoundingClientRect().toJSON()]));
    assert.deepEqual(ends.map(([name]) => name), ['the model', await text('#picked')]);
    const stage = await page.$eval('#canvas', (canvas) => canvas.getBoundingClientRect().toJSON());
    for (const [, { left, right, top, bottom }] of ends) {
      assert.ok(right > left && left >= stage.left && right <= stage.right && top >= stage.top && bottom <= stage.bottom);
    }
    await page.click('#fit');
    assert.equal(await page.$$eval('.end', (all) => all.length), 0);
  },
  async 'of what is not drawn nothing is marked, and that is said'() {
    await open(planted('missing-texture.txt'));
    await view('v.state.model.data.findings[0].mark = { materials: [99], meshes: [99], bones: [99] }');
    await page.click('#findings .row');
    assert.match(await text('#findings'), /so nothing is marked\./);
    assert.equal(await view('v.state.mark'), null);
  },
  async 'people who like motion see the camera fly'() {
    const other = await browser.newPage();
    others.push(other);
    watch(other, trouble);
    await other.setViewport({ width: 1200, height: 800 });
    await other.evaluateOnNewDocument(() => {
      const known = window.matchMedia.bind(window);
      window.matchMedia = (query) => (query.includes('reduced-motion') ? { matches: false, addEventListener() {} } : known(query));
    });
    write(path.resolve('page.html'), planted('robot.txt'));
    await other.goto(`file://${path.resolve('page.html')}`);
    await drawn(other);
    await other.focus('#canvas');
    const far = () => other.evaluate('ms3dlintView.drawing.camera.distance');
    const before = await far();
    await other.mouse.move(400, 400);
    await other.mouse.wheel({ deltaY: 400 });
    await other.waitForFunction(`ms3dlintView.drawing.camera.distance > ${before * 1.2}`);
    await other.keyboard.press('f');
    assert.ok(await other.evaluate('ms3dlintView.state.flight !== null'));
    assert.ok(await far() > before);
    await other.waitForFunction('ms3dlintView.state.flight === null');
    assert.ok(Math.abs(await far() / before - 1) < 1e-9);
  },
  async 'fingers turn, move and zoom, and a tap names a face'() {
    await page.setViewport({ width: 800, height: 900, hasTouch: process.env.BROWSER !== 'firefox' });
    await open(planted('robot.txt'));
    const camera = () => view('({ yaw: v.drawing.camera.yaw, far: v.drawing.camera.distance, target: v.drawing.camera.target })');
    const before = await camera();
    const hand = page.touchscreen;
    const one = await hand.touchStart(300, 200);
    await one.move(340, 210);
    await one.move(400, 220);
    await one.end();
    await settle();
    const turned = await camera();
    assert.ok(turned.yaw < before.yaw - 0.3, JSON.stringify([before, turned]));
    assert.deepEqual(turned.target, before.target);
    const [left, right] = [await hand.touchStart(300, 200), await hand.touchStart(340, 200)];
    await left.move(260, 200);
    await right.move(420, 220);
    await left.end();
    await right.end();
    await settle();
    const zoomed = await camera();
    assert.ok(zoomed.far < turned.far * 0.7, JSON.stringify([turned, zoomed]));
    assert.notDeepEqual(zoomed.target, turned.target);
    await page.evaluate('document.getElementById("fit").click()');
    await page.touchscreen.tap(400, 240);
    await page.waitForFunction('document.getElementById("picked").textContent !== ""');
    assert.match(await text('#picked'), /^mesh "body", face \d+/);
  },
  async 'a missing texture is seen and said'() {
    await open(planted('missing-texture.txt'));
    assert.ok((await colors()).magenta > 20);
    assert.match(await text('#legend'), /missing texture: robott\.png/);
    assert.match(await text('#notes-panel'), /The texture robott\.png is missing: file not found/);
    await page.click('#notes-panel button');
    assert.ok((await colors()).blue > 20);
  },
  async 'a bone that flies off is seen before anything is clicked'() {
    await open(planted('flying-bone.txt'));
    const said = 'bone "right_arm", position key 2: at frame 13 the bone jumps away from where its other keys put it, by 16398 times the '
      + 'size of the model. The picture begins at this moment (0.54 seconds, frame 13).';
    assert.equal(await text('#notice'), `1 warning: ${said} Show`);
    assert.equal(await text('#live'), `1 warning: ${said}`);
    assert.ok(await view('Math.abs(v.state.time - 13 / 24) < 0.03'));
    assert.match(await page.$eval('#time', (slider) => slider.getAttribute('aria-valuetext')), /^0\.54 seconds, frame 13; warning: bone "right_arm"/);
    // The model is in the picture, and an arrow leads from it to the edge, where a name is.
    assert.ok(await view('v.drawing.camera.distance < 5 * v.state.model.radius'));
    const [stage, arrow, name] = await Promise.all(['#stage', '.way', '.end'].map((what) => page.$eval(what, (one) => one.getBoundingClientRect().toJSON())));
    assert.ok(arrow.width > 300 && arrow.right > stage.right - 30 && arrow.right <= stage.right, JSON.stringify([stage, arrow]));
    assert.ok(name.left > stage.left && name.right <= stage.right);
    assert.equal(await text('.end'), 'bone "right_arm" flies off');
    assert.equal(await page.$$eval('#findings .row.here', (all) => all.length), 1);
    assert.equal(await view('v.switches.skeleton'), false);
    await press('Escape');
    assert.equal(await page.$$eval('.way, .end', (all) => all.length), 0);
    // The mark above the slider shows the finding, and so does the button.
    await page.click('.moment');
    assert.equal(await text('#picked'), 'bone "right_arm", position key 2');
    assert.equal(await page.$eval('#notice', (one) => one.hidden), true);
    await open(planted('flying-bone.txt'));
    await page.click('#notice button');
    assert.equal(await text('#picked'), 'bone "right_arm", position key 2');
    assert.equal(await page.evaluate('document.activeElement.className'), 'row');
  },
  async 'findings have a heading for each severity and group'() {
    const file = path.resolve('mixed.txt');
    const robot = fs.readFileSync(planted('robot.txt'), 'latin1');
    const mixed = robot.replace('7.000000 0.000000 0.079', '7.000000 nan 0.079').replace('0 -0.600000 4.650000 ', '0 nan 4.650000 ');
    fs.writeFileSync(file, mixed.replace('robot.png', 'none.png'), 'latin1');
    await open(file);
    const severities = await view('v.state.model.data.findings.map(({ severity, group }) => `${severity} ${group}`)');
    assert.deepEqual(severities.slice(0, 3), ['error numbers', 'error materials', 'error numbers']);
    const headings = await page.$$eval('#findings h3', (all) => all.map((one) => one.textContent));
    assert.deepEqual(headings, [...new Set(severities)]);
    // Keys go from one to the next as they are listed.
    const rows = await page.$$('#findings .row');
    await page.focus('#canvas');
    for (const row of rows) {
      await press('n');
      assert.equal(await row.evaluate((one) => one.getAttribute('aria-expanded')), 'true');
    }
  },
  async 'a bone is seen with the model around it'() {
    await open(planted('robot.txt'));
    const bones = await page.$('#parts details:last-child');
    await bones.evaluate((one) => { one.open = true; });
    await page.waitForSelector('#parts details:last-child .row');
    await page.click('#parts details:last-child .row');
    assert.equal(await text('#picked'), 'bone "hips"');
    assert.ok(await view('v.drawing.camera.distance > 2 * v.state.model.radius && v.drawing.camera.distance < 3.4 * v.state.model.radius'));
  },
  async 'what flies upwards covers no button'() {
    const file = path.resolve('up.txt');
    const robot = fs.readFileSync(planted('robot.txt'), 'latin1');
    const [before, arm] = robot.split(/(?="right_arm"\r\n"hips")/);
    fs.writeFileSync(file, before + arm.replace('13.000000 0.000000 0.000000', '13.000000 0.000000 900.000000'), 'latin1');
    await open(file);
    await settle();
    const [end, buttons] = await Promise.all(['.end', '#switches'].map((what) => page.$eval(what, (one) => one.getBoundingClientRect().toJSON())));
    assert.ok(end.top >= buttons.bottom && end.top < buttons.bottom + 40, JSON.stringify([end, buttons]));
  },
  async 'what is worst is said above the picture'() {
    await open(planted('missing-texture.txt'));
    assert.equal(await text('#notice'), '1 error: material "skin", texture: "robott.png" is not found.  Show');
    await open(planted('flipped-face.txt'));
    assert.match(await text('#notice'), /^1 warning: mesh "body", face 0: the face is turned the other way/);
    await open(planted('robot.txt'));
    assert.equal(await page.$eval('#notice', (one) => one.hidden), true);
    assert.deepEqual(await view('[v.state.time, v.state.mark]'), [0, null]);
  },
  async 'the skeleton that a finding switched on goes off again'() {
    await open(planted('flying-bone.txt'), planted('robot.txt'));
    const isOn = () => view('v.switches.skeleton');
    const show = async (number) => {
      await page.goto(`file://${path.resolve('page.html')}#model-${number}`);
      await page.waitForFunction(`ms3dlintView.state.number === ${number} && ms3dlintView.state.model`);
    };
    await show(0);
    assert.equal(await isOn(), false);
    await page.click('#findings .row');
    assert.equal(await isOn(), true);
    await press('Escape');
    assert.equal(await isOn(), false);
    await page.click('#findings .row');
    await show(1);
    assert.equal(await isOn(), false);
    // What people switch on stays.
    await page.click('[data-switch=skeleton]');
    await show(0);
    await page.click('#findings .row');
    await press('Escape');
    assert.equal(await isOn(), true);
    await show(1);
    assert.equal(await isOn(), true);
  },
  async 'a bone that flies off is said, and shown'() {
    await open(planted('flying-bone.txt'));
    // What Rust found is all that is said of it.
    assert.match(await text('#findings'), /at frame 13 the bone jumps away from where its other keys put it, by 16398 times the size of the model/);
    assert.equal(await page.$eval('#notes-panel', (panel) => panel.hidden), true);
    await page.click('#findings .row');
    assert.ok(await view('v.drawing.camera.distance > 1000 * v.state.model.radius'));
    assert.ok(await view('Math.abs(v.state.time - 13 / 24) < 0.03'));
    await press('f');
    assert.ok(await view('v.drawing.camera.distance < 5 * v.state.model.radius'));
  },
  async 'a model that walks away is fitted where it is'() {
    await open(walking());
    const moved = () => view('[v.drawing.camera.target[0], v.drawing.camera.distance / v.state.model.radius]');
    await scrub(0);
    await press('f');
    const [before, distance] = await moved();
    await scrub(1);
    await press('f');
    const [after, far] = await moved();
    assert.ok(Math.abs(after - before - 90) < 0.5, `${before} ${after}`);
    assert.ok(Math.abs(far - distance) < 0.01);
  },
  async 'the camera goes along with a model that walks, and people still look where they want to'() {
    await open(walking());
    await scrub(0);
    await press('f');
    const target = () => view('v.drawing.camera.target');
    const before = await target();
    // Moved by hand: how far the picture is from the model stays.
    await page.focus('#canvas');
    await page.keyboard.down('Shift');
    await press('ArrowUp');
    await page.keyboard.up('Shift');
    const aside = await target();
    assert.notDeepEqual(aside, before);
    await press(' ');
    await page.waitForFunction('ms3dlintView.state.time > 0.4');
    await press(' ');
    const { walked, x, radius } = await view(`({
      walked: movesAt(v.state.model.motions[0], 12, v.state.time)[3], x: v.drawing.camera.target[0], radius: v.state.model.radius })`);
    assert.ok(walked > 10 && Math.abs(x - aside[0] - walked) < radius * 0.5, JSON.stringify({ x, walked, radius }));
    assert.ok(Math.abs((await target())[1] - aside[1]) < 1e-6);
    // From the end it begins again where it began.
    await scrub(0.98);
    assert.ok((await target())[0] > 80);
    await press(' ');
    await page.waitForFunction('ms3dlintView.state.time < 0.6');
    await press(' ');
    assert.ok((await target())[0] < 50);
    // What moves on the spot is let move.
    await open(planted('robot.txt'));
    const still = await target();
    await scrub(0.5);
    assert.deepEqual(await target(), still);
    // And so is one of which a part flies away.
    await open(planted('flying-bone.txt'));
    await press('f');
    const rest = await target();
    for (const time of [0, 0.2, 0.4, 0.54, 0.8]) {
      await scrub(time);
      assert.deepEqual(await target(), rest);
    }
  },
  async 'each switch changes the picture'() {
    await open(planted('robot.txt'));
    for (const [key, name] of ['skeleton', 'wireframe', 'normals', 'back', 'uv'].entries()) {
      const before = [await view(`v.switches.${name}`), (await colors()).sum];
      await press(String(key + 1));
      assert.equal(await view(`v.switches.${name}`), !before[0], name);
      assert.equal(await page.$eval(`[data-switch=${name}]`, (one) => one.getAttribute('aria-pressed')), String(!before[0]));
      if (name !== 'back') assert.notEqual((await colors()).sum, before[1], name);
      await page.click(`[data-switch=${name}]`);
      assert.equal(await view(`v.switches.${name}`), before[0], name);
      await page.focus('#canvas');
    }
  },
  async 'what is drawn slowly is drawn with fewer pixels as long as it plays'() {
    await open(planted('robot.txt'));
    const width = await view('v.drawing.canvas.width');
    await page.evaluate(() => {
      const known = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (action) => setTimeout(() => known(action), 50);
      document.getElementById('play').click();
    });
    await page.waitForFunction(`ms3dlintView.drawing.canvas.width < ${width * 0.7}`);
    await page.evaluate(() => document.getElementById('play').click());
    await page.waitForFunction(`ms3dlintView.drawing.canvas.width === ${width}`);
  },
  async 'time runs only when it is told to'() {
    await open(planted('robot.txt'));
    assert.equal(await view('v.state.isPlaying'), false);
    const still = (await colors()).sum;
    assert.equal((await colors()).sum, still);
    await page.focus('#canvas');
    await press(' ');
    await page.waitForFunction('ms3dlintView.state.time > 0.05');
    await press(' ');
    const time = await view('v.state.time');
    await settle();
    assert.equal(await view('v.state.time'), time);
    await press('.');
    assert.ok(Math.abs((await view('v.state.time')) * 24 - Math.round(time * 24) - 1) < 0.01);
    await page.$eval('#time', (slider) => { slider.value = '0.25'; slider.dispatchEvent(new Event('input')); });
    assert.match(await text('#now'), /0\.25 s, frame 6\.0/);
    assert.notEqual((await colors()).sum, still);
  },
  async 'the camera is turned, moved and zoomed by keys and by hand'() {
    await open(planted('robot.txt'));
    const camera = () => view('({ yaw: v.drawing.camera.yaw, pitch: v.drawing.camera.pitch, far: v.drawing.camera.distance, '
      + 'target: v.drawing.camera.target })');
    const before = await camera();
    await page.focus('#canvas');
    await press('ArrowLeft');
    await press('ArrowUp');
    await press('+');
    const after = await camera();
    assert.ok(after.yaw < before.yaw && after.pitch > before.pitch && after.far < before.far);
    await page.mouse.move(400, 400);
    await page.mouse.down();
    await page.mouse.move(500, 420, { steps: 4 });
    await page.mouse.up();
    const turned = await camera();
    assert.ok(turned.yaw < after.yaw - 0.5);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(560, 420, { steps: 4 });
    await page.mouse.up({ button: 'right' });
    assert.notDeepEqual((await camera()).target, turned.target);
    await page.mouse.wheel({ deltaY: 200 });
    await settle();
    assert.ok((await camera()).far > turned.far);
    await press('f');
    assert.deepEqual((await camera()).target, before.target);
  },
  async 'a click names a face'() {
    await open(planted('robot.txt'));
    await page.mouse.click(400, 430);
    assert.match(await text('#picked'), /^mesh "body", face \d+, material "skin", nearest vertex \d+, bone "hips"$/);
    assert.match(await text('#live'), /mesh "body"/);
    assert.ok((await colors()).blue > 2);
    await press('Escape');
    assert.equal(await text('#picked'), '');
  },
  async 'a finding marks its place, and a click there names the finding'() {
    const file = path.resolve('broken.txt');
    fs.writeFileSync(file, fs.readFileSync(planted('robot.txt'), 'latin1').replace('0 0 1 2 0 0 0 1', '0 0 1 1 0 0 0 1'), 'latin1');
    fs.copyFileSync(planted('robot.png'), path.resolve('robot.png'));
    await open(file);
    await page.focus('#canvas');
    const count = await view('v.state.model.data.findings.length');
    const wanted = await view('v.state.model.data.findings.findIndex((one) => one.rule === "degenerate-face")');
    assert.ok(wanted >= 0);
    for (let at = 0; at < count && await view('v.state.chosen') !== wanted; at += 1) await press('n');
    assert.deepEqual(await view('v.state.mark.faces'), [0]);
    assert.match(await text('#live'), /Marked mesh "body", face 0/);
    const expanded = await page.$$eval('#findings [aria-expanded=true]', (rows) => rows.length);
    assert.equal(expanded, 1);
    assert.match(await page.$eval('#findings a', (link) => link.href), /rules\/degenerate-face/);
    for (let at = 0; at < count; at += 1) await press('p');
    assert.deepEqual(await view('v.state.mark.faces'), [0]);
  },
  async 'each program shows the model as it holds it, or says why not'() {
    await open(fs.readdirSync(models).filter((name) => name.startsWith('vertex-index')).map(planted)[0]);
    const engines = await view('v.state.model.data.engines.map(({ title, loads, motion }) => ({ title, loads, motion }))');
    assert.ok(engines.some(({ loads }) => !loads) && engines.length >= 5);
    await page.focus('#canvas');
    for (const { title, loads, motion } of engines) {
      await press('e');
      assert.equal(await text('#engine-panel h2'), title);
      assert.equal(await page.$eval('#message', (box) => box.hidden), loads, title);
      if (!loads) assert.match(await text('#message'), new RegExp(`^${title} does not show this model${title} `));
      if (loads && motion === null) assert.match(await text('#engine-panel'), /was not measured/);
      if (loads && title === 'Scorched3D') assert.match(await text('#engine-panel'), /whole frames alone/);
    }
    await press('e');
    assert.equal(await page.$eval('#engine-panel', (panel) => panel.hidden), true);
  },
  async 'a number that a program reads otherwise moves the face there'() {
    const file = path.resolve('exponent.txt');
    const robot = fs.readFileSync(planted('robot.txt'), 'latin1');
    const row = '0 -0.600000 4.650000 0.550000 0.000000 0.000000 1';
    assert.equal(robot.split(row).length, 2);
    fs.writeFileSync(file, robot.replace(row, row.replace('-0.600000', '-6.0e-01')), 'latin1');
    await open(file);
    const names = await view('v.state.model.data.engines.map(({ title }) => title)');
    const chooseProgram = (title) => page.select('#engine', String(names.indexOf(title)));
    // Left of the model, where nothing is drawn but in Scorched3D: what is there is picked.
    const pickedAt = async ([x, y]) => { await page.mouse.click(x, y); return text('#picked'); };
    await chooseProgram('Scorched3D');
    assert.match(await text('#engine-panel'), /It holds 1 face at another place/);
    assert.match(await page.$eval('#engine', (one) => one.selectedOptions[0].textContent), /holds other faces/);
    const tip = await view(`(() => {
      const { shown } = v.state.model;
      const corners = [12, 13].flatMap((face) => shown.faceOf(face));
      return corners.map((corner) => [...shown.positions.subarray(corner * 3, corner * 3 + 3)]).find(([x]) => x < -5);
    })()`);
    assert.deepEqual(tip.map((part) => Math.round(part * 100) / 100), [-6, 4.65, 0.55]);
    const inside = tip.map((part, at) => part * 0.5 + [0, 4.1, 0.55][at] * 0.5);
    const place = await view(`(() => {
      const matrix = v.drawing.camera.matrix(v.drawing.aspect, v.state.model.radius);
      const point = [...${JSON.stringify(inside)}, 1];
      const [x, y, , w] = [0, 1, 2, 3].map((row) => point.reduce((sum, part, column) => sum + part * matrix[column * 4 + row], 0));
      const rect = document.getElementById('canvas').getBoundingClientRect();
      return [rect.left + (x / w + 1) / 2 * rect.width, rect.top + (1 - y / w) / 2 * rect.height];
    })()`);
    assert.match(await pickedAt(place), /^mesh "head", face 1,/);
    const spiked = (await colors()).sum;
    await chooseProgram('StepMania');
    assert.doesNotMatch(await text('#engine-panel'), /It holds/);
    assert.equal(await pickedAt(place), '');
    assert.notEqual((await colors()).sum, spiked);
  },
  async 'faces that a program drops are not drawn'() {
    const file = path.resolve('normals.txt');
    const robot = fs.readFileSync(planted('robot.txt'), 'latin1');
    const [before, limbs] = robot.split(/(?="limbs")/);
    fs.writeFileSync(file, before + limbs.replace(/\r\n24\r\n/, '\r\n23\r\n'), 'latin1');
    await open(file);
    const names = await view('v.state.model.data.engines.map(({ title }) => title)');
    const whole = (await colors()).sum;
    await page.select('#engine', String(names.indexOf('StepMania')));
    assert.match(await text('#engine-panel'), /It does not hold 48 faces of the file/);
    assert.equal(await view('v.drawing.parts.reduce((sum, { count }) => sum + count, 0)'), 24 * 3);
    assert.notEqual((await colors()).sum, whole);
  },
  async 'what happens between two frames is shown'() {
    const file = path.resolve('spike.txt');
    const robot = fs.readFileSync(planted('robot.txt'), 'latin1');
    const [before, arm] = robot.split(/(?="right_arm"\r\n"hips")/);
    const keys = ['1.0 0.0 0.0 0.0', '12.49 0.0 0.0 0.0', '12.5 50.0 0.0 0.0', '12.51 0.0 0.0 0.0', '24.0 0.0 0.0 0.0'];
    const lines = arm.split('\r\n');
    lines.splice(4, 5, ...keys);
    fs.writeFileSync(file, before + lines.join('\r\n'), 'latin1');
    await open(file);
    const arms = (frame) => page.evaluate((time) => {
      const slider = document.getElementById('time');
      slider.value = String(time);
      slider.dispatchEvent(new Event('input'));
      const { state } = ms3dlintView;
      const bone = state.model.data.bone_names.indexOf('bone "right_arm"');
      return movesAt(state.model.motions[0], state.model.bones.length * 4, state.time)[bone * 12 + 3];
    }, frame / 24);
    assert.ok(Math.abs(await arms(12.5)) > 45);
    for (const frame of [12, 12.4, 12.6, 13]) assert.ok(Math.abs(await arms(frame)) < 2, String(frame));
  },
  async 'a hostile model stays text'() {
    const evil = '</script><img src=x onerror=pwned=1><svg onload=pwned=1>\u2028\u202e';
    const file = path.resolve('hostile.txt');
    const robot = fs.readFileSync(planted('robot.txt'), 'utf8');
    fs.writeFileSync(file, robot.replaceAll('right_arm', evil).replaceAll('robot.png', evil).replaceAll('body', evil));
    await open(file);
    await page.$$eval('details', (all) => all.forEach((one) => { one.open = true; }));
    await settle();
    assert.equal(await page.evaluate('typeof pwned'), 'undefined');
    assert.equal(await page.$$eval('img, svg, iframe', (all) => all.length), 0);
    assert.ok((await text('#parts')).includes('<img src=x onerror=pwned=1>'));
  },
  async 'help opens and closes, and a list chooses the model'() {
    await open(planted('robot.txt'), planted('flying-bone.txt'));
    await page.click('.card:nth-child(1) button');
    await page.waitForSelector('main:not([hidden])');
    await page.focus('#canvas');
    await press('?');
    assert.ok(await page.$eval('#help', (dialog) => dialog.open));
    await press('Escape');
    assert.ok(!await page.$eval('#help', (dialog) => dialog.open));
    await page.select('#model', '1');
    await page.waitForFunction('document.getElementById("name").textContent.includes("flying-bone")');
    assert.match(await text('#findings'), /16398 times the size of the model/);
  },
  async 'the list shows all models, filters them, and is found again'() {
    const out = path.resolve('page.html');
    const wanted = ['flipped-face.txt', 'missing-texture.txt', 'flying-bone.txt'].map(planted);
    try {
      fs.writeFileSync(out, execFileSync(process.env.MS3DLINT, ['check', '--no-config', '--output-format', 'html', ...wanted],
        { stdio: 'pipe' }));
    } catch (error) {
      assert.equal(error.status, 1);
      fs.writeFileSync(out, error.stdout);
    }
    await page.goto(`file://${out}`);
    await page.waitForFunction('document.querySelectorAll(".card").length === 3');
    const cards = () => page.$$eval('.card', (all) => all.filter((card) => !card.hidden)
      .map((card) => card.querySelector('.card-name').textContent.split('/').pop()));
    assert.equal((await cards()).length, 3);
    // The pictures differ: one has orange, one has magenta.
    await page.waitForFunction(() => [...document.querySelectorAll('.small-picture')].every((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(data).size > 20;
    }));
    // The bone that flies off is pointed at; what is worst in a model is said.
    const blue = await page.$$eval('.card', (all) => all.map((card) => {
      // A copy is read, as Chromium warns of pictures that are read twice.
      const canvas = card.querySelector('.small-picture');
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      const isBlue = (at) => data[at] < 30 && data[at + 1] > 130 && data[at + 2] > 230;
      return [card.querySelector('.card-name').textContent.split('/').pop(), Array.from({ length: data.length / 4 }, (_, at) => at * 4).filter(isBlue).length > 100];
    }));
    assert.deepEqual(Object.fromEntries(blue), { 'flipped-face.txt': false, 'flying-bone.txt': true, 'missing-texture.txt': false });
    assert.match((await page.$$eval('.card-worst', (all) => all.map((one) => one.textContent))).join(), /the bone jumps away/);
    await page.select('#filter-severity', '1');
    assert.deepEqual(await cards(), ['missing-texture.txt']);
    assert.equal(await text('#shown'), '1 of 3 models');
    await page.select('#filter-severity', '');
    await page.select('#filter-rule', 'texture-not-found');
    assert.deepEqual(await cards(), ['missing-texture.txt']);
    await page.select('#filter-rule', '');
    await page.select('#filter-program', 'StepMania');
    assert.deepEqual(await cards(), ['missing-texture.txt']);
    await page.select('#filter-program', '');
    await page.type('#filter-words', 'FACE');
    assert.deepEqual(await cards(), ['flipped-face.txt']);
    await page.click('.card:not([hidden]) button');
    await page.waitForSelector('main:not([hidden])');
    assert.match(await text('#name'), /flipped-face/);
    assert.ok((await colors()).orange > 8);
    await page.click('#all');
    await page.waitForSelector('#overview:not([hidden])');
    assert.deepEqual(await cards(), ['flipped-face.txt']);
  },
  async 'each model of two folders says what became of it'() {
    const [old, now] = ['old', 'new'].map((name) => path.resolve('folders', name));
    [old, now].forEach((folder) => fs.mkdirSync(folder, { recursive: true }));
    fs.copyFileSync(planted('robot.txt'), path.join(old, 'robot.txt'));
    fs.copyFileSync(planted('flying-bone.txt'), path.join(now, 'robot.txt'));
    fs.copyFileSync(planted('robot.txt'), path.join(now, 'other.txt'));
    const out = path.resolve('page.html');
    assert.throws(() => execFileSync(process.env.MS3DLINT, ['diff', '--html', out, '--force', old, now], { stdio: 'pipe' }));
    await page.goto(`file://${out}`);
    await page.waitForSelector('.card-became');
    const became = await page.$$eval('.card-became', (all) => all.map((one) => one.textContent));
    assert.equal(became.length, 2);
    assert.equal(became[0], 'new');
    assert.match(became[1], /^changed: \d+ changes?$/);
    assert.match(await text('#about'), /^1 changed, 1 new; /);
  },
  async 'a card without a picture says why'() {
    const empty = path.resolve('empty.txt');
    fs.writeFileSync(empty, '// MilkShape 3D ASCII\r\nFrames: 1\r\nFrame: 1\r\nMeshes: 0\r\nMaterials: 0\r\nBones: 0\r\n');
    const out = path.resolve('page.html');
    write(out, planted('robot.txt'), empty);
    await page.goto(`file://${out}`);
    await page.waitForSelector('span.small-picture');
    assert.deepEqual(await page.$$eval('span.small-picture', (all) => all.map((one) => one.textContent)), ['It has no faces.']);
  },
  async 'an old model is seen beside the new one, and what moved'() {
    const folder = path.resolve('changed');
    fs.mkdirSync(folder, { recursive: true });
    fs.copyFileSync(planted('robot.png'), path.join(folder, 'robot.png'));
    const robot = fs.readFileSync(planted('robot.txt'), 'latin1');
    const [, row, x, y, z] = /(?:"body".*\r\n\d+\r\n)(0 (\S+) (\S+) (\S+) .*)\r\n/.exec(robot);
    fs.writeFileSync(path.join(folder, 'robot.txt'), robot.replace(row, row.replace(`${x} ${y} ${z}`, `${x} ${Number(y) + 0.5} ${z}`)), 'latin1');
    const out = path.resolve('page.html');
    try {
      execFileSync(process.env.MS3DLINT, ['diff', '--html', out, '--force', planted('robot.txt'), path.join(folder, 'robot.txt')], { stdio: 'pipe' });
      assert.fail('they differ');
    } catch (error) {
      assert.equal(error.status, 1);
    }
    await page.goto(`file://${out}`);
    await drawn(page);
    assert.match(await text('#changes'), /mesh "body": 1 of 24 vertices moved, at most 0.5/);
    assert.equal(await view('v.state.model.data.beside.changed[1].corners.length'), 1);
    // Both canvases show something pink, until that is switched off.
    const pink = (id) => page.evaluate((name) => new Promise((done) => {
      ms3dlintView.redraw();
      requestAnimationFrame(() => {
        const canvas = document.getElementById(name);
        const copy = document.createElement('canvas');
        Object.assign(copy, { width: canvas.width, height: canvas.height });
        copy.getContext('2d').drawImage(canvas, 0, 0);
        const { data } = copy.getContext('2d').getImageData(0, 0, copy.width, copy.height);
        let count = 0;
        let sum = 0;
        for (let at = 0; at < data.length; at += 4) {
          if (data[at] > 140 && data[at + 1] < data[at] / 2 && data[at + 2] > data[at + 1] + 20) count += 1;
          sum = (sum * 31 + data[at] + 3 * data[at + 1]) % 1000003;
        }
        done({ count, sum });
      });
    }), id);
    const before = [await pink('canvas-old'), await pink('canvas')];
    assert.ok(before.every(({ count }) => count > 200), JSON.stringify(before));
    await page.focus('#canvas');
    await press('6');
    assert.ok([await pink('canvas-old'), await pink('canvas')].every(({ count }) => count < 50));
    await press('6');
    // One camera and one clock.
    await page.mouse.move(200, 400);
    await page.mouse.down();
    await page.mouse.move(300, 420, { steps: 3 });
    await page.mouse.up();
    const turned = [await pink('canvas-old'), await pink('canvas')];
    turned.forEach(({ sum }, at) => assert.notEqual(sum, before[at].sum));
    await page.$eval('#time', (slider) => { slider.value = '0.25'; slider.dispatchEvent(new Event('input')); });
    const later = [await pink('canvas-old'), await pink('canvas')];
    later.forEach(({ sum }, at) => assert.notEqual(sum, turned[at].sum));
    await press('e');
    await settle();
    await press('Escape');
  },
  async 'of two models it is said which of them a program refuses'() {
    const out = path.resolve('page.html');
    fs.copyFileSync(planted('robot.png'), path.resolve('robot.png'));
    for (const [old, now, side] of [['missing-texture.txt', 'robot.txt', 'old'], ['robot.txt', 'missing-texture.txt', 'new']]) {
      assert.throws(() => execFileSync(process.env.MS3DLINT, ['diff', '--html', out, '--force', planted(old), planted(now)], { stdio: 'pipe' }));
      await page.goto('about:blank');
      await page.goto(`file://${out}`);
      await drawn(page);
      // What differs says so, too: programs look for the same textures.
      const said = side === 'old' ? /StepMania.* loads? it now; before: exits/ : /StepMania.* no longer loads? it: exits/;
      assert.match((await text('#changes')).replace(/\s+/g, ' '), said);
      const [number, label] = await page.$$eval('#engine option', (all) => all.map((one) => [one.value, one.textContent])
        .find(([, name]) => name.startsWith('StepMania')));
      assert.equal(label, side === 'old' ? 'StepMania (before: refuses)' : 'StepMania (now: refuses)');
      await page.select('#engine', number);
      assert.match(await text('#message'), new RegExp(`^StepMania does not show the ${side} model`));
      const halves = await page.evaluate(() => [document.getElementById('message'), document.getElementById('canvas')]
        .map((one) => one.getBoundingClientRect().toJSON()));
      assert.ok(side === 'old' ? halves[0].right <= halves[1].left : halves[0].left >= halves[1].left, JSON.stringify(halves));
      assert.deepEqual(await view('[v.state.beside.isLoaded, v.state.model.data.engines[v.state.engine].loads]'), [side === 'new', side === 'old']);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/refused-${side}.png` });
    }
  },
  async 'faces that look otherwise have a colour of their own, and words'() {
    const file = path.resolve('restyled.txt');
    const robot = fs.readFileSync(planted('robot.txt'), 'latin1');
    const [before, head] = robot.split(/(?="head")/);
    const moved = head.replace('0 -0.600000 3.550000 0.550000 0.000000 1.000000 1', '0 -0.600000 3.550000 0.550000 0.250000 1.000000 1');
    assert.notEqual(moved, head);
    fs.writeFileSync(file, before + moved, 'latin1');
    fs.copyFileSync(planted('robot.png'), path.resolve('robot.png'));
    const out = path.resolve('page.html');
    assert.throws(() => execFileSync(process.env.MS3DLINT, ['diff', '--html', out, '--force', planted('robot.txt'), file], { stdio: 'pipe' }));
    await page.goto(`file://${out}`);
    await drawn(page);
    assert.deepEqual(await view('v.state.model.data.beside.restyled.map(({ faces }) => faces)'), [[12, 13], [12, 13]]);
    assert.match(await text('#legend'), /face with other texture coordinates/);
    assert.doesNotMatch(await text('#legend'), /vertex that is or moves elsewhere/);
    const shown = await colors();
    await page.focus('#canvas');
    await press('6');
    assert.doesNotMatch(await text('#legend'), /texture coordinates/);
    const hidden = await colors();
    assert.ok(shown.teal > hidden.teal + 5, JSON.stringify([shown, hidden]));
    await press('6');
  },
  async 'a model that is not in the page is said to be so'() {
    const out = path.resolve('page.html');
    write(out, planted('robot.txt'), planted('flying-bone.txt'));
    const start = '<script type="application/json" class="model">';
    const [before, first, second] = fs.readFileSync(out, 'utf8').split(start);
    fs.writeFileSync(out, [before, first, second.replace(/^.*?(?=<\/script>)/, 'null')].join(start));
    await page.goto(`file://${out}#model-1`);
    await page.waitForSelector('#message:not([hidden])');
    assert.match(await text('#message'), /This model is not in the page/);
    for (const key of ['1', '2', ' ', 'e', 'n', 'f', 'Escape']) await press(key);
    await page.mouse.click(400, 430);
    await page.select('#model', '0');
    await page.waitForFunction('document.getElementById("message").hidden && ms3dlintView.state.model');
    assert.ok(!await page.$eval('#panel', (panel) => panel.hidden));
  },
  async 'why a model of very many faces is not drawn is said over the picture'() {
    const file = path.resolve('many.txt');
    const rows = ['0 0.0 0.0 0.0 0.0 1.0 -1', '0 1.0 0.0 0.0 1.0 1.0 -1', '0 0.0 1.0 0.0 0.0 0.0 -1'];
    fs.writeFileSync(file, ['// MilkShape 3D ASCII', 'Frames: 30', 'Frame: 1', 'Meshes: 1', '"body" 0 -1', '3', ...rows, '1', '0.0 0.0 1.0', '200001',
      ...Array(200001).fill('0 0 1 2 0 0 0 1'), 'Materials: 0', 'Bones: 0', ''].join('\r\n'));
    await open(file);
    assert.equal(await page.$eval('#message', (box) => box.hidden), false);
    assert.equal(await text('#message'), 'The model is not shownThe model has 200,001 faces. One with more than 200,000 is not drawn.');
    assert.equal(await page.$eval('#panel', (panel) => panel.hidden), false);
  },
  async 'it fits a phone'() {
    await page.setViewport({ width: 360, height: 740 });
    await open(planted('missing-texture.txt'));
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    // What is marked is in sight while the finding is read.
    await page.evaluate('document.querySelector("#findings .row").click()');
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await settle();
    const { top, bottom } = await page.$eval('#canvas', (canvas) => canvas.getBoundingClientRect().toJSON());
    assert.ok(top >= 0 && bottom > 300 && bottom < 500, `${top} ${bottom}`);
  },
  async 'a lost context comes back'() {
    await open(planted('robot.txt'));
    const before = (await colors()).sum;
    await page.evaluate(() => { window.lost = ms3dlintView.drawing.gl.getExtension('WEBGL_lose_context'); window.lost.loseContext(); });
    await page.waitForFunction('!document.getElementById("message").hidden');
    await page.evaluate(() => window.lost.restoreContext());
    await page.waitForFunction('document.getElementById("message").hidden');
    await page.waitForFunction('ms3dlintView.state.model.materials[0].picture !== null');
    await settle();
    assert.equal((await colors()).sum, before);
    // Browsers say themselves that the context was lost.
    trouble.splice(0, trouble.length, ...trouble.filter((line) => !/context/i.test(line)));
  },
  async 'without WebGL the findings are there'() {
    write(path.resolve('page.html'), planted('missing-texture.txt'));
    const other = await browser.newPage();
    others.push(other);
    watch(other, trouble);
    await other.evaluateOnNewDocument(() => {
      const known = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function get(kind, ...rest) {
        return kind === 'webgl2' ? null : known.call(this, kind, ...rest);
      };
    });
    await other.goto(`file://${path.resolve('page.html')}`);
    await other.waitForSelector('#message:not([hidden])');
    assert.match(await other.$eval('#message', (box) => box.textContent), /does not have/);
    assert.equal(await other.$eval('#findings', (box) => box.children.length > 0), true);
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (process.argv[3] && !name.includes(process.argv[3])) continue;
  try {
    // A page that is left as it was would only go to another place in itself.
    await page.goto('about:blank');
    await page.setViewport({ width: 1200, height: 800 });
    await test();
    assert.deepEqual(trouble, []);
    console.log(`ok    ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}: ${error.stack}`);
    trouble.length = 0;
  }
  for (const other of others.splice(0)) await other.close();
}
console.log(`${await browser.version()}: ${failed === 0 ? 'all is well' : `${failed} failed`}`);
await browser.close();
process.exit(failed === 0 ? 0 : 1);
