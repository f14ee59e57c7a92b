import { byGrammar } from '../languages/grammar.ts';
import type { SourceLanguage } from '../languages/language.ts';
import { goImports } from './modules.ts';

/** Go language, parsed with its tree-sitter grammar. */
export const go: SourceLanguage = {
  form: 'go',
  files: /\.go$/i,
  imports: goImports,
  mentionsClient: /net\/http|request|digest|header|resty|sling|retryablehttp|oauth2|content-?type/i,
  parser: byGrammar('go', async () => (await import('./parse.ts')).parseGo),
};
