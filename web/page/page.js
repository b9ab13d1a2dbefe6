// The page: which files are looked at, and what of them is shown.
import { candidates, chosen, dropped } from './drop.js';
import { carried, carry } from './link.js';
import { $, button, download, make, number, plural, say } from './make.js';
import { Models, worstOf } from './models.js';
import { Overview } from './overview.js';
import { isNoModel, NO_MODEL, Panel } from './panel.js';
import { RulePage } from './rule.js';
import { Stage } from './stage.js';
import { Unsaved } from './unsaved.js';
import { Workshop } from './workshop.js';

const state = {
  files: [], models: [], checked: new Map(), selected: null, example: null, targets: '', level: 'warning', programs: [], bad: [],
  // The paths that wait to be checked, and those that nobody waits for any more.
  waiting: new Set(), unchecked: [],
  // The programs that what is shown was checked for.
  checkedFor: '',
  get left() { return this.waiting.size; },
  // The files that were repaired here, by their paths: there is no other copy of them.
  round: 0, isUntouched: false, changed: new Map(),
  // How the name of the model gets the focus when it is shown, if it does.
  refocus: null,
};

/** So that the model stays in sight. */
const QUIETLY = { preventScroll: true };

const workshop = new Workshop({
  checked(result, round) {
    // What was opened before is still on its way.
    if (round !== state.round || !state.waiting.delete(result.path)) return;
    showProgress();
    if (!result.is_skipped) {
      state.checked.set(result.path, result);
      models.add(result);
      if (state.selected === result.path || (state.selected === null && isFirst(result.path))) select(result.path);
    }
    if (state.left === 0) finish();
  },
  picture(path, png, round) { if (round === state.round) models.picture(path, png); },
  stopped(path, why) {
    if (path === null) {
      $('zone-words').textContent = 'This page cannot be started here: it needs a browser of the last three years.';
      return;
    }
    state.bad.push({ path, why });
    say(`Checking ${path} failed.`);
    check();
  },
});

const models = new Models((path) => select(path));
const stage = new Stage({
  workshop, chosen: (finding) => panel.choose(finding), here: (findings) => panel.markHere(findings),
  dragged(kind) {
    if (kind === 'drop') notice('Nothing was opened: drop it once more.');
    else isOver();
  },
  escaped: () => rulePage.escape(),
  stop: () => stopView(),
});
const unsaved = new Unsaved();
const saved = (paths) => unsaved.remove(paths);
const showRule = (name, noticed) => rulePage.show(name, noticed);
const overview = new Overview({ workshop, open: (path, finding) => select(path, finding), showRule, repairAll, saved, stop: stopRepairAll });
const panel = new Panel({
  workshop, stage, showRule, replace, unsaved, saved, stop: stopRepair, nameOf: (name) => state.programs.find((program) => program.name === name)?.title ?? name,
});

/** Says something in words that stay until the next thing happens; nothing if there are none. */
const notice = (...lines) => {
  $('notice').textContent = lines.join(' ');
  $('notice').hidden = lines.length === 0;
  if (lines.length > 0) say(lines.join(' '));
};

/** A file of the site. It fails too if the page is left meanwhile. */
const fetched = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
};
const rulePage = new RulePage({ fetched, notice });

/** Whether a model is the one to look at until somebody chooses, or all are known: that of the link, or the first. */
const isFirst = (path) => {
  const wanted = state.example && carried().get('model');
  return wanted ? path === wanted : true;
};

const showProgress = () => {
  const count = state.models.length;
  const { length } = state.unchecked;
  $('unchecked').hidden = length === 0;
  $('unchecked-words').textContent = `${plural(length, 'file')} ${length === 1 ? 'was' : 'were'} not checked.`;
  $('progress').hidden = state.left === 0 || count < 2;
  $('done').max = count;
  $('done').value = count - state.left;
  $('done-words').textContent = `${number(count - state.left)} of ${plural(count, 'file')} checked`;
};

