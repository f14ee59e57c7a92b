import type { Form } from '../../../model/index.ts';
import { csharp } from '../csharp/language.ts';
import { go } from '../go/language.ts';
import { java } from '../java/language.ts';
import { kotlin } from '../kotlin/language.ts';
import { lua } from '../lua/language.ts';
import { php } from '../php/language.ts';
import { powershell } from '../powershell/language.ts';
import { python } from '../python/language.ts';
import { ruby } from '../ruby/language.ts';
import { typescript } from '../typescript/language.ts';
import type { LoadedLanguage, SourceLanguage } from '../languages/language.ts';

/** Languages that are lowered to the common syntax tree. To add one: a folder, a grammar, one line. */
const LANGUAGES: readonly SourceLanguage[] = [
  typescript,
  python,
  go,
  java,
  powershell,
  csharp,
  ruby,
  php,
  kotlin,
  lua,
];

const byForm: ReadonlyMap<Form, SourceLanguage> = new Map(LANGUAGES.map((each) => [each.form, each]));

/** Language of a source format. */
export const languageOf = (form: Form): SourceLanguage => {
  const found = byForm.get(form);
  if (found === undefined) throw new Error(`no language for the form ${form}`);
  return found;
};

/** Language of a file, by its name. */
export const languageAt = (path: string): SourceLanguage | undefined =>
  LANGUAGES.find(({ files }) => files.test(path));

const loaded = new Map<SourceLanguage, LoadedLanguage>();

/** Loads a language with its parser; rejects with GrammarMissing where its grammar is missing or damaged. */
export const loadLanguage = async (language: SourceLanguage): Promise<LoadedLanguage> => {
  const known = loaded.get(language);
  if (known !== undefined && !known.isLost()) return known;
  const found = { ...language, ...(await language.parser()) };
  loaded.set(language, found);
  return found;
};

/**
 * Counts the syntax errors of a file, by `form` or else by its name; 0 for files that are not programs.
 * Rejects with GrammarMissing where the grammar cannot be loaded.
 */
export const countSyntaxErrors = async (path: string, text: string, form?: Form): Promise<number> => {
  const language = (form && byForm.get(form)) ?? languageAt(path);
  if (language === undefined) return 0;
  const { parse } = await loadLanguage(language);
  const { syntaxErrors } = await import('../syntax/tree.ts');
  return syntaxErrors(parse(path, text)).length;
};
