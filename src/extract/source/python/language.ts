import { byGrammar } from '../languages/grammar.ts';
import type { SourceLanguage } from '../languages/language.ts';
import { pythonImports } from './modules.ts';

/** Python language, parsed with its tree-sitter grammar. */
export const python: SourceLanguage = {
  form: 'python',
  files: /\.pyi?$/i,
  imports: pythonImports,
  mentionsClient: /request|digest|headers|httpx|aiohttp|urllib|http\.client|content-?type/i,
  parser: byGrammar('python', async () => (await import('./parse.ts')).parsePython),
};
