import type { Arm, InsertionPoint, HeaderEntry, HeaderSet, Slot, Spellings } from '../../../model/index.ts';
import type { ClientRow } from '../clients/client-row.ts';
import { isLines } from '../syntax/dialect.ts';
import { flatten } from '../../../model/index.ts';
import { gapInNewHeaders, gapInObject, gapInPairs } from '../syntax/insertion-points.ts';
import { type MemberFate, joinedFates } from '../evaluate/paths/fates.ts';
import { inKeyOrder } from './key-order.ts';
import { decidedByAddress, membersOfPairs } from '../evaluate/objects.ts';
import { ts } from '../syntax/tree.ts';
import { placeOf, slotOfExpression, slotOfName } from '../syntax/slots.ts';
import { textOf } from '../evaluate/texts.ts';
import type { ObjectVal, ObjMember, Under, Val } from '../evaluate/values.ts';

/** An entry with the conditions that it is under, as the evaluation tells them apart. */
export type SourceEntry = Omit<HeaderEntry, 'when' | 'layer'> & {
  readonly under?: readonly Under[] | undefined;
};

/** Header members with what is known of the rest; the extractor's form of a header set. */
export interface HeaderSource {
  readonly entries: readonly SourceEntry[];
  readonly complete: boolean;
  readonly gap: InsertionPoint | undefined;
  /** The literal that the gap lies in. */
  readonly literal: ts.Node | undefined;
  /** True where it may take the place of all that lies below it. */
  readonly replaces?: boolean;
  readonly fate?: MemberFate | undefined;
}

export const NO_HEADERS: HeaderSource = { entries: [], complete: true, gap: undefined, literal: undefined };
export const UNSEEN_HEADERS: HeaderSource = { ...NO_HEADERS, complete: false };

/** Headers that code on the request's way may change in any way. */
export const hiddenAt = (node: ts.Node): HeaderSource => ({
  ...UNSEEN_HEADERS,
  fate: { taken: new Set(), unseenBy: node },
});

const isAbsent = (val: Val): boolean => val.kind === 'primitive';

/** The expression that a header's value is, and the one string in it when values are lists. */
const valuePlace = (member: ObjMember, vals: readonly Val[]): { place: Slot; vals: readonly Val[] } => {
  const list = vals.length === 1 && vals[0]?.kind === 'list' ? vals[0] : undefined;
  const node = member.expression ?? member.node;
  if (list?.items.length === 1 && ts.isArrayLiteralExpression(list.node) && list.node.elements[0])
    return { place: slotOfExpression(list.node.elements[0], ''), vals: list.items[0]!() };
  return { place: slotOfExpression(node, ''), vals };
};

const entryOf = (member: ObjMember): SourceEntry => {
  const { place, vals } = valuePlace(member, member.value());
  const texts = vals.filter((val) => val.kind === 'text').map(textOf);
  const sure = texts.length === vals.length && !(vals.length > 1 && vals.some(decidedByAddress));
  const shorthand = ts.isShorthandPropertyAssignment(member.node);
  return {
    name: { ...slotOfName(member.nameNode), value: member.name },
    values: sure
      ? texts
      : texts.length > 0
        ? [...texts, { parts: [{ kind: 'hole', name: undefined }] }]
        : undefined,
    // A shorthand has no value of its own to replace.
    place: shorthand ? { ...place, spelling: 'fixed' } : place,
    certain: member.certain && (member.by === 'remove' || !vals.every(isAbsent)),
    ...(member.under && { under: member.under }),
    ...(member.by && { by: member.by }),
    ...(member.open && { open: true }),
  };
};

const gapOf = (val: ObjectVal, listValues: boolean): InsertionPoint | undefined => {
  if (!val.literal) return undefined;
  if (ts.isObjectLiteralExpression(val.literal)) return gapInObject(val.literal, listValues);
  return ts.isArrayLiteralExpression(val.literal) ? gapInPairs(val.literal) : gapInNewHeaders(val.literal);
};

