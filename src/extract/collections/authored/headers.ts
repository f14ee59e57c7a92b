import { flatten } from '../../../model/index.ts';
import type { HeaderEntry, Slot } from '../../../model/index.ts';
import { isPrintableHeader } from '../../recordings/recorded/headers.ts';
import { bestAlternatives } from './address.ts';
import { resolved, writtenAt } from './placeholders.ts';
import type { PlaceholderValues } from './placeholders.ts';

const blank = (slot: Slot): Slot => ({ ...slot, value: '', spelling: 'fixed' });

/** Handwritten header: its value can be edited, at the variable that contains it, and credentials are removed. */
export const authoredHeader = (
  name: Slot,
  value: Slot,
  scopes: readonly PlaceholderValues[],
): HeaderEntry => {
  const values = bestAlternatives(scopes.map((scope) => resolved(value, scope)));
  if (![value.value, ...values.map(flatten)].every((text) => isPrintableHeader(name.value, text)))
    return { name, values: undefined, place: blank(value), certain: true };
  const written = new Set(scopes.map((scope) => writtenAt(value, scope)));
  const place = written.size === 1 ? [...written][0]! : value;
  return { name, values, place, certain: true };
};

/** Scheme of an `Authorization` value, lower case; a scheme with nothing behind it sends no credentials. */
export const schemeOf = (value: string): string | undefined =>
  /^\s*([a-z][a-z0-9-]*)\s+\S/i.exec(value)?.[1]?.toLowerCase();
