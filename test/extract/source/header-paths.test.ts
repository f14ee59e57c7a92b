import { describe, expect, it } from 'vitest';
import { headerOnPaths } from '../../../src/model/index.ts';
import { extractProject, requestsIn, show } from './project.ts';

// What is sent as Accept on each path of conditions, for every way of writing headers. `-` is a path without one, `?` one
// on which something unseen may be sent, `a+b` one on which two values are.

const ADDRESS = 'https://cloud.mongodb.com/api/atlas/v1.0/groups';
const CALL = `fetch('${ADDRESS}', { headers })`;

/** The paths of the only request in the sources, sorted. */
const pathsIn = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const requests = requestsIn(await extractProject(files));
  expect(requests.length).toBeGreaterThan(0);
  const shown = requests.flatMap(({ headers }) =>
    headerOnPaths(headers, 'Accept').flatMap((path) => {
      if (path.kind === 'sent') return path.entry.values?.map(show) ?? ['{}'];
      if (path.kind === 'absent') return ['-'];
      return path.kind === 'unknown'
        ? ['?']
        : [path.entries.map(({ values }) => values?.map(show).join('|') ?? '{}').join('+')];
    }),
  );
  return [...new Set(shown)].toSorted();
};

type Row = readonly [name: string, code: string, paths: readonly string[]];

const inFunction = (code: string): string => `export async function send(x, y, extra) {\n${code}\n}`;

const OBJECTS: readonly Row[] = [
  ['a literal', `const headers = { Accept: 'a' }; ${CALL}`, ['a']],
  ['a key twice', `const headers = { Accept: 'a', Accept: 'b' }; ${CALL}`, ['b']],
  ['two spellings', `const headers = { Accept: 'a', accept: 'b' }; ${CALL}`, ['a+b']],
  ['a computed name', `const H = { ACCEPT: 'Accept' }; const headers = { [H.ACCEPT]: 'a' }; ${CALL}`, ['a']],
  [
    'a computed name of an enum',
    `enum H { Accept = 'accept' } const headers = { [H.Accept]: 'a' }; ${CALL}`,
    ['a'],
  ],
  ['a name that is not seen behind it', `const headers = { Accept: 'a', [x]: 'b' }; ${CALL}`, ['?']],
  ['a name that is not seen before it', `const headers = { [x]: 'b', Accept: 'a' }; ${CALL}`, ['a']],
  ['one of two names', `const headers = { Accept: 'a', [x ? 'Accept' : 'X']: 'b' }; ${CALL}`, ['?']],
  ['spread before', `const headers = { ...extra, Accept: 'a' }; ${CALL}`, ['a']],
  ['spread behind', `const headers = { Accept: 'a', ...extra }; ${CALL}`, ['?']],
  ['spread under &&', `const headers = { ...(x && { Accept: 'a' }) }; ${CALL}`, ['-', 'a']],
  [
    'spread under && over another',
    `const headers = { Accept: 'a', ...(x && { Accept: 'b' }) }; ${CALL}`,
    ['a', 'b'],
  ],
  ['spread of ?:', `const headers = { ...(x ? { Accept: 'a' } : { Accept: 'b' }) }; ${CALL}`, ['a', 'b']],
  ['spread of ?: with one arm', `const headers = { ...(x ? { Accept: 'a' } : {}) }; ${CALL}`, ['-', 'a']],
  ['?: of objects', `const headers = x ? { Accept: 'a' } : { 'X-A': '1' }; ${CALL}`, ['-', 'a']],
  ['?: of an object and nothing', `const headers = x ? { Accept: 'a' } : undefined; ${CALL}`, ['-', 'a']],
  ['?: of values', `const headers = { Accept: x ? 'a' : 'b' }; ${CALL}`, ['a', 'b']],
  ['Object.assign', `const headers = Object.assign({}, { Accept: 'a' }, { accept: 'b' }); ${CALL}`, ['a+b']],
  [
    'Object.assign of what is not seen',
    `const headers = Object.assign({ Accept: 'a' }, extra); ${CALL}`,
    ['?'],
  ],
  ['Object.fromEntries', `const headers = Object.fromEntries([['Accept', 'a'], ['X', 'b']]); ${CALL}`, ['a']],
  ['pairs', `const headers = [['Accept', 'a'], ['accept', 'b']]; ${CALL}`, ['a+b']],
  ['Headers', `const headers = new Headers({ Accept: 'a' }); ${CALL}`, ['a']],
  ['Headers of what is not seen', `const headers = new Headers(extra); ${CALL}`, ['?']],
  ['object rest takes it away', `const { Accept, ...headers } = { Accept: 'a', X: 'b' }; ${CALL}`, ['-']],
  [
    'object rest leaves another spelling',
    `const { Accept, ...headers } = { Accept: 'a', accept: 'b' }; ${CALL}`,
    ['b'],
  ],
  ['object rest with a computed name', `const { [x]: gone, ...headers } = { Accept: 'a' }; ${CALL}`, ['?']],
];

