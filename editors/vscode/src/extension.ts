// What VS Code for the web and on a desktop have in common.
import { commands, ViewColumn, window, workspace, type ExtensionContext, type TextDocument, type Uri } from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions, MessageTransports } from 'vscode-languageclient';
import { Binaries } from './binary';
import { detect, LANGUAGE } from './detect';
import { Library } from './library';
import { Listings, SCHEME } from './listing';
import { Panel } from './panel';

/** Makes a client of the language server; `local` is the one in this process. */
export type MakeClient = (local: () => Promise<MessageTransports>, options: LanguageClientOptions) => BaseLanguageClient;

export class Extension {
  private readonly client: BaseLanguageClient;
  private library: Library | undefined;
  /** Reports binary models that have changed. */
  private readonly models = workspace.createFileSystemWatcher('**/*.{ms3d,MS3D}');

  constructor(private readonly context: ExtensionContext, makeClient: MakeClient) {
    const local = async () => {
      this.library = await this.load();
      return this.library.transports();
    };
    this.client = makeClient(local, {
      documentSelector: [{ language: LANGUAGE }, { scheme: SCHEME }],
      synchronize: { fileEvents: this.models },
    });
  }

  async activate() {
    const pageOf = async (uri: Uri, bytes: Uint8Array) => {
      this.library ??= await this.load();
      return this.library.page(uri.toString(), bytes);
    };
    const ask = async (model: Uri): Promise<string | null> => {
      await this.client.start();
      return this.client.sendRequest('ms3dlint/listing', { uri: model.toString() });
    };
    const listings = new Listings(ask);
    const binaries = new Binaries(pageOf);
    const change = (model: Uri) => { listings.change(model); binaries.change(model); };
    this.context.subscriptions.push(
      this.client,
      this.models, this.models.onDidChange(change), this.models.onDidCreate(change),
      workspace.registerTextDocumentContentProvider(SCHEME, listings),
      window.registerCustomEditorProvider('ms3dlint.binary', binaries, { webviewOptions: { retainContextWhenHidden: true } }),
      workspace.onDidOpenTextDocument((document) => this.opened(document)),
      workspace.onDidChangeConfiguration((change) => { if (change.affectsConfiguration('ms3dlint')) void this.restart(); }),
      workspace.onDidChangeWorkspaceFolders(() => void this.restart()),
      ...this.commands((text) => {
        const panel = window.createWebviewPanel(
          'ms3dlint.model', `Model: ${text.path.split('/').at(-1)}`, { viewColumn: ViewColumn.Beside, preserveFocus: true },
          { enableScripts: true, retainContextWhenHidden: true },
        );
        return new Panel(panel, text, pageOf);
      }),
    );
    await Promise.all(workspace.textDocuments.map((document) => this.opened(document)));
  }

  private async load() {
    try {
      return await Library.load(this.context.extensionUri);
    } catch (error) {
      void window.showErrorMessage(`ms3dlint: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    }
  }

  /** Starts the server for the first model. */
  private async opened(document: TextDocument) {
    await detect(document);
    if (document.languageId === LANGUAGE || document.uri.scheme === SCHEME) await this.client.start();
  }

  private async restart() {
    this.library = undefined;
    if (this.client.needsStop()) {
      await this.client.stop();
      await this.client.start();
    }
  }

  private commands(show: (text: Uri) => unknown) {
    const action = (kind: string) => () => commands.executeCommand('editor.action.sourceAction', { kind, apply: 'first' });
    return [
      commands.registerCommand('ms3dlint.show', (uri?: Uri) => {
        const text = uri ?? window.activeTextEditor?.document.uri;
        if (text !== undefined) show(text);
      }),
      commands.registerCommand('ms3dlint.repair', action('source.fixAll.ms3dlint')),
      commands.registerCommand('ms3dlint.repairUnsafe', action('source.ms3dlint.unsafeFixAll')),
      commands.registerCommand('ms3dlint.format', () => commands.executeCommand('editor.action.formatDocument')),
    ];
  }
}
