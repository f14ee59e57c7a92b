import { HOLE } from '../../model/index.ts';

/** Authority of a URL: where its path begins, and which host serves it. */
export interface UrlAuthority {
  /** Host in lower case; `undefined` if unknown. */
  readonly host: string | undefined;
  /** Offset of the first segment of the path. */
  readonly root: number;
}

const SCHEME = new RegExp(`^(?:(?:https?|${HOLE}+):)?//`, 'i');
/** A hole that ends in a slash: `${base}api/atlas/v1.0`. */
const GLUED = new RegExp(`^(.*${HOLE})(api|prometheus)$`, 's');
const PORT = new RegExp(`:(?:\\d+|${HOLE}+)$`);
const OUTER_HOLES = new RegExp(`^${HOLE}+|${HOLE}+$`, 'g');
/** Skips doubled slashes, and segments that are only a hole, before the first segment. */
const LEAD = new RegExp(`(?:/+${HOLE}+(?=/))*/*`, 'y');

const bareHost = (authority: string): string =>
  authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(PORT, '')
    .replace(/\.$/, '')
    .toLowerCase();

/**
 * True when a host with holes may be `known`: the text around its holes is the start and the end of the known
 * name.
 */
const mayBe = (host: string, known: string): boolean => {
  const [first = '', ...rest] = host.split(new RegExp(`${HOLE}+`));
  const last = rest.at(-1) ?? '';
  if (first.length + last.length > known.length) return false;
  return known.startsWith(first) && known.endsWith(last) && rest.every((part) => known.includes(part));
};

type Verdict = { readonly host: string | undefined } | 'foreign';

const judgeHost = (authority: string, hosts: readonly string[]): Verdict => {
  const host = bareHost(authority);
  const seen = host.replace(OUTER_HOLES, '');
  const known = hosts.find((name) => name.toLowerCase() === seen);
  if (known !== undefined) return { host: seen };
  if (!host.includes(HOLE)) return 'foreign';
  return hosts.some((name) => mayBe(host, name.toLowerCase())) ? { host: undefined } : 'foreign';
};

const endOfSegment = (masked: string, from: number): number => {
  const length = masked.slice(from).search(/[/?#]/);
  return length < 0 ? masked.length : from + length;
};

const skipLead = (masked: string, from: number): number => {
  LEAD.lastIndex = from;
  LEAD.exec(masked);
  return LEAD.lastIndex;
};

/** True when the text begins with its path, with or without the leading slash. */
const isPathOnly = (masked: string): boolean => /^(?:\/(?!\/)|(?:api|prometheus)\/)/.test(masked);

/**
 * Parses the part of a masked URL before its path: nothing, a host, or scheme, credentials, host and port,
 * each of which may be a hole. `undefined` for a literal host that is not in `hosts`.
 */
export const readAuthority = (masked: string, hosts: readonly string[]): UrlAuthority | undefined => {
  if (isPathOnly(masked)) return { host: undefined, root: skipLead(masked, 0) };
  const start = SCHEME.exec(masked)?.[0].length ?? 0;
  const end = endOfSegment(masked, start);
  const authority = masked.slice(start, end);
  const glued = GLUED.exec(authority);
  const verdict = judgeHost(glued?.[1] ?? authority, hosts);
  if (verdict === 'foreign') return undefined;
  return { host: verdict.host, root: glued ? start + glued[1]!.length : skipLead(masked, end) };
};
