// What VS Code for the web and on a desktop have in common.
import { commands, ViewColumn, window, workspace, type ExtensionContext, type TextDocument, type Uri } from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions, MessageTransports } from 'vscode-languageclient';
import { Binaries } from './binary';
import { Detection, LANGUAGE } from './detect';
import { Library } from './library';
import { Listings, SCHEME } from './listing';
import { Panels } from './panel';

/** Makes a client of the language server; `local` makes what starts the one in this process. */
export type MakeClient = (
  local: () => Promise<() => Promise<MessageTransports>>, options: LanguageClientOptions,
) => Promise<BaseLanguageClient>;

export class Extension {
  /** The client, once there was a model. */
  private client: Promise<BaseLanguageClient> | undefined;
  private library: Library | undefined;
  /** Reports binary models that have changed. */
  private readonly models = workspace.createFileSystemWatcher('**/*.[mM][sS]3[dD]');
  private readonly detection = new Detection();
  private readonly panels = new Panels(async (uri, bytes) => {
    this.library ??= await this.load();
    return this.library.page(uri.toString(), bytes);
  });
  private readonly log = window.createOutputChannel('ms3dlint', { log: true });

  constructor(private readonly context: ExtensionContext, private readonly makeClient: MakeClient) {}

  async activate() {
    const ask = async (model: Uri): Promise<string | null> => {
      this.client ??= this.start();
      return (await this.client).sendRequest('ms3dlint/listing', { uri: model.toString() });
    };
    const listings = new Listings(ask);
    const change = (model: Uri) => { listings.change(model); this.panels.follow(model); };
    this.context.subscriptions.push(
      { dispose: () => this.stop() },
      this.log, this.models, this.models.onDidChange(change), this.models.onDidCreate(change),
      workspace.registerTextDocumentContentProvider(SCHEME, listings),
      window.registerCustomEditorProvider('ms3dlint.binary', new Binaries(this.panels), { webviewOptions: { retainContextWhenHidden: true } }),
      workspace.onDidOpenTextDocument((document) => this.opened(document)),
      workspace.onDidChangeConfiguration((change) => { if (change.affectsConfiguration('ms3dlint')) void this.restart(); }),
      workspace.onDidChangeWorkspaceFolders(() => void this.restart()),
      ...this.commands(),
    );
    await Promise.all(workspace.textDocuments.map((document) => this.opened(document)));
  }

  private async load() {
    try {
      return await Library.load(this.context.extension);
    } catch (error) {
      void window.showErrorMessage(`ms3dlint: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    }
  }

  /** Starts the server for the first model. */
  private async opened(document: TextDocument) {
    await this.detection.look(document);
    if (document.languageId !== LANGUAGE && document.uri.scheme !== SCHEME) return;
    this.client ??= this.start();
    // What went wrong was shown.
    await this.client.catch(() => {});
  }

  /** A client with the settings of now. */
  private async start() {
    // What is wrong with the settings is said before there is a client, which would say it with a trace.
    const local = async () => {
      let first: Library | undefined = await this.load();
      return async () => {
        this.library = first ?? (await this.load());
        first = undefined;
        return this.library.transports();
      };
    };
    const client = await this.makeClient(local, {
      documentSelector: [{ language: LANGUAGE }, { scheme: SCHEME }],
      synchronize: { fileEvents: this.models },
      outputChannel: this.log,
    });
    try {
      await client.start();
      return client;
    } catch (error) {
      // Or it would start again on its own, beside the next one.
      await client.dispose().catch(() => {});
      throw error;
    }
  }

  private async stop() {
    await this.client?.then((client) => client.dispose()).catch(() => {});
  }

  /** A client that did not start never starts again, so there is always a new one. */
  private async restart() {
    this.library = undefined;
    if (this.client !== undefined) this.client = this.stop().then(() => this.start());
    try {
      await this.client;
      this.panels.follow();
    } catch {
      // What went wrong was shown.
    }
  }

  /** Shows the model of a text beside it. */
  private show(text: Uri) {
    const open = this.panels.of(text);
    if (open !== undefined) {
      open.show();
      return;
    }
    const panel = window.createWebviewPanel(
      'ms3dlint.model', `Model: ${text.path.split('/').at(-1)}`, { viewColumn: ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true },
    );
    this.panels.add(panel, text);
  }

  private commands() {
    const action = (kind: string) => () => commands.executeCommand('editor.action.sourceAction', { kind, apply: 'first' });
    return [
      commands.registerCommand('ms3dlint.show', (uri?: Uri) => {
        const text = uri ?? window.activeTextEditor?.document.uri;
        if (text !== undefined) this.show(text);
      }),
      commands.registerCommand('ms3dlint.repair', action('source.fixAll.ms3dlint')),
      commands.registerCommand('ms3dlint.repairUnsafe', action('source.ms3dlint.unsafeFixAll')),
      commands.registerCommand('ms3dlint.format', () => commands.executeCommand('editor.action.formatDocument')),
    ];
  }
}