/** Each way to write a header later, with `{}` for the statement's condition. */
const LATER: readonly (readonly [name: string, before: string, change: string])[] = [
  ['assign', `const headers = {};`, `headers.Accept = 'b';`],
  ['assign by a string', `const headers = {};`, `headers['Accept'] = 'b';`],
  ['Object.assign', `const headers = {};`, `Object.assign(headers, { Accept: 'b' });`],
  ['reassign with a spread', `let headers = {};`, `headers = { ...headers, Accept: 'b' };`],
  ['reassign', `let headers = {};`, `headers = { Accept: 'b' };`],
  ['set', `const headers = new Headers();`, `headers.set('accept', 'b');`],
  ['append', `const headers = new Headers();`, `headers.append('accept', 'b');`],
];

const laterRows = LATER.flatMap(([name, before, change]): Row[] => [
  [`${name}`, `${before} ${change} ${CALL}`, ['b']],
  [`${name} under if`, `${before} if (x) { ${change} } ${CALL}`, ['-', 'b']],
  [`${name} under if without braces`, `${before} if (x) ${change} ${CALL}`, ['-', 'b']],
  [
    `${name} under switch`,
    `${before} switch (x) { case 1: ${change} break; case 2: break; } ${CALL}`,
    ['-', 'b'],
  ],
  [`${name} in a loop`, `${before} for (const one of extra) { ${change} } ${CALL}`, ['-', 'b']],
  [`${name} in try`, `${before} try { y(); ${change} } catch {} ${CALL}`, ['-', 'b']],
  [`${name} in a callback`, `${before} extra.forEach(() => { ${change} }); ${CALL}`, ['-', 'b']],
  [`${name} where the call is`, `${before} if (x) { ${change} ${CALL}; }`, ['b']],
  [`${name} in the other arm`, `${before} if (x) { ${change} } else { ${CALL}; }`, ['-']],
  [`${name} behind the call`, `${before} ${CALL}; ${change}`, ['-']],
  [`${name} before an early return`, `${before} if (x) { ${change} return; } ${CALL}`, ['-']],
  [`${name} where the other arm returns`, `${before} if (x) { ${change} } else { return; } ${CALL}`, ['b']],
  [`${name} behind an early return`, `${before} if (x) return; ${change} ${CALL}`, ['b']],
  [
    `${name} in both arms`,
    `${before} if (x) { ${change} } else { ${change.replace("'b'", "'c'")} } ${CALL}`,
    ['b', 'c'],
  ],
]);

