import { isMethod } from '../model/index.ts';
import { MASK } from './redact.ts';

const DATE =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}, )?\d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d (?:GMT|UTC|[+-]\d{4})$|^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))?$/;
const NUMBER = /^\d{1,12}$/;
const SUBTYPE =
  'json|xml|html|plain|csv|css|javascript|octet-stream|x-www-form-urlencoded|form-data|event-stream|gzip|x-gzip|zip|pdf|png|' +
  'jpeg|gif|svg|x-ndjson|ndjson|yaml|problem|hal|vnd(?:\\.[a-z-]{1,20}){1,3}(?:\\.\\d{4}-\\d\\d-\\d\\d)?|\\*';
/** Media types that are in use; any other may be a word of whoever sent it. */
const MEDIA = new RegExp(
  `^(?:application|text|multipart|image|\\*)/(?:${SUBTYPE})(?:\\+(?:json|xml|csv|gzip|yaml))?` +
    '(?:\\s?;\\s?(?:q=[01](?:\\.\\d{1,3})?|charset="?utf-?8"?))*$',
  'i',
);
const CODING =
  /^(?:gzip|x-gzip|deflate|br|zstd|identity|compress|chunked|\*)(?:\s?;\s?q=[01](?:\.\d{1,3})?)?$/;
const HOST = /^(?:localhost|(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z0-9-]{1,63})(?::\d{1,5})?$/;
/** A product and its version; a comment, or a word without a version, may be anything. */
const PRODUCT = /^[A-Za-z][A-Za-z-]{0,30}\/v?\d{1,5}(?:\.\d{1,6}){0,4}$/;
const FIELD = /^(?:\*|[A-Za-z]{1,20}(?:-[A-Za-z]{1,20}){0,5})$/;
const DIRECTIVE =
  /^(?:(?:max-age|s-maxage|stale-while-revalidate|stale-if-error|min-fresh|max-stale)=\d{1,10}|no-cache|no-store|no-transform|must-revalidate|proxy-revalidate|private|public|immutable|only-if-cached|must-understand|includeSubDomains|preload)$/i;
const WORD =
  /^(?:nosniff|deny|sameorigin|no-referrer|no-referrer-when-downgrade|origin|origin-when-cross-origin|same-origin|strict-origin|strict-origin-when-cross-origin|unsafe-url)$/i;

type Grammar = readonly [separator: RegExp | undefined, item: (item: string) => boolean];

const matches =
  (...patterns: readonly RegExp[]) =>
  (item: string): boolean =>
    patterns.some((pattern) => pattern.test(item));

const COMMAS = /(\s*,\s*)/;
const GRAMMARS: readonly (readonly [names: string, grammar: Grammar])[] = [
  ['date sunset last-modified', [undefined, matches(DATE)]],
  ['deprecation', [undefined, matches(DATE, /^(?:@\d{1,12}|true)$/)]],
  ['retry-after', [undefined, matches(DATE, NUMBER)]],
  ['content-length', [undefined, matches(NUMBER)]],
  [':status', [undefined, matches(/^\d{3}$/)]],
  [':scheme', [undefined, matches(/^https?$/)]],
  [':method', [undefined, isMethod]],
  ['allow', [COMMAS, isMethod]],
  ['host :authority', [undefined, matches(HOST)]],
  ['accept content-type', [COMMAS, matches(MEDIA)]],
  ['accept-encoding content-encoding transfer-encoding', [COMMAS, matches(CODING)]],
  ['user-agent server', [/(\s*\([^)]*\)?\s*|\s+)/, matches(PRODUCT)]],
  ['vary', [COMMAS, matches(FIELD)]],
  ['cache-control', [COMMAS, matches(DIRECTIVE)]],
  ['strict-transport-security', [/(\s*;\s*)/, matches(DIRECTIVE)]],
  ['x-content-type-options x-frame-options referrer-policy', [COMMAS, matches(WORD)]],
];

const BY_NAME: ReadonlyMap<string, Grammar> = new Map(
  GRAMMARS.flatMap(([names, grammar]) => names.split(' ').map((name) => [name, grammar] as const)),
);

const separatorText = (separator: string): string => (separator.includes('(') ? ` (${MASK}) ` : separator);

/** Redacts a header value by the grammar of that header (RFC 9110); other text, and other headers, are masked. */
export const headerText = (name: string, value: string): string => {
  const [separator, fits] = BY_NAME.get(name.toLowerCase()) ?? [undefined, () => false];
  const items = separator === undefined ? [value.trim()] : value.trim().split(separator);
  const shown = items.map((item, index) => {
    if (index % 2 === 1) return separatorText(item);
    return item === '' || fits(item) ? item : MASK;
  });
  return shown.join('').trim();
};
