import type { Slot, Text, TextPart } from '../../../model/index.ts';

/** Values of placeholders, by name. */
export type PlaceholderValues = ReadonlyMap<string, Slot>;

/** Matches `{{name}}`, with the spaces and prefixes that tools allow (`{{ _.name }}`). */
const PLACEHOLDER = /\{\{\s*(?:_\.)?([^{}]+?)\s*\}\}/g;

const MAX_DEPTH = 8;
/** Maximum number of parts: nested variables may double them at every step. */
const MAX_PARTS = 200;

const known = (slot: Slot, from: number, to: number): readonly TextPart[] =>
  from < to ? [{ kind: 'known', slot, from, to }] : [];

function* parts(slot: Slot, scope: PlaceholderValues, above: readonly Slot[]): Generator<TextPart> {
  let at = 0;
  for (const found of slot.value.matchAll(PLACEHOLDER)) {
    yield* known(slot, at, found.index);
    const name = found[1] ?? '';
    const value = scope.get(name);
    const endless = value === undefined || above.includes(value) || above.length >= MAX_DEPTH;
    if (endless) yield { kind: 'hole', name };
    else yield* parts(value, scope, [...above, value]);
    at = found.index + found[0].length;
  }
  yield* known(slot, at, slot.value.length);
}

/** Text of a slot with its placeholders resolved; unresolved ones are holes. */
export const resolved = (slot: Slot, scope: PlaceholderValues): Text => {
  const all: TextPart[] = [];
  for (const part of parts(slot, scope, [slot])) {
    if (all.length >= MAX_PARTS) return { parts: [...all, { kind: 'hole', name: undefined }] };
    all.push(part);
  }
  return { parts: all };
};

/** Variable that provides the whole value of a slot, else the slot itself. */
export const writtenAt = (slot: Slot, scope: PlaceholderValues): Slot => {
  const name = /^\{\{\s*(?:_\.)?([^{}]+?)\s*\}\}$/.exec(slot.value)?.[1];
  return (name === undefined ? undefined : scope.get(name)) ?? slot;
};

/** Number of unresolved placeholders in a text. */
export const holesIn = ({ parts: all }: Text): number => all.filter(({ kind }) => kind === 'hole').length;