/** Says which files could not be checked. What was repaired can be downloaded still. */
const sayBad = () => models.sayBad(state.bad, (path) => state.changed.has(path) && button('', 'Download the repaired file', () => {
  download(path.slice(path.lastIndexOf('/') + 1), state.changed.get(path));
  saved([path]);
}));

let slow = 0;
/** One model alone has no list: where its check takes long, it can be stopped beside it. */
const offerStop = () => {
  const { round } = state;
  clearTimeout(slow);
  if (state.models.length === 1) slow = setTimeout(() => { if (round === state.round && state.left > 0) panel.wait(stopCheck); }, 1000);
};

/** All models are checked, or as many as somebody wanted. */
const finish = () => {
  const all = [...state.checked.values()];
  const bad = all.filter(({ counts }) => counts[0] + counts[1] > 0).length;
  const only = all.length === 1 ? 'The model is checked' : `${plural(all.length, 'model')} are checked`;
  if (all.length === 0) {
    const none = state.files.length === 1 ? 'It is not a model.' : `There is no model among ${plural(state.files.length, 'file')}.`;
    const what = state.bad.length + state.unchecked.length > 0 ? 'No model was checked.' : none;
    panel.sayNothing(what, state.bad.length > 0 || state.unchecked.length > 0 ? '' : 'Models are called .txt or .ms3d.');
    stage.empty('');
    say(what);
    if (state.refocus) $('name').focus(state.refocus);
    return;
  }
  const unread = all.filter(({ is_unread: isUnread }) => isUnread).length;
  const known = unread === all.length ? `${plural(unread, 'file')} cannot be read.`
    : `${only}. ${bad === 0 ? 'Nothing is wrong' : `Something is wrong in ${number(bad)}`}.${unread > 0 ? ` ${plural(unread, 'file')} cannot be read.` : ''}`;
  say(all.length === 1 && isNoModel(all[0]) ? NO_MODEL : known);
  models.complete(all);
  const { selected } = state;
  if (selected === '' && all.length > 1) select('');
  else if (!state.checked.has(selected)) {
    const wanted = state.example && (selected || carried().get('model'));
    select(worstOf(all));
    if (wanted) notice(`There is no model "${wanted}" in this example.`);
  } else if (bad > 0 && state.isUntouched && document.activeElement !== $('view')) {
    // Nobody has looked at anything yet: what is worst is shown.
    const worst = worstOf(all);
    if (worst !== selected) {
      select(worst);
      say(`${known} Shown is the worst: ${state.checked.get(worst).name}.`);
    }
  }
  state.isUntouched = false;
};

/** Looks at a model, or at all of them together if there is no path; then at one of its findings. */
const select = (path, finding = null) => {
  state.selected = path;
  models.select(path);
  carry({ model: state.example && path ? path : '' });
  const isAll = path === '';
  $('known').hidden = isAll;
  $('work').classList.toggle('all', isAll);
  if (isAll) {
    stage.empty('');
    $('view').hidden = true;
    overview.show([...state.checked.values()], state.changed.size);
    return;
  }
  overview.hide();
  const result = state.checked.get(path);
  if (!result) return;
  const refocus = state.refocus ?? (document.activeElement?.id === 'name' ? QUIETLY : null);
  // What is seen is asked for before what is counted.
  stage.show(result, state.programs.find(({ name }) => name === state.targets)?.title ?? null);
  panel.show(result, state);
  if (refocus) $('name').focus(refocus);
  state.refocus = null;
  if (finding !== null) panel.choose(result.shown_as[finding], true);
};

/** Hands the worker what is open: it checks what waits, and draws what has no picture. Whatever it does else, ends. */
const handOver = async () => {
  const pictured = new Set(models.pictured());
  const { files, targets, level, round, changed } = state;
  const isHeard = await workshop.hears('open', {
    files, targets, level, round, changed: [...changed.keys()], models: [...state.waiting],
    drawn: state.models.filter((path) => !pictured.has(path) && !workshop.wasEnded('picture', path)),
  });
  if (isHeard || round !== state.round) return;
  workshop.restart();
  handOver();
};

