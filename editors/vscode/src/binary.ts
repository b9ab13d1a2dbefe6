// Binary models: what opens them shows the model, and its listing, with what was found, beside it.
import { ViewColumn, window, workspace, type CustomReadonlyEditorProvider, type Uri, type WebviewPanel } from 'vscode';
import { listingOf } from './listing';
import type { Panels } from './panel';

export class Binaries implements CustomReadonlyEditorProvider {
  constructor(private readonly panels: Panels) {}

  openCustomDocument(uri: Uri) {
    return { uri, dispose: () => {} };
  }

  async resolveCustomEditor({ uri }: { uri: Uri }, webview: WebviewPanel) {
    this.panels.add(webview, listingOf(uri));
    const listing = await workspace.openTextDocument(listingOf(uri));
    await window.showTextDocument(listing, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: true });
  }
}
