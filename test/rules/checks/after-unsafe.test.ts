import { describe, expect, it } from 'vitest';
import { findingsIn, fixedFiles } from '../../fixtures/pipeline.ts';

// `fix --unsafe` turns nothing into silence: what is wrong afterwards is reported afterwards. Each program is one that is
// wrong once its unsafe fixes are made, with what is still found; beside it code that is right, of which nothing is said.

const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';
const CLUSTER = `const c = await (await fetch('${BASE}/groups/g/clusters/c', { headers: { Authorization: 'x' } })).json();`;

/** A program by its files, and the rules that still report something in it. */
const WRONG: Readonly<Record<string, readonly [file: string, text: string, left: readonly string[]]>> = {
  'a default in a pattern that also takes what is new': [
    'a.ts',
    `${CLUSTER}\nconst { srvAddress = '', providerBackupEnabled: backup } = c;\nconsole.log(srvAddress, backup);`,
    ['removed-cluster-property'],
  ],
  'settings that are resolved by name': [
    'a.ts',
    `const m = new Map<string, any>();
m.set('base', '${BASE}').set('headers', () => ({ Authorization: 'x' }));
class Alerts { constructor(private d: any) {} list() { return fetch(\`\${this.d.base}/groups/g/alerts\`, { headers: this.d.headers() }); } }
export const f = () => new Alerts(Object.fromEntries(m)).list();`,
    ['missing-version-header'],
  ],
  'a validator of its own': [
    'a.ts',
    `const schema: Record<string, string> = { name: 'string', srvAddress: 'string' };
const check = (o: any) => { for (const [k, t] of Object.entries(schema)) if (typeof o[k] !== t) throw new TypeError(k); return o; };
${CLUSTER}\nconsole.log(check(c).name);`,
    ['removed-cluster-property'],
  ],
  'a read of a response and of an object that keeps the property': [
    'a.ts',
    `const old = { srvAddress: 'x' };\n${CLUSTER}\nfor (const o of [old, c]) console.log(o.srvAddress);`,
    ['removed-cluster-property'],
  ],
  'a read of what is sent': [
    'a.ts',
    `const body = { name: 'n', clusterType: 'REPLICASET', providerSettings: { providerName: 'AWS', regionName: 'US_EAST_1', instanceSizeName: 'M50' } };
await fetch('${BASE}/groups/g/clusters', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
console.log(body.providerSettings.instanceSizeName);`,
    ['removed-cluster-property'],
  ],
};

const rulesIn = async (file: string, text: string): Promise<readonly string[]> => [
  ...new Set((await findingsIn({ [file]: text })).map(({ rule }) => rule)),
];

describe('after fix --unsafe', () => {
  it.each(Object.entries(WRONG))('is reported: %s', async (_, [file, text, left]) => {
    const fixed = (await fixedFiles({ [file]: text }))[file]!;
    expect(fixed).not.toBe(text);
    expect(await rulesIn(file, fixed)).toEqual(left);
  });

  it('sends the header with a copy of a request that replaces the headers', async () => {
    const text = `const req = new Request('${BASE}/groups', { headers: { Authorization: 'x' } });
let r = await fetch(req.clone());
if (r.status === 429) r = await fetch(new Request(req, { headers: { Authorization: 'y' } }));`;
    const fixed = (await fixedFiles({ 'a.ts': text }))['a.ts']!;
    expect(fixed.match(/Accept/g)).toHaveLength(2);
  });
});

const READ = `const c = await (await fetch('https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters/c', { headers: { Accept: 'application/vnd.atlas.2023-02-01+json' } })).json();\n`;

describe('a reader', () => {
  it.each([
    `const { srvAddress, connectionStrings } = c; console.log(connectionStrings?.standardSrv ?? srvAddress);`,
    `const { connectionStrings: { standardSrv } = {} as any, srvAddress = standardSrv } = c; console.log(srvAddress);`,
    `const { standardSrv = c.srvAddress } = c.connectionStrings ?? {}; console.log(standardSrv);`,
    `if (!c.connectionStrings) console.log(c.srvAddress); else console.log(c.connectionStrings.standardSrv);`,
    `console.log(c.connectionStrings === undefined && c.name ? c.srvAddress : c.connectionStrings.standardSrv);`,
    `const f = () => { if (c.connectionStrings) return c.connectionStrings.standardSrv; return c.srvAddress; }; f();`,
  ])('that handles both shapes is silent: %s', async (text) => {
    expect(await rulesIn('a.ts', READ + text)).toEqual([]);
  });

  it.each([
    `const { srvAddress, connectionStrings } = c; console.log(connectionStrings.standardSrv, srvAddress);`,
    `if (c.connectionStrings) console.log(c.srvAddress);`,
    `const f = () => { if (!c.connectionStrings) return ''; return c.srvAddress; }; f();`,
  ])('that only names both is not: %s', async (text) => {
    expect(await rulesIn('a.ts', READ + text)).toEqual(['removed-cluster-property']);
  });
});

/** Test whose mock answers with a body. */
const mocked = (body: string): string =>
  `import nock from 'nock';\nimport { uri } from './a';\nit('reads', async () => { nock('https://cloud.mongodb.com').get('/api/atlas/v2/groups/g/clusters/c').reply(200, ${body}); await uri(); });`;

describe('a mock', () => {
  const NEW = `${BASE.replace('v1.0', 'v2')}/groups/g/clusters/c`;
  const code = `export const uri = async () => (await (await fetch('${NEW}', { headers: { Accept: 'application/vnd.atlas.2023-02-01+json' } })).json()).connectionStrings.standardSrv;`;

  it.each([
    [
      'that returns a removed property to code that reads its successor',
      `{ srvAddress: 'x' }`,
      ['removed-cluster-property'],
    ],
    ['that returns the new shape', `{ connectionStrings: { standardSrv: 'x' } }`, []],
  ])('%s', async (_, body, left) => {
    const found = await findingsIn({ 'a.ts': code, 'a.test.ts': mocked(body) });
    expect(found.map(({ rule }) => rule)).toEqual(left);
  });
});