const CHANGES: readonly Row[] = [
  [
    'changed behind the object that holds it',
    `const headers = { Accept: 'a' }; const options = { headers }; headers.Accept = 'b'; fetch('${ADDRESS}', options)`,
    ['a', 'b'],
  ],
  ['delete', `const headers = { Accept: 'a' }; delete headers.Accept; ${CALL}`, ['-']],
  ['delete of another spelling', `const headers = { Accept: 'a' }; delete headers.accept; ${CALL}`, ['a']],
  [
    'delete under if',
    `const headers = { Accept: 'a' }; if (x) delete headers['Accept']; ${CALL}`,
    ['-', 'a'],
  ],
  ['delete of an unseen name', `const headers = { Accept: 'a' }; delete headers[x]; ${CALL}`, ['?']],
  [
    'Headers.delete',
    `const headers = new Headers({ Accept: 'a' }); headers.delete('accept'); ${CALL}`,
    ['-'],
  ],
  [
    'Headers.set over another spelling',
    `const headers = new Headers({ Accept: 'a' }); headers.set('accept', 'b'); ${CALL}`,
    ['b'],
  ],
  [
    'Headers.append',
    `const headers = new Headers({ Accept: 'a' }); headers.append('accept', 'b'); ${CALL}`,
    ['a+b'],
  ],
  [
    'a later set known in part',
    `const headers = new Headers({ Accept: 'a' }); headers.set(x ? 'Accept' : 'X', 'b'); ${CALL}`,
    ['?'],
  ],
  [
    'a later set of an unseen name',
    `const headers = new Headers({ Accept: 'a' }); headers.set(x, 'b'); ${CALL}`,
    ['?'],
  ],
  ['an unseen name assigned', `const headers = { Accept: 'a' }; headers[x] = 'b'; ${CALL}`, ['?']],
  ['??= over what stands', `const headers = { Accept: 'a' }; headers.Accept ??= 'b'; ${CALL}`, ['a']],
  ['??= over nothing', `const headers = {}; headers.Accept ??= 'b'; ${CALL}`, ['-', 'b']],
  [
    'a conditional Object.assign over what stands',
    `const headers = { Accept: 'a' }; if (x) Object.assign(headers, { Accept: 'b' }); ${CALL}`,
    ['a', 'b'],
  ],
  [
    'Object.assign under &&',
    `const headers = {}; x && Object.assign(headers, { Accept: 'b' }); ${CALL}`,
    ['-', 'b'],
  ],
  ['reassigned before use', `let headers = { Accept: 'a' }; headers = { X: '1' }; ${CALL}`, ['-']],
  [
    'reassigned before use, under if',
    `let headers = { Accept: 'a' }; if (x) headers = {}; ${CALL}`,
    ['-', 'a'],
  ],
  ['declared, then assigned under if', `let headers; if (x) headers = { Accept: 'a' }; ${CALL}`, ['-', 'a']],
  [
    'assigned under two ifs',
    `let headers; if (x) headers = { Accept: 'a' }; else if (y) headers = { Accept: 'b' }; ${CALL}`,
    ['-', 'a', 'b'],
  ],
  [
    'assigned in all arms',
    `let headers; if (x) headers = { Accept: 'a' }; else if (y) headers = { Accept: 'b' }; else headers = { Accept: 'c' }; ${CALL}`,
    ['a', 'b', 'c'],
  ],
  [
    'two conditions',
    `const headers = { Accept: 'a' }; if (x) headers.Accept = 'b'; if (y) delete headers.Accept; ${CALL}`,
    ['-', 'a', 'b'],
  ],
  [
    'one condition asked twice',
    `const headers = {}; if (x) headers.Accept = 'b'; if (!x) headers.Accept = 'c'; ${CALL}`,
    ['-', 'b', 'c'],
  ],
  [
    'given to a function that sets it',
    `const sign = (h) => { h.Accept = 'b'; }; const headers = {}; sign(headers); ${CALL}`,
    ['b'],
  ],
  [
    'given to a function that may set it',
    `const sign = (h) => { if (x) h.Accept = 'b'; }; const headers = {}; sign(headers); ${CALL}`,
    ['-', 'b'],
  ],
  [
    'given to a function that returns early',
    `const sign = (h) => { if (x) return; h.Accept = 'b'; }; const headers = {}; sign(headers); ${CALL}`,
    ['-', 'b'],
  ],
  [
    'given under if to a function that sets it',
    `const sign = (h) => { h.Accept = 'b'; }; const headers = {}; if (x) sign(headers); ${CALL}`,
    ['-', 'b'],
  ],
  [
    'options of which nothing is seen but this',
    `extra.headers.Accept = 'b'; fetch('${ADDRESS}', extra)`,
    ['b'],
  ],
  [
    'more ways than eight',
    `const headers = { Accept: 'a' }; ${['x', 'y', 'x.a', 'y.b'].map((when, at) => `if (${when}) headers.Accept = '${at}';`).join(' ')} ${CALL}`,
    ['?'],
  ],
];

const axios = (code: string): string =>
  `import axios from 'axios';\n${code}\nexport const get = (x) => api.get('/groups', extra(x));`;
const INSTANCE = `const api = axios.create({ baseURL: 'https://cloud.mongodb.com/api/atlas/v1.0', headers: { Accept: 'a' } });`;
const BARE = `const api = axios.create({ baseURL: 'https://cloud.mongodb.com/api/atlas/v1.0' });`;

const plain = (code: string): string => axios(code).replace(', extra(x)', '');
const calling = (code: string, options: string): string => axios(code).replace('extra(x)', options);

