import type { Span } from '../../../model/index.ts';
import type { FindComments } from '../../comments.ts';

/** Lexer tokens that are not text: start of a document, end of a flow, a scalar follows. */
const SIGNS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001F']);
const SCALAR = '\u001F';

/** Loads the comment finder for YAML; a `#` inside a scalar is not a comment. */
export const loadYamlComments = async (): Promise<FindComments> => {
  const { Lexer } = await import('yaml');
  return (text) => {
    const found: Span[] = [];
    let at = 0;
    let before = '';
    for (const piece of new Lexer().lex(text)) {
      if (!SIGNS.has(piece)) {
        if (before !== SCALAR && piece.startsWith('#')) found.push({ start: at, end: at + piece.length });
        at += piece.length;
      }
      before = piece;
    }
    return found;
  };
};
