import type { Arm, InsertionPoint, HeaderEntry, HeaderSet, Slot, Spellings } from '../../../model/index.ts';
import { readNameOf } from './read-names.ts';
import type { ClientRow } from '../clients/client-row.ts';
import { isLines } from '../syntax/dialect.ts';
import { flatten } from '../../../model/index.ts';
import { gapInFlatList, gapInNewHeaders, gapInObject, gapInPairs } from '../syntax/insertion-points.ts';
import { type MemberFate, joinedFates } from '../evaluate/paths/fates.ts';
import { inKeyOrder } from './key-order.ts';
import { placeOfValue } from './value-places.ts';
import { decidedByAddress } from '../evaluate/objects.ts';
import { membersOfFlatList, membersOfPairs } from '../evaluate/pairs.ts';
import { ts } from '../syntax/tree.ts';
import { placeOf, slotOfExpression, slotOfName } from '../syntax/slots.ts';
import { textOf } from '../evaluate/texts.ts';
import type { ObjectValue, ObjMember, Under, Value } from '../evaluate/values.ts';

/** Header entry with its conditions, as evaluation distinguishes them. */
export type SourceEntry = Omit<HeaderEntry, 'when' | 'layer'> & {
  readonly under?: readonly Under[] | undefined;
};

/** Header members and whether there may be others; the extractor's form of a header set. */
export interface HeaderSource {
  readonly entries: readonly SourceEntry[];
  readonly complete: boolean;
  readonly gap: InsertionPoint | undefined;
  /** Literal that contains the insertion point. */
  readonly literal: ts.Node | undefined;
  /** True where it may replace all lower layers. */
  readonly replaces?: boolean;
  readonly fate?: MemberFate | undefined;
}

/** Headers of a request that sends none. */
export const NO_HEADERS: HeaderSource = { entries: [], complete: true, gap: undefined, literal: undefined };
/** Headers that cannot be determined: any may be sent. */
export const UNKNOWN_HEADERS: HeaderSource = { ...NO_HEADERS, complete: false };

/** Headers that middleware may change arbitrarily. */
export const hiddenAt = (node: ts.Node): HeaderSource => ({
  ...UNKNOWN_HEADERS,
  fate: { taken: new Set(), unseenBy: node },
});

const isAbsent = (val: Value): boolean => val.kind === 'primitive';

/** Expression of a header's value, and the one string in it when values are lists. */
const valuePlace = (member: ObjMember, vals: readonly Value[]): { place: Slot; vals: readonly Value[] } => {
  const list = vals.length === 1 && vals[0]?.kind === 'list' ? vals[0] : undefined;
  const node = member.expression ?? member.node;
  if (list?.items.length === 1 && ts.isArrayLiteralExpression(list.node) && list.node.elements[0])
    return { place: slotOfExpression(list.node.elements[0], ''), vals: list.items[0]!() };
  return { place: placeOfValue(member.nameNode, node, vals), vals };
};

const entryOf = (member: ObjMember): SourceEntry => {
  const { place, vals } = valuePlace(member, member.value());
  const texts = vals.filter((val) => val.kind === 'text').map(textOf);
  const sure = texts.length === vals.length && !(vals.length > 1 && vals.some(decidedByAddress));
  const binding = member.expression && readNameOf(member.expression);
  const shorthand = ts.isShorthandPropertyAssignment(member.node);
  return {
    name: { ...slotOfName(member.nameNode), value: member.name },
    values: sure
      ? texts
      : texts.length > 0
        ? [...texts, { parts: [{ kind: 'hole', name: undefined }] }]
        : undefined,
    // A shorthand property has no separate value to replace.
    place: shorthand ? { ...place, spelling: 'fixed' } : place,
    certain: member.certain && (member.by === 'remove' || !vals.every(isAbsent)),
    ...(member.under && { under: member.under }),
    ...(member.by && { by: member.by }),
    ...(member.open && { open: true }),
    ...(binding && { binding }),
  };
};

const gapOf = (val: ObjectValue, listValues: boolean): InsertionPoint | undefined => {
  if (!val.literal) return undefined;
  if (ts.isObjectLiteralExpression(val.literal)) return gapInObject(val.literal, listValues);
  return ts.isArrayLiteralExpression(val.literal) ? gapInPairs(val.literal) : gapInNewHeaders(val.literal);
};

const sourceOf = (val: Value, listValues: boolean): HeaderSource => {
  if (isAbsent(val)) return NO_HEADERS;
  if (val.kind === 'object')
    return {
      entries: inKeyOrder(val.members).map(entryOf),
      complete: val.complete,
      gap: gapOf(val, listValues),
      literal: val.literal,
      ...(val.fate && { fate: val.fate }),
    };
  if (val.kind !== 'list' || !ts.isArrayLiteralExpression(val.node)) return UNKNOWN_HEADERS;
  const flat = val.items.length > 0 ? membersOfFlatList(val) : undefined;
  if (flat)
    return { entries: flat.map(entryOf), complete: true, gap: gapInFlatList(val.node), literal: val.node };
  const members = membersOfPairs(val);
  const complete = val.complete && members.length === val.items.length;
  return { entries: members.map(entryOf), complete, gap: gapInPairs(val.node), literal: val.node };
};

/** Unknown members may overwrite the entries before them. */
const openedEntries = (entries: readonly SourceEntry[]): readonly SourceEntry[] =>
  entries.map((entry) => (entry.open ? entry : { ...entry, open: true }));

const underArm = (entry: SourceEntry, arm: Under): SourceEntry =>
  entry.certain || entry.under ? { ...entry, certain: false, under: [arm, ...(entry.under ?? [])] } : entry;

