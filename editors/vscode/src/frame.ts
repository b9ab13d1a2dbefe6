// The page around the one that shows a model: that one is in a frame of its own, which may do nothing but draw.
// Content-Security-Policies of both hold there, so this one names the script and the style of the other.

/** A source in the policy of a page: the hash of its script or style. */
const source = (page: string, kind: string) => new RegExp(`${kind} ('sha256-[A-Za-z0-9+/=]+')`).exec(page)?.[1] ?? '';

const STYLE = `
html, body { height: 100%; margin: 0; padding: 0; }
body { display: flex; flex-direction: column; }
iframe { flex: 1; border: 0; width: 100%; min-height: 0; }
iframe[hidden] { display: none; }
body.vscode-dark iframe, body.vscode-high-contrast:not(.vscode-high-contrast-light) iframe { color-scheme: dark; }
body.vscode-light iframe, body.vscode-high-contrast-light iframe { color-scheme: light; }
p { margin: 1rem; }
`;

const SCRIPT = `
const code = acquireVsCodeApi();
const frame = document.querySelector('iframe');
const line = document.querySelector('p');
const send = (news) => frame.contentWindow.postMessage(news, '*');
/** The page that is to be shown, and the view of the one before it. */
let next = '';
let view = null;
let isReady = false;
const show = () => { isReady = false; frame.srcdoc = next; };
window.addEventListener('message', ({ source, data }) => {
  if (source === frame.contentWindow) {
    if (data.view !== undefined) {
      view = data.view;
      show();
    } else {
      if (data.ready) isReady = true;
      code.postMessage(data);
    }
  } else if (data.page !== undefined) {
    next = data.page;
    frame.hidden = next === '';
    line.hidden = next !== '';
    if (next !== '' && isReady) send({ ask: 'view' });
    else if (next !== '') show();
  } else {
    send(data);
    // To mark something moves the view: it comes back to where it was.
    if (view) send({ view });
    view = null;
  }
});
code.postMessage({ empty: true });
`;

/** The frame for pages like this one. */
export const frame = (page: string) => {
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}' ${source(page, 'script-src')}; `
    + `style-src 'nonce-${nonce}' ${source(page, 'style-src')}; img-src data: blob:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<iframe sandbox="allow-scripts" title="The model in three dimensions" hidden></iframe>
<p hidden>There is nothing to show: it is not a model.</p>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>`;
};
