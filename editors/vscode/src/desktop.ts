// In VS Code on a desktop or a server: models are checked by the program, if the settings name it.
import { workspace, type ExtensionContext } from 'vscode';
import { LanguageClient, type ServerOptions } from 'vscode-languageclient/node';
import { Extension } from './extension';
import { settings } from './settings';

/** How the program is started. */
const program = (command: string): ServerOptions => {
  const { targets, level } = settings();
  const said = [...targets.map((target) => `--target=${target}`), ...(level === '' ? [] : [`--level=${level}`])];
  return { command, args: ['lsp', ...said], options: { cwd: workspace.workspaceFolders?.[0]?.uri.fsPath } };
};

export const activate = (context: ExtensionContext) =>
  new Extension(context, async (local, options) => {
    const { path } = settings();
    return new LanguageClient('ms3dlint', 'ms3dlint', path === '' ? await local() : program(path), options);
  }).activate();
