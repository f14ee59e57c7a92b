import type { Redacted } from './redacted.ts';

/** What stands where something that may be a credential stood. */
export const MASK = '•••';

const SECRET_NAME = String.raw`[\w.-]*(?:secret|token|passw(?:or)?d|pwd|passphrase|api[-_]?key|private[-_]?key|public[-_]?key|access[-_]?key|credential|authorization|cookie|session|csrf|signature|assertion|nonce|opaque|otp|pem)[\w.-]*`;

const KNOWN_SHAPES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]+-----[^]*?(?:-----END [A-Z ]+-----|$)/g, MASK],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/'"`@]+@/gi, `$1${MASK}@`],
  [
    /\b(Bearer|Basic|Digest|Token)\s+(?![$•])(?![A-Z]?[a-z]+(?![\w+/=~.-]*[\d+/=_]))[^\s'"`,;]{4,}/g,
    `$1 ${MASK}`,
  ],
  [/\beyJ[\w-]+(?:\.[\w-]+)*/g, MASK],
  [/\b(?:mdb_sa_[a-z]+_|AKIA|ASIA|gh[pousr]_|github_pat_|xox[a-z]-|sk-|glpat-)[\w-]+/g, MASK],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, MASK],
  [/[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}\b/gi, MASK],
  [
    new RegExp(String.raw`\b(${SECRET_NAME})(["'\`]?\s*[:=]\s*)(["'\`])(?:\\.|(?!\3)[^\\])*\3?`, 'gi'),
    `$1$2$3${MASK}$3`,
  ],
  [
    new RegExp(
      String.raw`\b(${SECRET_NAME}\s*=\s*)(?![\s"'\`=>•(]|process\b|await\b|new\b)[^\s"'\`;,)&]+(?=$|[\s&"'])`,
      'gi',
    ),
    `$1${MASK}`,
  ],
];

/** Long runs that no person reads: hex ids, keys, base64. A word of letters alone is a name. */
const isRandom = (run: string): boolean => (run.match(/\d/g)?.length ?? 0) >= 4 || run.length >= 64;

/**
 * Masks what has the shape of a credential, anywhere in a text: `user:pass@`, tokens, keys, UUIDs, long random runs,
 * values of keys that are named like secrets. For messages; frames go through `redactLine`.
 */
export const redactText = (text: string): Redacted => {
  let masked = text;
  for (const [pattern, replacement] of KNOWN_SHAPES) masked = masked.replace(pattern, replacement);
  return masked.replace(/[A-Za-z0-9_+=-]{20,}/g, (run) => (isRandom(run) ? MASK : run)) as Redacted;
};

const SAFE_WORDS = new Set(
  (
    'GET HEAD POST PUT PATCH DELETE OPTIONS get post put patch delete head json text utf8 utf-8 base64 hex ' +
    'basic bearer digest gzip identity close keep-alive string number boolean object function undefined ' +
    'arraybuffer stream blob follow manual cors omit include same-origin use strict name results data body ' +
    'accept content-type authorization user-agent content-length host connection accept-encoding'
  ).split(' '),
);

/** A media type, with its parameters. */
export const MEDIA_TYPE =
  /^(?:application|text|multipart|image|\*)\/[\w.+*-]+(?:\s*;\s*(?:charset|q|boundary)=[\w.-]*)?$/;
const HOLES = /^(?:\$\{[\w.]+\})+$/;
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|\/|\.{1,2}\/|api\/|node:|@[a-z][\w-]*\/)\S*$/;
const SCHEME_AND_HOLE = /^(?:Bearer|Basic|Digest) \$\{[\w.]+\}$/;
const HOST_NAME = /^(?:[a-z][a-z-]*\.)+(?:com|net|org|io|dev|gov|local|test|example)$/;

