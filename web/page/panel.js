// What is known of one model: what programs do with it, what is wrong with it, and its repair.
import { isCalledModel } from './drop.js';
import { $, button, countsOf, download, make, number, pathOf, plural, say, sentence } from './make.js';

/** How a carriage return is shown. */
const RETURN = '\u240d';

const nameOfFile = (path) => path.slice(path.lastIndexOf('/') + 1);

/** A section with a heading. */
const section = (id, title, ...children) => {
  const heading = make('h3', '', title);
  heading.id = `${id}-title`;
  const made = make('section', '', heading, ...children);
  made.id = id;
  made.setAttribute('aria-labelledby', heading.id);
  return made;
};

/** Programs that do not load a model for the same reason appear once, with the titles of all. */
const together = (verdicts) => {
  const groups = [];
  for (const verdict of verdicts) {
    const same = groups.find(([other]) => !verdict.loads && !other.loads && other.says === verdict.says);
    if (same) same[1].push(verdict.title);
    else groups.push([verdict, [verdict.title]]);
  }
  return groups;
};

export const NO_MODEL = 'This is not a MilkShape model.';

/** Whether a file is another one altogether. What is called .ms3d is meant to be a model. */
export const isNoModel = ({ path, rules }) => rules.includes('not-a-model') && !/\.ms3d$/i.test(path);

/** Whether a finding has a fix that is applied only where its rule is named: hints have such. */
const isFixedByName = ({ option }) => Boolean(option?.includes('--fix-only'));

const sum = (all) => all.reduce((one, other) => one + other, 0);

/** A line that says how many places would be repaired that are not shown: fixes reach what only matters elsewhere. */
export const notShown = (results, workshop) => {
  const line = make('p', 'quiet small');
  line.hidden = true;
  const count = async () => {
    let left = 0;
    for (const { path, fixable, details, counts } of results) {
      const more = sum(fixable) - details.filter(({ fix }) => fix !== null).length;
      // Where a finding is about several places, or not all are known, the whole report is asked.
      const known = more <= 0 || sum(counts) === details.length;
      if (!known && workshop.wasEnded('hidden', path)) return;
      const hidden = known ? Math.max(more, 0) : await workshop.ask('hidden', { path });
      if (hidden === null) return;
      left += hidden;
    }
    const [are, them] = left === 1 ? ['is', 'it'] : ['are', 'them'];
    line.textContent = `${number(left)} of these places ${are} not shown: choose "also what may matter elsewhere" to see ${them}.`;
    line.hidden = left === 0;
  };
  count();
  return line;
};

export class Panel {
  constructor({ workshop, stage, showRule, replace, unsaved, saved, stop, nameOf }) {
    Object.assign(this, { workshop, stage, showRule, replace, unsaved, saved, stop, nameOf, rows: [], result: null });
  }

  /** Says that a model is being checked; with a button where that takes long. */
  wait(stop = null) {
    this.result = null;
    const halt = stop && button('', 'Stop', () => { halt.disabled = true; stop(); });
    if (halt) halt.id = 'stop-check';
    $('known').hidden = false;
    $('known').replaceChildren(make('p', 'quiet', 'Checking ... ', halt));
  }

  sayNothing(...lines) {
    const heading = make('h2', '', lines[0]);
    heading.id = 'name';
    heading.tabIndex = -1;
    $('known').hidden = false;
    $('known').replaceChildren(heading, ...lines.slice(1).map((line) => make('p', 'quiet', line)));
    $('models').hidden = $('troubles').hidden && $('unchecked').hidden;
  }

  show(result, { files, changed }) {
    Object.assign(this, { result, files, changed });
    const heading = make('h2', '', ...pathOf(result.name));
    heading.id = 'name';
    heading.tabIndex = -1;
    $('known').scrollTop = 0;
    if (isNoModel(result)) {
      $('known').replaceChildren(heading, make('p', '', NO_MODEL));
      return;
    }
    const about = result.is_unread && !result.about ? 'It cannot be read: it may have changed since it was opened.' : result.about;
    const parts = [heading, make('p', 'quiet small', about), this.meant(result), this.kept(result)];
    if (result.verdicts.length > 0) parts.push(this.programs(result));
    parts.push(this.findings(result));
    if (result.is_model) parts.push(this.repairs(result));
    $('known').replaceChildren(...parts.filter(Boolean));
  }

