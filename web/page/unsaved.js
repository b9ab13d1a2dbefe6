// Which repaired models exist only in this page. While there are any, browsers ask before the page is left.
import { plural } from './make.js';

export class Unsaved {
  constructor() {
    this.paths = new Set();
    this.ask = (event) => event.preventDefault();
  }

  /** Browsers keep pages for the way back only if nobody asks. */
  listen() {
    if (this.paths.size > 0) window.addEventListener('beforeunload', this.ask);
    else window.removeEventListener('beforeunload', this.ask);
  }

  has(path) {
    return this.paths.has(path);
  }

  add(path) {
    this.paths.add(path);
    this.listen();
  }

  /** These were downloaded; or all are given up. */
  remove(paths = this.paths) {
    for (const path of [...paths]) this.paths.delete(path);
    this.listen();
  }

  /** Whether all may be forgotten, which is asked if something would be lost. */
  mayGo() {
    const { size } = this.paths;
    return size === 0 || window.confirm(`${plural(size, 'repaired model')} ${size === 1 ? 'was' : 'were'} not downloaded, and will be lost. Go on?`);
  }
}
