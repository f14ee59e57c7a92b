import { join } from 'node:path';
import { patternMatcher } from './ignores.ts';
import { readDiskText } from './text-file.ts';

/** Paths at which GitHub and GitLab look for it; the first existing one counts. */
const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'];

/** Owners of a file by its path in the repository, as written; none without a matching line. */
export type OwnersOf = (file: string) => readonly string[];

const ROOT = join('/', 'repository');

/** The owners that a CODEOWNERS text names: the last pattern that matches counts; sections of GitLab are read over. */
export const ownersIn = (text: string): OwnersOf => {
  const rows = text
    .split(/\r?\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '' && !/^\^?\[/.test(line))
    .map((line) => {
      const [pattern = '', ...owners] = line.split(/(?<!\\)\s+/);
      return { matches: patternMatcher(ROOT, pattern.replaceAll('\\ ', ' ')), owners };
    })
    .toReversed();
  return (file) => rows.find(({ matches }) => matches(join(ROOT, file)))?.owners ?? [];
};

/** The owners of files of a repository; `undefined` where it names none. */
export const readOwners = (root: string): OwnersOf | undefined => {
  for (const place of PLACES) {
    const text = readDiskText(root, place);
    if (text !== undefined) return ownersIn(text);
  }
  return undefined;
};
