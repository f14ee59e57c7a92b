import { HOLE, flatten, rangesOf } from '../../model/index.ts';
import type { ApiHead, HolePart, SlotRange, Text } from '../../model/index.ts';
import { readAuthority } from './authority.ts';
import { collapse, endsInTwoValues, mask } from './mask.ts';
import { readBase } from './base.ts';
import type { Area, Base } from './base.ts';

/** A URL of the service, with its known parts. */
export interface Address {
  readonly area: Area;
  /** The product the path names; the first of the description for tokens and discovery, which name none. */
  readonly product: string;
  /** Host in lower case; `undefined` if unknown. Callers decide whether a common path needs a known host. */
  readonly host: string | undefined;
  /** The version segment as written; `undefined` where the path has none (tokens). */
  readonly version: string | undefined;
  /** Position of the version; for misversioned tokens with the `/` and the product before it. */
  readonly versionRanges: readonly SlotRange[];
  /**
   * Correct spelling; `undefined` if it is correct already. The first range gets it, the others are deleted.
   */
  readonly correct: string | undefined;
  /** Position of the base, from `/api` or `/prometheus` on: `/api/atlas/v1.0`, `/api/oauth/token`. */
  readonly baseRanges: readonly SlotRange[];
  /**
   * Path after the base: `/groups/{}/clusters/{}`; holes are `{}`, no query, no trailing slash. It ends in `{}{}` where
   * several values end it with nothing between them: the later ones may be more segments.
   */
  readonly path: string;
  /** True when the path may go on: it ends in `/`, is only a base, or ends in a hole that may hold more of it. */
  readonly open: boolean;
  /** Query without the question mark; holes are `{}`. */
  readonly query: string;
}

/** Names of values that are appended to a path and are no part of it. */
const QUERY_NAME = /quer(?:y|ies)|param|search|^qs$/i;

/** Substring of every URL of the API; most texts fail this test. */
const CANDIDATE = /(?:api|prometheus)\//;

/** Ranges of the known text in `[from, to)`; holes in it are left out. */
const knownRanges = (text: Text, flat: string, from: number, to: number): readonly SlotRange[] => {
  const ranges: SlotRange[] = [];
  let start = from;
  while (start < to) {
    const hole = flat.indexOf(HOLE, start);
    const end = hole < 0 || hole > to ? to : hole;
    ranges.push(...(rangesOf(text, start, end) ?? []));
    start = end + 1;
  }
  return ranges;
};

interface Tail {
  readonly path: string;
  readonly open: boolean;
  readonly query: string;
}

/** Path segment that precedes a parameter: `groups`, `clusters`; not an id, and not a hole. */
const WORD = /^[A-Za-z]+$/;

/** Path segments. An empty value counts as a hole (`groups//clusters`); other doubled slashes are ignored. */
const segmentsIn = (rest: string): readonly string[] => {
  const written = rest.replace(/\/+$/, '').split('/');
  return written.flatMap((segment, at) => {
    if (segment !== '') return [segment];
    const isBlank = [written[at - 1], written[at + 1]].every((beside) => WORD.test(beside ?? ''));
    return isBlank ? [HOLE] : [];
  });
};

const pathOf = (rest: string): string => {
  const joined = segmentsIn(rest).join('/');
  return collapse(rest.startsWith('/') && joined !== '' ? `/${joined}` : joined);
};

/** A hole that is the first thing after the base, or that is glued to a literal, may hold any number of segments. */
const mayGoOn = (rest: string): boolean => /(?:^|\/)$|^\/*\0+$|[^/\0]\0+$/.test(rest);

/** The same before a query: a slash there ends the path. */
const goesOnBeforeQuery = (rest: string): boolean => rest.endsWith('\0') && mayGoOn(rest);

/** The hole at an offset of the flattened text; `undefined` for a character that is known. */
const holeAt = (text: Text, at: number): HolePart | undefined => {
  let offset = 0;
  for (const part of text.parts) {
    if (offset === at) return part.kind === 'hole' ? part : undefined;
    offset += part.kind === 'hole' ? 1 : part.to - part.from;
  }
  return undefined;
};

