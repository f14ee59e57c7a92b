import { describe, expect, it } from 'vitest';
import type { Files } from '../../fixtures/pipeline.ts';
import { findingsIn } from '../../fixtures/pipeline.ts';

const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';

/** File and text of the line at which each reason of unsafe fixes is seen. */
const placesOf = async (files: Files, sentence: string): Promise<readonly string[]> =>
  (await findingsIn(files)).flatMap(({ fix }) => {
    const note = fix?.safety === 'unsafe' ? fix.reason : undefined;
    if (note === undefined || !note.text.includes(sentence)) return [];
    const text = files[note.file]!;
    const line = text.slice(0, note.span.start).split('\n').length;
    return `${note.file}:${line}`;
  });

describe('a reason against a fix names the code that it comes from', () => {
  it('the mock that returns the property, where a test reads it', async () => {
    const files = {
      'a.test.js': `import nock from 'nock';
nock('https://cloud.mongodb.com')
  .get('/api/atlas/v1.0/groups/1/clusters/c')
  .reply(200, {
    srvAddress: 'mongodb+srv://c',
  });
it('reads', async () => {
  const cluster = await (await fetch('${BASE}/groups/1/clusters/c')).json();
  expect(cluster.srvAddress).toBe('mongodb+srv://c');
});
`,
    };
    expect(new Set(await placesOf(files, 'A mock in the same test'))).toEqual(new Set(['a.test.js:5']));
  });

  it('the other request that sends the same text', async () => {
    const files = {
      'a.js': `const body = JSON.stringify({ name: 'c', providerBackupEnabled: true, providerSettings: { providerName: 'AWS', regionName: 'US_EAST_1', instanceSizeName: 'M10' } });
const headers = { 'Content-Type': 'application/json' };
export const create = () =>
  fetch('${BASE}/groups/1/clusters', { method: 'POST', headers, body });
export const report = () =>
  fetch('https://audit.example.com/log', { method: 'POST', headers, body });
`,
    };
    expect(new Set(await placesOf(files, 'Another request sends the same text'))).toEqual(
      new Set(['a.js:6']),
    );
  });
});