  /** For which programs the model is checked, and what was not looked at. */
  meant({ guessed, path, unseen }) {
    const lines = guessed.map(([program, file]) => `Checked for ${this.nameOf(program)}, as there is ${file}.`);
    if (!path.includes('/')) {
      lines.push(this.files.length === 1 || this.files.every((file) => isCalledModel(file.path)) ? 'It was opened without its folder, so nobody looked for its textures.'
        : 'Its textures were looked for among the files that were opened with it.');
    }
    if (unseen > 0) lines.push(`${plural(unseen, 'texture')} outside of this folder ${unseen === 1 ? 'was' : 'were'} not looked for.`);
    return lines.length > 0 ? make('p', 'quiet small', lines.join(' ')) : null;
  }

  /** What was repaired here can be downloaded still. */
  kept({ path }) {
    const file = this.changed.get(path);
    if (!file) return null;
    const words = make('span', '', this.unsaved.has(path) ? 'This is the repaired file, which was not downloaded yet. ' : 'This is the repaired file. ');
    const save = button('', 'Download it', () => {
      download(nameOfFile(path), file);
      this.saved([path]);
      words.textContent = 'This is the repaired file. ';
    });
    save.id = 'save-kept';
    return make('p', 'small', words, save);
  }

  // ---- Programs ----------------------------------------------------------------------------------------------------------

  programs({ verdicts }) {
    const list = make('ul', 'programs');
    const more = make('div', 'more');
    more.hidden = true;
    const buttons = together(verdicts).map(([verdict, titles]) => {
      const row = button(`program ${verdict.loads ? (verdict.effects.length > 0 ? 'otherwise' : 'loads') : 'fails'}`, '', () => {
        const isOn = row.getAttribute('aria-pressed') !== 'true';
        buttons.forEach((other) => other.setAttribute('aria-pressed', String(other === row && isOn)));
        this.stage.as(isOn ? verdict.title : '');
        more.hidden = !isOn;
        more.replaceChildren(...(isOn ? this.verdict(verdict) : []));
        if (isOn) say(more.textContent);
      });
      row.setAttribute('aria-pressed', 'false');
      const says = verdict.loads ? 'loads it' : verdict.says;
      const others = verdict.loads && verdict.effects.length > 0 ? ', but not all as it is' : '';
      row.append(make('strong', '', titles.join(', ')), make('span', '', `${titles.length > 1 ? ': each' : ''} ${says}${others}`));
      list.append(make('li', '', row));
      return row;
    });
    return section('programs', 'Programs', list, more);
  }

  /** What a program does, in full. */
  verdict({ title, loads, says, effects }) {
    const lines = [make('p', '', `${title} ${loads ? 'loads it' : says}${loads && effects.length > 0 ? ', and' : '.'}`)];
    if (effects.length > 0 && loads) lines.push(make('ul', 'plain', ...effects.map((effect) => make('li', '', effect))));
    lines.push(make('p', 'quiet', 'The model is shown as in this program.'));
    return lines;
  }

  // ---- Findings ----------------------------------------------------------------------------------------------------------

  findings(result) {
    const { found, counts, dropped, is_model: isModel } = result;
    const entries = found.flatMap(({ found: all }) => all);
    const title = make('span', '', 'Findings ');
    const shown = countsOf(counts);
    title.append(make('span', 'counts', ...shown));
    this.rows = [];
    const list = make('ul', 'findings', ...entries.map((entry) => this.finding(entry, result)));
    const made = section('findings', title, list);
    if (entries.length === 0) made.append(make('p', 'fine', isModel ? 'Nothing is wrong with this model.' : 'Nothing is known of it.'));
    if (dropped > 0) made.append(make('p', 'quiet small', `${plural(dropped, 'more finding', 'more findings')} of the same rules ${dropped === 1 ? 'is' : 'are'} not listed.`));
    return made;
  }

  finding(entry, result) {
    const item = make('li');
    const number = result.shown_as[entry.finding];
    const row = button('row', '', () => {
      const isOpen = row.getAttribute('aria-expanded') === 'true';
      this.choose(isOpen ? null : number, true);
    });
    row.setAttribute('aria-expanded', 'false');
    const at = entry.place.startsWith('0x') ? entry.place : `line ${entry.place}`;
    const fix = entry.option === null ? '' : entry.option.includes('unsafe') ? 'unsafe fix' : 'fix';
    row.append(make('span', `severity ${entry.severity}`, entry.severity), ' ', make('bdi', '', ...sentence(entry.says)),
      make('span', 'rule', [at, entry.rule, fix].filter(Boolean).join(' - ')));
    item.append(row);
    this.rows.push({ number, row, item, entry, more: null });
    return item;
  }

