// The worker, as the page asks it. If the library stops, there is a new one.

export class Workshop {
  /** `news` has what to do with each model that was checked, each picture, and when the library stopped at a file. */
  constructor(news) {
    this.news = news;
    this.last = 0;
    this.slow = new Set();
    this.start();
  }

  start() {
    this.waiting = new Map();
    // What it does now, and whether it was heard of at all: it takes a while until it can do anything.
    Object.assign(this, { at: null, isReady: false });
    this.worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    this.worker.addEventListener('message', ({ data }) => this.hear(data));
    this.worker.addEventListener('error', () => this.end(null));
  }

  /** Ends the worker: whoever waits for an answer gets none. `path` is the file at which it stopped. */
  end(path, why) {
    this.restart();
    this.news.stopped(path, why);
  }

  /** Ends what goes on, whatever it is: it is not begun again by itself. Nobody has opened anything afterwards. */
  restart() {
    this.worker.terminate();
    if (this.at) this.slow.add(`${this.at.job} ${this.at.path}`);
    const { waiting } = this;
    this.start();
    for (const { done } of waiting.values()) done(null);
  }

  /** Whether the worker was ended while it did this. */
  wasEnded(job, path) {
    return this.slow.has(`${job} ${path}`);
  }

  /** Does it nevertheless, if somebody wants it; that is of a file, or of all. */
  forgive(path) {
    for (const what of [...this.slow]) {
      if (path === undefined || what.slice(what.indexOf(' ') + 1) === path) this.slow.delete(what);
    }
  }

  hear({ id, result, progress, path, picture, checked, stopped, round, at }) {
    this.isReady = true;
    if (at !== undefined) this.at = at;
    else if (stopped) this.end(stopped.path, stopped.why);
    else if (checked) this.news.checked(checked, round);
    else if (picture) this.news.picture(path, picture, round);
    else if (progress) this.waiting.get(id)?.news?.(progress, path);
    else if (this.waiting.has(id)) {
      this.waiting.get(id).done(result);
      this.waiting.delete(id);
    }
  }

  /** The answer of the worker; null if there is none. */
  ask(job, message = {}, news = undefined) {
    this.last += 1;
    const id = this.last;
    return new Promise((done) => {
      this.waiting.set(id, { done, news });
      this.worker.postMessage({ ...message, job, id });
    });
  }

  /** Whether the worker hears this soon: not while it is busy with one file. One that is still loaded is busy with nothing. */
  hears(job, message) {
    const isHeard = this.ask(job, message).then(() => true);
    return this.isReady ? Promise.race([isHeard, new Promise((done) => { setTimeout(done, 1500, false); })]) : isHeard;
  }
}
