import type { ts } from '../syntax/tree.ts';
import type { ParseText } from './tree-sitter.ts';
import type { LanguageParser } from './language.ts';

/** Error that a language's grammar is missing or damaged, with the reason. */
export class GrammarMissing extends Error {
  override readonly name = 'GrammarMissing';
}

type Lower = (parse: ParseText, path: string, text: string) => ts.SourceFile;

/** Builds the parser of a language from a grammar in grammars/ and a translation of its trees. */
export const byGrammar =
  (grammar: string, load: () => Promise<Lower>) => async (): Promise<LanguageParser> => {
    const lower = await load();
    const { grammarParser } = await import('./tree-sitter.ts');
    const { parse, isLost } = await grammarParser(grammar).catch(() => {
      throw new GrammarMissing(
        `not read: the grammar of ${grammar} is missing or damaged; install this package again`,
      );
    });
    return { parse: (path, text) => lower(parse, path, text), isLost };
  };
