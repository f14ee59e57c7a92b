import type { Gap, HeaderEntry, HeaderSet, Slot } from '../../../model/index.ts';
import { gapInNewHeaders, gapInObject, gapInPairs } from '../syntax/insertion-points.ts';
import { membersOfPairs } from '../evaluate/objects.ts';
import { ts } from '../syntax/parse.ts';
import { slotOfExpression, slotOfName } from '../syntax/slots.ts';
import { textOf } from '../evaluate/texts.ts';
import type { ObjectVal, ObjMember, Val } from '../evaluate/values.ts';

/** Header members with what is known of the rest; the extractor's form of a header set. */
export interface HeaderSource {
  readonly entries: readonly HeaderEntry[];
  readonly complete: boolean;
  readonly gap: Gap | undefined;
  /** The literal that the gap lies in. */
  readonly literal: ts.Node | undefined;
}

export const NO_HEADERS: HeaderSource = { entries: [], complete: true, gap: undefined, literal: undefined };
export const UNSEEN_HEADERS: HeaderSource = { ...NO_HEADERS, complete: false };

const isAbsent = (val: Val): boolean => val.kind === 'primitive';

/** The expression that a header's value is, and the one string in it when values are lists. */
const valuePlace = (member: ObjMember, vals: readonly Val[]): { place: Slot; vals: readonly Val[] } => {
  const list = vals.length === 1 && vals[0]?.kind === 'list' ? vals[0] : undefined;
  const node = member.expression ?? member.node;
  if (list?.items.length === 1 && ts.isArrayLiteralExpression(list.node) && list.node.elements[0])
    return { place: slotOfExpression(list.node.elements[0], ''), vals: list.items[0]!() };
  return { place: slotOfExpression(node, ''), vals };
};

const entryOf = (member: ObjMember): HeaderEntry => {
  const { place, vals } = valuePlace(member, member.value());
  const texts = vals.filter((val) => val.kind === 'text').map(textOf);
  const sure = texts.length === vals.length;
  const shorthand = ts.isShorthandPropertyAssignment(member.node);
  return {
    name: slotOfName(member.nameNode),
    values: sure
      ? texts
      : texts.length > 0
        ? [...texts, { parts: [{ kind: 'hole', name: undefined }] }]
        : undefined,
    // A shorthand has no value of its own to replace.
    place: shorthand ? { ...place, spelling: 'fixed' } : place,
    certain: member.certain && !vals.every(isAbsent),
  };
};

const gapOf = (val: ObjectVal, listValues: boolean): Gap | undefined => {
  if (!val.literal) return undefined;
  if (ts.isObjectLiteralExpression(val.literal)) return gapInObject(val.literal, listValues);
  return ts.isArrayLiteralExpression(val.literal) ? gapInPairs(val.literal) : gapInNewHeaders(val.literal);
};

const sourceOf = (val: Val, listValues: boolean): HeaderSource => {
  if (isAbsent(val)) return NO_HEADERS;
  if (val.kind === 'object')
    return {
      entries: val.members.map(entryOf),
      complete: val.complete,
      gap: gapOf(val, listValues),
      literal: val.literal,
    };
  if (val.kind !== 'list' || !ts.isArrayLiteralExpression(val.node)) return UNSEEN_HEADERS;
  const members = membersOfPairs(val);
  const complete = val.complete && members.length === val.items.length;
  return { entries: members.map(entryOf), complete, gap: gapInPairs(val.node), literal: val.node };
};

const named = (source: HeaderSource, name: string): boolean =>
  source.entries.some((entry) => entry.certain && entry.name.value.toLowerCase() === name.toLowerCase());

/** Headers that may be one of several objects: what all have is certain, what one has may be absent. */
const merge = (sources: readonly HeaderSource[]): HeaderSource => ({
  entries: sources.flatMap((source) =>
    source.entries.map((entry) => ({
      ...entry,
      certain: entry.certain && sources.every((other) => named(other, entry.name.value)),
    })),
  ),
  complete: sources.every((source) => source.complete),
  gap: undefined,
  literal: undefined,
});

/** Headers that are not there each time, as under `if (body) options.headers = { … }`: one more would not be either. */
const sometimes = (source: HeaderSource): HeaderSource => ({
  entries: source.entries.map((entry) => ({ ...entry, certain: false })),
  complete: source.complete,
  gap: undefined,
  literal: undefined,
});

/** The headers that an expression's values describe. */
export const headersFrom = (vals: readonly Val[], listValues: boolean): HeaderSource => {
  const present = vals.filter((val) => !isAbsent(val));
  if (present.length === 0) return NO_HEADERS;
  const sources = present.map((val) => sourceOf(val, listValues));
  const source = sources.length === 1 ? sources[0]! : merge(sources);
  return present.length < vals.length ? sometimes(source) : source;
};

/** Defaults first, then what the call adds; the gap of the first that has one, or of `preferred`. */
export const layerHeaders = (layers: readonly HeaderSource[], gap: Gap | undefined): HeaderSet => ({
  entries: layers.flatMap((layer) => layer.entries),
  complete: layers.every((layer) => layer.complete),
  gap,
});