/** Headers that may be one of several objects: each under its own condition. */
const merge = (sources: readonly HeaderSource[], asksAddress: boolean): HeaderSource => {
  const at = {};
  return {
    ...NO_HEADERS,
    entries: sources.flatMap(({ entries }, arm) =>
      entries.map((entry) => underArm(entry, { at, env: undefined, arm, arms: sources.length, asksAddress })),
    ),
    complete: sources.every((source) => source.complete),
    fate: joinedFates(sources.map(({ fate }) => fate)),
  };
};

/** Headers of an expression's values; where they are only sometimes present, so would be an added one. */
export const headersFrom = (vals: readonly Value[], listValues: boolean): HeaderSource => {
  if (vals.every(isAbsent)) return NO_HEADERS;
  const sources = vals.map((val) => sourceOf(val, listValues));
  return sources.length === 1 ? sources[0]! : merge(sources, vals.some(decidedByAddress));
};

/** True where headers are written in a form that the client accepts: as lines, or as members. */
const fits = (val: Value, taken: ClientRow['headerLines']): boolean =>
  val.kind !== 'object' || taken === 'too' || isLines(val.node) === (taken === 'only');

/** Headers passed to a client, in the form that its table row declares. */
export const headersGiven = (
  vals: readonly Value[],
  { listValues, headerLines }: Pick<ClientRow, 'listValues' | 'headerLines'>,
): HeaderSource => {
  const source = headersFrom(vals, listValues);
  return vals.every((val) => fits(val, headerLines))
    ? source
    : { ...source, complete: false, gap: undefined };
};

/** Entries that are present under unknown conditions. */
export const conditionalEntries = (entries: readonly SourceEntry[]): readonly SourceEntry[] =>
  entries.map((entry) => ({ ...entry, certain: false, under: undefined }));

/** Appends one source to another: unknown members of the later may have any name. */
export const appendedHeaders = (
  earlier: readonly SourceEntry[],
  later: Pick<HeaderSource, 'entries' | 'complete' | 'replaces'>,
): readonly SourceEntry[] => [
  ...(later.complete && !later.replaces ? earlier : openedEntries(earlier)),
  ...later.entries,
];

/** Merges two layers of defaults. */
export const mergedHeaders = (lower: HeaderSource, upper: HeaderSource): HeaderSource => ({
  entries: appendedHeaders(lower.entries, upper),
  complete: lower.complete && upper.complete,
  gap: upper.gap ?? lower.gap,
  literal: upper.gap ? upper.literal : lower.literal,
  fate: joinedFates([lower.fate, upper.fate]),
});

/** Numbers conditions in order of first occurrence. */
const numbering = (): ((under: Under) => Arm) => {
  const known: Under[] = [];
  return (under) => {
    const at = known.findIndex((other) => other.at === under.at && other.env === under.env);
    const of = at < 0 ? known.push(under) - 1 : at;
    return { of, arm: under.arm, arms: under.arms, ...(under.asksAddress && { asksAddress: true }) };
  };
};

/** Entries of all layers as members of one object, in key order. */
const inOneObject = (layers: readonly HeaderSource[]): HeaderSource => {
  const all = layers.flatMap(({ entries }, at) =>
    layers.slice(at + 1).every(({ complete }) => complete) ? entries : openedEntries(entries),
  );
  const members = all.map((entry) => ({
    name: entry.name.value,
    certain: entry.certain,
    by: entry.by === 'set' ? undefined : entry.by,
    entry,
  }));
  return {
    ...NO_HEADERS,
    entries: inKeyOrder(members).map(({ entry, ...member }) =>
      'open' in member ? { ...entry, open: true } : entry,
    ),
    complete: layers.every(({ complete }) => complete),
    fate: joinedFates(layers.map(({ fate }) => fate)),
  };
};

/**
 * Layers defaults and the call's headers; the insertion point is that of `preferred`, or of the first source
 * that has one.
 */
export const layerHeaders = (
  given: readonly HeaderSource[],
  gap: InsertionPoint | undefined,
  spellings?: Spellings,
  oneObject = false,
): HeaderSet => {
  const layers = oneObject ? [inOneObject(given)] : given;
  const armOf = numbering();
  const finish = ({ under, ...entry }: SourceEntry, layer: number): HeaderEntry => ({
    ...entry,
    ...(under && { when: under.map(armOf) }),
    ...(layer > 0 && { layer }),
  });
  const fate = joinedFates(layers.map((layer) => layer.fate));
  const unseenBehind = (layer: number): boolean => layers.slice(layer + 1).some(({ complete }) => !complete);
  return {
    entries: layers.flatMap(({ entries }, layer) =>
      (unseenBehind(layer) ? openedEntries(entries) : entries).map((entry) => finish(entry, layer)),
    ),
    complete: layers.every((layer) => layer.complete),
    gap,
    ...(fate && fate.taken.size > 0 && { taken: [...fate.taken] }),
    ...(fate?.unseenBy && { unseenAt: placeOf(fate.unseenBy) }),
    ...(spellings && { spellings }),
  };
};

/** Headers that other requests share: nothing is inserted into them, and a general Accept is overridden at the call. */
export const sharedHeaders = (headers: HeaderSource): HeaderSource => ({
  ...headers,
  gap: undefined,
  entries: headers.entries.filter(
    ({ name, values }) =>
      name.value.toLowerCase() !== 'accept' ||
      values === undefined ||
      values.some((value) => flatten(value).includes('vnd.')),
  ),
});
