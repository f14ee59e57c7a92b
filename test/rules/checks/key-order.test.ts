import { describe, expect, it } from 'vitest';
import { findingsIn } from '../../fixtures/pipeline.ts';

// request and superagent keep headers of instance and call in one object by their names as written: of two spellings the
// one that was written first stays where it is, and the last key counts.

const DATED = `'application/vnd.atlas.2023-02-01+json'`;
const PROGRAMS: Readonly<Record<string, readonly [program: string, isProven: boolean]>> = {
  'a default in another spelling behind the one that the call replaces': [
    `import rp from 'request-promise';
const api = rp.defaults({ headers: { Accept: 'text/plain', accept: 'application/json' } });
export const list = (id: string) => api({ uri: \`\${BASE}/groups/\${id}/alerts\`, headers: { Accept: ${DATED} } });`,
    false,
  ],
  'a default in another spelling before it': [
    `import rp from 'request-promise';
const api = rp.defaults({ headers: { accept: 'application/json' } });
export const list = (id: string) => api({ uri: \`\${BASE}/groups/\${id}/alerts\`, headers: { Accept: ${DATED} } });`,
    true,
  ],
  'a spelling that is set again before another': [
    `import superagent from 'superagent';
export const list = (id: string) => superagent.get(\`\${BASE}/groups/\${id}/alerts\`)
  .set('accept', 'a').set('Accept', 'application/json').set('accept', ${DATED});`,
    false,
  ],
  'a spelling that is set last': [
    `import superagent from 'superagent';
export const list = (id: string) => superagent.get(\`\${BASE}/groups/\${id}/alerts\`)
  .set('Accept', 'application/json').set('accept', ${DATED});`,
    true,
  ],
};

const rulesIn = async (program: string): Promise<readonly string[]> => {
  const base = `const BASE = 'https://cloud.mongodb.com/api/atlas/v2';\n`;
  return (await findingsIn({ 'a.ts': base + program })).map(({ rule }) => rule);
};

describe('a header in two spellings', () => {
  it.each(Object.entries(PROGRAMS))('%s', async (_, [program, isProven]) => {
    expect(await rulesIn(program)).toEqual(isProven ? [] : ['missing-version-header']);
  });
});

describe('a base in a JSON file', () => {
  it('is not changed where the code sends it to another service', async () => {
    const findings = await findingsIn({
      'atlas.json': `{ "service": { "url": "https://cloud.mongodb.com/api/atlas/v1.0" } }`,
      'a.js': `import settings from './atlas.json';
export const ask = () => fetch(\`https://proxy.example.com/?target=\${encodeURIComponent(settings.service.url)}\`);`,
    });
    expect(findings.map(({ rule, fix }) => [rule, fix])).toEqual([['legacy-base-url', undefined]]);
  });
});
