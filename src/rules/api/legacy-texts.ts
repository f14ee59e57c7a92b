import { mediaWords } from '../checks/words.ts';
import type { Api, LegacyText, LegacyTexts } from '../../model/index.ts';

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const anyOf = (words: readonly string[]): string => `(?:${words.map(escaped).join('|')})`;

/** Slashes and dots may be escaped, in JSON as in regular expressions: `api\/atlas\/v1\.0`. */
const SLASH = String.raw`(?:\\*\/)+`;

const versionIn = ({ legacyVersions }: Api): string =>
  `(?:${legacyVersions.map((version) => escaped(version).replaceAll(String.raw`\.`, String.raw`\\*\.`)).join('|')})(?![\\w]|\\.\\d)`;

/**
 * The spellings: the whole base (`/api/atlas/v1.0`), the base below a variable (`$API/atlas/v1.0`, `'atlas/v1.0'`), and
 * the base in front of a version that stands elsewhere (`'/api/atlas/' + version`).
 */
const patternsFor = (api: Api) => {
  const product = anyOf(api.products);
  const version = versionIn(api);
  const whole = `(?<![\\w-])api${SLASH}${product}${SLASH}${version}`;
  const below = `(?<=["'\`})]|\\$\\w{1,40})${SLASH}${product}${SLASH}${version}|(?<=["'\`])${product}${SLASH}${version}`;
  const open = `(?<![\\w-])api${SLASH}${product}(?=${SLASH}?(?:["'\`$%<{+)\\s]|$))`;
  return {
    sure: new RegExp(`${whole}|${below}`, 'g'),
    open: new RegExp(open, 'gm'),
    version: new RegExp(`(?<![\\w.-])${version}`),
    hosts: new RegExp(anyOf(api.hosts)),
  };
};

const spansOf = (pattern: RegExp, text: string, open: boolean): readonly LegacyText[] =>
  Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    span: { start: index, end: index + found.length },
    open,
  }));

/** How texts that can be addresses of the legacy API are found in a text of any language. */
export const legacyTexts = (api: Api): LegacyTexts => {
  const { sure, open, version, hosts } = patternsFor(api);
  const words = api.products.flatMap((product) => [
    `api/${product}`,
    `api\\/${product}`,
    ...api.legacyVersions.flatMap((legacy) => [`${product}/${legacy}`, `${product}\\/${legacy}`]),
  ]);
  return {
    words,
    mediaTypes: mediaWords(api),
    in: (text) => {
      const found = spansOf(sure, text, false);
      const beside = version.test(text) || hosts.test(text) ? spansOf(open, text, true) : [];
      return [...found, ...beside].toSorted((a, b) => a.span.start - b.span.start);
    },
  };
};
