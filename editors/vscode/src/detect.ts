// Which texts are models: most are called .txt, as everything else.
import { languages, type TextDocument } from 'vscode';

export const LANGUAGE = 'milkshape';
const PLAIN = 'plaintext';

/** So many lines are looked at. */
const FIRST_LINES = 20;
const MARK = /^\/\/ MilkShape 3D ASCII/;
const BLOCK = /^\s*(Frames|Meshes|Materials|Bones):\s*\d/;

/** Whether a text begins like a model. */
const begins = (document: TextDocument) => {
  for (let number = 0; number < Math.min(FIRST_LINES, document.lineCount); number += 1) {
    const { text } = document.lineAt(number);
    if (MARK.test(text) || BLOCK.test(text)) return true;
  }
  return false;
};

export class Detection {
  /** The languages of the texts that are open. */
  private readonly known = new WeakMap<TextDocument, string>();
  /** The URIs of texts for which people have chosen Plain Text: they keep it when they are opened again. */
  private readonly plain = new Set<string>();

  /** Marks a plain text as a model, if it begins like one. VS Code opens a text anew when its language changes. */
  async look(document: TextDocument) {
    const { languageId: language } = document;
    const before = this.known.get(document);
    this.known.set(document, language);
    if (before === language || document.isClosed) return;
    const uri = document.uri.toString();
    if (before === undefined) {
      if (this.plain.has(uri)) {
        if (language === LANGUAGE) await languages.setTextDocumentLanguage(document, PLAIN);
      } else if (language === PLAIN && begins(document)) {
        await languages.setTextDocumentLanguage(document, LANGUAGE);
      }
    } else if (language === PLAIN) {
      this.plain.add(uri);
    } else {
      this.plain.delete(uri);
    }
  }
}
