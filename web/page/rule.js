// The page of a rule, beside the model.
import { carry } from './link.js';
import { $ } from './make.js';

export class RulePage {
  constructor({ fetched, notice }) {
    // The pages of all rules, once one is asked for; and how often that was, or was given up.
    Object.assign(this, { fetched, notice, before: null, pages: null, turn: 0 });
    $('rule-close').addEventListener('click', () => this.close());
    document.addEventListener('keydown', (event) => { if (event.key === 'Escape') this.escape(); });
    $('rule-page').addEventListener('click', (event) => {
      const rule = event.target.closest?.('a')?.getAttribute('href')?.match(/^#rule=([a-z0-9-]+)$/)?.[1];
      if (!rule) return;
      event.preventDefault();
      this.show(rule);
    });
  }

  /** Shows the page of a rule. What was noticed before stays beside what goes wrong. */
  async show(name, noticed = []) {
    this.turn += 1;
    const { turn } = this;
    this.pages ??= this.fetched('rules.json').then((answer) => answer.json()).then((all) => new Map(Object.entries(all)));
    const page = await this.pages.then((all) => all.get(name) ?? '', () => null);
    if (page === null) this.pages = null;
    // Something else was opened meanwhile.
    if (turn !== this.turn) return;
    if (!page) {
      this.close();
      this.notice(...noticed, page === null ? 'The page of the rule cannot be loaded.' : `There is no rule "${name}".`);
      return;
    }
    if ($('rule').hidden) this.before = document.activeElement;
    carry({ rule: name });
    $('rule-name').textContent = 'Rule';
    // The page is one of the library, without anything of a model.
    $('rule-page').innerHTML = page;
    for (const link of $('rule-page').querySelectorAll('a[href^="http"]')) Object.assign(link, { target: '_blank', rel: 'noopener noreferrer' });
    $('rule').hidden = false;
    $('rule').scrollTop = 0;
    $('rule').focus();
  }

  hide() {
    this.turn += 1;
    carry({ rule: '' });
    $('rule').hidden = true;
  }

  close() {
    this.hide();
    this.before?.focus?.();
  }

  escape() {
    if (!$('rule').hidden) this.close();
  }
}
