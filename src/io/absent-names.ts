import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { hashOf } from './contents.ts';

/**
 * Names that do not exist, by the folder that would contain them: for `a/b/c.ts` without `a/b`, the name `b`
 * in `a`. Only hashes are stored, because a name may be text of a scanned file.
 */
export type AbsentNames = Readonly<Record<string, readonly string[]>>;

/** File systems may take names for the same that differ in letter case, or in how accents are written. */
const hashOfName = (name: string, salt: string): string =>
  hashOf(`${salt}\0${name.normalize('NFC').toLowerCase()}`).slice(0, 16);

type Listing = ReadonlySet<string> | undefined;

const listingOf = (cwd: string, folder: string, salt: string): Listing => {
  try {
    return new Set(readdirSync(resolve(cwd, folder)).map((name) => hashOfName(name, salt)));
  } catch {
    return undefined;
  }
};

const folderOf = (segments: readonly string[]): string =>
  segments.length === 1 && segments[0] === '' ? '/' : segments.join('/') || '.';

/** Splits paths, relative to `cwd` or absolute, into existing ones and absent names. */
export const partedBy = (
  cwd: string,
  paths: readonly string[],
  salt: string,
): { readonly present: readonly string[]; readonly absent: AbsentNames } => {
  const listings = new Map<string, Listing>();
  const listed = (folder: string): Listing => {
    if (!listings.has(folder)) listings.set(folder, listingOf(cwd, folder, salt));
    return listings.get(folder);
  };
  const present: string[] = [];
  const absent = new Map<string, Set<string>>();
  for (const path of paths) {
    const segments = path.split('/');
    let at = segments.length - 1;
    while (at > 0 && listed(folderOf(segments.slice(0, at))) === undefined) at--;
    const folder = folderOf(segments.slice(0, at));
    const name = hashOfName(segments[at]!, salt);
    if (listed(folder)?.has(name) === false) absent.set(folder, (absent.get(folder) ?? new Set()).add(name));
    else present.push(segments.slice(0, at + 1).join('/'));
  }
  const hashes = [...absent].map(([folder, names]) => [folder, [...names]] as const);
  return { present: [...new Set(present)], absent: Object.fromEntries(hashes) };
};

/** True while none of the names is there. */
export const areAbsent = (cwd: string, absent: AbsentNames, salt: string): boolean =>
  Object.entries(absent).every(([folder, names]) => {
    const listing = listingOf(cwd, folder, salt);
    return listing !== undefined && !names.some((name) => listing.has(name));
  });

/** Type guard for stored absent names. */
export const isAbsentNames = (value: unknown): value is AbsentNames =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (names) => Array.isArray(names) && names.every((name) => typeof name === 'string'),
  );
