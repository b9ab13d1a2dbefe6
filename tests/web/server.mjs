// Serves the page on this machine, with what it was asked for. Below `/trap/` the library stops at models called so, as if it
// had a bug; it never ends with the check of those called `slow`, with the repair of those called `stuck`, with the view of those
// called `long`, and with the picture of those called `blot`. Below `/bare/` there are no examples.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const TYPES = {
  html: 'text/html', js: 'text/javascript', css: 'text/css', json: 'application/json', svg: 'image/svg+xml', wasm: 'application/wasm',
};
const TRAP = `
const { check, picture, repair, view } = Session.prototype;
Session.prototype.check = function trapped(path) {
  if (path.includes('trap')) throw new WebAssembly.RuntimeError('unreachable');
  while (path.includes('slow'));
  return check.call(this, path);
};
Session.prototype.repair = function trapped(path, ...more) {
  while (path.includes('stuck'));
  return repair.call(this, path, ...more);
};
Session.prototype.view = function trapped(path) {
  while (path.includes('long'));
  return view.call(this, path);
};
Session.prototype.picture = function trapped(path, ...more) {
  while (path.includes('blot'));
  return picture.call(this, path, ...more);
};
`;

export const serve = async (dist) => {
  const asked = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url);
    const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname).slice(1);
    const inner = name.replace(/^(trap|bare)\//, '') || 'index.html';
    const file = path.join(dist, inner);
    if (name.startsWith('bare/example') || !file.startsWith(dist) || !fs.existsSync(file) || !fs.statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const bytes = [fs.readFileSync(file)];
    if (name === 'trap/ms3dlint_web.js') bytes.push(Buffer.from(TRAP));
    response.writeHead(200, { 'content-type': TYPES[inner.split('.').at(-1)] ?? 'application/octet-stream' });
    response.end(Buffer.concat(bytes));
  });
  await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
  const end = () => new Promise((done) => { server.close(done); server.closeAllConnections(); });
  return { address: `http://127.0.0.1:${server.address().port}/`, asked, end };
};
