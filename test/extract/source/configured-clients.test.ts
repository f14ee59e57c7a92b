import { expect, test } from 'vitest';
import type { ConfiguredClient } from '../../../src/model/index.ts';
import { extractProject, lines, requestsIn } from './project.ts';

const V1 = 'https://cloud.mongodb.com/api/atlas/v1.0';
const everywhere = { appliesTo: () => true };
const get: ConfiguredClient = {
  ...everywhere,
  callee: ['atlas.get'],
  args: ['url', 'headers'],
  base: V1,
};

/** Configured clients, files, and the requests that must be seen. */
type Row = readonly [
  name: string,
  client: ConfiguredClient,
  files: Readonly<Record<string, string>>,
  expected: readonly string[],
];

const ROWS: readonly Row[] = [
  [
    'a name may stand behind others, not inside another name',
    get,
    { 'a.ts': `this.atlas!.get('/orgs');\nmyatlas.get('/groups');\natlas.getAll('/groups');` },
    [`GET ${V1}/orgs [ …]`],
  ],
  [
    'a package, under any way to import it',
    { ...get, callee: ['send'], module: '@acme/http' },
    {
      'a.ts': `import { send } from '@acme/http';\nsend('/orgs');`,
      'b.ts': `const http = require('@acme/http');\nconst api = http.create();\napi.send('/groups');`,
      'c.ts': `import { send } from './mail';\nsend('/users');`,
      'd.ts': `async function run() { const { send } = await import('@acme/http'); send('/events'); }`,
    },
    [`GET ${V1}/orgs [ …]`, `GET ${V1}/groups [ …]`, `GET ${V1}/events [ …]`],
  ],
  [
    'a file, also through an index that re-exports it',
    { ...get, callee: ['call'], module: './lib/http' },
    {
      'lib/http.ts': `export function call(path) { return run(path); }`,
      'lib/index.ts': `export * from './http';`,
      'a.ts': `import { call } from './lib';\ncall('/orgs');`,
      'b.ts': `import { call } from './other';\ncall('/users');`,
      'other.ts': `export function call(path) {}`,
    },
    [`GET ${V1}/orgs [ …]`],
  ],
  [
    'options by their own names, headers that are all there is',
    {
      ...everywhere,
      callee: ['api'],
      args: ['options'],
      options: { url: 'route', method: 'verb', headers: 'head' },
      base: V1,
      addsHeaders: false,
    },
    { 'a.ts': `api({ route: '/orgs', verb: 'post', head: { Accept: 'text/plain' } });` },
    [`POST ${V1}/orgs [Accept: text/plain]`],
  ],
  [
    'positions, and the method of the last name',
    { ...everywhere, callee: ['atlas.patch'], args: ['other', 'url', 'body'], base: V1 },
    { 'a.ts': `atlas.patch(token, '/orgs/' + id, { name: 'x' });` },
    [`PATCH ${V1}/orgs/{} [ …]`],
  ],
];

test.each(ROWS)('%s', async (_name, client, files, expected) => {
  expect(lines(await extractProject(files, { clients: [client] }))).toEqual(expected);
});

test('an answer is the result, or a member of it', async () => {
  const files = {
    'a.ts': `const c = await api('/groups/1/clusters/x');\nuse(c.srvAddress, c.data.srvAddress);`,
  };
  const readsOf = async (answer: object) => {
    const client = { ...everywhere, callee: ['api'], args: ['url'], base: V1, ...answer } as const;
    const facts = await extractProject(files, { clients: [client] });
    return facts.flatMap((fact) =>
      fact.kind === 'read' ? [fact.path.map(({ name }) => name).join('.')] : [],
    );
  };
  expect(await readsOf({})).toContain('srvAddress');
  expect(await readsOf({ answer: 'data' })).not.toContain('data.srvAddress');
});

test('a wrapper that is configured is asked for no more', async () => {
  const files = { 'a.ts': `const api = (path) => fetch('${V1}' + path);\napi('/orgs');` };
  const client = { ...everywhere, callee: ['api'], args: ['url'], base: V1 } as const;
  const found = requestsIn(await extractProject(files, { clients: [client] }));
  expect(found.map((request) => request.client)).toEqual(expect.arrayContaining(['api']));
});
