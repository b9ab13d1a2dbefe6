// Which files somebody means: dropped, or chosen. Each is `{ path, file }`.

const hasHidden = (path) => path.split('/').some((name) => name.startsWith('.'));

/** The entries of a folder: browsers give them a hundred at a time. */
const entriesOf = async (folder) => {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((done, failed) => { reader.readEntries(done, failed); });
    if (some.length === 0) return all;
    all.push(...some);
  }
};

const addEntry = async (entry, files) => {
  if (entry.isDirectory) {
    for (const child of await entriesOf(entry)) await addEntry(child, files);
  } else {
    const file = await new Promise((done) => { entry.file(done, () => done(null)); });
    if (file) files.push({ path: entry.fullPath.replace(/^\//, ''), file });
  }
};

/** The files of a drop, with those in folders. */
export const dropped = async (transfer) => {
  // They must be asked for at once: afterwards the drop is over.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const entries = items.map((item) => [item.webkitGetAsEntry?.(), item.getAsFile()]);
  const files = [];
  for (const [entry, file] of entries) {
    if (entry) await addEntry(entry, files);
    else if (file) files.push({ path: file.name, file });
  }
  return files;
};

/** The files of an input. */
export const chosen = (input) => [...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** Whether a file is called as models are. */
export const isCalledModel = (path) => /\.(txt|ms3d)$/i.test(path);

/** The paths that may be models, in the order of the command line. */
export const candidates = (paths) => {
  if (paths.length === 1) return paths;
  const names = new Map(paths.map((path) => [path, path.split('/')]));
  const order = (one, other) => {
    const [a, b] = [names.get(one), names.get(other)];
    const at = a.findIndex((name, index) => name !== b[index]);
    return at < 0 ? 0 : (a[at] < b[at] ? -1 : 1);
  };
  return paths.filter((path) => isCalledModel(path) && !hasHidden(path)).sort(order);
};