/** The path of a URL whose last value is a query, by its name; `undefined` for any other. */
const beforeQueryHole = (rest: string, last: HolePart | undefined): string | undefined => {
  const isQuery = last !== undefined && QUERY_NAME.test((last.several?.last ?? last.name) || '');
  if (!isQuery || /(?:^|\/)\0$/.test(rest) === (last.several === undefined)) return undefined;
  return last.several === undefined ? rest.slice(0, -1) : rest;
};

/** A path that may have any ending. */
const continued = (rest: string): string => `${pathOf(rest).replace(/\{\}$/, '')}{}{}`;

const readTail = (text: Text, flat: string, masked: string, from: number, pathEnd: number): Tail => {
  const rest = masked.slice(from, pathEnd);
  const last = holeAt(text, pathEnd - 1);
  const query = collapse(/^\?([^#]*)/.exec(masked.slice(pathEnd))?.[1] ?? '');
  const hasQuery = pathEnd < masked.length;
  const beforeQuery = hasQuery ? undefined : beforeQueryHole(rest, last);
  if (beforeQuery !== undefined && !endsInTwoValues(flat.slice(from, from + beforeQuery.length)))
    return { path: pathOf(beforeQuery), open: false, query: '{}' };
  if (last?.several !== undefined || endsInTwoValues(flat.slice(from, pathEnd)))
    return { path: continued(rest), open: true, query };
  return { path: pathOf(rest), open: hasQuery ? goesOnBeforeQuery(rest) : mayGoOn(rest), query };
};

const addressAt = (
  text: Text,
  flat: string,
  masked: string,
  base: Base,
  host: string | undefined,
): Address => {
  const tail = readTail(text, flat, masked, base.end, base.pathEnd);
  const { area, product, version, correct } = base;
  const versionRanges = version === undefined ? [] : knownRanges(text, flat, ...base.versionAt);
  const baseRanges = knownRanges(text, flat, base.start, base.end);
  return {
    area,
    product,
    host,
    version,
    versionRanges,
    correct,
    baseRanges,
    ...tail,
    open: base.open ?? tail.open,
  };
};

/** The text, with values that other code writes into the path as holes where it has white space: `/${'My project'}`. */
const withoutValues = ({ parts }: Text): string => {
  let flat = '';
  for (const [at, part] of parts.entries()) {
    const written = flatten({ parts: [part] });
    const before = parts[at - 1];
    const isValue = before?.kind !== 'known' || part.kind !== 'known' || before.slot !== part.slot;
    flat += isValue && flat.endsWith('/') && /^\S.*\s/.test(written) ? HOLE.repeat(written.length) : written;
  }
  return flat;
};

/** The text without surrounding white space, its placeholders masked; offsets stay those of `flatten`. */
const maskedAddress = (text: Text): { readonly masked: string; readonly lead: number } | undefined => {
  const masked = mask(withoutValues(text)).trimEnd();
  const lead = masked.length - masked.trimStart().length;
  return /\s/.test(masked.slice(lead)) ? undefined : { masked: masked.slice(lead), lead };
};

/**
 * Reads a text as a URL of the service: the legacy or versioned API, tokens, discovery (specification §9.1),
 * or one of the latter with a version it does not have. `undefined` for everything else: a literal host that
 * is none of the description's, another API on the same host, look-alikes, and text with white space in it.
 */
export const addressOf = (text: Text, api: ApiHead): Address | undefined => {
  const whole = flatten(text);
  if (!CANDIDATE.test(whole)) return undefined;
  const trimmed = maskedAddress(text);
  if (trimmed === undefined) return undefined;
  const authority = readAuthority(trimmed.masked, api.hosts);
  if (authority === undefined) return undefined;
  const masked = ' '.repeat(trimmed.lead) + trimmed.masked;
  const root = trimmed.lead + authority.root;
  const base = readBase({ text, flat: whole, masked, root, host: authority.host }, api);
  return base === undefined ? undefined : addressAt(text, whole, masked, base, authority.host);
};
