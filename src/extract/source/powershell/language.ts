import { byGrammar } from '../languages/grammar.ts';
import type { SourceLanguage } from '../languages/language.ts';
import { powershellImports } from './modules.ts';

/** PowerShell language, parsed with its tree-sitter grammar. */
export const powershell: SourceLanguage = {
  form: 'powershell',
  files: /\.psm?1$/i,
  imports: powershellImports,
  mentionsClient: /Invoke-|\birm\b|\biwr\b|HttpClient|headers|credential/i,
  parser: byGrammar('powershell', async () => (await import('./parse.ts')).parsePowershell),
};
