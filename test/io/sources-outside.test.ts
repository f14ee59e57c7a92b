import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourcesOutside } from '../../src/io/sources-outside.ts';

// A fix of some paths sees the other files of their repository, and none of a repository that it only started in.
it('are those of the repository that the paths lie in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outside-'));
  for (const repository of ['here', 'there']) {
    mkdirSync(join(folder, repository, '.git'), { recursive: true });
    for (const name of ['a.ts', 'b.ts']) writeFileSync(join(folder, repository, name), '');
  }
  const cwd = join(folder, 'here');
  expect(sourcesOutside(cwd, ['a.ts'])).toEqual(['b.ts']);
  expect(sourcesOutside(cwd, ['../there/a.ts', 'a.ts'])).toEqual(['b.ts']);
  expect(sourcesOutside(cwd, ['../there/a.ts'])).toEqual([]);
  expect(sourcesOutside(cwd, [join(folder, 'there', 'a.ts')])).toEqual([]);
  rmSync(folder, { recursive: true });
});