  /** What is not in the list at once. */
  details({ entry }) {
    const { help, fix, effects } = this.result.details[entry.finding];
    const lines = [
      entry.whereabouts && make('p', 'quiet', entry.whereabouts),
      ...effects.map((effect) => make('p', '', `${effect}.`)),
      help && help !== fix && make('p', '', `Help: ${help}${help.endsWith('?') ? '' : '.'}`),
      fix && make('p', '', `${entry.option?.includes('unsafe') ? 'Fix that may be wrong' : 'Fix'}: ${fix}.`),
      isFixedByName(entry) && this.repairOfRule(entry),
      make('p', '', button('link', `About ${entry.rule}`, () => this.showRule(entry.rule))),
    ];
    return make('div', 'more', ...lines.filter(Boolean));
  }

  /** A button that repairs all that a rule finds, which nothing else does. */
  repairOfRule({ rule, option }) {
    const { result } = this;
    const run = button('', `Repair ${rule}`, () => this.repair(result, option.includes('unsafe'), run, rule));
    return make('p', '', run);
  }

  /** Opens a finding, by its number on the stage; null closes all. */
  choose(number, isAsked = false) {
    let chosen = null;
    for (const one of this.rows) {
      const isChosen = one.number === number && number !== null;
      one.row.setAttribute('aria-expanded', String(isChosen));
      one.row.classList.remove('here');
      if (isChosen) chosen = one;
      // The stage tells of what was chosen here, too: what is open stays, and has the focus still.
      if (isChosen && one.more) continue;
      one.more?.remove();
      one.more = null;
      if (!isChosen) continue;
      one.more = this.details(one);
      one.item.append(one.more);
      one.item.scrollIntoView({ block: 'nearest' });
    }
    if (isAsked) this.stage.mark(number);
    if (chosen && isAsked) say(chosen.more.textContent);
  }

  /** Points at the findings about what was picked in the model. */
  markHere(numbers) {
    this.choose(null);
    for (const { number, row } of this.rows) row.classList.toggle('here', numbers.includes(number));
    this.rows.find(({ number }) => numbers.includes(number))?.item.scrollIntoView({ block: 'nearest' });
  }

  // ---- Repair ------------------------------------------------------------------------------------------------------------

  repairs(result) {
    const [safe, unsafe] = result.fixable;
    const box = make('div', 'repair');
    const made = section('repair', 'Repair', box);
    const isAnyFixedByName = result.found.some(({ found }) => found.some(isFixedByName));
    const hints = isAnyFixedByName && make('p', 'quiet', 'Hints are repaired only if that is asked for: open one that has a fix.');
    if (safe + unsafe === 0) {
      if (result.counts.every((count) => count === 0)) return null;
      box.append(hints || make('p', 'quiet', 'Nothing of this can be repaired by itself. Open a finding to see what to do.'));
      return made;
    }
    const unsafeBox = make('input');
    unsafeBox.type = 'checkbox';
    unsafeBox.checked = safe === 0;
    const run = button('main', 'Repair', () => this.repair(result, unsafeBox.checked, run));
    run.id = 'run-repair';
    box.append(make('p', '', safe > 0 ? `${plural(safe, 'place')} can be repaired safely: the model means the same afterwards.`
      : 'There is no safe fix.'));
    if (unsafe > 0) {
      const label = make('label', 'check', unsafeBox, safe > 0
        ? ` also ${plural(unsafe, 'place')} with fixes that may be wrong: look at the result`
        : ` fixes that may be wrong, in ${plural(unsafe, 'place')}: look at the result`);
      box.append(label);
    }
    box.append(notShown([result], this.workshop), run);
    if (hints) box.append(hints);
    return made;
  }

  /** Repairs a model, or what one rule finds in it. */
  async repair(result, isUnsafe, run, only = '') {
    run.disabled = true;
    say('Repairing.');
    const stop = button('', 'Stop', () => this.stop());
    stop.id = 'stop-repair';
    const busy = make('p', 'busy', 'Repairing ... ', stop);
    run.after(busy);
    const answer = await this.workshop.ask('repair', { path: result.path, isUnsafe, only, shows: true });
    busy.remove();
    run.disabled = false;
    if (answer && this.result === result) this.showRepair(result, answer);
  }