/** Checks all files again, as the switches say, but those that were stopped. */
const check = () => {
  const left = new Set([...state.bad.map(({ path }) => path), ...state.unchecked]);
  state.models = candidates(state.files.map(({ path }) => path)).filter((path) => !left.has(path));
  state.waiting = new Set(state.models);
  state.checked.clear();
  state.checkedFor = state.targets;
  state.round += 1;
  models.clear();
  sayBad();
  overview.hide();
  showProgress();
  offerStop();
  handOver();
  $('models').hidden = state.models.length < 2 && left.size === 0;
  if (state.models.length === 0) finish();
};

/** What somebody waits for, to be opened: of several the last. */
let search = null;
const seek = (what) => {
  search = what;
  $('listing').hidden = true;
  return () => what !== null && search === what;
};

const open = (files, example = null) => {
  if (files.length === 0) return;
  seek(null);
  if (!unsaved.mayGo()) {
    carry({ example: state.example ?? '', model: state.example && state.selected ? state.selected : '' });
    return;
  }
  unsaved.remove();
  workshop.forgive();
  // Of two files with one path, the last counts.
  const byPath = new Map(files.map((one) => [one.path, one]));
  Object.assign(state, { files: [...byPath.values()], selected: null, example, bad: [], unchecked: [], changed: new Map() });
  // What had the focus is hidden now.
  state.refocus = $('start').contains(document.activeElement) ? QUIETLY : null;
  // A link may name the model.
  state.isUntouched = !(example && carried().get('model'));
  notice();
  rulePage.hide();
  $('work').classList.remove('all');
  carry(example ? { example } : { example: '', model: '' });
  document.body.classList.add('working');
  $('start').hidden = true;
  for (const id of ['work', 'choices']) $(id).hidden = false;
  models.forget();
  overview.forget();
  panel.wait();
  check();
};

/** Goes on with other bytes of a file. */
function replace(path, bytes, isSaved) {
  const file = new File([bytes], path.slice(path.lastIndexOf('/') + 1));
  state.files = state.files.map((one) => (one.path === path ? { path, file } : one));
  state.changed.set(path, file);
  if (isSaved) unsaved.remove([path]);
  else unsaved.add(path);
  models.forget(path);
  workshop.forgive(path);
  state.refocus = {};
  state.waiting = new Set([path, ...state.waiting]);
  showProgress();
  offerStop();
  workshop.ask('replace', { path, file });
}

/** Ends what the worker does; another one goes on. What waited for an answer is shown again. */
const startAgain = () => {
  workshop.restart();
  handOver();
  select(state.selected);
};

/** Ends what the view of a model waits for, whatever it is. */
function stopView() {
  const { at } = workshop;
  const isCheck = at?.job === 'check' && state.waiting.delete(at.path);
  if (isCheck) noteStopped(at.path);
  startAgain();
  if (isCheck && state.left === 0) finish();
}

/** Ends a repair that takes too long. */
function stopRepair() {
  state.refocus = {};
  startAgain();
}

/** Ends the repair of all models, which goes on with the next one as long as the worker hears nothing else. */
async function stopRepairAll() {
  if (!await workshop.hears('stopRepair')) startAgain();
}

async function repairAll(isUnsafe, news) {
  const paths = [...state.checked.values()].filter(({ is_model: isModel }) => isModel).map(({ path }) => path);
  const before = new Map(state.changed);
  const all = await workshop.ask('repairAll', { paths, isUnsafe }, news);
  // What somebody repairs meanwhile is in the ZIP file as it was, and so not downloaded.
  return all && { ...all, packed: all.packed.filter((path) => state.changed.get(path) === before.get(path)) };
}

// ---- What people do ------------------------------------------------------------------------------------------------------

