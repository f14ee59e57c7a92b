import { mediaWords } from '../checks/words.ts';
import type { Api, LegacyText, LegacyTexts } from '../../model/index.ts';

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const anyOf = (words: readonly string[]): string => `(?:${words.map(escaped).join('|')})`;

/** Slashes and dots may be escaped, in JSON as in regular expressions: `api\/atlas\/v1\.0`. */
const SLASH = String.raw`(?:\\*\/)+`;

const versionIn = ({ legacyVersions }: Api): string =>
  `(?:${legacyVersions.map((version) => escaped(version).replaceAll(String.raw`\.`, String.raw`\\*\.`)).join('|')})(?![\\w]|\\.\\d)`;

/**
 * Spellings: the whole base (`/api/atlas/v1.0`), the base after a variable (`$API/atlas/v1.0`,
 * `'atlas/v1.0'`), and the base before a separate version (`'/api/atlas/' + version`).
 */
const patternsFor = (api: Api) => {
  const product = anyOf(api.products);
  const version = versionIn(api);
  const lead = `(?<![\\w-])api${SLASH}$|(?<=["'\`})]|\\$\\w{1,40})${SLASH}$|(?<=["'\`])$`;
  const open = `(?<![\\w-])api${SLASH}${product}(?=(?:${SLASH})?(?:["'\`$%<{+)\\s]|$))`;
  return {
    base: new RegExp(`${product}${SLASH}${version}`, 'g'),
    lead: new RegExp(lead),
    open: new RegExp(open, 'gm'),
    // Whatever stands around it, a version that is a value may be any: `$HOST/api/atlas/$VERSION`.
    given: new RegExp(`(?<![\\w-])api${SLASH}${product}(?=${SLASH}(?:[$%]\\{*\\w|[#{<]))`, 'gm'),
    version: new RegExp(`(?<![\\w.-])${version}`),
    hosts: new RegExp(anyOf(api.hosts)),
  };
};

/** Maximum distance searched before a base: slashes may be escaped several times. */
const LONGEST_LEAD = 1000;

/** Bases with their lead. A base is found by its product first, which few texts hold. */
const basesIn = (text: string, base: RegExp, lead: RegExp): readonly LegacyText[] =>
  Array.from(text.matchAll(base)).flatMap(({ 0: found, index }): readonly LegacyText[] => {
    const before = lead.exec(text.slice(Math.max(0, index - LONGEST_LEAD), index));
    if (before === null) return [];
    return [{ span: { start: index - before[0].length, end: index + found.length }, open: false }];
  });

const spansOf = (pattern: RegExp, text: string, open: boolean): readonly LegacyText[] =>
  Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    span: { start: index, end: index + found.length },
    open,
  }));

/** Search for texts that can be URLs of the legacy API, in a text of any language. */
export const legacyTexts = (api: Api): LegacyTexts => {
  const { base, lead, open, given, version, hosts } = patternsFor(api);
  const words = api.products.flatMap((product) => [
    `api/${product}`,
    `api\\/${product}`,
    ...api.legacyVersions.flatMap((legacy) => [`${product}/${legacy}`, `${product}\\/${legacy}`]),
  ]);
  return {
    words,
    mediaTypes: mediaWords(api),
    in: (text) => {
      const found = basesIn(text, base, lead);
      const isBeside = version.test(text) || hosts.test(text);
      const beside = spansOf(isBeside ? open : given, text, true);
      return [...found, ...beside].toSorted((a, b) => a.span.start - b.span.start);
    },
  };
};
