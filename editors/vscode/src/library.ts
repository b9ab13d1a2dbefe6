// The library, compiled to WebAssembly: a language server in this process, and pages that show models.
import { EventEmitter, Uri, workspace, type Extension } from 'vscode';
import type { MessageTransports } from 'vscode-languageclient';
import { Editor, initSync } from '../dist/server/ms3dlint_vscode.js';
import { settings } from './settings';

type Message = { jsonrpc: string; id?: number | string | null; method?: string; params?: unknown };

export interface Page {
  /** Empty if there is nothing to show. */
  html: string;
  /** For each finding in it, the line where it starts, from 0. */
  lines: number[];
}

let isLoaded = false;

const folder = async (uri: string) => {
  try {
    return JSON.stringify(await workspace.fs.readDirectory(Uri.parse(uri)));
  } catch {
    return undefined;
  }
};

const file = async (uri: string) => {
  try {
    return await workspace.fs.readFile(Uri.parse(uri));
  } catch {
    return undefined;
  }
};

/** Of the findings that are sent for the same file, and of the answers to the same request, the last. */
const latest = (messages: Message[]) => {
  const last = new Map<unknown, Message>();
  const key = ({ id, method, params }: Message) =>
    method === 'textDocument/publishDiagnostics' ? (params as { uri: string }).uri : method === undefined ? id : null;
  for (const message of messages) {
    const of = key(message);
    if (of !== null) last.set(of, message);
  }
  return messages.filter((message) => { const of = key(message); return of === null || last.get(of) === message; });
};

export class Library {
  private readonly editor: Editor;
  private waiting: Message[] = [];
  private isAnswering = false;
  /** What is done now: one thing after the other. */
  private work: Promise<unknown> = Promise.resolve();
  private readonly sent = new EventEmitter<Message>();
  private readonly failed = new EventEmitter<Error>();
  private readonly closed = new EventEmitter<void>();

  private constructor() {
    const { targets, level } = settings();
    const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
    try {
      this.editor = new Editor(folders, targets.join(','), level);
    } catch (wrong) {
      throw typeof wrong === 'string' ? new Error(wrong) : wrong;
    }
  }

  /** With the settings of now. The error says which of them is wrong. */
  static async load({ extensionUri }: Extension<unknown>): Promise<Library> {
    if (!isLoaded) {
      const bytes = await workspace.fs.readFile(Uri.joinPath(extensionUri, 'dist/server/ms3dlint_vscode_bg.wasm'));
      initSync({ module: bytes });
      isLoaded = true;
    }
    return new Library();
  }

  /** The language server. */
  transports(): MessageTransports {
    const none = new EventEmitter<never>();
    return {
      reader: {
        onError: this.failed.event,
        onClose: this.closed.event,
        onPartialMessage: none.event,
        listen: (callback) => this.sent.event(callback),
        dispose: () => {},
      },
      writer: {
        onError: none.event,
        onClose: none.event,
        write: async (message) => this.take(message as Message),
        end: () => {},
        dispose: () => {},
      },
    };
  }

  /** A page that shows a model. */
  page(uri: string, bytes: Uint8Array): Promise<Page> {
    return this.next(async () => {
      for (;;) {
        const page = this.editor.page(uri, bytes);
        const { html, lines } = page;
        page.free();
        if (!(await this.give())) return { html, lines: [...lines] };
      }
    });
  }

  private take(message: Message) {
    this.waiting.push(message);
    if (this.isAnswering) return;
    this.isAnswering = true;
    // What arrives in the meantime is answered together, so that a key that is typed quickly is not waited for.
    this.next(async () => {
      this.isAnswering = false;
      await this.answer(this.waiting.splice(0));
    }).catch((error) => {
      this.failed.fire(error instanceof Error ? error : new Error(String(error)));
      this.closed.fire();
    });
  }

  private next<T>(job: () => Promise<T>): Promise<T> {
    const done = this.work.then(job);
    this.work = done.catch(() => {});
    return done;
  }

  private async answer(messages: Message[]) {
    this.editor.take(JSON.stringify(messages));
    while (this.editor.advance()) {
      await this.give();
      const answers: Message[] = [];
      do answers.push(...JSON.parse(this.editor.answer())); while (await this.give());
      for (const answer of latest(answers)) this.sent.fire(answer);
    }
  }

  /** Gives what the library wants to know of files, and returns whether that was anything. */
  private async give() {
    const wanted: [string, string][] = JSON.parse(this.editor.wanted());
    await Promise.all(wanted.map(async ([kind, uri]) => {
      if (kind === 'folder') this.editor.giveFolder(uri, await folder(uri));
      else this.editor.giveFile(uri, await file(uri));
    }));
    return wanted.length > 0;
  }
}