const start = async () => {
  const { programs, version } = await workshop.ask('start') ?? { programs: [], version: '' };
  state.programs = programs;
  $('version').textContent = version;
  const byTitle = programs.toSorted((one, other) => (one.title.toLowerCase() < other.title.toLowerCase() ? -1 : 1));
  for (const { name, title } of byTitle) {
    const option = make('option', '', title);
    option.value = name;
    $('engine').append(option);
  }
  const all = make('option', '', 'all programs');
  all.value = 'all';
  $('engine').append(all);
  const found = await fetched('examples.json').then((answer) => answer.json()).catch(() => null);
  const examples = found ?? [];
  for (const example of examples) {
    const item = button('example', '', () => openExample(example));
    item.append(make('strong', '', example.title), make('span', '', example.about));
    $('examples').append(make('li', '', item));
  }
  window.addEventListener('hashchange', () => follow(examples));
  await follow(examples);
  if (!found) notice('The examples cannot be loaded.');
};

const openExample = async (example) => {
  const isWanted = seek({ example });
  const files = await Promise.all(example.files.map(async (name) => {
    const address = ['examples', example.name, ...name.split('/')].map(encodeURIComponent).join('/');
    const blob = await (await fetched(address)).blob();
    return { path: `${example.name}/${name}`, file: new File([blob], name.slice(name.lastIndexOf('/') + 1)) };
  })).catch(() => null);
  if (!isWanted()) return;
  if (files) open(files, example.name);
  else notice('The example cannot be loaded.');
};

let followTurn = 0;
/** Shows what a link asks for: of several the last. */
const follow = async (examples) => {
  followTurn += 1;
  const turn = followTurn;
  const isLast = () => turn === followTurn;
  notice();
  if (search?.example) seek(null);
  const values = carried();
  const [engine, name, model, rule] = ['engine', 'example', 'model', 'rule'].map((key) => values.get(key) ?? '');
  const troubles = [];
  if (engine !== state.targets) await aim(engine, troubles, isLast);
  if (!isLast()) return;
  const example = examples.find((one) => one.name === name);
  if (name !== '' && !example) troubles.push(`There is no example "${name}".`);
  if (example && state.example !== name) await openExample(example);
  else if (state.files.length > 0) goOn(model, troubles);
  if (!isLast()) return;
  if (troubles.length > 0) notice(...troubles);
  if (rule !== '') await showRule(rule, troubles);
  else rulePage.escape();
};

/** Takes the programs of a link, with commas between them, if all are known. */
const aim = async (engine, troubles, isLast) => {
  const isKnown = await workshop.ask('knows', { targets: engine });
  if (!isLast()) return;
  if (!isKnown) {
    troubles.push(`No program is called "${engine}".`);
    carry({ engine: state.targets });
    return;
  }
  if (![...$('engine').options].some(({ value }) => value === engine)) {
    const option = make('option', '', engine.split(',').join(', '));
    option.value = engine;
    $('engine').append(option);
  }
  $('engine').value = engine;
  state.targets = engine;
};

/** Shows another model of what is open, and checks all again for other programs. */
const goOn = (model, troubles) => {
  const isAimed = state.checkedFor !== state.targets;
  const isThere = model !== '' && state.models.includes(model);
  if (model !== '' && !isThere) troubles.push(`There is no model "${model}" in this example.`);
  if (isThere && (isAimed || !state.checked.has(model))) state.selected = model;
  else if (isThere) select(model);
  carry({ model: state.example && state.selected ? state.selected : '' });
  if (isAimed) check();
};

