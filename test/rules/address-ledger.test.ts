import { describe, expect, it } from 'vitest';
import type { Account } from '../../src/rules/account.ts';
import { scanOf } from '../fixtures/pipeline.ts';

const OLD = 'https://cloud.mongodb.com/api/atlas/v1.0';

const fateOf = (account: Account): string => {
  if (account.kind === 'finding') return account.finding.rule;
  if (account.kind === 'silenced') return account.by;
  return account.kind;
};

const fatesIn = async (path: string, text: string): Promise<readonly string[]> =>
  (await scanOf({ [path]: text })).accounts.map(fateOf);

/** A file, and what becomes of each address in it, in order. */
const ROWS: readonly (readonly [why: string, path: string, text: string, fates: readonly string[]])[] = [
  ['a comment of YAML', 'a.yaml', `# ${OLD}\na: 1 # ${OLD}\n`, ['comment', 'comment']],
  ['a # inside a scalar of YAML', 'a.yaml', `a: "# ${OLD}"\nb: |\n  # ${OLD}\n`, ['unread', 'unread']],
  ['a setting of YAML', 'a.yaml', `url: ${OLD} # ${OLD}\n`, ['legacy-base-url', 'comment']],
  ['a description', 'a.json', `{"description": "see ${OLD}", "x": 1}`, ['prose']],
  ['a name that is words, and one that is none', 'a.yaml', `name: the ${OLD} one\n`, ['label']],
  ['a setting that is switched off', 'a.json', `{"x": {"disabled": true, "cmd": "run ${OLD}"}}`, ['comment']],
  ['a command in a setting', 'a.json', `{"scripts": {"x": "curl ${OLD}/groups"}}`, ['unread']],
  [
    'comments of JSON',
    'a.jsonc',
    `{ // ${OLD}\n /* ${OLD} */ "a": "// run ${OLD}" }`,
    ['comment', 'comment', 'unread'],
  ],
  ['comments of .env', 'a.env', `# X=${OLD}\nY="a # ${OLD}"\n`, ['comment', 'unread']],
  ['a comment of a script', 'a.sh', `#!/bin/sh\n# curl ${OLD}\n`, ['comment']],
  ['what a script tells people', 'a.sh', `#!/bin/sh\necho "calling ${OLD} now"\n`, ['log']],
  ['what a script writes to a file', 'a.sh', `#!/bin/sh\necho "url = ${OLD} x" > conf\n`, ['unread']],
  ['what a script pipes on', 'a.sh', `#!/bin/sh\necho "GET ${OLD} x" | nc host 80\n`, ['unread']],
  ['what a script keeps', 'a.sh', `#!/bin/sh\nX=$(echo "-s ${OLD}")\n`, ['unread']],
  [
    'a comment of a request file',
    'a.http',
    `# ${OLD}\n// ${OLD}\nGET ${OLD}/groups\n`,
    ['comment', 'comment', 'legacy-base-url'],
  ],
  ['a body of a request file', 'a.http', `POST https://example.com/x\n\n# ${OLD}\n`, ['unread']],
  ['a joined command', 'a.ts', `run('curl -u ' + key + ' -X DELETE ${OLD}/x');\n`, ['unread']],
  ['a joined command in brackets', 'a.ts', `run(('curl -u ' + key) + ' -X GET ${OLD}/x');\n`, ['unread']],
  ['joined words', 'a.ts', `tell('Dear ' + name + ', stop using ${OLD} now');\n`, ['prose']],
  ['a comment of code', 'a.ts', `// ${OLD}\nexport const a = 1;\n`, ['comment']],
  [
    'an answer that was saved',
    'a.json',
    `{"results": [{"links": [{"rel": "self", "href": "${OLD}/x"}]}]}`,
    ['recorded-answer'],
  ],
  [
    'a server of OpenAPI, and what the description says',
    'a.yaml',
    `openapi: 3.0.0\nservers: [{url: "${OLD}"}]\npaths: {/x: {get: {operationId: "${OLD}"}}}\n`,
    ['legacy-base-url', 'documentation'],
  ],
  [
    'the base of Swagger',
    'a.json',
    '{"swagger": "2.0", "host": "cloud.mongodb.com", "basePath": "/api/atlas/v1.0", "paths": {}}',
    ['legacy-base-url'],
  ],
  [
    'the base of Swagger on the host of somebody else',
    'a.json',
    '{"swagger": "2.0", "host": "example.com", "basePath": "/api/atlas/v1.0", "paths": {}}',
    ['documentation'],
  ],
  [
    'the pieces of a URL of Postman, which are edited with the whole URL',
    'a.json',
    JSON.stringify({
      info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [
        {
          request: {
            method: 'GET',
            url: {
              raw: `${OLD}/groups`,
              host: ['cloud', 'mongodb', 'com'],
              path: ['api', 'atlas', 'v1.0', 'groups'],
            },
          },
        },
      ],
    }),
    ['legacy-base-url', 'legacy-base-url'],
  ],
  [
    'segments that something joins',
    'a.ts',
    `export const b = new B('https://cloud.mongodb.com').seg('api', 'atlas', 'v1.0');`,
    ['unread'],
  ],
  [
    'segments of chained calls',
    'a.ts',
    `export const b = new B(HOST).add('api').add("atlas").add('v1.0').build();`,
    ['unread'],
  ],
  [
    'segments in front of a version that is a value',
    'a.ts',
    `export const u = client.at('https://cloud.mongodb.com', "api", "atlas", API_VERSION);`,
    ['unread'],
  ],
  [
    'a product that is a value too',
    'a.ts',
    `export const u = (p: string, product = 'atlas') => at('https://cloud.mongodb.com', "api", product, config.API_VERSION, p);`,
    ['unread'],
  ],
  [
    'segments that are joined in sight',
    'a.ts',
    `export const f = (g: string) => fetch(['https://cloud.mongodb.com', 'api', 'atlas', 'v1.0', 'groups', g].join('/'));`,
    ['legacy-base-url'],
  ],
  ['segments of the versioned API', 'a.ts', `export const b = new B(HOST).seg('api', 'atlas', 'v2');`, []],
  ['words that are no segments', 'a.ts', `export const names = ['api', 'maps', 'v1.0', 'atlas'];`, []],
];

describe('the ledger of addresses', () => {
  it.each(ROWS)('knows %s', async (_, path, text, fates) => {
    expect(await fatesIn(path, text)).toEqual(fates);
  });
});
