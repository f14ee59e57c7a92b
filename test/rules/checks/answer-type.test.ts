import { describe, expect, it } from 'vitest';
import { findingsIn, fixedText } from '../../fixtures/pipeline.ts';

const code = (version: string, body: string, accept = 'application/vnd.atlas.2023-02-01+json'): string =>
  `import axios from 'axios';
import https from 'node:https';
const url = 'https://cloud.mongodb.com/api/atlas/${version}/groups';
const options = { headers: { Accept: '${accept}' } };
${body}
`;

const told = async (body: string, version = 'v2') =>
  (await findingsIn({ 'a.ts': code(version, body) })).filter(({ rule }) => rule === 'answer-content-type');

const inFetch = (test: string): string =>
  `export async function f() { const r = await fetch(url, options); if (${test}) return r.json(); }`;

const TAKEN = "r.headers.get('content-type')";

const log = (type: string) =>
  `export async function f() { const r = await fetch(url + '/x/clusters/y/logs/mongodb.gz', options); return r.headers.get('content-type') === '${type}'; }`;

describe('a comparison of the answer with application/json', () => {
  it.each([
    inFetch(`${TAKEN} === 'application/json'`),
    inFetch("r.headers.get('Content-Type')?.toLowerCase().startsWith('application/json')"),
    inFetch(`(${TAKEN} ?? '').split(';')[0].trim() !== 'application/json'`),
    inFetch(`/^application\\/json\\b/i.test(${TAKEN})`),
    inFetch(`['application/json'].includes(${TAKEN})`),
    "export async function f() { const r = await fetch(url, options); const type = r.headers.get('content-type'); return type.indexOf('application/json') < 0 ? r.text() : r.json(); }",
    "export async function f() { const { headers, data } = await axios.get(url, options); switch (headers['content-type']) { case 'application/json; charset=utf-8': return data; } }",
    "export const f = () => https.get(url, options, (res) => { if (!/^application\\/json/.test(res.headers['content-type'])) throw new Error('no JSON'); });",
    "const read = (r: Response) => (r.headers.get('content-type') === 'application/json' ? r.json() : null); export const f = async () => read(await fetch(url, options));",
  ])('is told: %s', async (body) => {
    const [finding, ...more] = await told(body);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'error', operation: 'GET /groups' });
    expect(finding?.message).toMatch(/application\/vnd\.atlas\.2023-02-01\+json: partially migrated/);
  });

  it.each([
    inFetch(`${TAKEN}?.includes('json')`),
    inFetch(`${TAKEN}.includes('application/json') || ${TAKEN}.includes('+json')`),
    inFetch(`/application\\/(?:[\\w.-]+\\+)?json/.test(${TAKEN})`),
    inFetch(`${TAKEN} === 'text/html'`),
    "export async function f() { const r = await fetch(url, options); if (!r.ok) { if (r.headers.get('content-type') === 'application/json') throw await r.json(); } return r.json(); }",
    "export async function f() { await fetch(url, options); const r = await fetch('https://example.com/'); return r.headers.get('content-type') === 'application/json'; }",
    "fetch(url, options); export const f = (req: any) => req.headers['content-type'] === 'application/json';",
    "export async function f() { const { data } = await axios.get(url, options); return data.headers['content-type'] === 'application/json'; }",
  ])('is none: %s', async (body) => expect(await told(body)).toEqual([]));

  it('makes the move of a legacy URL one to review', async () => {
    const body = inFetch(`${TAKEN}.includes('application/json')`);
    const legacy = code('v1.0', body, 'application/json');
    const found = await findingsIn({ 'a.ts': legacy });
    expect(new Set(found.map(({ fix }) => fix?.safety))).toEqual(new Set(['unsafe']));
    expect(found.find(({ rule }) => rule === 'answer-content-type')?.message).toContain(
      'after the migration',
    );
    expect(await fixedText('a.ts', legacy)).toContain(`${TAKEN}.includes('json')`);
  });

  it('is judged by what the endpoint answers with', async () => {
    expect(await told(log('application/json'))).toEqual([]);
    expect((await told(log('application/gzip')))[0]?.message).toContain('2023-02-01+gzip');
  });
});
