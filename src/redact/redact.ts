import type { Redacted } from '../model/index.ts';
import { masked } from './gate.ts';

/** What stands where something that may be a credential stood. */
export const MASK = '•••';

/** Parts of names that hold secrets, in any case style. */
const SECRET_NAME =
  /secret|token|passw(?:or)?d|pwd|passphrase|api[-_]?key|private[-_]?key|public[-_]?key|access[-_]?key|credential|authorization|cookie|session|csrf|signature|assertion|nonce|opaque|otp|pem/i;

type Shape = readonly [pattern: RegExp, replacement: string | ((all: string, ...groups: string[]) => string)];

/** `Basic authentication` is a sentence; what has a digit or a sign in it, or begins like no word, is none. */
const isProse = (word: string): boolean => /^[A-Z]?[a-z]/.test(word) && !/[\d+/=_]/.test(word);

/**
 * Shapes that only credentials have. No pattern may need more than linear time on any text: each begins where the
 * character before it cannot be part of it, or is bounded.
 */
const CREDENTIALS: readonly Shape[] = [
  [/-----BEGIN [A-Z ]+-----[^]*?(?:-----END [A-Z ]+-----|$)/g, MASK],
  [/:\/\/[^\s/'"`]*@/g, `://${MASK}@`],
  [/:\/\/[^\s/'"`@:]{1,256}:(?!\d{1,5}\/)[^\s'"`]{1,256}@/g, `://${MASK}@`],
  [
    /\b(Bearer|Basic|Digest|Token)\s+(?![$•])([^\s'"`,;]{4,})/g,
    (all, scheme, value) => (isProse(value!) ? all : `${scheme} ${MASK}`),
  ],
  [/\beyJ[\w-]+(?:\.[\w-]+)*/g, MASK],
  [/\b(?:mdb_sa_[a-z]+_|AKIA|ASIA|gh[pousr]_|github_pat_|xox[a-z]-|sk-|glpat-)[\w-]+/g, MASK],
];

/** Shapes that ids have as well. */
const IDENTIFIERS: readonly Shape[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, MASK],
  [/(?<![\w.+-])[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}\b/gi, MASK],
];

const NAMED = /(?<![\w.-])([\w.-]+)(["'`]?\s*[:=]\s*)/g;
const QUOTED = /(["'`])(?:\\[^]|(?!\1)[^\\])*\1?/y;
const BARE = /(?![\s"'`=>•(]|process\b|await\b|new\b)[^\s"'`;,)&]+(?=$|[\s&"'])/y;

/** The value that is given to a name at an offset, where it is a text: its length and what stands for it. */
const valueAt = (
  text: string,
  at: number,
  assigned: boolean,
): { readonly length: number; readonly shown: string } | undefined => {
  QUOTED.lastIndex = BARE.lastIndex = at;
  const quoted = QUOTED.exec(text);
  if (quoted !== null) return { length: quoted[0].length, shown: `${quoted[1]}${MASK}${quoted[1]}` };
  const bare = assigned ? BARE.exec(text) : null;
  return bare === null ? undefined : { length: bare[0].length, shown: MASK };
};

/** Masks what is given to a name that secrets have: `apiKey: '…'`, `client_secret=…`. */
const withoutNamed = (text: string): string => {
  let shown = '';
  let from = 0;
  NAMED.lastIndex = 0;
  for (let found = NAMED.exec(text); found !== null; found = NAMED.exec(text)) {
    const [all, name = '', sign = ''] = found;
    const at = found.index + all.length;
    const value = SECRET_NAME.test(name) ? valueAt(text, at, sign.trim() === '=') : undefined;
    if (value === undefined) continue;
    shown += text.slice(from, at) + value.shown;
    from = NAMED.lastIndex = at + value.length;
  }
  return shown + text.slice(from);
};

const without = (text: string, shapes: readonly Shape[]): string =>
  shapes.reduce((shown, [pattern, mask]) => shown.replace(pattern, mask as string), text);

/** Masks what cannot be anything else than a credential: `user:pass@`, tokens, keys, values of keys named like secrets. */
export const redactCredentials = (text: string): Redacted => masked(withoutNamed(without(text, CREDENTIALS)));

const kindOf = (character: string): number => {
  if (character >= '0' && character <= '9') return 0;
  return character >= 'a' ? 1 : 2;
};

/** How often a run goes from lower case to upper case or to a digit, or back. */
const changesIn = (run: string): number => {
  const kinds = Array.from(run.replaceAll(/[^A-Za-z0-9]/g, ''), kindOf);
  return kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length;
};

/** Long runs that no person reads: hex ids, keys, base64. A word of letters alone is a name. */
const isRandom = (run: string): boolean =>
  run.length >= 64 ||
  (run.length >= 20 && (run.match(/\d/g)?.length ?? 0) >= 4) ||
  changesIn(run) > run.length / 3;

const redacted = (text: string): Redacted => {
  const shown = without(redactCredentials(text), IDENTIFIERS);
  return masked(shown.replace(/[A-Za-z0-9_+=-]{16,}/g, (run) => (isRandom(run) ? MASK : run)));
};

/** Short texts and what is shown of them: findings say the same few things, and twenty patterns look at each. */
const known = new Map<string, Redacted>();
const LONGEST_KNOWN = 400;
const MOST_KNOWN = 2000;

/**
 * Masks what has the shape of a credential, anywhere in a text: what `redactCredentials` masks, and UUIDs, e-mail
 * addresses and long random runs. For messages and names; frames go through `redactLine`.
 */
export const redactText = (text: string): Redacted => {
  if (text.length > LONGEST_KNOWN) return redacted(text);
  let shown = known.get(text);
  if (shown === undefined) {
    shown = redacted(text);
    if (known.size === MOST_KNOWN) known.clear();
    known.set(text, shown);
  }
  return shown;
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
  if (insideComment === true) return masked(line.replace(/\S.*$/, (text) => commentText(text)));
  const shapes = redactText(line);
  if (insideTemplate) return masked(redactLiterals('`' + shapes, trusted).slice(1));
  return IMPORT.test(line) ? shapes : masked(redactLiterals(shapes, trusted));
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
  return masked(key + open + shown + close);
};
