import { byGrammar } from '../languages/grammar.ts';
import type { SourceLanguage } from '../languages/language.ts';
import { luaImports } from './modules.ts';

/** Lua language, parsed with its tree-sitter grammar. */
export const lua: SourceLanguage = {
  form: 'lua',
  files: /\.lua$/i,
  imports: luaImports,
  mentionsClient: /socket\.http|ssl\.https|resty\.http|c[uU][rR][lL]|requests|headers/,
  parser: byGrammar('lua', async () => (await import('./parse.ts')).parseLua),
};
