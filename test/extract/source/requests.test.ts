import { describe, expect, test } from 'vitest';
import { extractProject, lines, requestsIn } from './project.ts';

const V1 = 'https://cloud.mongodb.com/api/atlas/v1.0';

/** A project, and the requests that must be seen in it, in order. */
type Row = readonly [name: string, files: Readonly<Record<string, string>>, expected: readonly string[]];

const ROWS: readonly Row[] = [
  [
    'template over a constant, headers inline',
    {
      'a.ts': `const BASE = '${V1}';\nfetch(\`\${BASE}/groups/\${id}/clusters\`, { headers: { Accept: 'application/json' } });`,
    },
    [`GET ${V1}/groups/{}/clusters [Accept: application/json]`],
  ],
  [
    'own wrapper: one request per call, across files and constants three deep',
    {
      'client.ts': `import axios from 'axios';\nimport { BASE } from './config/index.js';\nexport async function api(method: string, path: string, body?: unknown) {\n  return (await axios.request({ method, url: BASE + path, data: body })).data;\n}`,
      'config/index.ts': `export * from './urls';`,
      'config/urls.ts': `const HOST = 'https://cloud.mongodb.com';\nconst ROOT = HOST + '/api/atlas';\nexport const BASE = \`\${ROOT}/v1.0\`;`,
      'use.ts': `import { api as call } from './client';\ncall('GET', '/groups');\ncall('POST', \`/groups/\${id}/clusters\`, { name: 'x' });`,
    },
    [`GET ${V1}/groups []`, `POST ${V1}/groups/{}/clusters []`],
  ],
  [
    'class with an axios instance in a field, host as a constructor default',
    {
      'c.ts': `import axios from 'axios';\nclass Atlas {\n  constructor(host = 'https://cloud.mongodb.com') {\n    this.http = axios.create({ baseURL: \`\${host}/api/atlas/v1.0\`, headers: { 'X-A': '1' } });\n  }\n  list(id) { return this.http.get(\`/groups/\${id}/clusters\`); }\n}`,
    },
    [`GET ${V1}/groups/{}/clusters [X-A: 1]`],
  ],
  [
    'base re-assigned in a subclass of another file',
    {
      'base.js': `class Base {\n  constructor() { this.base = ''; }\n  get(path) { return fetch(this.base + path); }\n}\nmodule.exports = Base;`,
      'atlas.js': `const Base = require('./base');\nclass Atlas extends Base {\n  constructor() { super(); this.base = '${V1}'; }\n  groups() { return this.get('/groups'); }\n}\nmodule.exports = { Atlas };`,
    },
    [`GET ${V1}/groups []`],
  ],
  [
    'CommonJS: https.request with split host and path',
    {
      'ops.js': `const https = require('https');\nfunction call(path, method) {\n  const options = { host: 'cloud.mongodb.com', path: '/api/atlas/v1.0' + path, method, headers: {} };\n  options.headers['accept'] = 'application/json';\n  https.request(options, () => {}).end();\n}\ncall('/groups', 'GET');`,
    },
    [`GET ${V1}/groups [accept: application/json]`],
  ],
  [
    'App Services: no leading slash, list values, options built by assignment',
    {
      'f.js': `exports = async (id) => {\n  const request = { scheme: 'https', host: 'cloud.mongodb.com', headers: { Accept: ['application/json'] } };\n  request.path = 'api/atlas/v1.0/groups/' + id;\n  return context.http.get(request);\n};`,
    },
    [`GET ${V1}/groups/{} [Accept: application/json]`],
  ],
  [
    'digest clients are instances',
    {
      'd.js': `const DigestFetch = require('digest-fetch');\nconst AxiosDigestAuth = require('@mhoc/axios-digest-auth').default;\nnew DigestFetch('a', 'b').fetch('${V1}/groups', { method: 'post' });\nconst digest = new AxiosDigestAuth({ username: 'a', password: 'b' });\ndigest.request({ url: '${V1}/orgs', method: 'GET', headers: { Accept: 'application/json' } });`,
    },
    [`POST ${V1}/groups []`, `GET ${V1}/orgs [Accept: application/json]`],
  ],
  [
    'got prefix from an environment variable with a default',
    {
      'g.ts': `import got from 'got';\nconst atlas = got.extend({ prefixUrl: process.env.ATLAS || '${V1}/' });\natlas.post('groups', { json: { name: 'x' } });`,
    },
    [`POST ${V1}/groups []`],
  ],
  [
    'an interceptor and a Headers object',
    {
      'i.ts': `import axios from 'axios';\nconst http = axios.create({ baseURL: '${V1}' });\nhttp.interceptors.request.use((config) => { config.headers.set('Accept', 'a/b'); return config; });\nhttp.get('/groups');\nconst headers = new Headers();\nheaders.append('Accept', 'c/d');\nfetch('${V1}/orgs', { headers });`,
    },
    [`GET ${V1}/groups [Accept: a/b]`, `GET ${V1}/orgs [Accept: c/d]`],
  ],
  [
    'spread of what cannot be seen leaves the set open, a condition makes an entry uncertain',
    {
      's.ts': `fetch('${V1}/groups', { headers: { ...given } });\nfetch('${V1}/orgs', { headers: { A: '1', ...(token && { B: '2' }) } });`,
    },
    [`GET ${V1}/groups [ …]`, `GET ${V1}/orgs [A: 1; B: 2 (maybe)]`],
  ],
  [
    'tsconfig paths, JSON configuration, join and URL',
    {
      'tsconfig.json': `{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["lib/*"] } } }`,
      'lib/conf.json': `{ "atlas": { "base": "${V1}" } }`,
      'lib/urls.ts': `import conf from './conf.json';\nexport const groups = [conf.atlas.base, 'groups'].join('/');`,
      'app.ts': `import { groups } from '@/urls';\n// api/atlas\nfetch(groups);\nfetch(new URL('/api/atlas/v1.0/orgs', 'https://cloud.mongodb.com'));`,
    },
    [`GET ${V1}/groups []`, `GET ${V1}/orgs []`],
  ],
  [
    're-exports through index files',
    {
      'src/config.ts': `export const ROOT = '${V1}';`,
      'src/index.ts': `export { ROOT as base } from './config.js';`,
      'src/client.ts': `import { base } from './index.js';\nfetch(\`\${base}/orgs\`);`,
    },
    [`GET ${V1}/orgs []`],
  ],
  [
    'an environment variable that .env gives, and its default',
    {
      '.env': `# service\nATLAS_URL="${V1}"\n`,
      'a.js': `// api/atlas\nfetch(process.env.ATLAS_URL + '/groups');\nfetch((process.env.ATLAS_URL || 'https://x.y/api/atlas/v1.0') + '/orgs');`,
    },
    [`GET ${V1}/groups []`, `GET ${V1}/orgs or https://x.y/api/atlas/v1.0/orgs []`],
  ],
  [
    'a function that sets a header on what it is given',
    {
      'a.js': `function sign(o) { o.headers['X-A'] = '1'; }\nfunction run() { const o = { headers: {} }; sign(o); return fetch('${V1}/groups', o); }`,
    },
    [`GET ${V1}/groups [X-A: 1]`],
  ],
  [
    'a header on a parameter that is otherwise unseen',
    { 'a.js': `function run(h) { h['Accept'] = 'a/b'; return fetch('${V1}/groups', { headers: h }); }` },
    [`GET ${V1}/groups [Accept: a/b …]`],
  ],
  [
    'a function called by its name, and a factory of options',
    {
      'functions/template.js': `exports = (path) => ({ scheme: 'https', host: 'cloud.mongodb.com', path: 'api/atlas/v1.0' + path, headers: {} });`,
      'functions/list/source.js': `exports = async () => { const r = await context.functions.execute('template', '/groups'); return context.http.get(r); };`,
    },
    [`GET ${V1}/groups []`],
  ],
  [
    'headers that a class keeps and may add to',
    {
      'a.js': `class A { constructor() { this.headers = {}; this.headers['X-A'] = '1'; } add(k, v) { this.headers[k] = v; } run() { return fetch('${V1}/groups', { headers: this.headers }); } }`,
    },
    [`GET ${V1}/groups [X-A: 1 …]`],
  ],
  [
    'a Request object in place of a URL',
    {
      'a.js': `const h = new Headers(); h.set('A', '1'); fetch(new Request('${V1}/groups', { method: 'POST', headers: h }));`,
    },
    [`POST ${V1}/groups [A: 1]`],
  ],
  [
    'a client injected through a constructor',
    {
      'http.js': `export class Http { constructor(client) { this.client = client; } send(url, options) { return this.client.request(url, { dataType: 'json', ...options }); } }`,
      'groups.js': `export class Groups { constructor(http, base) { this.http = http; this.base = base; } all(options) { return this.http.send(this.base + '/groups', options); } }`,
      'index.js': `import urllib from 'urllib';\nimport { Http } from './http.js';\nimport { Groups } from './groups.js';\nconst http = new Http(urllib);\nnew Groups(http, '${V1}').all({ headers: { A: '1' } });`,
    },
    [`GET ${V1}/groups [A: 1]`],
  ],
];

