import type { EmbeddedCode, SourceFile } from '../../../model/index.ts';
import { commentFacts } from '../../comments.ts';
import type { FindComments } from '../../comments.ts';
import type { Extractor } from '../../extractor.ts';
import { CodeBuilder, codeAt } from '../code-builder.ts';
import { languageNamed } from '../languages.ts';

const SCRIPT = /<script\b((?:"[^"]*"|'[^']*'|\{[^}]*\}|[^>"'{])*)>([^]*?)<\/script\s*>/gi;
/** Matches the part of an Astro file that runs on the server. */
const FRONT = /^\uFEFF?\s*---[ \t]*\r?\n([^]*?)^---[ \t]*$/m;

interface Script {
  readonly start: number;
  readonly end: number;
  readonly language: string;
}

const languageIn = (attributes: string): string | undefined => {
  const type = /\btype\s*=\s*["']?([\w/+-]+)/.exec(attributes)?.[1];
  if (type !== undefined && !/^(?:module|(?:text|application)\/(?:java|type)script)$/.test(type))
    return undefined;
  if (/\bsrc\s*=/.test(attributes)) return undefined;
  return /\blang\s*=\s*["']?(\w+)/.exec(attributes)?.[1] ?? (type === 'text/typescript' ? 'ts' : 'js');
};

const scriptsIn = ({ path, text }: SourceFile): readonly Script[] => {
  const isAstro = path.endsWith('.astro');
  const front = isAstro ? FRONT.exec(text) : null;
  const first =
    front === null ? undefined : front.index + front[0].indexOf(front[1]!, front[0].indexOf('---') + 3);
  const own = first === undefined ? [] : [{ start: first, end: first + front![1]!.length, language: 'ts' }];
  const tags = Array.from(text.matchAll(SCRIPT)).flatMap(
    ({ index, 0: whole, 1: attributes = '', 2: body = '' }) => {
      const language = languageIn(attributes);
      const start = index + whole.indexOf('>', 7 + attributes.length) + 1;
      const named = isAstro && language === 'js' ? 'ts' : language;
      return named === undefined ? [] : [{ start, end: start + body.length, language: named }];
    },
  );
  return [...own, ...tags];
};

/** Scripts of a component share their names, so they are one module; those of an Astro page do not. */
const codeIn = (file: SourceFile): readonly EmbeddedCode[] => {
  const { path, text } = file;
  const scripts = scriptsIn(file);
  const groups = path.endsWith('.astro') ? scripts.map((script) => [script]) : [scripts];
  return groups.flatMap((group) => {
    const [first] = group;
    const isTyped = group.some(({ language }) => /^tsx?$/.test(language));
    const language = languageNamed(isTyped ? 'ts' : (first?.language ?? ''));
    if (first === undefined || language === undefined) return [];
    const builder = new CodeBuilder();
    for (const { start, end } of group) builder.verbatim(text, start, end).add('\n');
    return [{ ...codeAt(path, first.start, language, builder.spelled), isModule: true }];
  });
};

const commentsIn: FindComments = (text) =>
  Array.from(text.matchAll(/<!--[^]*?-->/g), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));

/** Components of Vue, Svelte and Astro: their scripts. */
export const componentExtractor: Extractor = {
  form: 'component',
  extract(input) {
    return {
      facts: input.files.flatMap((file) => commentFacts(file, input, commentsIn)),
      code: input.files.flatMap((file) => codeIn(file)),
      failed: [],
    };
  },
};
