// Which texts are models: most are called .txt, as everything else.
import { languages, type TextDocument } from 'vscode';

export const LANGUAGE = 'milkshape';

/** So many lines are looked at. */
const FIRST_LINES = 20;
const MARK = /^\/\/ MilkShape 3D ASCII/;
const BLOCK = /^\s*(Frames|Meshes|Materials|Bones):\s*\d/;

/** Marks a plain text as a model, if it begins like one. */
export const detect = async (document: TextDocument) => {
  if (document.languageId !== 'plaintext' || document.isClosed) return;
  for (let number = 0; number < Math.min(FIRST_LINES, document.lineCount); number += 1) {
    const { text } = document.lineAt(number);
    if (MARK.test(text) || BLOCK.test(text)) {
      await languages.setTextDocumentLanguage(document, LANGUAGE);
      return;
    }
  }
};
