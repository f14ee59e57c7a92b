import type { Redacted } from '../model/index.ts';
import { masked } from './gate.ts';
import { redactDigest, redactPath, redactPointer } from './names.ts';
import { redactText } from './redact.ts';

type Redact = (text: string) => Redacted;

const BY_KEY: ReadonlyMap<string, Redact> = new Map([
  ['file', redactPath],
  ['pointer', redactPointer],
  ['fingerprint', redactDigest],
  ['group', redactDigest],
]);

const redactedIn = (value: unknown, redact: Redact): unknown => {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactedIn(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      redactText(key),
      redactedIn(inner, BY_KEY.get(key) ?? redactText),
    ]),
  );
};

/** `T` as it was read from a file, before anything in it is redacted. */
export type Unredacted<T> = T extends string
  ? string
  : T extends object
    ? { readonly [Key in keyof T]: Unredacted<T[Key]> }
    : T;

/** A report that was read from a file, which may hold anything: all its texts and keys redacted as our own are. */
export const redactGiven = <T extends object>(given: Unredacted<T>): T => redactedIn(given, redactText) as T;

/** A value as indented JSON, all its texts and keys redacted. */
export const redactJson = (value: unknown): Redacted =>
  masked(JSON.stringify(redactedIn(value, redactText), undefined, 2));
