import { byGrammar } from '../languages/grammar.ts';
import type { SourceLanguage } from '../languages/language.ts';
import { CSHARP_IMPORTS } from './modules.ts';

/** C# language, parsed with its tree-sitter grammar. */
export const csharp: SourceLanguage = {
  form: 'csharp',
  files: /\.cs$/i,
  imports: CSHARP_IMPORTS,
  mentionsClient: /http|rest(?:client|request|sharp)|flurl|headers?\b|content-?type/i,
  parser: byGrammar('csharp', async () => (await import('./parse.ts')).parseCSharp),
};
