import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderNames } from '../../src/io/folder-names.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

describe('names in folders', () => {
  it.each([
    ['src/api/client.ts', true],
    ['src/api', true],
    ['src/api/Client.ts', true],
    ['src/api/other.ts', false],
    ['src/api/other/index.ts', false],
    ['src/api/client.ts/index.ts', false],
  ])('%s may exist: %s', (path, expected) => {
    const root = temporaryTree({ 'src/api/client.ts': '' });
    expect(new FolderNames([root]).mayExist(join(root, path))).toBe(expected);
  });

  it('says nothing of folders outside of the roots', () => {
    const root = temporaryTree({ 'src/api/client.ts': '' });
    expect(new FolderNames([join(root, 'src')]).mayExist(join(root, 'missing.ts'))).toBe(true);
    expect(new FolderNames([dirname(root)]).mayExist(join(root, 'missing.ts'))).toBe(false);
  });
});
