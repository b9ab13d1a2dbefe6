// The worker, as the page asks it. If the library stops, there is a new one.

export class Workshop {
  /** `news` has what to do with each model that was checked, each picture, and when the library stopped at a file. */
  constructor(news) {
    this.news = news;
    this.last = 0;
    this.start();
  }

  start() {
    this.waiting = new Map();
    this.worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    this.worker.addEventListener('message', ({ data }) => this.hear(data));
    this.worker.addEventListener('error', () => this.end(null));
  }

  /** Ends the worker: whoever waits for an answer gets none. `path` is the file at which it stopped. */
  end(path, why) {
    this.restart();
    this.news.stopped(path, why);
  }

  /** Ends what goes on, whatever it is. Nobody has opened anything afterwards. */
  restart() {
    this.worker.terminate();
    const { waiting } = this;
    this.start();
    for (const { done } of waiting.values()) done(null);
  }

  hear({ id, result, progress, path, picture, checked, stopped, round }) {
    if (stopped) this.end(stopped.path, stopped.why);
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

  /** Whether the worker hears that it is to stop: not while it is busy with one file. */
  hears(job, message) {
    return Promise.race([this.ask(job, message).then(() => true), new Promise((done) => { setTimeout(done, 1500, false); })]);
  }
}
