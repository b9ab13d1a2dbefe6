// The model in three dimensions: the page of `ms3dlint view`, in a frame that may do nothing but draw.
import { $, button } from './make.js';

export class Stage {
  constructor({ workshop, chosen, here, dragged, escaped, stop }) {
    Object.assign(this, { workshop, chosen, here, dragged, escaped, stop, wanted: null, program: null, finding: null, isReady: false });
    window.addEventListener('message', ({ source, data }) => {
      if (source !== $('view').contentWindow || !data) return;
      if (data.ready) this.ready();
      if (Number.isInteger(data.chosen)) this.chosen(data.chosen < 0 ? null : data.chosen);
      if (data.dragged) this.dragged(data.dragged);
      if (data.escaped) this.escaped();
      if (Array.isArray(data.here)) this.here(data.here);
    });
  }

  /** Shows nothing but a line, and what can be done. */
  empty(line, ...more) {
    this.wanted = null;
    this.isReady = false;
    $('view').hidden = true;
    $('view').removeAttribute('srcdoc');
    $('no-view').replaceChildren(line, ...more);
    $('no-view').hidden = line === '';
  }

  /** Says that a model is not there yet. It is not waited for another one that nobody looks at any more. */
  sayBusy(path) {
    const { at } = this.workshop;
    if (at?.job === 'view' && at.path !== path) {
      this.stop();
      return;
    }
    const halt = button('', 'Stop', () => this.stop());
    halt.id = 'stop-view';
    this.empty('Preparing the view ... ', halt);
    this.wanted = path;
  }

  /** Shows a model as in a program; in the way of the format if that is null. */
  async show(result, program = null) {
    const { path } = result;
    const isSame = this.wanted === path;
    Object.assign(this, { wanted: path, program, finding: null });
    if (!isSame) this.isReady = false;
    if (this.workshop.wasEnded('view', path)) {
      this.empty('The model is not shown: that took too long. ', button('', 'Show it', () => {
        this.workshop.forgive(path);
        this.show(result, program);
      }));
      this.wanted = path;
      return;
    }
    const timer = setTimeout(() => { if (this.wanted === path) this.sayBusy(path); }, 1000);
    const page = await this.workshop.ask('view', { path });
    clearTimeout(timer);
    if (this.wanted !== path || page === null) return;
    if (page === '') {
      this.empty('There is nothing to show.');
      this.wanted = path;
    } else {
      this.put(page);
    }
  }

  /** Shows a page of a model. */
  put(page) {
    this.isReady = false;
    $('no-view').replaceChildren();
    $('no-view').hidden = true;
    $('view').hidden = false;
    $('view').srcdoc = page;
  }

  ready() {
    this.isReady = true;
    if (this.program !== null) this.send({ program: this.program });
    if (this.finding !== null) this.send({ choose: this.finding });
  }

  send(news) {
    $('view').contentWindow?.postMessage(news, '*');
  }

  /** Marks a finding; null marks nothing. */
  mark(finding) {
    this.finding = finding;
    if (this.isReady) this.send({ choose: finding ?? -1 });
  }

  /** Shows the model as in a program. */
  as(program) {
    this.program = program;
    if (this.isReady) this.send({ program });
  }
}
