// Binary models: what opens them shows the model, and its listing, with what was found, beside it.
import { ViewColumn, window, workspace, type CustomReadonlyEditorProvider, type Uri, type WebviewPanel } from 'vscode';
import { listingOf } from './listing';
import { Panel, type PageOf } from './panel';

export class Binaries implements CustomReadonlyEditorProvider {
  private readonly panels = new Map<Panel, Uri>();

  constructor(private readonly pageOf: PageOf) {}

  openCustomDocument(uri: Uri) {
    return { uri, dispose: () => {} };
  }

  async resolveCustomEditor({ uri }: { uri: Uri }, webview: WebviewPanel) {
    const panel = new Panel(webview, listingOf(uri), this.pageOf);
    this.panels.set(panel, uri);
    webview.onDidDispose(() => this.panels.delete(panel));
    const listing = await workspace.openTextDocument(listingOf(uri));
    await window.showTextDocument(listing, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: true });
  }

  /** A model has changed. */
  change(model: Uri) {
    for (const [panel, uri] of this.panels) if (uri.toString() === model.toString()) panel.follow();
  }
}
