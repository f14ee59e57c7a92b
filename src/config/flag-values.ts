import { didYouMean, isDay, UsageError } from '../model/index.ts';

/** Flags as the command line gives them: a string, a list of strings, a boolean, or absent. */
export type RawFlags = Readonly<Record<string, unknown>>;

/** A flag's value; the last one counts when it occurs twice. Throws UsageError for none. */
export const text = (flags: RawFlags, name: string): string | undefined => {
  const given = flags[name];
  const value: unknown = Array.isArray(given) ? given.at(-1) : given;
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value === '')
    throw new UsageError(`--${name} needs a value. --help shows an example.`);
  return value;
};

/** The values of a flag that may be given more than once. Throws UsageError for an empty one. */
export const list = (flags: RawFlags, name: string): readonly string[] => {
  const given = flags[name];
  const values: readonly unknown[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
  const missing = given !== undefined && values.length === 0;
  if (missing || values.some((value) => typeof value !== 'string' || value === '')) {
    throw new UsageError(`--${name} needs a value. --help shows an example.`);
  }
  return values as readonly string[];
};

/** The same, separated by commas as well. */
export const names = (flags: RawFlags, name: string): readonly string[] =>
  list(flags, name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim());

/** Names of products: the part of a path that comes after `/api/`. Throws UsageError for text that cannot be one. */
export const productNames = (flags: RawFlags): readonly string[] => {
  const products = names(flags, 'product');
  const wrong = products.find((product) => !/^[A-Za-z0-9_-]+$/.test(product));
  if (wrong === undefined) return products;
  throw new UsageError(`--product takes the name after /api/ in paths, not "${wrong}": --product atlas`);
};

/** Value of a switch. */
export const flag = (flags: RawFlags, name: string): boolean => {
  const given = flags[name];
  return (Array.isArray(given) ? given.at(-1) : given) === true;
};

/** A flag's whole number. Throws UsageError for anything else. */
export const wholeNumber = (flags: RawFlags, name: string): number | undefined => {
  const value = text(flags, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value))
    throw new UsageError(`--${name} takes a whole number, not "${value}": --${name} 10`);
  return Number(value);
};

/** A flag's date, `yyyy-mm-dd`. Throws UsageError for anything else. */
export const date = (flags: RawFlags, name: string): string | undefined => {
  const value = text(flags, name);
  if (value !== undefined && !isDay(value)) {
    throw new UsageError(`--${name} takes a date, not "${value}": --${name} 2023-02-01`);
  }
  return value;
};

/** The value where it is one of those allowed. Throws UsageError otherwise. */
export const choice = <T extends string>(value: string, name: string, allowed: readonly T[]): T => {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw new UsageError(`--${name} takes ${allowed.join(', ')}, not "${value}".${didYouMean(value, allowed)}`);
};
