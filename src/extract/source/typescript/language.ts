import { BUDGETS } from '../../../model/index.ts';
import { MENTIONS_CLIENT } from '../clients/client-names.ts';
import type { SourceLanguage } from '../languages/language.ts';
import { tooMuch } from '../syntax/file-fault.ts';
import { typescriptImports } from './modules.ts';

const NODES = { max: BUDGETS.parserNodes.max, error: () => tooMuch(BUDGETS.parserNodes, 'make') };

/** TypeScript and JavaScript, whose trees are the common syntax tree. */
export const typescript: SourceLanguage = {
  form: 'typescript',
  files: /\.(?:[cm]?[jt]sx?|gs|json)$/i,
  imports: typescriptImports,
  mentionsClient: MENTIONS_CLIENT,
  parser: async () => {
    const { parseTypeScript } = await import('./parser/parse.ts');
    return { parse: (path, text) => parseTypeScript(path, text, NODES), isLost: () => false };
  },
};
