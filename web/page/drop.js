// Which files somebody means: dropped, or chosen. Each is `{ path, file }`; `file` is null where the name is enough.

const hasHidden = (path) => path.split('/').some((name) => name.startsWith('.'));

/** The entries of a folder: browsers give them a hundred at a time, of which `news` gets how many are files. */
const entriesOf = async (folder, isWanted, news) => {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((done, failed) => { reader.readEntries(done, failed); });
    if (some.length === 0 || !isWanted()) return all;
    all.push(...some);
    news(some.filter(({ isFile }) => isFile).length);
  }
};

/** Whether anything here may read a file: of all others the name is enough, and browsers take long to open many. */
const isRead = (path) => !/(^|\/)\.git\/|\.(actor|avi|c|cpp|css|dll|exe|flac|h|html?|jar|js|json|lua|mp[34]|mpe?g|ogg|py|redir|sm|sprite|ssc|ttf|wav|xml|zip)$/i
  .test(path);

/** The files of a drop, with those in folders. `news` gets how many were found so far, and then how many of all are open. It
    ends with nothing once they are not wanted any more. `unread` is how many cannot be read. */
export const dropped = async (transfer, isWanted, news) => {
  // They must be asked for at once: afterwards the drop is over.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file').map((item) => [item.webkitGetAsEntry?.(), item.getAsFile()]);
  let found = 0;
  const count = (more) => { found += more; news(found); };
  const filesIn = async (entry) => {
    if (!isWanted()) return [];
    if (entry.isDirectory) return (await Promise.all((await entriesOf(entry, isWanted, count)).map(filesIn))).flat();
    return [{ path: entry.fullPath.replace(/^\//, ''), entry }];
  };
  const all = (await Promise.all(items.map(([entry, file]) => (
    entry?.isDirectory ? filesIn(entry) : file ? [{ path: file.name, file }] : [])))).flat();
  const files = [];
  const opened = ({ path, entry, file = null }) => (!entry || (all.length > 1 && !isRead(path)) ? { path, file }
    : new Promise((done) => { entry.file((read) => done({ path, file: read }), () => done(null)); }));
  // Many at once are quicker than one after the other; with all at once the page would not listen meanwhile.
  while (files.length < all.length && isWanted()) {
    files.push(...await Promise.all(all.slice(files.length, files.length + 200).map(opened)));
    news(files.length, all.length);
  }
  const read = isWanted() ? files.filter(Boolean) : [];
  return { files: read, unread: files.length - read.length };
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
