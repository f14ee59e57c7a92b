import { describe, expect, it } from 'vitest';
import { findingsIn } from '../pipeline.ts';

const VENDOR = 'application/vnd.atlas.2023-02-01+json';

const told = async (version: string, accept: string) => {
  const code = `export const f = () => fetch('https://cloud.mongodb.com/api/atlas/${version}/groups', { headers: { Accept: '${accept}' } });`;
  return (await findingsIn({ 'a.ts': code })).map(({ rule, message }) => [
    rule,
    /half a migration/.test(message),
  ]);
};

describe('code that is half migrated', () => {
  it('has the versioned base without its header', async () => {
    expect(await told('v2', 'application/json')).toEqual([['missing-version-header', true]]);
  });

  it('has the header on the legacy base', async () => {
    expect(await told('v1.0', VENDOR)).toEqual([['legacy-base-url', true]]);
  });

  it('is neither of these, and nothing is said of halves', async () => {
    expect(await told('v1.0', 'application/json')).toEqual([
      ['missing-version-header', false],
      ['legacy-base-url', false],
    ]);
    expect(await told('v2', VENDOR)).toEqual([]);
  });
});