const INSTANCES: readonly Row[] = [
  ['a default', plain(INSTANCE), ['a']],
  ['a default and options that are not seen', axios(INSTANCE), ['?']],
  ['another spelling over a default', calling(INSTANCE, `{ headers: { accept: 'b' } }`), ['b']],
  [
    'one under a condition over a default',
    calling(INSTANCE, `{ headers: { ...(x && { Accept: 'b' }) } }`),
    ['a', 'b'],
  ],
  ['a late default', plain(`${BARE}\napi.defaults.headers.common.Accept = 'b';`), ['b']],
  [
    'a late default under if',
    plain(`${BARE}\nif (process.env.A) api.defaults.headers.common.Accept = 'b';`),
    ['-', 'b'],
  ],
  [
    'a late default under &&',
    plain(`${BARE}\nprocess.env.A && (api.defaults.headers.common.Accept = 'b');`),
    ['-', 'b'],
  ],
  [
    'a late default in a function',
    plain(`${BARE}\nexport const init = () => { api.defaults.headers.common.Accept = 'b'; };`),
    ['-', 'b'],
  ],
  [
    'a late default by a computed name',
    plain(`const H = 'Accept';\n${BARE}\napi.defaults.headers.common[H] = 'b';`),
    ['b'],
  ],
  [
    'a late default of an unseen name',
    plain(`${INSTANCE}\napi.defaults.headers.common[process.argv[2]] = 'b';`),
    ['?'],
  ],
  [
    'late defaults merged',
    plain(`${BARE}\nObject.assign(api.defaults.headers.common, { Accept: 'b' });`),
    ['b'],
  ],
  [
    'late defaults merged under if',
    plain(`${BARE}\nif (process.env.A) Object.assign(api.defaults.headers.common, { Accept: 'b' });`),
    ['-', 'b'],
  ],
  ['a late default taken away', plain(`${INSTANCE}\ndelete api.defaults.headers.Accept;`), ['-']],
  [
    'a late default taken away under if',
    plain(`${INSTANCE}\nif (process.env.A) delete api.defaults.headers.Accept;`),
    ['-', 'a'],
  ],
  ['defaults replaced as a whole', plain(`${INSTANCE}\napi.defaults.headers = { 'X-A': '1' };`), ['?']],
  ['late defaults of the package', plain(`${BARE}\naxios.defaults.headers.common.Accept = 'b';`), ['-', 'b']],
  [
    'defaults of the package, set before',
    plain(`axios.defaults.headers.common.Accept = 'b';\n${BARE}`),
    ['-', 'b'],
  ],
  [
    'an interceptor',
    plain(`${BARE}\napi.interceptors.request.use((c) => { c.headers.Accept = 'b'; return c; });`),
    ['b'],
  ],
  [
    'an interceptor over the call',
    calling(
      `${BARE}\napi.interceptors.request.use((c) => { c.headers.set('Accept', 'b'); return c; });`,
      `{ headers: { accept: 'a' } }`,
    ),
    ['b'],
  ],
  [
    'an interceptor with a condition',
    plain(
      `${BARE}\napi.interceptors.request.use((c) => { if (c.url.includes('g')) c.headers.Accept = 'b'; return c; });`,
    ),
    ['-', 'b'],
  ],
  [
    'an interceptor that returns early',
    plain(
      `${BARE}\napi.interceptors.request.use((c) => { if (c.url) return c; c.headers.Accept = 'b'; return c; });`,
    ),
    ['-', 'b'],
  ],
  [
    'an interceptor that deletes',
    plain(`${INSTANCE}\napi.interceptors.request.use((c) => { delete c.headers.Accept; return c; });`),
    ['-'],
  ],
  [
    'an interceptor that may delete',
    plain(
      `${INSTANCE}\napi.interceptors.request.use((c) => { if (c.x) c.headers.delete('accept'); return c; });`,
    ),
    ['-', 'a'],
  ],
  [
    'an interceptor of an unseen name',
    plain(`${INSTANCE}\napi.interceptors.request.use((c) => { c.headers[name] = 'b'; return c; });`),
    ['?'],
  ],
  [
    'an interceptor that gives a copy',
    plain(
      `${BARE}\napi.interceptors.request.use((c) => ({ ...c, headers: { ...c.headers, Accept: 'b' } }));`,
    ),
    ['b'],
  ],
  ['an interceptor that is not seen', plain(`${INSTANCE}\napi.interceptors.request.use(sign);`), ['?']],
  [
    'an interceptor added under if',
    plain(
      `${BARE}\nif (process.env.A) api.interceptors.request.use((c) => { c.headers.Accept = 'b'; return c; });`,
    ),
    ['-', 'b'],
  ],
  [
    'a hook of got',
    `import got from 'got';\nconst api = got.extend({ prefixUrl: 'https://cloud.mongodb.com/api/atlas/v1.0', hooks: { beforeRequest: [(o) => { o.headers.accept = 'b'; }] } });\nexport const get = () => api.get('groups');`,
    ['b'],
  ],
  [
    'a hook of got with a condition',
    `import got from 'got';\nconst api = got.extend({ prefixUrl: 'https://cloud.mongodb.com/api/atlas/v1.0', headers: { accept: 'a' }, hooks: { beforeRequest: [(o) => { if (o.url) delete o.headers.accept; }] } });\nexport const get = () => api.get('groups');`,
    ['-', 'a'],
  ],
  [
    'a request header set under if',
    `import https from 'node:https';\nexport const get = (x) => { const req = https.request('${ADDRESS}'); if (x) req.setHeader('Accept', 'b'); req.end(); };`,
    ['-', 'b'],
  ],
  [
    'a request header set',
    `import https from 'node:https';\nexport const get = (x) => { const req = https.request('${ADDRESS}'); req.setHeader('Accept', 'b'); req.end(); };`,
    ['b'],
  ],
  [
    'two spellings with https',
    `import https from 'node:https';\nhttps.get('${ADDRESS}', { headers: { Accept: 'a', accept: 'b' } });`,
    ['b'],
  ],
  [
    'two spellings with got',
    `import got from 'got';\ngot('${ADDRESS}', { headers: { Accept: 'a', accept: 'b' } });`,
    ['b'],
  ],
  [
    'two spellings with undici',
    `import { request } from 'undici';\nrequest('${ADDRESS}', { headers: { Accept: 'a', accept: 'b' } });`,
    ['a+b'],
  ],
];

