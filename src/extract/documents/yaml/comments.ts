import type { SourceFile, SuppressionFact } from '../../../model/index.ts';
import { isSuppression, MARKER, suppressionAt } from '../../comments.ts';

/** What the lexer says between the pieces of the text: start of a document, end of a flow, a scalar follows. */
const SIGNS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001F']);
const SCALAR = '\u001F';

/** The comments of a YAML text that ask the rules for silence; a `#` inside a scalar is none. */
export const yamlComments = async (file: SourceFile): Promise<readonly SuppressionFact[]> => {
  if (!file.text.includes(MARKER)) return [];
  const { Lexer } = await import('yaml');
  const facts: SuppressionFact[] = [];
  let at = 0;
  let before = '';
  for (const piece of new Lexer().lex(file.text)) {
    if (!SIGNS.has(piece)) {
      if (before !== SCALAR && isSuppression(piece)) facts.push(suppressionAt(file, at, at + piece.length));
      at += piece.length;
    }
    before = piece;
  }
  return facts;
};
