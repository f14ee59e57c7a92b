import { mediaWords, segmentWords } from './address-words.ts';
import type { Api, LegacyText, LegacyTexts } from '../../model/index.ts';

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const anyOf = (words: readonly string[]): string => `(?:${words.map(escaped).join('|')})`;

/** Slashes and dots may be escaped, in JSON as in regular expressions: `api\/atlas\/v1\.0`. */
const SLASH = String.raw`(?:\\*\/)+`;

const versionIn = ({ legacyVersions }: Api): string =>
  `(?:${legacyVersions.map((version) => escaped(version).replaceAll(String.raw`\.`, String.raw`\\*\.`)).join('|')})(?![\\w]|\\.\\d)`;

/** A segment of a path as a text of its own: `'api'`, `"/api/"`. */
const quoted = (segment: string): string => `["'\`](?:${SLASH})?${segment}(?:${SLASH})?["'\`]`;

/** Separator between the segments of a list or of chained calls: `', '`, `').seg('`. */
const BETWEEN = '[^"\'`]{1,60}';

/** Segments of a base that something joins: `['api', 'atlas', 'v1.0'].join('/')`, `.seg('api').seg('atlas').seg('v1.0')`. */
const segmentsFor = (product: string, version: string) => {
  const start = quoted('api');
  const list = [start, quoted(product), quoted(version)].join(BETWEEN);
  const variable = '\\s*,\\s*[\\w.$@]*';
  return {
    segments: new RegExp(`${list}|%[wW]\\W\\s*api\\s+${product}\\s+${version}`, 'g'),
    // The version, or the product too, is the value of a variable: `"api", product, API_VERSION`.
    openSegments: new RegExp(
      `${start}(?:${BETWEEN}${quoted(product)}|${variable}\\w)${variable}version\\b`,
      'gi',
    ),
    named: new RegExp(quoted(product)),
  };
};

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
    // Whatever surrounds it, a version that is a value may be any: `$HOST/api/atlas/$VERSION`.
    given: new RegExp(`(?<![\\w-])api${SLASH}${product}(?=${SLASH}(?:[$%]\\{*\\w|[#{<]))`, 'gm'),
    version: new RegExp(`(?<![\\w.-])${version}`),
    hosts: new RegExp(anyOf(api.hosts)),
    ...segmentsFor(product, version),
  };
};

/** Maximum number of slashes and their escapes before a base: they may be escaped several times. */
const MAX_SLASHES = 1000;

/** Maximum length of what a lead matches before its slashes: `$` and the name of a variable. */
const MAX_VARIABLE = 42;

/** Start of the text before a base that its lead can match. */
const leadStart = (text: string, end: number): number => {
  let at = end;
  while (at > end - MAX_SLASHES && (text[at - 1] === '/' || text[at - 1] === '\\')) at--;
  return Math.max(0, at - MAX_VARIABLE);
};

/** Bases with their lead. A base is found by its product first, which few texts hold. */
const basesIn = (text: string, base: RegExp, lead: RegExp): readonly LegacyText[] =>
  Array.from(text.matchAll(base)).flatMap(({ 0: found, index }): readonly LegacyText[] => {
    const before = lead.exec(text.slice(leadStart(text, index), index));
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
  const { base, lead, open, given, version, hosts, segments, openSegments, named } = patternsFor(api);
  const words = api.products.flatMap((product) => [
    `api/${product}`,
    `api\\/${product}`,
    ...api.legacyVersions.flatMap((legacy) => [`${product}/${legacy}`, `${product}\\/${legacy}`]),
  ]);
  const search = (text: string): readonly LegacyText[] => {
    const found = basesIn(text, base, lead);
    const isBeside = version.test(text) || hosts.test(text);
    const beside = spansOf(isBeside ? open : given, text, true);
    const joined = spansOf(segments, text, false);
    const openly = named.test(text) ? spansOf(openSegments, text, true) : [];
    return [...found, ...beside, ...joined, ...openly].toSorted((a, b) => a.span.start - b.span.start);
  };
  // Several parts of a run look at one file after the other.
  let last: { readonly text: string; readonly found: readonly LegacyText[] } | undefined;
  return {
    words: [...words, ...segmentWords(api)],
    mediaTypes: mediaWords(api),
    in: (text) => {
      if (last?.text !== text) last = { text, found: search(text) };
      return last.found;
    },
  };
};