const sourceOf = (val: Val, listValues: boolean): HeaderSource => {
  if (isAbsent(val)) return NO_HEADERS;
  if (val.kind === 'object')
    return {
      entries: inKeyOrder(val.members).map(entryOf),
      complete: val.complete,
      gap: gapOf(val, listValues),
      literal: val.literal,
      ...(val.fate && { fate: val.fate }),
    };
  if (val.kind !== 'list' || !ts.isArrayLiteralExpression(val.node)) return UNSEEN_HEADERS;
  const members = membersOfPairs(val);
  const complete = val.complete && members.length === val.items.length;
  return { entries: members.map(entryOf), complete, gap: gapInPairs(val.node), literal: val.node };
};

/** What nobody can see may overwrite what is written before it. */
const openedEntries = (entries: readonly SourceEntry[]): readonly SourceEntry[] =>
  entries.map((entry) => (entry.open ? entry : { ...entry, open: true }));

const underArm = (entry: SourceEntry, arm: Under): SourceEntry =>
  entry.certain || entry.under ? { ...entry, certain: false, under: [arm, ...(entry.under ?? [])] } : entry;

/** Headers that may be one of several objects: each under an arm of its own. */
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

/** The headers that an expression's values describe; one more would not be there each time where some are absent. */
export const headersFrom = (vals: readonly Val[], listValues: boolean): HeaderSource => {
  if (vals.every(isAbsent)) return NO_HEADERS;
  const sources = vals.map((val) => sourceOf(val, listValues));
  return sources.length === 1 ? sources[0]! : merge(sources, vals.some(decidedByAddress));
};

/** True where headers are written in a way that the client takes: as lines, or as members. */
const fits = (val: Val, taken: ClientRow['headerLines']): boolean =>
  val.kind !== 'object' || taken === 'too' || isLines(val.node) === (taken === 'only');

/** Headers that a client is given, by how its table says that they are written. */
export const headersGiven = (
  vals: readonly Val[],
  { listValues, headerLines }: Pick<ClientRow, 'listValues' | 'headerLines'>,
): HeaderSource => {
  const source = headersFrom(vals, listValues);
  return vals.every((val) => fits(val, headerLines))
    ? source
    : { ...source, complete: false, gap: undefined };
};

/** The entries where nobody can say when they are there. */
export const sometimes = (entries: readonly SourceEntry[]): readonly SourceEntry[] =>
  entries.map((entry) => ({ ...entry, certain: false, under: undefined }));

/** One source behind another: what the later does not show may be any name. */
export const behind = (
  earlier: readonly SourceEntry[],
  later: Pick<HeaderSource, 'entries' | 'complete' | 'replaces'>,
): readonly SourceEntry[] => [
  ...(later.complete && !later.replaces ? earlier : openedEntries(earlier)),
  ...later.entries,
];

/** Two layers of defaults as one. */
export const merged = (lower: HeaderSource, upper: HeaderSource): HeaderSource => ({
  entries: behind(lower.entries, upper),
  complete: lower.complete && upper.complete,
  gap: upper.gap ?? lower.gap,
  literal: upper.gap ? upper.literal : lower.literal,
  fate: joinedFates([lower.fate, upper.fate]),
});

/** Numbers conditions in the order in which they are met. */
const numbering = (): ((under: Under) => Arm) => {
  const known: Under[] = [];
  return (under) => {
    const at = known.findIndex((other) => other.at === under.at && other.env === under.env);
    const of = at < 0 ? known.push(under) - 1 : at;
    return { of, arm: under.arm, arms: under.arms, ...(under.asksAddress && { asksAddress: true }) };
  };
};

/** The entries of all layers as members of one object, in the order of its keys. */
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

/** Defaults first, then what the call adds; the gap of the first that has one, or of `preferred`. */
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

/** Headers that more than these requests get: nothing is added to them, and a general Accept gives way to one at the call. */
export const givingWay = (headers: HeaderSource): HeaderSource => ({
  ...headers,
  gap: undefined,
  entries: headers.entries.filter(
    ({ name, values }) =>
      name.value.toLowerCase() !== 'accept' ||
      values === undefined ||
      values.some((value) => flatten(value).includes('vnd.')),
  ),
});
