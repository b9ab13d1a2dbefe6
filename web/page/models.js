// The list of models: what is wrong with each, and which programs load it.
import { $, button, countsOf, make, pathOf, plural } from './make.js';
import { isNoModel } from './panel.js';

/** Which programs load a model, in short. */
export const loadsText = ({ verdicts, loads, is_model: isModel }) => {
  if (!isModel || verdicts.length === 0) return '';
  const failing = verdicts.filter((verdict) => !verdict.loads).map(({ title }) => title);
  if (loads) return `loads in all ${verdicts.length} programs`;
  if (failing.length === verdicts.length) return 'loads in no program';
  const more = failing.length > 2 ? ` and ${failing.length - 2} more` : '';
  return `not loaded by ${failing.slice(0, 2).join(failing.length === 2 ? ' and ' : ', ')}${more}`;
};

/** The model in which most is wrong: errors first, then warnings, then how many programs do not load it, as it may not be meant
    for them. Of several alike the first. */
export const worstOf = (all) => {
  const badness = ({ counts, verdicts }) => [...counts.slice(0, 2), verdicts.filter(({ loads }) => !loads).length, ...counts.slice(2)];
  const order = (one, other) => {
    const [a, b] = [badness(one), badness(other)];
    const at = a.findIndex((count, index) => count !== b[index]);
    return at < 0 ? 0 : b[at] - a[at];
  };
  const models = all.filter((one) => !isNoModel(one));
  return (models.length > 0 ? models : all).toSorted(order)[0].path;
};

export class Models {
  constructor(open) {
    this.open = open;
    this.rows = new Map();
    this.pictures = new Map();
    $('list').addEventListener('keydown', (event) => this.step(event));
  }

  /** Empties the list. */
  clear() {
    this.rows.clear();
    $('list').replaceChildren();
  }

  /** Says which files could not be checked. `more` makes what can be done with one. */
  sayBad(bad, more) {
    $('troubles').hidden = bad.length === 0;
    $('troubles').replaceChildren(...bad.map(({ path, why }) => {
      const what = why === 'it was stopped' ? 'stopped, as it took too long' : 'the check failed, which is a bug in ms3dlint';
      const item = make('li', '', make('bdi', '', path), `: ${what} `, more(path));
      item.title = why ?? '';
      return item;
    }));
  }

  /** Forgets the picture of a model, or all. */
  forget(path) {
    for (const [name, address] of [...this.pictures]) {
      if (path !== undefined && name !== path) continue;
      URL.revokeObjectURL(address);
      this.pictures.delete(name);
    }
  }

  /** Takes a model out of the list. */
  remove(path) {
    this.rows.get(path)?.closest('li').remove();
    this.rows.delete(path);
  }

  pictured() {
    return [...this.pictures.keys()];
  }

  add(result) {
    const { path, name, counts, is_model: isModel, is_unread: isUnread, verdicts, loads } = result;
    const row = button('model', '', () => this.open(path));
    const image = make('img', 'small');
    Object.assign(image, { alt: '', width: 80, height: 60 });
    if (this.pictures.has(path)) image.src = this.pictures.get(path);
    else image.classList.add('none');
    const words = make('span', 'words', make('span', 'name', ...pathOf(name.slice(name.lastIndexOf('/') + 1))));
    const found = countsOf(counts);
    words.append(make('span', 'counts', ...(found.length > 0 ? found : [make('span', isUnread ? 'fails' : 'fine', isUnread ? 'not read' : isModel ? 'nothing found' : 'no model')])));
    if (verdicts.length > 0) words.append(make('span', loads ? 'quiet' : 'fails', loadsText(result)));
    row.append(image, words);
    row.title = name;
    const old = this.rows.get(path);
    row.tabIndex = old?.tabIndex ?? (this.rows.size === 0 ? 0 : -1);
    this.rows.set(path, row);
    if (old) {
      old.replaceWith(row);
      return;
    }
    // Folders are said once, above their models.
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    if (folder !== '' && this.folder() !== folder) {
      const head = make('li', 'folder', make('bdi', '', folder));
      head.dataset.folder = folder;
      $('list').append(head);
    }
    $('list').append(make('li', '', row));
  }

  folder() {
    return [...$('list').querySelectorAll('.folder')].at(-1)?.dataset.folder;
  }

  /** All models are known: those of several can be seen together. */
  complete(all) {
    if (all.length < 2) return;
    const name = `All ${plural(all.length, 'model')}`;
    if (this.rows.has('')) {
      this.rows.get('').querySelector('.name').textContent = name;
      return;
    }
    const row = button('model together', '', () => this.open(''));
    row.append(make('span', 'words', make('span', 'name', name),
      make('span', 'quiet', 'what was found in them, together')));
    row.tabIndex = -1;
    this.rows = new Map([['', row], ...this.rows]);
    $('list').prepend(make('li', '', row));
  }

  picture(path, png) {
    if (png.length === 0) return;
    const address = URL.createObjectURL(new Blob([png], { type: 'image/png' }));
    this.pictures.set(path, address);
    const image = this.rows.get(path)?.querySelector('img');
    if (image) { image.src = address; image.classList.remove('none'); }
  }

  select(path) {
    for (const [name, row] of this.rows) {
      const isChosen = name === path;
      row.setAttribute('aria-current', String(isChosen));
      row.tabIndex = isChosen ? 0 : -1;
    }
    this.rows.get(path)?.scrollIntoView({ block: 'nearest' });
  }

  /** Arrow keys go through the list, which is one stop of the tabulator. */
  step(event) {
    const rows = [...this.rows.values()];
    const at = rows.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    rows[Math.min(Math.max(to, 0), rows.length - 1)].focus();
  }
}