  /** What the repair changes, in words; the stage shows the model before and after. */
  showRepair(result, answer) {
    const { path } = result;
    const box = make('div', 'repair');
    const back = button('', 'Back', () => {
      this.show(result, this);
      this.stage.show(result);
      ($('run-repair') ?? $('name')).focus();
    });
    const heading = make('h2', '', ...pathOf(result.name));
    heading.id = 'name';
    if (answer.is_gone || answer.trouble !== null || !answer.is_changed) {
      const why = answer.is_gone ? 'The file has changed since it was opened: open it again.'
        : answer.trouble === null ? 'Nothing was changed: no fix holds for this model.'
          : `It was not repaired, which is a bug in ms3dlint: ${answer.trouble}.`;
      $('known').replaceChildren(heading, section('repair', 'Repair', make('p', '', why), back));
      back.focus();
      say(why);
      return;
    }
    const places = answer.fixed.reduce((sum, one) => sum + one.places, 0);
    const title = make('h3', '', `${plural(places, 'place')} repaired`);
    title.tabIndex = -1;
    // What was done and where; of a rule that did the same again and again, the first few.
    const list = make('ul', 'fixed', ...answer.fixed.map(({ rule, places: count, changes }) => {
      const left = count - changes.length;
      return make('li', '', ...changes.map((change) => make('p', '', make('bdi', '', ...sentence(change)))),
        left > 0 && changes.length > 0 ? make('p', 'quiet', `and ${plural(left, 'more place', 'more places')}`) : null,
        button('link', rule, () => this.showRule(rule)));
    }));
    const left = answer.left_out.map(([rule, program]) => make('p', '', `The fix of ${rule} was left out: ${program} would no longer load the model.`));
    const found = countsOf(answer.counts);
    const after = make('p', 'after', 'Afterwards: ', ...(found.length > 0 ? found.flatMap((one, at) => (at > 0 ? [', ', one] : [one])) : [make('span', 'fine', 'nothing is wrong')]),
      `; it ${answer.loads ? 'loads in all programs' : `is not loaded by ${answer.verdicts.filter(({ loads }) => !loads).map(({ title: name }) => name).join(', ')}`}.`);
    let isSaved = false;
    const save = button('main', 'Download the repaired file', () => { download(nameOfFile(path), answer.bytes); isSaved = true; });
    save.id = 'save';
    const go = button('', 'Go on with it', () => this.replace(path, answer.bytes, isSaved));
    box.append(title, after, make('p', 'buttons', save, go, back), list, ...left);
    if (answer.differences.trim() !== '') box.append(make('details', '', make('summary', '', 'What differs in the model'), make('pre', 'words', answer.differences)));
    box.append(this.diff(answer));
    $('known').replaceChildren(heading, box);
    $('known').scrollTop = 0;
    title.focus({ preventScroll: true });
    // Where the model stays in sight above, the title would be below it.
    if (matchMedia('(max-width: 56rem)').matches) title.scrollIntoView({ block: 'start' });
    say(`${title.textContent}. ${after.textContent}`);
    if (answer.page !== '') this.stage.put(answer.page);
  }

  diff({ diff, diff_left_out: leftOut }) {
    const lines = diff.split('\n').slice(2).filter((line, at, all) => line !== '' || at < all.length - 1);
    const kind = { '+': 'new', '-': 'old', '@': 'at' };
    // Where all lines end alike, how they end is nothing to look at.
    const isAlike = lines.every((line) => line.startsWith('@') || line.endsWith(RETURN));
    const shownLine = (line) => (isAlike && line.endsWith(RETURN) ? line.slice(0, -1) : line);
    const shown = make('pre', 'diff', ...lines.map((line) => make('span', kind[line[0]] ?? '', `${shownLine(line)}\n`)));
    shown.tabIndex = 0;
    shown.setAttribute('aria-label', 'The lines that change: those with a minus become those with a plus');
    const made = make('details', '', make('summary', '', 'Line by line'), shown);
    made.open = lines.length <= 40;
    if (leftOut > 0) made.append(make('p', 'quiet small', `${number(leftOut)} more bytes of the comparison are not shown.`));
    return made;
  }
}
