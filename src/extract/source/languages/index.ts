import type { Form } from '../../../model/index.ts';
import { syntaxErrors, type ts } from '../syntax/tree.ts';
import { parseTypeScript } from '../typescript/parser.ts';
import { grammarParser, type ParseText } from '../tree-sitter.ts';
import type { SourceLanguage } from './language.ts';

type MakeLanguage = (parse: ParseText) => SourceLanguage;

interface Entry {
  /** The name of the grammar in grammars/. */
  readonly grammar: string;
  readonly extension: RegExp;
  readonly load: () => Promise<MakeLanguage>;
}

/** Languages that are lowered to the one tree, by form. To add one: a folder, a grammar, one line. */
const LANGUAGES: Readonly<Partial<Record<Form, Entry>>> = {
  go: {
    grammar: 'go',
    extension: /\.go$/i,
    load: async () => (await import('../go/language.ts')).goWith,
  },
  python: {
    grammar: 'python',
    extension: /\.pyi?$/i,
    load: async () => (await import('../python/language.ts')).pythonWith,
  },
  java: {
    grammar: 'java',
    extension: /\.java$/i,
    load: async () => (await import('../java/language.ts')).javaWith,
  },
  powershell: {
    grammar: 'powershell',
    extension: /\.psm?1$/i,
    load: async () => (await import('../powershell/language.ts')).powershellWith,
  },
  csharp: {
    grammar: 'csharp',
    extension: /\.cs$/i,
    load: async () => (await import('../csharp/language.ts')).csharpWith,
  },
  ruby: {
    grammar: 'ruby',
    extension: /\.rb$/i,
    load: async () => (await import('../ruby/language.ts')).rubyWith,
  },
};

/** Says of a language why its files cannot be read. */
export class GrammarMissing extends Error {
  override readonly name = 'GrammarMissing';
}

const loaded = new Map<Form, SourceLanguage>();

/** The language of a form, with its grammar; rejects where that is missing or damaged. */
export const loadLanguage = async (form: Form): Promise<SourceLanguage> => {
  const known = loaded.get(form);
  if (known) return known;
  const entry = LANGUAGES[form];
  if (entry === undefined) throw new Error(`no language for the form ${form}`);
  const make = await entry.load();
  const parse = await grammarParser(entry.grammar).catch(() => {
    throw new GrammarMissing(
      `not read: the grammar of ${entry.grammar} is missing or damaged; install this package again`,
    );
  });
  const language = make(parse);
  loaded.set(form, language);
  return language;
};

const formAt = (path: string): Form | undefined =>
  (Object.keys(LANGUAGES) as Form[]).find((form) => LANGUAGES[form]!.extension.test(path));

/** Matches names of files of a form. */
export const namesOfForm = (form: Form): RegExp => LANGUAGES[form]?.extension ?? /\.[cm]?[jt]sx?$|\.json$/i;

/** Parses a file by the language of its name, which has been loaded. Throws RangeError for one that nests too deeply. */
export const parseFile = (path: string, text: string): ts.SourceFile => {
  const form = formAt(path);
  const language = form && loaded.get(form);
  return language ? language.parse(path, text) : parseTypeScript(path, text);
};

/** Number of syntax errors of a file of any language; none where its grammar cannot be loaded. */
export const countSyntaxErrors = async (path: string, text: string): Promise<number> => {
  const form = formAt(path);
  if (form !== undefined) await loadLanguage(form);
  return syntaxErrors(parseFile(path, text)).length;
};
