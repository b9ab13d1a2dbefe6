// Where models are checked: beside the page, which stays quick. Whoever asks gets an answer; between answers, models that
// wait are checked and drawn.
import init, { Archive, Session, mostBytes, onStop, programs, version } from './ms3dlint_web.js';

let files = new Map();
let session = null;
let round = 0;
/** The round of the page that models are checked in. */
let inRound = 0;
/** What is asked for, and what waits to be checked and drawn. */
const asked = [];
let waiting = [];
let drawn = [];
/** What this session has checked, and the files that were repaired on the page. */
let known = new Set();
let changed = new Set();
let isAwake = false;

/** The bytes of a file; its size alone, if it is too large to be read. */
const read = (path) => {
  const file = files.get(path);
  if (!file) return null;
  if (file.size > mostBytes()) return file.size;
  try {
    return new Uint8Array(new FileReaderSync().readAsArrayBuffer(file));
  } catch {
    return null;
  }
};

/** Says what comes now: while it goes on, nothing is heard of this worker. */
const turnTo = (job, path) => {
  current = path;
  postMessage({ at: { job, path } });
};

const check = (path) => {
  turnTo('check', path);
  known.add(path);
  return JSON.parse(session.check(path));
};

/** Repairs a model, and says what changed. */
const repair = ({ path, isUnsafe, only = '', shows = false }) => {
  turnTo('repair', path);
  const repaired = session.repair(path, isUnsafe, only, shows);
  // It was read once, when it was checked.
  if (!repaired) return { is_gone: true };
  const answer = { ...JSON.parse(repaired.words), page: repaired.page, bytes: repaired.bytes };
  repaired.free();
  return answer;
};

/** Repairs all models, one after the other, and packs those that changed, now or before. What is asked meanwhile is answered. */
const repairAll = async ({ paths, isUnsafe, id, turn }) => {
  const archive = new Archive();
  const all = { count: 0, kept: 0, places: 0, troubles: [], files: [], packed: [], renamed: [], lost: [] };
  const pack = (path, bytes) => {
    const name = bytes instanceof Uint8Array ? archive.add(path, bytes) : undefined;
    (name === undefined ? all.lost : all.packed).push(path);
    if (name !== undefined && name !== path) all.renamed.push([path, name]);
    return name !== undefined;
  };
  for (const [at, path] of paths.entries()) {
    while (asked.length + waiting.length > 0) await step();
    if (turn !== round) return null;
    postMessage({ id, progress: [at, paths.length], path });
    const done = repair({ path, isUnsafe });
    if (done.trouble || done.is_gone) all.troubles.push(path);
    if (done.is_changed && pack(path, done.bytes)) {
      all.count += 1;
      all.files.push({ path, fixed: done.fixed.map(({ rule, places }) => [rule, places]) });
      all.places += done.fixed.reduce((sum, { places }) => sum + places, 0);
    } else if (!done.is_changed && changed.has(path) && pack(path, read(path))) {
      all.kept += 1;
    }
    await rest();
  }
  const bytes = archive.finish();
  return bytes ? { ...all, bytes } : { ...all, count: 0, kept: 0, files: [], packed: [], lost: [...all.packed, ...all.lost] };
};

const jobs = {
  start: () => ({ programs: JSON.parse(programs()), version: version() }),
  open(message) {
    files = new Map(message.files.map(({ path, file }) => [path, file]));
    if (session) session.free();
    session = new Session([...files.keys()], read);
    session.setOptions(message.targets, message.level);
    inRound = message.round;
    waiting = message.models;
    drawn = message.drawn;
    known = new Set();
    changed = new Set(message.changed);
  },
  /** Goes on with other bytes of a file. */
  replace({ path, file }) {
    files.set(path, file);
    changed.add(path);
    waiting.unshift(path);
    drawn.push(path);
  },
  checkMore({ models }) {
    waiting.push(...models);
    drawn.push(...models);
  },
  stop({ drawsChecked = false }) {
    waiting = [];
    drawn = drawsChecked ? drawn.filter((path) => known.has(path)) : [];
  },
  knows({ targets }) {
    const some = new Session([], read);
    const isKnown = some.setOptions(targets, 'warning');
    some.free();
    return isKnown;
  },
  view: ({ path }) => session.view(path),
  /** What was found in models, put together: after a stop, a new session does not know them yet. */
  async together({ paths, turn }) {
    for (const path of paths.filter((one) => !known.has(one))) {
      if (turn !== round) return null;
      check(path);
      await rest();
    }
    return JSON.parse(session.together());
  },
  report: ({ path }) => session.report(path),
  /** How many places have a fix, and are not shown. */
  hidden({ path }) {
    const { safe, unsafe } = JSON.parse(session.report(path) || '{}').summary?.fixable_hidden ?? { safe: 0, unsafe: 0 };
    return safe + unsafe;
  },
  repair,
  repairAll,
  stopRepair: () => null,
};

/** Lets messages come in. */
const channel = new MessageChannel();
let wake = () => {};
channel.port1.onmessage = () => wake();
const rest = () => new Promise((done) => { wake = done; channel.port2.postMessage(0); });

/** The file that is looked at; and why, if the library stops, which is a bug in it. */
let current = null;
let why = '';

const answer = async (message) => {
  turnTo(message.job, message.path ?? null);
  const result = await jobs[message.job](message);
  const bytes = result?.bytes;
  postMessage({ id: message.id, result }, bytes ? [bytes.buffer] : []);
};

/** Does what comes first of what is to be done. */
const step = async () => {
  if (asked.length > 0) {
    await answer(asked.shift());
  } else if (waiting.length > 0) {
    const checked = check(waiting[0]);
    waiting.shift();
    if (checked.is_skipped) drawn = drawn.filter((path) => path !== checked.path);
    postMessage({ checked, round: inRound });
  } else {
    const [path] = drawn;
    turnTo('picture', path);
    const picture = session.picture(path, 160, 120);
    drawn.shift();
    postMessage({ path, picture, round: inRound });
  }
  await rest();
};

const work = async () => {
  while (asked.length + waiting.length + drawn.length > 0) await step();
  postMessage({ at: null });
};

const wakeUp = async () => {
  if (isAwake) return;
  isAwake = true;
  try {
    await ready;
    await work();
    isAwake = false;
  } catch (error) {
    // It stays asleep: a library that has stopped once may be in any state.
    postMessage({ stopped: { path: current, why: why || String(error?.message ?? error) } });
  }
};

/** A model with a comma in a number. */
const SMALL = `// MilkShape 3D ASCII
Frames: 1
Frame: 1
Meshes: 1
"a" 0 -1
3
0 0,5 0.0 0.0 0.0 0.0 -1
0 1.0 0.0 0.0 1.0 0.0 -1
0 0.0 1.0 0.0 0.0 1.0 -1
1
0.0 0.0 1.0
1
0 0 1 2 0 0 0 1
Materials: 0
Bones: 0
`;

/** Browsers compile a function of the library when it is first called, so a model is checked before any is opened. */
const warmUp = () => {
  const small = new Session(['small.txt'], () => new TextEncoder().encode(SMALL));
  small.setOptions('', 'info');
  small.check('small.txt');
  small.free();
};

const ready = init({ module_or_path: new URL('ms3dlint_web_bg.wasm', import.meta.url) })
  .then(() => { onStop((line) => { why = line; }); warmUp(); });

addEventListener('message', ({ data }) => {
  // What is going on ends.
  if (['open', 'stop', 'stopRepair'].includes(data.job)) round += 1;
  asked.push({ ...data, turn: round });
  wakeUp();
});
