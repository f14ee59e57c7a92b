import { byGrammar } from '../languages/grammar.ts';
import type { SourceLanguage } from '../languages/language.ts';
import { JVM_IMPORTS } from '../managed/jvm-modules.ts';

/** Java language, parsed with its tree-sitter grammar. */
export const java: SourceLanguage = {
  form: 'java',
  files: /\.java$/i,
  imports: JVM_IMPORTS,
  mentionsClient:
    /http|request|headers?\b|resttemplate|webclient|restclient|unirest|retrofit|feign|content-?type/i,
  parser: byGrammar('java', async () => (await import('./parse.ts')).parseJava),
};
