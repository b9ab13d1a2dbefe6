// Measures how long after a key in the middle of a model its findings arrive: MS3DLINT=PROGRAM node measure.mjs MODEL...
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import * as lsp from 'vscode-languageserver-protocol/node';

const KEYS = 200;

for (const file of process.argv.slice(2)) {
  const child = spawn(process.env.MS3DLINT, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = lsp.createProtocolConnection(
    new lsp.StreamMessageReader(child.stdout), new lsp.StreamMessageWriter(child.stdin),
  );
  let waiting;
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, ({ version }) => waiting?.(version));
  const published = (wanted) => new Promise((done) => { waiting = (version) => { if (version === wanted) done(performance.now()); }; });
  connection.listen();
  await connection.sendRequest(lsp.InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
  await connection.sendNotification(lsp.InitializedNotification.type, {});
  const uri = pathToFileURL(file).href;
  const text = fs.readFileSync(file, 'latin1');
  const opened = published(1);
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'milkshape', version: 1, text },
  });
  await opened;
  const line = text.split('\n').length >> 1;
  const times = [];
  for (let version = 2; version < 2 + KEYS; version += 1) {
    // A digit is typed, and taken away.
    const isTyped = version % 2 === 0;
    const start = { line, character: 0 };
    const range = { start, end: isTyped ? start : { line, character: 1 } };
    const answered = published(version);
    const started = performance.now();
    await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version }, contentChanges: [{ range, text: isTyped ? '1' : '' }],
    });
    times.push((await answered) - started);
    await pause(5);
  }
  times.sort((one, other) => one - other);
  const [least, median, nearly, most] = [0, KEYS / 2, KEYS * 0.95, KEYS - 1].map((at) => times[at].toFixed(1));
  console.log(`${path.basename(file)}, ${text.length.toLocaleString('en')} bytes: least ${least} ms, median ${median} ms, 95 % ${nearly} ms, most ${most} ms`);
  connection.dispose();
  child.kill();
}
