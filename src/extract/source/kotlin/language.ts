import { byGrammar } from '../languages/grammar.ts';
import type { SourceLanguage } from '../languages/language.ts';
import { JVM_IMPORTS } from '../managed/jvm-modules.ts';

/** Kotlin language, parsed with its tree-sitter grammar. */
export const kotlin: SourceLanguage = {
  form: 'kotlin',
  files: /\.kts?$/i,
  imports: JVM_IMPORTS,
  mentionsClient: /http|request|headers?\b|retrofit|ktor|fuel|content-?type/i,
  parser: byGrammar('kotlin', async () => (await import('./parse.ts')).parseKotlin),
};
