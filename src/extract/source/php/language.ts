import { byGrammar } from '../languages/grammar.ts';
import type { SourceLanguage } from '../languages/language.ts';
import { phpImports } from './modules.ts';

/** PHP language, parsed with its tree-sitter grammar. */
export const php: SourceLanguage = {
  form: 'php',
  files: /\.php$/i,
  imports: phpImports,
  mentionsClient: /curl_|guzzle|httpclient|Http::|stream_context|wp_remote|headers?\b|digest/i,
  parser: byGrammar('php', async () => (await import('./parse.ts')).parsePhp),
};