/** Parts of an address that people wrote: words, versions, dates and placeholders. */
const PLAIN_SEGMENT = /^(?:[A-Za-z_.~:@-]*|v\d+(?:\.\d+)*|\d{1,5}|[{:$[(][^]*)$/;

const addressText = (value: string): string => {
  const [path = '', ...query] = value.split('?');
  const shown = path.split(/(\/|\$\{[^}]*\})/).map((part) => {
    if (part === '/' || part.startsWith('${') || PLAIN_SEGMENT.test(part)) return part;
    return /^[a-z][a-z.-]*(?::\d+)?$/i.test(part) ? part : MASK;
  });
  const masked = query.map((part) =>
    part.replace(/=(?!\$\{)[^&]*/g, (pair) => (/^=(?:\d{0,4}|true|false)$/.test(pair) ? pair : `=${MASK}`)),
  );
  return [shown.join(''), ...masked].join('?');
};

const RELATIVE_PATH = /^(?:[a-z][A-Za-z]*|\$\{[^}]*\})?(?:\/(?:[a-z][A-Za-z]*|\$\{[^}]*\})?)+(?:\?\S*)?$/;

/** The content of a string literal, as far as it is known to be harmless; `trusted` are words of this API. */
export const literalText = (value: string, trusted: ReadonlySet<string>): string => {
  if (value === '' || SAFE_WORDS.has(value.toLowerCase()) || trusted.has(value)) return value;
  if (HOLES.test(value) || MEDIA_TYPE.test(value) || HOST_NAME.test(value) || SCHEME_AND_HOLE.test(value))
    return value;
  const isAddress = ADDRESS.test(value) || RELATIVE_PATH.test(value) || /^\$\{[^}]*\}\/\S*$/.test(value);
  return isAddress ? addressText(value) : MASK;
};

const LITERAL = /(["'`])((?:\\.|(?!\1)[^\\])*)(\1|$)|(?<!:)\/\/.*$|\/\*.*?(?:\*\/|$)/g;
/** What an ignore comment says to the tool itself. */
const DIRECTIVE = /^(?:\/[/*]|\*)\s*migrate-ignore[a-z-]*(?:\s+[a-z-]+(?:\s*,\s*[a-z-]+)*)?/;

/** A comment: people note keys there. */
const commentText = (comment: string): string => {
  const directive = DIRECTIVE.exec(comment)?.[0] ?? comment.slice(0, comment.startsWith('*') ? 1 : 2);
  if (comment.slice(directive.length).trim() === '') return comment;
  return `${directive} ${MASK}${comment.endsWith('*/') ? ' */' : ''}`;
};
const IMPORT = /^\s*(?:import\b|export\b.*\bfrom\b|.*\brequire\(|\}\s*from\b)/;

/** True when a key follows: `'name':`, `"name" :`. */
const isKey = (line: string, end: number): boolean => /^\s*:/.test(line.slice(end));

/** How a line is read: whether it begins inside a template literal, and words that a finding is about. */
export interface LineContext {
  readonly insideTemplate: boolean;
  /** True for a line that begins inside a comment. */
  readonly insideComment?: boolean;
  readonly trusted: ReadonlySet<string>;
}

/**
 * A line of source as a code frame prints it. String literals are masked unless they are addresses, media types,
 * keys, module names or words known to be harmless, because one call-site file in eight holds a key near its URL.
 * The length of a line may change.
 */
export const redactLine = (
  line: string,
  { insideTemplate, insideComment, trusted }: LineContext,
): Redacted => {
  if (insideComment === true) return line.replace(/\S.*$/, (text) => commentText(text)) as Redacted;
  const shapes = redactText(line);
  if (insideTemplate) return redactLiterals('`' + shapes, trusted).slice(1) as Redacted;
  return IMPORT.test(line) ? shapes : (redactLiterals(shapes, trusted) as Redacted);
};

const redactLiterals = (line: string, trusted: ReadonlySet<string>): string =>
  line.replace(LITERAL, (all, quote: string | undefined, value: string, close: string, at: number) => {
    if (quote === undefined) return commentText(all);
    return isKey(line, at + all.length) && /^[\w$.-]{1,40}$/.test(value)
      ? all
      : quote + literalText(value, trusted) + close;
  });

const ASSIGNMENT = /^(\s*(?:- +)*(?:export +)?["']?[\w.-]+["']?\s*[:=]\s*)(["']?)(.*?)(["']?,?\s*)$/;
const PLAIN_VALUE = /^(?:true|false|null|[|>][+-]?|-?\d{1,5}(?:\.\d+)?|)$/;

/** A line of a form whose values stand without quotes (YAML, `.env`): the key, and the value where it is harmless. */
export const redactAssignment = (line: string, trusted: ReadonlySet<string>): Redacted => {
  const [, key, open = '', value = '', close = ''] = ASSIGNMENT.exec(line) ?? [];
  if (key === undefined)
    return redactText(line.replace(/[^\s[\]{}:,#-]+/g, (word) => literalText(word, trusted)));
  const shown = PLAIN_VALUE.test(value) ? value : literalText(redactText(value), trusted);
  return (key + open + shown + close) as Redacted;
};
