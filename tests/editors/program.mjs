// The language server as a process, and texts as editors have them.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

let last = 0;
export const request = (method, params) => ({ jsonrpc: '2.0', id: `request-${last += 1}`, method, params });
export const notify = (method, params) => ({ jsonrpc: '2.0', method, params });
export const initialize = (root) => request('initialize', {
  processId: null, rootUri: pathToFileURL(root).href, capabilities: {},
});

/** The program. */
export class Program {
  constructor(args = []) {
    // From elsewhere, it says whole paths.
    const aside = path.resolve('aside');
    fs.mkdirSync(aside, { recursive: true });
    this.process = spawn(process.env.MS3DLINT, ['lsp', ...args], { cwd: aside, stdio: ['pipe', 'pipe', 'inherit'] });
    this.input = Buffer.alloc(0);
    this.messages = [];
    this.process.stdout.on('data', (data) => {
      this.input = Buffer.concat([this.input, data]);
      for (;;) {
        const end = this.input.indexOf('\r\n\r\n');
        const length = Number(/Content-Length: (\d+)/.exec(this.input.subarray(0, Math.max(end, 0)).toString())?.[1]);
        if (end < 0 || this.input.length < end + 4 + length) return;
        this.messages.push(JSON.parse(this.input.subarray(end + 4, end + 4 + length).toString()));
        this.input = this.input.subarray(end + 4 + length);
        this.heard?.();
      }
    });
  }

  /** All that comes of these, of which the last is a request. Findings come after answers, so another one is made. */
  async send(messages) {
    for (const message of messages) this.write(message);
    await this.answered(messages.at(-1).id);
    const end = request('ms3dlint/listing', { uri: 'file:///nothing' });
    this.write(end);
    await this.answered(end.id);
    return this.messages.splice(0).slice(0, -1);
  }

  write(message) {
    const text = Buffer.from(JSON.stringify(message));
    this.process.stdin.write(`Content-Length: ${text.length}\r\n\r\n`);
    this.process.stdin.write(text);
  }

  async answered(wanted) {
    while (!this.messages.some(({ id, method }) => id === wanted && method === undefined)) {
      await new Promise((done) => { this.heard = done; });
    }
  }

  end() {
    this.process.kill();
  }
}

const MARK = '\ufeff';

/** The text that an editor shows of bytes: without a mark, and each byte as the character of that number if they are no UTF-8. */
export const shown = (bytes) => {
  for (const encoding of bytes[0] === 0xff && bytes[1] === 0xfe ? ['utf-16le'] : bytes[0] === 0xfe && bytes[1] === 0xff ? ['utf-16be'] : ['utf-8']) {
    try {
      return new TextDecoder(encoding, { fatal: encoding === 'utf-8', ignoreBOM: true }).decode(bytes).replace(MARK, '');
    } catch {
      // It is in another encoding.
    }
  }
  return bytes.toString('latin1');
};

/** The bytes that an editor stores for a text in place of these; nothing if it has characters that have no bytes there. */
export const stored = (text, bytes) => {
  if ([0xff, 0xfe].includes(bytes[0]) && [0xff, 0xfe].includes(bytes[1])) {
    const units = Buffer.from(MARK + text, 'utf16le');
    return bytes[0] === 0xff ? units : units.swap16();
  }
  try {
    const before = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return Buffer.from((before.startsWith(MARK) ? MARK : '') + text);
  } catch {
    return /[^\0-\xff]/.test(text) ? undefined : Buffer.from(text, 'latin1');
  }
};

/** The text after edits, whose places count UTF-16 units. */
export const edited = (text, edits) => {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: end, index }) => index + end.length)];
  const offset = ({ line, character }) => (line < starts.length ? Math.min(starts[line] + character, text.length) : text.length);
  let from = 0;
  const parts = [];
  for (const { range: { start, end }, newText } of edits.toSorted((one, other) => offset(one.range.start) - offset(other.range.start))) {
    parts.push(text.slice(from, offset(start)), newText);
    from = offset(end);
  }
  return parts.join('') + text.slice(from);
};
