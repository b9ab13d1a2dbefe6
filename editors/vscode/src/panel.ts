// The viewer of `ms3dlint view` beside the text of a model, or beside the listing of a binary one.
import {
  Position, Range, Selection, TextEditorRevealType, ViewColumn, type Disposable, Uri, type WebviewPanel, window, workspace,
} from 'vscode';
import type { Page } from './library';
import { frame } from './frame';
import { SCHEME, modelOf } from './listing';

/** How long nobody has typed when the page follows the text, in milliseconds. */
const PAUSE = 400;

/** The text that a panel is about is that of a document, or a listing. */
export type PageOf = (uri: Uri, bytes: Uint8Array) => Promise<Page>;

export class Panel {
  private page: Page = { html: '', lines: [] };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private round = 0;
  /** Whether the frame waits for pages, and whether what is in it takes messages. */
  private isOpen = false;
  private isReady = false;
  private line: number | null = null;
  private readonly subscriptions: Disposable[] = [];

  /** `text` is the URI of the text or listing. */
  constructor(private readonly panel: WebviewPanel, readonly text: Uri, private readonly pageOf: PageOf) {
    const own = text.toString();
    panel.webview.options = { enableScripts: true };
    this.subscriptions.push(
      panel.webview.onDidReceiveMessage((news) => this.hear(news)),
      workspace.onDidChangeTextDocument(({ document }) => { if (document.uri.toString() === own) this.follow(); }),
      window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        if (textEditor.document.uri.toString() === own) this.mark(selections[0]?.active.line ?? null);
      }),
    );
    panel.onDidDispose(() => {
      clearTimeout(this.timer);
      this.round += 1;
      for (const subscription of this.subscriptions) subscription.dispose();
    });
    void this.draw();
  }

  /** The URI of the model. */
  get model() {
    return this.text.scheme === SCHEME ? modelOf(this.text) : this.text;
  }

  /** Brings the panel to the front. */
  show() {
    this.panel.reveal(undefined, true);
  }

  /** Draws the model again after a pause. */
  follow() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draw(), PAUSE);
  }

  private async bytes() {
    const own = this.text.toString();
    const document = workspace.textDocuments.find((open) => open.uri.toString() === own);
    const isText = document !== undefined && this.text.scheme !== SCHEME;
    // What is stored may have another encoding than the one that is made here.
    const isOnlyHere = document?.isDirty === true || document?.isUntitled === true;
    return isText && isOnlyHere ? new TextEncoder().encode(document.getText()) : workspace.fs.readFile(this.model);
  }

  private async draw() {
    this.round += 1;
    const { round } = this;
    const page = await this.pageOf(this.model, await this.bytes());
    if (round !== this.round) return;
    this.page = page;
    if (this.isOpen) this.put();
    else this.panel.webview.html = frame(page.html);
  }

  private put() {
    this.isReady = false;
    void this.panel.webview.postMessage({ page: this.page.html });
  }

  private hear(news: { empty?: boolean; ready?: boolean; chosen?: unknown }) {
    if (news.empty === true) {
      this.isOpen = true;
      this.put();
    } else if (news.ready === true) {
      this.isReady = true;
      this.mark(this.line);
    } else if (Number.isInteger(news.chosen)) {
      const line = this.page.lines[news.chosen as number];
      if (line !== undefined && line !== this.line) void this.reveal(line);
    }
  }

  /** Marks the finding on a line in the model; none if there is none on it. */
  private mark(line: number | null) {
    this.line = line;
    if (this.isReady) void this.panel.webview.postMessage({ choose: line === null ? -1 : this.page.lines.indexOf(line) });
  }

  /** Shows a line of the text. */
  private async reveal(line: number) {
    const own = this.text.toString();
    const shown = window.visibleTextEditors.find(({ document }) => document.uri.toString() === own);
    this.line = line;
    const editor = await window.showTextDocument(shown?.document ?? (await workspace.openTextDocument(this.text)), {
      viewColumn: shown?.viewColumn ?? ViewColumn.Beside, preserveFocus: true,
    });
    const start = new Position(line, 0);
    editor.selection = new Selection(start, start);
    editor.revealRange(new Range(start, start), TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

/** The panels that are open. */
export class Panels {
  private readonly open = new Set<Panel>();

  constructor(private readonly pageOf: PageOf) {}

  add(webview: WebviewPanel, text: Uri) {
    const panel = new Panel(webview, text, this.pageOf);
    this.open.add(panel);
    webview.onDidDispose(() => this.open.delete(panel));
  }

  /** The panel about a text. */
  of(text: Uri) {
    return [...this.open].find((panel) => panel.text.toString() === text.toString());
  }

  /** A model has changed, or, without one, the settings. */
  follow(model?: Uri) {
    for (const panel of this.open) if (model === undefined || panel.model.toString() === model.toString()) panel.follow();
  }
}
