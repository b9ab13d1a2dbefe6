// All models together: what was found in them, once, and their repair.
import { $, button, countsOf, download, make, number, plural, say, sentence } from './make.js';
import { notShown } from './panel.js';

export class Overview {
  constructor({ workshop, open, showRule, repairAll, saved, stop }) {
    Object.assign(this, { workshop, open, showRule, repairAll, saved, stop, turn: 0 });
    this.forget();
  }

  /** Forgets the repair of all, which goes on while somebody looks at one model: its words stay as long as the models are open. */
  forget() {
    const words = make('p', 'small');
    words.setAttribute('role', 'status');
    Object.assign(this, { words, list: make('ul', 'fixed'), isRepairing: false });
  }

  hide() {
    this.turn += 1;
    $('overview').hidden = true;
  }

  async show(results, changed) {
    const box = $('overview');
    this.turn += 1;
    const { turn } = this;
    const groups = await this.workshop.ask('together', { paths: results.map(({ path }) => path) }) ?? [];
    // Another model was chosen meanwhile.
    if (turn !== this.turn) return;
    const counts = [0, 1, 2, 3].map((at) => results.reduce((sum, result) => sum + result.counts[at], 0));
    const found = countsOf(counts);
    box.replaceChildren(make('h2', '', plural(results.length, 'model')),
      make('p', 'counts', ...(found.length > 0 ? found : [make('span', 'fine', 'nothing found')])), this.repairs(results, changed), this.programs(results));
    for (const { files, found: entries } of groups) {
      const head = make('h3', '', make('bdi', '', files.slice(0, 3).join(', ') + (files.length > 3 ? ` and ${files.length - 3} more` : '')));
      box.append(head, make('ul', 'together', ...entries.map((entry) => this.entry(entry))));
    }
    box.hidden = false;
    $('no-view').hidden = true;
  }

  entry({ severity, rule, says, effects, file, finding, place }) {
    const row = button('row', '', () => this.open(this.pathOf(file), finding));
    row.append(make('span', `severity ${severity}`, severity), ' ', make('bdi', '', ...sentence(says)),
      make('span', 'rule', [`${/^\d/.test(place) && !place.startsWith('0x') ? 'line ' : ''}${place}`, rule, effects].filter(Boolean).join(' - ')));
    return make('li', '', row);
  }

  /** The path of a file by its printable name. */
  pathOf(name) {
    return this.names.get(name) ?? name;
  }

  /** How many of the models each program loads. */
  programs(results) {
    this.names = new Map(results.map(({ name, path }) => [name, path]));
    const counts = new Map();
    for (const { title, loads } of results.flatMap(({ verdicts }) => verdicts)) {
      const [all, loaded] = counts.get(title) ?? [0, 0];
      counts.set(title, [all + 1, loaded + (loads ? 1 : 0)]);
    }
    const items = [...counts].map(([title, [all, loaded]]) => make('li', loaded === all ? 'loads' : 'fails',
      make('strong', '', title), ` loads ${loaded === all ? `all ${number(all)}` : `${number(loaded)} of ${number(all)}`}`));
    return make('ul', 'programs wide', ...items);
  }

  /** Repairs all, and hands back those that changed in a ZIP file, with those that were repaired before. */
  repairs(results, changed) {
    const [safe, unsafe] = [0, 1].map((at) => results.reduce((sum, { fixable }) => sum + fixable[at], 0));
    if (safe + unsafe + changed === 0) return null;
    const box = make('div', 'repair');
    const unsafeBox = make('input');
    unsafeBox.type = 'checkbox';
    unsafeBox.checked = safe === 0;
    const run = button('main', safe + unsafe > 0 ? 'Repair all, and download a ZIP file' : 'Download a ZIP file',
      () => this.repair(results, unsafeBox.checked));
    const halt = button('', 'Stop', () => { halt.disabled = true; this.stop(); });
    halt.id = 'stop-repair-all';
    Object.assign(this, { run, halt });
    this.showButtons();
    const risky = 'with fixes that may be wrong';
    if (safe > 0) box.append(make('p', '', `${plural(safe, 'place')} can be repaired safely${unsafe > 0 ? `, ${number(unsafe)} more ${risky}` : ''}.`));
    else if (unsafe > 0) box.append(make('p', '', `${plural(unsafe, 'place')} can be repaired ${risky}.`));
    if (changed > 0) box.append(make('p', '', `${plural(changed, 'model')} ${changed === 1 ? 'was' : 'were'} repaired already.`));
    if (unsafe > 0) box.append(make('label', '', unsafeBox, ' also with fixes that may be wrong'));
    box.append(notShown(results, this.workshop), make('p', 'buttons', run, halt), this.words, this.list);
    return box;
  }

  /** While all are repaired, that can be stopped. */
  showButtons() {
    const isFocused = document.activeElement === this.halt;
    this.run.disabled = this.isRepairing;
    this.halt.hidden = !this.isRepairing;
    if (isFocused && !this.isRepairing) this.run.focus();
  }

  async repair(results, isUnsafe) {
    const { words, list } = this;
    this.isRepairing = true;
    this.halt.disabled = false;
    this.showButtons();
    list.replaceChildren();
    const all = await this.repairAll(isUnsafe, ([at, count]) => { words.textContent = `Repairing ${number(at + 1)} of ${number(count)}`; });
    // Others are open now.
    if (words !== this.words) return;
    this.isRepairing = false;
    this.showButtons();
    words.textContent = all ? this.whatWasDone(all) : 'Stopped: nothing was repaired.';
    say(words.textContent);
    if (!all) return;
    const names = new Map(results.map(({ name, path }) => [path, name]));
    list.replaceChildren(...all.files.map(({ path, fixed }) => make('li', '', make('bdi', '', names.get(path)), make('span', 'quiet',
      fixed.map(([rule, count]) => (count > 1 ? `${rule} (${number(count)} places)` : rule)).join(', ')))));
    list.append(...all.renamed.map(([path, name]) => make('li', '', make('bdi', '', names.get(path)),
      make('span', 'quiet', 'called ', make('bdi', '', name), ' in the ZIP file'))));
    if (all.count + all.kept === 0) return;
    download('repaired-models.zip', all.bytes, 'application/zip');
    this.saved(all.packed);
  }

  whatWasDone({ count, kept, places, troubles, lost }) {
    const what = count === 0 && kept > 0 ? 'Nothing more was repaired' : `${plural(count, 'model')} repaired, in ${plural(places, 'place')}`;
    const before = kept > 0 ? `; the ZIP file ${count > 0 ? 'also ' : ''}has ${plural(kept, 'model')} repaired before` : '';
    const failed = troubles.length > 0 ? `; ${plural(troubles.length, 'model')} could not be repaired` : '';
    const leftOut = lost.length > 0 ? `; ${plural(lost.length, 'model')} could not be put into the ZIP file` : '';
    return `${what}${before}${failed}${leftOut}.`;
  }
}
