import type { HolePart, Text, TextPart } from '../../../model/index.ts';
import { BUDGETS, exactValue, flatten, OWN_ORIGIN } from '../../../model/index.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { fixedText } from '../syntax/slots.ts';
import type { ExternalValue, ResponseValue, TextValue, Value } from './values.ts';

/** Maximum number of alternatives of any value. */
export const MAX_ALTERNATIVES = BUDGETS.alternatives.max;

export const EMPTY: Text = { parts: [] };

export const hole = (name: string | undefined): Text => ({ parts: [{ kind: 'hole', name }] });

const isHole = (part: TextPart | undefined): boolean => part?.kind === 'hole';

const CLOCK =
  /\bnew Date\(\s*\)|\bDate\.now\(|\b(?:moment|dayjs)(?:\.utc)?\(\s*\)|\bDateTime\.(?:now|utc|local)\(\s*\)|\bTemporal\.Now\b/;

/** Maximum length of a call that formats a date; longer ones do more than that. */
const MAX_CLOCK_LENGTH = 300;

/** True for a value computed from the current time. */
const readsClock = ({ made }: ExternalValue): boolean =>
  made.some(({ call }) => call.end - call.pos < MAX_CLOCK_LENGTH && CLOCK.test(call.getText()));

/** Maximum number of pieces of a text, the rest is unknown: texts that contain themselves double each time. */
const MAX_PARTS = BUDGETS.textParts.max;

/** One hole for two in a row. */
const mergedHoles = (before: HolePart, { name, several, cut }: HolePart): HolePart => ({
  ...before,
  ...(cut && { cut }),
  several: { last: before.several === undefined && several === undefined ? name : undefined },
});

/**
 * An empty text between two slashes of a path, as a hole: `/groups/${process.env.GROUP ?? ''}/clusters` says that the name
 * comes from elsewhere, and is not a shorter path.
 */
const namedElsewhere = (text: Text, at: number, texts: readonly Text[]): Text => {
  if (at === 0 || at === texts.length - 1 || flatten(text) !== '') return text;
  const isInPath = flatten(texts[at - 1]!).endsWith('/') && flatten(texts[at + 1]!).startsWith('/');
  return isInPath ? hole(undefined) : text;
};

/** Concatenates texts; adjacent holes become one. */
export const joinTexts = (texts: readonly Text[]): Text => {
  const parts: TextPart[] = [];
  for (const text of texts.map(namedElsewhere))
    for (const part of text.parts) {
      if (parts.length >= MAX_PARTS)
        return isHole(parts.at(-1)) ? { parts } : { parts: [...parts, ...hole(undefined).parts] };
      if (part.kind === 'known' && part.from === part.to) continue;
      const before = parts.at(-1);
      if (part.kind === 'hole' && before?.kind === 'hole')
        parts[parts.length - 1] = mergedHoles(before, part);
      else parts.push(part);
    }
  return { parts };
};

/** Common part of an expression's alternatives: `"size": "` + size, for any size. */
export const commonText = (text: Text, others: readonly Text[]): Text | undefined => {
  if (others.some(({ parts }) => parts.length !== text.parts.length)) return undefined;
  const isShared = (part: TextPart, at: number): boolean =>
    part.kind === 'known' &&
    others.every(({ parts }) => {
      const other = parts[at]!;
      return (
        other.kind === 'known' &&
        other.slot.file === part.slot.file &&
        other.slot.span.start === part.slot.span.start &&
        other.to === part.to
      );
    });
  return joinTexts([
    { parts: text.parts.flatMap((part, at) => (isShared(part, at) ? part : hole(undefined).parts)) },
  ]);
};

/** Range `[from, to)` of the flattened text. */
export const sliceText = (text: Text, from: number, to = Infinity): Text => {
  const parts: TextPart[] = [];
  let offset = 0;
  for (const part of text.parts) {
    const length = part.kind === 'hole' ? 1 : part.to - part.from;
    const start = Math.max(from, offset);
    const end = Math.min(to, offset + length);
    if (start < end)
      parts.push(
        part.kind === 'hole'
          ? part
          : { ...part, from: part.from + start - offset, to: part.from + end - offset },
      );
    offset += length;
  }
  return { parts };
};

/** Text of a value that is written into a string. */
export const textOf = (val: Value): Text => {
  if (val.kind === 'text') return val.text;
  if (val.kind === 'primitive' && val.value !== undefined) return fixedText(val.node, String(val.value));
  if (val.kind === 'external' && readsClock(val))
    return { parts: [{ kind: 'hole', name: undefined, clock: true }] };
  if (val.kind === 'external' && isOwnOrigin(val)) return hole(OWN_ORIGIN);
  if (val.kind === 'unknown' && val.cut) return { parts: [{ kind: 'hole', name: undefined, cut: true }] };
  return hole(val.kind === 'unknown' ? val.name : undefined);
};

/** True for `location.origin`, `window.location.host`: the server of the page itself. */
const isOwnOrigin = ({ module, made, path }: ExternalValue): boolean =>
  module === '' && made.length === 0 && /^location\.(?:origin|host|hostname)$/.test(path.slice(-2).join('.'));

/** Stands for alternatives beyond `MAX_ALTERNATIVES`. */
const CUT: Value = { kind: 'unknown', name: undefined, cut: true };

/** The alternatives, at most `MAX_ALTERNATIVES`: those beyond are one that is unknown. */
export const withinBudget = (vals: readonly Value[]): readonly Value[] =>
  vals.length > MAX_ALTERNATIVES ? [...vals.slice(0, MAX_ALTERNATIVES - 1), CUT] : vals;

/** A row as far as it is built, its last value first. */
interface Row<T> {
  readonly value: T;
  readonly before: Row<T> | undefined;
}

const valuesOfRow = <T>(last: Row<T> | undefined): readonly T[] => {
  const values: T[] = [];
  for (let row = last; row; row = row.before) values.push(row.value);
  return values.reverse();
};

/** Combinations in which each value of each column is at least once. */
const coveringRows = <T>(columns: readonly (readonly T[])[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, row) =>
    columns.map((column) => column[row % column.length]!),
  );

const isSameRow = <T>(a: readonly T[], b: readonly T[]): boolean => a.every((value, at) => value === b[at]);

/**
 * Every combination of the alternatives, one value of each column; where there are more than `MAX_ALTERNATIVES`, some of
 * them, among which each text is: a literal that is in none of them would stay as it is where the others are edited.
 */
export const combinationsOf = <T>(columns: readonly (readonly T[])[]): readonly (readonly T[])[] => {
  let rows: readonly (Row<T> | undefined)[] = [undefined];
  let isCut = false;
  for (const column of columns) {
    const all = rows.flatMap((before) => column.map((value) => ({ value, before })));
    isCut ||= all.length > MAX_ALTERNATIVES;
    rows = all.slice(0, MAX_ALTERNATIVES);
  }
  const found = rows.map(valuesOfRow);
  if (!isCut || found.length === 0) return found;
  const covering = coveringRows(columns);
  const others = found.filter((row) => !covering.some((one) => isSameRow(one, row)));
  return [...covering, ...others].slice(0, MAX_ALTERNATIVES);
};

/** A text as the value of an expression. */
export const asText = (text: Text, node: ts.Node): TextValue => ({ kind: 'text', text, node });

const OWN_ADDRESS = /^(?:url|requestUrl|responseURL)$/;

/** True for the URL of the request in its response: `response.url`, `response.config.url`. */
export const isOwnAddress = (val: Value): val is ResponseValue & { stage: 'response' } =>
  val.kind === 'response' && val.stage === 'response' && OWN_ADDRESS.test(val.member ?? '');

/** True for what leads to the API of a response: `page.links.find(…).href`, or its own URL: `response.url`. */
export const isLink = (val: Value): val is ResponseValue =>
  val.kind === 'response' &&
  (val.stage === 'body'
    ? val.path.at(-1)?.name === 'href' && val.path.some(({ name }) => name === 'links')
    : isOwnAddress(val));

const isBlank = (val: Value): boolean => val.kind === 'text' && flatten(val.text).trim() === '';

const isText = (val: Value): val is ResponseValue => val.kind === 'response' && val.stage === 'text';

/**
 * Response whose text is concatenated with nothing else, or a URL that it gives, which remains one with a query after it.
 * In a longer text, the text of a response is an unknown part, as an IP address is in the path of a URL.
 */
const answerIn = (columns: readonly (readonly Value[])[]): ResponseValue | undefined => {
  const first = columns.find((column) => !column.every(isBlank));
  const link = first?.find(isLink);
  if (link) return link;
  const isWhole = columns.every(
    (column) => column.some(isText) || column.every((val) => isBlank(val) || val.kind !== 'text'),
  );
  return isWhole ? columns.flat().find(isText) : undefined;
};

/**
 * In languages without implicit conversion to text, an initially null variable is assigned before it is concatenated.
 */
const withoutNull = (vals: readonly Value[], node: ts.Node): readonly Value[] => {
  if (!loweredFile(node)) return vals;
  const others = vals.filter((val) => val.kind !== 'primitive' || val.value !== null);
  return others.length > 0 ? others : vals;
};

/** Concatenation of evaluated parts. Concatenated chunks of a response's text are that text. */
export const concatenate = (columns: readonly (readonly Value[])[], node: ts.Node): readonly Value[] => {
  const answer = answerIn(columns);
  if (answer) return [answer];
  const rows = combinationsOf(columns.map((column) => withoutNull(column, node).map(textOf)));
  return rows.map((row) => asText(joinTexts(row), node));
};

/** URL of the folder above that of a URL: of `…/v1.0/groups/1`, it is `…/v1.0/`. */
const parentOf = (url: Text): Text => {
  const parent = /^((?:[a-z][a-z\d+.-]*:\/)?\/[^/]*\/.*?)[^/]*\/[^/]*$/i.exec(flatten(url))?.[1];
  return parent === undefined ? url : sliceText(url, 0, parent.length);
};

/** `new URL(path, base)` over texts; `slash` separates a host from a path without one. */
export const resolveUrl = (path: Text, base: Text, slash: Text): Text => {
  const flat = flatten(path);
  if (/^[a-z][a-z\d+.-]*:/i.test(flat)) return path;
  if (flat.startsWith('./')) return resolveUrl(sliceText(path, 2, flat.length), base, slash);
  if (flat.startsWith('../')) return resolveUrl(sliceText(path, 3, flat.length), parentOf(base), slash);
  // `new URL('api', 'https://host')`
  if (/^[a-z][a-z\d+.-]*:\/\/[^/]+$/i.test(flatten(base)) && /^[\w%.-]/.test(flat))
    return joinTexts([base, slash, path]);
  const origin =
    /^[a-z][a-z\d+.-]*:\/\/[^/]*/i.exec(flatten(base))?.[0].length ?? Math.min(1, flatten(base).length);
  if (flat.startsWith('/')) return joinTexts([sliceText(base, 0, origin), path]);
  const folder = flatten(base).lastIndexOf('/') + 1;
  return joinTexts([sliceText(base, 0, Math.max(origin, folder)), path]);
};

/** Text without the slashes at its ends. */
export const withoutSlashes = (text: Text, atStart: boolean, atEnd: boolean): Text => {
  const flat = flatten(text);
  const from = atStart ? flat.length - flat.replace(/^\/+/, '').length : 0;
  const to = atEnd ? flat.replace(/\/+$/, '').length : flat.length;
  return sliceText(text, from, Math.max(from, to));
};

/** The exact text of a value; `undefined` where it may have several values. */
export const onlyText = (vals: readonly Value[] | undefined): string | undefined => {
  const [only] = vals ?? [];
  return vals?.length === 1 && only?.kind === 'text' ? exactValue(only.text) : undefined;
};