$('engine').addEventListener('change', () => {
  state.targets = $('engine').value;
  carry({ engine: state.targets });
  check();
});
$('level').addEventListener('change', () => { state.level = $('level').value; check(); });
$('again').addEventListener('click', () => {
  if (!unsaved.mayGo()) return;
  unsaved.remove();
  workshop.ask('stop');
  seek(null);
  rulePage.hide();
  document.body.classList.remove('working');
  for (const id of ['work', 'choices']) $(id).hidden = true;
  $('start').hidden = false;
  Object.assign(state, { example: null, files: [], models: [], selected: null, waiting: new Set(), round: state.round + 1 });
  notice();
  carry({ example: '', model: '' });
  stage.empty('');
  $('pick-files').focus();
});
async function stopCheck() {
  const { round } = state;
  $('stop').disabled = true;
  const isBusy = !await workshop.hears('stop', { drawsChecked: true });
  $('stop').disabled = false;
  if (round === state.round) giveUp(isBusy);
  if (isBusy) startAgain();
  if (round !== state.round) return;
  say('Stopped.');
  finish();
}
$('stop').addEventListener('click', stopCheck);
/** A file whose check was stopped is not among those that are known. */
const noteStopped = (path) => {
  state.bad.push({ path, why: 'it was stopped' });
  state.models = state.models.filter((one) => one !== path);
  state.checked.delete(path);
  models.remove(path);
  sayBad();
  showProgress();
};
/** Nobody waits for what is not checked yet; the first of it is what the worker was busy with. */
const giveUp = (isBusy) => {
  const rest = [...state.waiting];
  state.models = state.models.filter((path) => !state.waiting.has(path));
  state.waiting.clear();
  state.unchecked.push(...rest.slice(isBusy ? 1 : 0));
  if (isBusy && rest.length > 0) noteStopped(rest[0]);
  showProgress();
};
$('check-rest').addEventListener('click', () => {
  const rest = state.unchecked.splice(0);
  state.models.push(...rest);
  state.waiting = new Set([...state.waiting, ...rest]);
  showProgress();
  $('stop').focus();
  workshop.ask('checkMore', { models: rest });
});
for (const kind of ['files', 'folder']) {
  $(`pick-${kind}`).addEventListener('click', () => $(kind).click());
  $(kind).addEventListener('change', () => { const files = chosen($(kind)); $(kind).value = ''; open(files); });
}
/** Opens what is dropped, and shows how far it is where that takes time. */
const look = async (transfer) => {
  const isWanted = seek({ transfer });
  let words = 'Looking through the folder';
  const show = () => {
    if (!isWanted()) return;
    $('listing-words').textContent = words;
    if ($('listing').hidden) say(words);
    $('listing').hidden = false;
  };
  const timer = setInterval(show, 250);
  try {
    const { files, unread } = await dropped(transfer, isWanted, (count, all) => {
      words = all ? `Opening the folder: ${number(count)} of ${plural(all, 'file')}` : `Looking through the folder: ${plural(count, 'file')}`;
    });
    if (!isWanted()) return;
    open(files);
    if (unread > 0) notice(`${plural(unread, 'file')} cannot be read.`);
    else if (files.length === 0) notice('Nothing was opened: there is no file in what was dropped.');
  } catch {
    if (isWanted()) notice('Nothing was opened: what was dropped cannot be read.');
  } finally {
    clearInterval(timer);
    if (isWanted()) seek(null);
  }
};
$('listing-stop').addEventListener('click', () => {
  seek(null);
  notice('Stopped: nothing was opened.');
  $($('start').hidden ? 'again' : 'pick-files').focus();
});

let overTimer = 0;
const isNotOver = () => document.body.classList.remove('over');
/** Something is dragged over the page: that is reported again and again, but not that it is dropped elsewhere. */
function isOver() {
  document.body.classList.add('over');
  clearTimeout(overTimer);
  overTimer = setTimeout(isNotOver, 1000);
}
for (const kind of ['dragenter', 'dragover']) window.addEventListener(kind, (event) => { event.preventDefault(); isOver(); });
window.addEventListener('dragleave', (event) => { if (!event.relatedTarget) isNotOver(); });
window.addEventListener('drop', async (event) => {
  event.preventDefault();
  isNotOver();
  look(event.dataTransfer);
});

for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, () => { state.isUntouched = false; }, true);

// What is dropped before the page is ready waits for the worker.
start();
if ('serviceWorker' in navigator && isSecureContext) navigator.serviceWorker.register('sw.js').catch(() => {});
// What tests look at.
Object.defineProperty(window, 'ms3dlintPage', { value: { state, workshop, open, stage } });
