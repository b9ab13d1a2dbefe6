// Serves VS Code for the web, with the extension and planted files.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const TYPES = {
  '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf', '.wasm': 'application/wasm',
};

/** The page of the workbench, which opens the planted files. */
const workbench = (code, port, settings) => {
  const product = {
    productConfiguration: {
      nameShort: 'Code', nameLong: 'Code', applicationName: 'code', dataFolderName: '.code', version: '1.91.1', enableTelemetry: false,
      webviewContentExternalBaseUrlTemplate: `http://{{uuid}}.localhost:${port}/code/out/vs/workbench/contrib/webview/browser/pre/`,
    },
    additionalBuiltinExtensions: ['/extension', '/planted'].map((at) => ({ scheme: 'http', authority: `localhost:${port}`, path: at })),
    folderUri: { scheme: 'planted', path: '/' },
    configurationDefaults: {
      'workbench.startupEditor': 'none', 'workbench.enableExperiments': false, 'telemetry.telemetryLevel': 'off',
      'extensions.ignoreRecommendations': true, 'security.workspace.trust.enabled': false, ...settings,
    },
  };
  const page = fs.readFileSync(path.join(code, 'out/vs/code/browser/workbench/workbench.html'), 'utf8');
  return page.replaceAll('{{WORKBENCH_WEB_BASE_URL}}', '/code')
    .replace(/<meta id="vscode-workbench[^>]*>/g, '')
    .replace('<script>', `<script>window.product = ${JSON.stringify(product)};</script><script>`);
};

/** Starts it; `files` are base64 by their paths. */
export const serve = (code, extension, planted, files, settings = {}) => new Promise((started) => {
  const folders = { code, extension, planted };
  const server = http.createServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const send = (type, content) => {
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
      response.end(content);
    };
    if (pathname === '/') return send('text/html', workbench(code, server.address().port, settings));
    if (pathname === '/planted/files.json') return send('application/json', JSON.stringify(files));
    const [, name, ...rest] = decodeURIComponent(pathname).split('/');
    const file = folders[name] && path.join(folders[name], ...rest);
    if (!file || rest.includes('..') || !fs.existsSync(file) || !fs.statSync(file).isFile()) {
      response.writeHead(404, { 'access-control-allow-origin': '*' });
      return response.end();
    }
    return send(TYPES[path.extname(file)] ?? 'application/octet-stream', fs.readFileSync(file));
  });
  server.listen(0, '127.0.0.1', () => started(server));
});
