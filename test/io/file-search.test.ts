import { expect, test } from 'vitest';
import { FileSearch } from '../../src/io/file-search.ts';

const FILES = new Map([
  ['a.ts', "import './b'; window.fetch = mine;"],
  ['b.ts', 'export const srvAddress = 1;'],
  ['c.ts', 'window.fetch of no assignment'],
  ['d.py', 'window.fetch = mine'],
]);

/** A search of the files, and the paths that it reads, in order. */
const searching = (known?: Map<string, ReadonlySet<string>>) => {
  const read: string[] = [];
  const search = new FileSearch(
    [...FILES.keys()],
    (path, wanted) => {
      read.push(path);
      const text = FILES.get(path)!;
      return wanted(Buffer.from(text)) ? text : undefined;
    },
    known,
  );
  return { search, read };
};

const names = /\.ts$/;
const imports = { pattern: /'\.\/b'/, names };
const replaces = { pattern: /\.fetch =/, words: ['fetch'], names };
const addresses = { pattern: /srvAddress/, words: ['srvAddress'], names };

test('reads the files once for a search and those expected after it', () => {
  const { search, read } = searching();
  search.expect([replaces, addresses]);
  expect([...search.filesWith(imports)]).toEqual(['a.ts']);
  expect([...search.filesWith(replaces)]).toEqual(['a.ts']);
  expect([...search.filesWith(addresses)]).toEqual(['b.ts']);
  expect(read).toEqual(['a.ts', 'b.ts', 'c.ts']);
});

test('does not join searches of different names, and finds what nobody expected', () => {
  const { search } = searching();
  search.expect([replaces]);
  expect([...search.filesWith({ pattern: /\.fetch =/ })]).toEqual(['a.ts', 'd.py']);
  expect([...search.filesWith(replaces)]).toEqual(['a.ts']);
  expect([...search.filesWith(addresses)]).toEqual(['b.ts']);
});

test('takes the results of an earlier run of the same files', () => {
  const known = new Map<string, ReadonlySet<string>>();
  const first = searching(known);
  first.search.expect([addresses]);
  first.search.filesWith(replaces);
  const second = searching(known);
  expect([...second.search.filesWith(addresses)]).toEqual(['b.ts']);
  expect(second.read).toEqual([]);
});
