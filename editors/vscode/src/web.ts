// In VS Code for the web, which starts no programs.
import type { ExtensionContext } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { Extension } from './extension';

export const activate = (context: ExtensionContext) =>
  new Extension(context, async (local, options) => new LanguageClient('ms3dlint', 'ms3dlint', await local(), options)).activate();
