// What the comparisons with the command line share: the page and the language server are compared with it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** What the command line prints, whatever it found. */
export const native = (work, ...args) => {
  const options = { cwd: work, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 30 };
  try {
    return execFileSync(process.env.MS3DLINT, args, options).toString();
  } catch (error) {
    if (error.status > 2) throw error;
    return error.stdout.toString();
  }
};

/** Copies a folder, in which everything may be replaced. */
export const copyOf = (folder, to) => {
  fs.cpSync(folder, to, { recursive: true });
  for (const entry of fs.readdirSync(to, { recursive: true, withFileTypes: true })) {
    fs.chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
};
