import { flatten } from '../../../model/index.ts';
import type { Slot, Text } from '../../../model/index.ts';
import { urlWithoutSecrets } from '../../secrets.ts';
import type { SpanAt } from '../../documents/json/spelled-text.ts';
import { holesIn, resolved } from './placeholders.ts';
import type { PlaceholderValues } from './placeholders.ts';

/** Range of a slot as a separate slot, with the copies in it. */
const pieceOf = (slot: Slot, spanAt: SpanAt, from: number, to: number): Slot => ({
  ...slot,
  span: spanAt(from, to),
  value: slot.value.slice(from, to),
  copies: (slot.copies ?? [])
    .filter((copy) => from <= copy.from && copy.to <= to)
    .map((copy) => ({ ...copy, from: copy.from - from, to: copy.to - from })),
});

/** URL of a slot without credentials; `spanAt` returns the span of a range of its value. */
export const addressText = (slot: Slot, spanAt: SpanAt, scope: PlaceholderValues): Text => {
  const pieces = urlWithoutSecrets(slot.value, (from, to) => {
    const whole = from === 0 && to === slot.value.length;
    return [{ kind: 'known', slot: whole ? slot : pieceOf(slot, spanAt, from, to), from: 0, to: to - from }];
  });
  return {
    parts: pieces.parts.flatMap((part) => (part.kind === 'known' ? resolved(part.slot, scope).parts : part)),
  };
};

const provenance = (text: Text): string =>
  text.parts
    .map((part) => (part.kind === 'known' ? `${part.slot.file}:${part.slot.span.start}:${part.from}` : '?'))
    .join();

/** Removes duplicates, and alternatives with more unknown parts than the best one. */
export const bestAlternatives = (texts: readonly Text[]): readonly Text[] => {
  const arms = [...new Map(texts.map((text) => [provenance(text), text])).values()];
  const fewest = Math.min(...arms.map(holesIn));
  return arms.filter((text) => holesIn(text) === fewest);
};

/** Alternatives of a URL, one text per set of variables; none when no text can be a URL of the API. */
export const urlAlternatives = (
  scopes: readonly PlaceholderValues[],
  textIn: (scope: PlaceholderValues) => Text,
  mayBeApiUrl: (flat: string) => boolean,
): readonly Text[] => {
  const told = bestAlternatives(scopes.map(textIn));
  return told.some((text) => mayBeApiUrl(flatten(text))) ? told : [];
};