const FUNCTIONS: readonly Row[] = [
  [
    'a parameter called this',
    `function send(this: void, path: string, headers: object) { return fetch('https://cloud.mongodb.com/api/atlas/v1.0' + path, { headers }); }\nsend('/groups', { Accept: 'a' });`,
    ['a'],
  ],
  [
    'headers of a helper',
    `const headersFor = (x) => { if (x) return { Accept: 'a' }; return {}; };\nfetch('${ADDRESS}', { headers: headersFor(process.argv[2]) });`,
    ['-', 'a'],
  ],
  [
    'a field of a class',
    `export class A { headers = { Accept: 'a' }; get() { return fetch('${ADDRESS}', { headers: this.headers }); } }`,
    ['a'],
  ],
  [
    'a field of a class that a method changes',
    `export class A { headers = { Accept: 'a' }; plain() { delete this.headers.Accept; } get() { return fetch('${ADDRESS}', { headers: this.headers }); } }`,
    ['-', 'a'],
  ],
  [
    'a field of a class that a method sets',
    `export class A { headers = {}; dated() { this.headers.Accept = 'b'; } get() { return fetch('${ADDRESS}', { headers: this.headers }); } }`,
    ['-', 'b'],
  ],
  [
    'a field that the constructor sets under if',
    `export class A { headers = {}; constructor(x) { if (x) this.headers.Accept = 'b'; } get() { return fetch('${ADDRESS}', { headers: this.headers }); } }`,
    ['-', 'b'],
  ],
  [
    'a header of the module that a function sets',
    `const headers = {};\nexport const setup = () => { headers.Accept = 'b'; };\nexport const get = () => ${CALL};`,
    ['-', 'b'],
  ],
  [
    'a header of the module, set below its use',
    `const headers = {};\nexport const get = () => ${CALL};\nheaders.Accept = 'b';`,
    ['b'],
  ],
];

describe('what is sent on each path', () => {
  it.each([...OBJECTS, ...laterRows, ...CHANGES])('%s: %s', async (_, code, paths) => {
    expect(await pathsIn({ 'a.ts': inFunction(code) })).toEqual(paths);
  });

  it.each([
    ["export const headers = { X: '1' };\nheaders.Accept = 'b';", ['b']],
    ["const headers = { X: '1' };\nexport { headers };\nheaders.Accept = 'b';", ['b']],
    ["export const headers = { X: '1' };\nif (process.env.A) headers.Accept = 'b';", ['-', 'b']],
    ["const headers = { Accept: 'a' };\nmodule.exports = { headers };\ndelete headers.Accept;", ['-', 'a']],
  ])('another file exports: %s', async (code, paths) => {
    const use = `import { headers } from './headers';\nexport const get = () => ${CALL};`;
    expect(await pathsIn({ 'a.ts': use, 'headers.ts': code })).toEqual(paths);
  });

  it.each([...INSTANCES, ...FUNCTIONS])('%s: %s', async (_, code, paths) => {
    expect(await pathsIn({ 'a.ts': code })).toEqual(paths);
  });
});
