import { textOfSlot } from '../../../model/index.ts';
import type { HeaderEntry, HeaderSet, Member, ScalarTree, Slot, Tree } from '../../../model/index.ts';
import { itemsOf, memberOf, scalarOf } from '../../members.ts';
import { owned, slotOf } from './texts.ts';
import { credentialDigest, isSecretValue } from '../../secrets.ts';

/**
 * Headers whose values may be stored; of all others only the name is. `link`, `location` and `:path` are not
 * among them: they contain queries.
 */
const SEEN: ReadonlySet<string> = new Set(
  [
    ['accept', 'accept-encoding', 'content-type', 'content-length', 'content-encoding', 'transfer-encoding'],
    ['user-agent', 'host', 'date', 'retry-after', 'vary', 'deprecation', 'sunset', 'cache-control', 'allow'],
    ['strict-transport-security', 'x-content-type-options', 'x-frame-options', 'referrer-policy', 'server'],
    [':authority', ':method', ':scheme', ':status'],
  ].flat(),
);

/** Recorded header with its value: never part of a fact. */
export interface RawHeader {
  readonly name: Slot;
  readonly value: ScalarTree;
}

const isScalar = (tree: Tree | undefined): tree is ScalarTree => tree?.kind === 'scalar';

const valuesOf = (value: Tree | undefined): readonly ScalarTree[] => {
  if (value?.kind === 'list') return value.items.filter(isScalar);
  return isScalar(value) && value.value !== null ? [value] : [];
};

const pair = (name: Slot | undefined, value: Tree | undefined): readonly RawHeader[] =>
  name === undefined || name.value === '' ? [] : valuesOf(value).map((scalar) => ({ name, value: scalar }));

const fromItem = (item: Tree): readonly RawHeader[] => {
  if (item.kind === 'object')
    return pair((scalarOf(item, 'name') ?? scalarOf(item, 'key'))?.slot, memberOf(item, 'value'));
  const first = item.kind === 'list' ? item.items[0] : undefined;
  return item.kind === 'list' && isScalar(first) ? pair(first.slot, item.items[1]) : [];
};

const fromMember = (member: Member): readonly RawHeader[] => pair(member.key, member.value);

/** Headers of a request or response, in any form that tools write. */
export const rawHeaders = (message: Tree | undefined, member = 'headers'): readonly RawHeader[] => {
  const headers = memberOf(message, member);
  if (headers?.kind === 'object') return headers.members.flatMap(fromMember);
  return itemsOf(message, member).flatMap(fromItem);
};

/** Value of the last header of that name, whether or not it may be stored. */
export const rawValue = (headers: readonly RawHeader[], name: string): string | undefined => {
  const found = headers.findLast((header) => header.name.value.toLowerCase() === name);
  return found === undefined ? undefined : slotOf(found.value).value;
};

const fixed = ({ file, span }: Slot, value: string): Slot => ({ file, span, value, spelling: 'fixed' });

/**
 * True for a header whose value may leave the file: its name is harmless, and its value does not look like a
 * credential.
 */
export const isPrintableHeader = (name: string, value: string): boolean =>
  SEEN.has(name.toLowerCase()) && !isSecretValue(value);

const entryOf = ({ name, value }: RawHeader): HeaderEntry => {
  const slot = slotOf(value);
  const seen = isPrintableHeader(name.value, slot.value);
  const place = fixed(slot, seen ? owned(slot.value) : '');
  const values = seen ? [textOfSlot(place)] : undefined;
  return { name: fixed(name, owned(name.value)), values, place, certain: true };
};

/** Header set without credentials. Tools that do not record headers write an empty list: none is missing there. */
export const headerSetOf = (headers: readonly RawHeader[]): HeaderSet => ({
  entries: headers.map(entryOf),
  complete: headers.length > 0,
  gap: undefined,
});

/** Scheme of the credentials, lower case. */
export const recordedAuthOf = (headers: readonly RawHeader[]): string | undefined =>
  /^\s*([a-z][a-z0-9-]*)\s/i.exec(rawValue(headers, 'authorization') ?? '')?.[1]?.toLowerCase();

/**
 * Digest that identifies the credentials of a request; for a token it is the same as in the response that
 * issued it; nothing where none were recorded.
 */
export const credentialsOf = (headers: readonly RawHeader[]): { readonly credentials?: string } => {
  const value = rawValue(headers, 'authorization');
  const token = /^\s*bearer\s+(\S+)\s*$/i.exec(value ?? '')?.[1];
  return value === undefined || value === '' ? {} : { credentials: credentialDigest(token ?? value) };
};
