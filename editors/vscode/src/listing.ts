// Binary models as text that can be read and not changed: the listing that the language server makes of them.
import { EventEmitter, Uri, type TextDocumentContentProvider } from 'vscode';

export const SCHEME = 'ms3dlint-listing';

/** The URI of the listing of a model. */
export const listingOf = (model: Uri) => Uri.from({ scheme: SCHEME, path: model.toString() });

/** The URI of the model that a listing is of. */
export const modelOf = (listing: Uri) => Uri.parse(listing.path);

export class Listings implements TextDocumentContentProvider {
  private readonly changed = new EventEmitter<Uri>();
  readonly onDidChange = this.changed.event;

  constructor(private readonly ask: (model: Uri) => Promise<string | null>) {}

  async provideTextDocumentContent(listing: Uri) {
    return (await this.ask(modelOf(listing))) ?? 'This is not a binary model.\n';
  }

  change(model: Uri) {
    this.changed.fire(listingOf(model));
  }
}
