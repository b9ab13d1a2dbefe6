// What the tests of the page use: the browser, what is dropped, and what is downloaded.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import { serve } from './server.mjs';

const [dist, project] = process.argv.slice(2);
export const isFirefox = process.env.BROWSER === 'firefox';
export const server = await serve(path.resolve(dist));
const downloads = path.resolve(`downloads-${process.env.BROWSER}`);
fs.mkdirSync(downloads, { recursive: true });
export const browser = await puppeteer.launch({
  executablePath: process.env.PROGRAM,
  downloadBehavior: { policy: 'allow', downloadPath: downloads },
  ...isFirefox ? {
    browser: 'firefox', headless: false,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'browser.download.folderList': 2, 'browser.download.dir': downloads, 'browser.download.useDownloadDir': true,
      // It would take the keys.
      'browser.download.alwaysOpenPanel': false },
  } : {
    headless: true,
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
      '--disable-sync', '--enable-unsafe-swiftshader', '--force-prefers-reduced-motion'],
  },
});
export const trouble = [];
/** What browsers write themselves: how they draw, and in Firefox each request that a page left while its worker answered. */
const FROM_BROWSER = ['GL Driver Message (OpenGL, Performance', 'A ServiceWorker intercepted the request and encountered an unexpected error'];
export const page = await browser.newPage();
const report = (words) => { if (!FROM_BROWSER.some((known) => words.includes(known))) trouble.push(words); };
page.on('console', (message) => report(`${message.type()}: ${message.text()}`));
page.on('pageerror', (error) => report(`error: ${error.message}`));
/** The questions of the page, and whether they are answered with yes. */
export const questions = { asked: [], isYes: true };
page.on('dialog', (dialog) => {
  const kind = dialog.type();
  if (!['beforeunload', 'confirm'].includes(kind)) trouble.push(`dialog: ${dialog.message()}`);
  questions.asked.push(kind);
  // Whoever leaves a page that asks waits for the answer.
  (questions.isYes ? dialog.accept() : dialog.dismiss()).catch(() => {});
});
page.on('request', (request) => {
  const url = request.url();
  if (!/^(data|blob|about):/.test(url) && !url.startsWith(server.address)) trouble.push(`request: ${url}`);
});

export const model = (name) => path.join(project, 'web/examples', name);
export const read = (file) => fs.readFileSync(file);
export const text = (selector) => page.$eval(selector, (element) => element.innerText);
export const texts = (selector) => page.$$eval(selector, (all) => all.map((element) => element.innerText));
export const until = (code, ...args) => page.waitForFunction(code, { timeout: 30000 }, ...args);
export const click = async (selector) => { await page.waitForSelector(selector); await page.click(selector); };

export const visit = async (hash = '', folder = '') => {
  await page.goto('about:blank');
  await page.goto(`${server.address}${folder}${hash}`);
  await until('document.getElementById("version").textContent !== ""');
};
export const checked = (count) => until((all) => {
  const { state } = window.ms3dlintPage;
  return state.left === 0 && state.checked.size === all;
}, count);
/** The page that shows the model, once it is drawn. */
export const stage = async () => {
  for (let turn = 0; turn < 150; turn += 1) {
    const frame = await (await page.$('#view')).contentFrame();
    const isDrawn = await frame?.evaluate(() => window.ms3dlintView?.state.drawn > 0).catch(() => false);
    if (isDrawn) return frame;
    await new Promise((done) => { setTimeout(done, 100); });
  }
  throw new Error('the model is not drawn');
};

/** Drops files on the page, given with their paths and bytes. */
export const drop = (files) => page.evaluate((all) => {
  const transfer = new DataTransfer();
  for (const [name, bytes] of all) transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name));
  document.getElementById('zone').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
}, files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]));
/** Drops files and folders of the disk, as the mouse does: Chromium alone can be told to. */
export const dropFromDisk = async (...files) => {
  const zone = await page.$eval('#zone', (box) => box.getBoundingClientRect().toJSON());
  const session = await page.createCDPSession();
  const at = { x: zone.x + zone.width / 2, y: zone.y + zone.height / 2, data: { items: [], files, dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type, ...at });
  await session.detach();
};
/** A folder, with paths as it has them when it is dropped, in every browser. */
export const openFolder = (files) => page.evaluate((all) => window.ms3dlintPage.open(all.map(([name, bytes]) => (
  { path: name, file: new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name.slice(name.lastIndexOf('/') + 1)) }
))), files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]));

/** What the last click downloaded. */
export const downloaded = async (name) => {
  const file = path.join(downloads, name);
  for (let turn = 0; turn < 100; turn += 1) {
    if (fs.existsSync(file) && fs.readdirSync(downloads).length === 1 && fs.statSync(file).size > 0) {
      const bytes = read(file);
      fs.rmSync(file);
      return bytes;
    }
    await new Promise((done) => { setTimeout(done, 100); });
  }
  throw new Error(`${name} was not downloaded: ${fs.readdirSync(downloads)}`);
};

/** What the program makes of a folder. */
export const repaired = (folder, ...options) => {
  const copy = path.resolve('copy');
  fs.rmSync(copy, { recursive: true, force: true });
  fs.cpSync(folder, copy, { recursive: true });
  try {
    execFileSync(process.env.MS3DLINT, ['--no-config', '--fix', ...options, 'copy'], { stdio: 'pipe' });
  } catch (error) {
    if (error.status !== 1) throw error;
  }
  return copy;
};

export const shoot = async (name, settings = {}) => {
  if (!process.env.SHOTS || isFirefox) return;
  await new Promise((done) => { setTimeout(done, 500); });
  await page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`), ...settings });
};

