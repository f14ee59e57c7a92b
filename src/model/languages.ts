import type { Form } from './source.ts';

/** Files of a language whose programs are analysed. */
interface LanguageFiles {
  /** Extensions, without the dot. */
  readonly names: readonly string[];
  /** Sign that begins a comment of one line. */
  readonly comment: string;
}

/** Languages whose programs are analysed, by their ids. To add one, see CONTRIBUTING.md. */
export const LANGUAGE_FILES = {
  typescript: { names: ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'gs'], comment: '//' },
  python: { names: ['py', 'pyi'], comment: '#' },
  go: { names: ['go'], comment: '//' },
  java: { names: ['java'], comment: '//' },
  powershell: { names: ['ps1', 'psm1'], comment: '#' },
  csharp: { names: ['cs'], comment: '//' },
  ruby: { names: ['rb'], comment: '#' },
  php: { names: ['php'], comment: '//' },
  kotlin: { names: ['kt', 'kts'], comment: '//' },
  lua: { names: ['lua'], comment: '--' },
} satisfies Partial<Record<Form, LanguageFiles>>;

/** Id of a language whose programs are analysed. */
export type LanguageId = keyof typeof LANGUAGE_FILES;

const LANGUAGES = Object.entries(LANGUAGE_FILES);

/** Matches the names of program files of all languages but some, and of files with other extensions. */
export const programFiles = (others: readonly string[] = [], except: readonly LanguageId[] = []): RegExp => {
  const known = LANGUAGES.filter(([id]) => !except.some((each) => each === id));
  return new RegExp(
    String.raw`\.(?:${[...known.flatMap(([, { names }]) => names), ...others].join('|')})$`,
    'i',
  );
};

/** Sign that begins a line comment in a program file, by the file's name. */
export const commentSignOf = (path: string): string | undefined =>
  LANGUAGES.find(([, { names }]) => names.some((name) => path.toLowerCase().endsWith(`.${name}`)))?.[1]
    .comment;
