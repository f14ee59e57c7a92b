import { createRequire } from 'node:module';
import type { Ignore } from 'ignore';

/** Verdict of patterns on a path; neither where none matches it or a folder above it. */
export interface Verdict {
  readonly ignored: boolean;
  readonly unignored: boolean;
}

/** A test of relative paths; those of folders end with a slash. */
export type IgnoreTest = (path: string) => Verdict;

const NONE: Verdict = { ignored: false, unignored: false };

const require = createRequire(import.meta.url);
let createIgnore: (() => Ignore) | undefined;

/** Loaded on first use: most runs on a single file need no patterns. */
const newIgnore = (): Ignore => {
  createIgnore ??= require('ignore') as () => Ignore;
  return createIgnore();
};

/** No file system has longer paths, longer names or, in what people write, more folders. */
const MAX_PATH = 4096;
const MAX_NAME = 255;
const MAX_FOLDERS = 64;
/** Of more of them, a regular expression tries all combinations of positions, which takes forever in a deep tree. */
const MAX_GLOBSTARS = 1;

const GLOBSTAR = '**';

/** True for a pattern that a regular expression tests at no cost that matters. One of these at the end costs nothing. */
const isPlain = (names: readonly string[]): boolean =>
  names.filter((name, at) => name === GLOBSTAR && at < names.length - 1).length <= MAX_GLOBSTARS;

/** A pattern that no path can match: as a regular expression it may be too long for the engine. */
const isBeyond = (line: string, names: readonly string[]): boolean =>
  line.length > MAX_PATH || names.length > MAX_FOLDERS || names.some((name) => name.length > MAX_NAME);

type Part = typeof GLOBSTAR | ((name: string) => boolean);

const partFor = (name: string): Part => {
  if (name === GLOBSTAR) return GLOBSTAR;
  const one = newIgnore().add(`/${name}`);
  return (other) => one.ignores(other);
};

/**
 * True where the parts match a path or a folder above it. A part after `**` is matched from the first level on: no earlier
 * choice has to be tried again.
 */
const reaches = (
  parts: readonly Part[],
  names: readonly string[],
  isEnough: (left: number) => boolean,
): boolean => {
  let [part, at, retry] = [0, 0, -1];
  let next = 0;
  while (at <= names.length) {
    const test = parts[part];
    if (test === undefined) return isEnough(names.length - at);
    if (test === GLOBSTAR) {
      [retry, next] = [at, part + 1];
      if (next === parts.length) return at < names.length && isEnough(names.length - at - 1);
      part = next;
    } else if (at < names.length && test(names[at]!)) [part, at] = [part + 1, at + 1];
    else if (retry < 0 || at === names.length) return false;
    else [part, at, retry] = [next, retry + 1, retry + 1];
  }
  return false;
};

const namesIn = (body: string): readonly string[] => body.replace(/^\//, '').replace(/\/$/, '').split('/');

const starred = (line: string): IgnoreTest => {
  const isNegated = line.startsWith('!');
  const body = line.slice(isNegated ? 1 : 0).trimEnd();
  const parts = namesIn(body).map(partFor);
  const isOfFolders = body.endsWith('/');
  return (path) => {
    const isFolder = path.endsWith('/');
    const matches = reaches(parts, namesIn(path), (left) => left > 0 || !isOfFolders || isFolder);
    return matches ? { ignored: !isNegated, unignored: isNegated } : NONE;
  };
};

const plain = (lines: readonly string[]): IgnoreTest => {
  const all = newIgnore().add(lines);
  return (path) => all.test(path);
};

/**
 * IgnoreTest of lines in .gitignore syntax, in the order of their priority, lowest first. Each takes a time that is bounded by
 * the length of a path, whatever a line says.
 */
export const patternsOf = (lines: readonly string[]): readonly IgnoreTest[] => {
  const all: IgnoreTest[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) all.push(plain(open));
    open = [];
  };
  for (const line of lines) {
    const names = line.split('/');
    if (isBeyond(line, names)) continue;
    if (isPlain(names)) open.push(line);
    else {
      close();
      all.push(starred(line));
    }
  }
  close();
  return all;
};
