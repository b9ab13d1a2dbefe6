import { workspace } from 'vscode';

/** What the settings say. */
export const settings = () => {
  const said = workspace.getConfiguration('ms3dlint');
  return {
    path: said.get('path', '').trim(),
    targets: said.get<string[]>('targets', []).filter((name) => name.trim() !== ''),
    level: said.get('level', ''),
  };
};