describe('requests', () => {
  test.each(ROWS)('%s', async (_name, files, expected) => {
    expect(lines(await extractProject(files))).toEqual(expected);
  });

  test('other hosts, log texts and unknown callees give no request', async () => {
    const facts = await extractProject({
      'a.js': `console.log('GET ${V1}/groups');\nfetch('https://example.com/api/v1.0');\nsend('${V1}/groups');`,
    });
    expect(lines(facts)).toEqual([]);
  });
});

test('a file that nests deeper than the parser can go fails alone', async () => {
  const facts = await extractProject({
    'deep.js': `x = ${'('.repeat(20_000)}1${')'.repeat(20_000)}; fetch('${V1}/groups');`,
    'a.js': `fetch('${V1}/orgs');`,
  });
  expect(lines(facts)).toEqual([`GET ${V1}/orgs []`]);
});

describe('hostile sources end, with what can be known', () => {
  const deep = `${Array.from({ length: 500 }, (_, i) => `const c${i} = \`\${c${i + 1}}x\`;`).join('\n')}\nconst c500 = '${V1}';`;
  test.each([
    ['circular constants', `const a = b + '/x'; const b = a + '/y'; fetch(a); fetch('${V1}/groups' + a);`],
    ['a chain of 500 templates', `${deep}\nfetch(c0); fetch('${V1}/groups');`],
    ['5,000 concatenated pieces', `fetch('${V1}' ${"+ '/a'".repeat(5000)});`],
    ['self-reference', `const o = { ...o, headers: o.headers }; fetch('${V1}/groups', o);`],
    ['mutual recursion', `const f = (p) => g(p); const g = (p) => f(p) ?? fetch('${V1}' + p); f('/groups');`],
    ['a dynamic import', `const m = await import(name); m.get('${V1}/groups'); fetch('${V1}/groups');`],
  ])('%s', async (_name, code) => {
    const started = performance.now();
    const facts = await extractProject({ 'a.js': code });
    expect(requestsIn(facts).length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
