import { byGrammar } from '../languages/grammar.ts';
import type { SourceLanguage } from '../languages/language.ts';
import { rubyImports } from './modules.ts';

/** Ruby language, parsed with its tree-sitter grammar. */
export const ruby: SourceLanguage = {
  form: 'ruby',
  files: /\.rb$/i,
  imports: rubyImports,
  mentionsClient: /Net::HTTP|HTTParty|Faraday|RestClient|Typhoeus|HTTP\.|headers|digest/i,
  parser: byGrammar('ruby', async () => (await import('./parse.ts')).parseRuby),
};
