// A file system in memory, with the files that the test has planted, and a command that changes settings.
const vscode = require('vscode');

const files = new Map();
const changed = new vscode.EventEmitter();

const isFolder = (path) => path === '/' || [...files.keys()].some((file) => file.startsWith(`${path}/`));
const missing = (uri) => vscode.FileSystemError.FileNotFound(uri);

const provider = {
  onDidChangeFile: changed.event,
  watch: () => ({ dispose: () => {} }),
  stat(uri) {
    const bytes = files.get(uri.path);
    if (bytes) return { type: vscode.FileType.File, ctime: 0, mtime: bytes.mtime, size: bytes.length };
    if (isFolder(uri.path)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    throw missing(uri);
  },
  readDirectory(uri) {
    const start = uri.path === '/' ? '/' : `${uri.path}/`;
    const below = [...files.keys()].filter((file) => file.startsWith(start)).map((file) => file.slice(start.length).split('/'));
    return [...new Map(below.map(([name, ...rest]) =>
      [name, rest.length > 0 ? vscode.FileType.Directory : vscode.FileType.File]))];
  },
  readFile(uri) {
    const bytes = files.get(uri.path);
    if (!bytes) throw missing(uri);
    return bytes;
  },
  writeFile(uri, bytes) {
    files.set(uri.path, Object.assign(bytes, { mtime: Date.now() }));
    changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  },
  createDirectory() {},
  delete() { throw vscode.FileSystemError.NoPermissions(); },
  rename() { throw vscode.FileSystemError.NoPermissions(); },
};

exports.activate = async (context) => {
  const all = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, 'files.json'));
  for (const [path, text] of Object.entries(JSON.parse(new TextDecoder().decode(all)))) {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    files.set(path, Object.assign(bytes, { mtime: 1 }));
  }
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider('planted', provider, { isCaseSensitive: true }),
    // A setting and what it is to be, in JSON; without the second it is removed.
    vscode.commands.registerCommand('planted.set', async () => {
      const [name, value] = JSON.parse(await vscode.window.showInputBox());
      await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
    }),
  );
};
