import { MENTIONS_CLIENT } from '../clients/client-names.ts';
import type { SourceLanguage } from '../languages/language.ts';
import { typescriptImports } from './modules.ts';

/** TypeScript and JavaScript, whose trees are the common syntax tree. */
export const typescript: SourceLanguage = {
  form: 'typescript',
  files: /\.[cm]?[jt]sx?$|\.json$/i,
  imports: typescriptImports,
  mentionsClient: MENTIONS_CLIENT,
  parser: async () => ({ parse: (await import('./parser/parse.ts')).parseTypeScript, isLost: () => false }),
};
