import { describe, expect, it } from 'vitest';
import { findingsIn } from '../../fixtures/pipeline.ts';

// What a mock matches of a renamed endpoint moves with the request that it answers, however the mock is written.

const CODE = `export const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';
export const list = (id: string) => fetch(\`\${BASE}/groups/\${id}/whitelist\`, { headers: { 'X-Team': 'a' } });`;

const MOCKS: Readonly<Record<string, string>> = {
  'a base of the code': `nock(BASE).get('/groups/T1/whitelist').reply(200, {});`,
  'a base kept in a variable': `const scope = nock(BASE); scope.get('/groups/T1/whitelist').reply(200, {});`,
  'the whole base': `nock('https://cloud.mongodb.com/api/atlas/v1.0').get('/groups/T1/whitelist').reply(200, {});`,
  'the host alone': `nock('https://cloud.mongodb.com').get('/api/atlas/v1.0/groups/T1/whitelist').reply(200, {});`,
  'the whole URL': `mock.onGet('https://cloud.mongodb.com/api/atlas/v1.0/groups/T1/whitelist').reply(200, {});`,
};

const mocked = (line: string): string => `import nock from 'nock';
import MockAdapter from 'axios-mock-adapter';
import axios from 'axios';
import { BASE, list } from './code.js';
const mock = new MockAdapter(axios);
it('lists', async () => { ${line} expect(await list('T1')).toBeDefined(); expect(BASE).toBeDefined(); });`;

const renamesIn = async (test: string): Promise<readonly (readonly [string, string | undefined])[]> =>
  (await findingsIn({ 'code.ts': CODE, 'code.test.ts': test }))
    .filter(({ rule }) => rule === 'renamed-endpoint')
    .map(({ file, fix }) => [file, fix?.safety] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('a renamed endpoint that a mock matches', () => {
  it.each(Object.entries(MOCKS))('moves with the request: %s', async (_, line) => {
    expect(await renamesIn(mocked(line))).toEqual([
      ['code.test.ts', 'safe'],
      ['code.ts', 'safe'],
    ]);
  });

  it('stays where no request of the code is answered', async () => {
    const line = `nock('https://metrics.acme.dev').get('/groups/T1/whitelist').reply(200, {});`;
    expect(await renamesIn(mocked(line))).toEqual([['code.ts', 'safe']]);
  });
});
