import { describe, expect, it } from 'vitest';
import type { Fact, UsesFact } from '../../../src/model/index.ts';
import { extractProject } from './project.ts';

const HEAD = `const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';
fetch(\`\${BASE}/groups\`, { headers: { 'User-Agent': 'a' } });
`;

const usesIn = (facts: readonly Fact[]): readonly UsesFact[] =>
  facts.filter((fact): fact is UsesFact => fact.kind === 'uses');

/** What stands against an edit of the base that the file \`name\` begins with. */
const against = async (
  files: Readonly<Record<string, string>>,
  name = 'a.js',
): Promise<readonly string[]> => {
  const facts = usesIn(await extractProject(files));
  const base = facts.filter(
    ({ file, span }) => file === name && span.start === files[name]!.indexOf('https'),
  );
  expect(base).toHaveLength(1);
  return base[0]!.uses
    .filter(({ as }) => as !== 'request')
    .map(({ at, as, why }) => `${at.file === name ? '' : `${at.file} `}${as} ${why}`);
};

/** Uses that change nothing that is sent, and those that end in the same requests. */
const ACCOUNTED: readonly (readonly [string, string])[] = [
  ['a log', 'console.log(`base ${BASE}`);'],
  ['the text of an error', 'if (!x) throw new Error(`no answer of ${BASE}`);'],
  ['a key of a cache', 'const cache = new Map(); cache.get(BASE); cache.set(BASE, 1);'],
  ['a key of an object', 'const seen = {}; seen[BASE] = true;'],
  ['that it is there', 'if (!BASE || BASE === undefined || typeof BASE !== "string") stop();'],
  ['a slash at its end', "const url = (BASE.endsWith('/') ? BASE : BASE + '/') + 'groups'; fetch(url);"],
  ['slashes taken off', "fetch(BASE.replace(/\\/+$/, '') + '/groups');"],
  ['a place in a path', "const at = BASE + '/groups/:id'; fetch(at.replace(':id', id));"],
  ['a wrapper', 'const api = (path) => fetch(`${BASE}${path}`); api("/groups");'],
  ['a default', 'const api = (path, base = BASE) => fetch(base + path); api("/groups");'],
  ['an object', 'const config = { base: BASE }; fetch(config.base + "/groups");'],
  [
    'a spread object',
    'const a = { base: BASE }; const b = { ...a }; const { base } = b; fetch(base + "/x");',
  ],
  ['a list', 'for (const b of [BASE]) fetch(b + "/groups");'],
  ['a callback', '[BASE].map((b) => fetch(b + "/groups"));'],
  ['a promise', 'Promise.resolve(BASE).then((b) => fetch(b + "/groups"));'],
  ['a field', 'class C { b = BASE; go() { return fetch(this.b + "/x"); } } new C().go();'],
  [
    'a constructor and a subclass',
    'class C { constructor(b) { this.b = b; } } class D extends C { go() { return fetch(this.b + "/x"); } } new D(BASE).go();',
  ],
  ['a function that gives it', 'const base = () => BASE; fetch(base() + "/groups");'],
  ['an assertion of a test', 'expect(fetch).toHaveBeenCalledWith(`${BASE}/groups`);'],
  ['a list of its parts', 'fetch([BASE, "groups"].join("/"));'],
  ['a URL', 'fetch(new URL("groups", BASE));'],
  [
    'what an object becomes in a text',
    'class P { toString() { return BASE + "/x"; } } fetch(`${new P()}`); fetch(String(new P())); fetch(new P() + "");',
  ],
  ['a key of a table without versions', 'const t = { dev: 1 }; t[BASE];'],
];

/** Uses of which nothing is known, or that must not change. */
const OPEN: readonly (readonly [string, string, string])[] = [
  ['an argument of a program', "spawn('x', [BASE]);", 'other as an argument of spawn()'],
  [
    'the environment of a child',
    "spawn('x', [], { env: { ...process.env, BASE } });",
    'other as an argument of spawn()',
  ],
  ['the own environment', 'process.env.ATLAS = BASE;', 'other in the environment of the process'],
  ['an answer of a server', "res.set('X-Base', BASE);", 'other as an argument of res.set()'],
  ['a made answer', 'new Response(BASE);', 'other as an argument of Response()'],
  ['a comparison', 'if (url === BASE) stop();', 'other in a comparison'],
  ['a prefix', 'if (url.startsWith(BASE)) stop();', 'other as an argument of url.startsWith()'],
  ['a part that is looked for', "if (BASE.includes('v1.0')) stop();", 'other in .includes()'],
  ['a split', "const [a] = BASE.split('/api');", 'other in .split()'],
  ['another version', "open(BASE.replace('v1.0', 'v2'));", 'other in .replace()'],
  ['a second URL', 'const ui = `${BASE}/ui`; mail(ui);', 'other as an argument of mail()'],
  [
    'a request to elsewhere',
    'fetch(`https://proxy.test/?to=${encodeURIComponent(BASE)}`);',
    'elsewhere in a request of fetch()',
  ],
  ['a key of a table', "const t = { 'v1.0': 1, v2: 2 }; t[BASE];", 'other as a key'],
  ['a key of a map', "const t = new Map([['v1.0', 1]]); t.get(BASE);", 'other as a key'],
  ['a key that is put apart', "const t = new Map(); t.set('v1.0', 1); t.get(BASE);", 'other as a key'],
  ['an element of a set', "const t = new Set(['v1.0']); t.has(BASE);", 'other as a key'],
  ['a key of what is not seen', "import { t } from './t.json'; t[BASE];", 'other as a key'],
  ['a written key', "const t = { [BASE]: 1 }; t['https://x/api'];", 'other as a key'],
  [
    'an object that becomes it elsewhere',
    'class P { toString() { return BASE; } } send(new P());',
    'other as an argument of send()',
  ],
  [
    'an object that nobody makes',
    'export class P { toString() { return BASE; } }',
    'other in the text form of objects that are created elsewhere',
  ],
  ['an unknown function in an object', 'start({ base: BASE });', 'other as an argument of start()'],
  ['an unknown object', 'store.base = BASE; window.send(store);', 'other as an argument of window.send()'],
  [
    'a member of an object that goes on',
    'const c = {}; c.base = BASE; start(c);',
    'other as an argument of start()',
  ],
  ['a closure that goes on', 'start(() => BASE);', 'other as an argument of start()'],
  ['a field of a class', 'class C { b = BASE; } start(new C().b);', 'other as an argument of start()'],
  ['a switch', 'switch (url) { case BASE: stop(); }', 'other in a comparison'],
];

describe('where a base goes', () => {
  it.each(ACCOUNTED)('%s is accounted for', async (_, code) => {
    expect(await against({ 'a.js': HEAD + code })).toEqual([]);
  });

  it.each(OPEN)('%s is not', async (_, code, expected) => {
    expect(await against({ 'a.js': HEAD + code })).toContain(expected);
  });
});

const OWN = "export const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';\n";
const CALL = "import { BASE } from './base.js';\nfetch(`${BASE}/groups`);\n";

/** Ways to import the base, with the expression that means it. */
const IMPORTS: readonly (readonly [string, string, string])[] = [
  ['a name', "import { BASE } from './base.js';", 'BASE'],
  ['another name', "import { BASE as B } from './base.js';", 'B'],
  ['a namespace', "import * as all from './base.js';", 'all.BASE'],
  ['a list of exports', "import { BASE } from './index.js';", 'BASE'],
  ['a renamed export', "import { ROOT } from './index.js';", 'ROOT'],
  ['a namespace of exports', "import * as all from './index.js';", 'all.bases.BASE'],
  ['CommonJS', "const { BASE } = require('./base.js');", 'BASE'],
  ['CommonJS as a whole', "const all = require('./base.js');", 'all.BASE'],
  ['a member of CommonJS', "const b = require('./base.js').BASE;", 'b'],
  ['a dynamic import', "const { BASE } = await import('./base.js');", 'BASE'],
];

describe('where a base goes in other files', () => {
  it.each(IMPORTS)('through %s', async (_, line, name) => {
    const files = {
      'base.js': OWN,
      'call.js': CALL,
      'index.js':
        "export * from './base.js';\nexport { BASE as ROOT } from './base.js';\nexport * as bases from './base.js';",
      'other.js': `${line}\nspawn('x', [${name}]);`,
    };
    expect(await against(files, 'base.js')).toEqual(['other.js other as an argument of spawn()']);
  });

  it('does not follow what only has its name', async () => {
    const other = "import { BASE } from './own.js';\nspawn('x', [BASE]);";
    const files = {
      'base.js': OWN,
      'call.js': CALL,
      'own.js': "export const BASE = 'x';",
      'other.js': other,
    };
    expect(await against(files, 'base.js')).toEqual([]);
  });

  it.each([
    ['publishes it', '{ "name": "x", "main": "./index.js" }', 1],
    ['publishes it by exports', '{ "name": "x", "exports": { ".": { "import": "./dist/index.js" } } }', 1],
    ['is private', '{ "name": "x", "main": "./index.js", "private": true }', 0],
    ['publishes another file', '{ "name": "x", "main": "./call.js" }', 0],
    ['is no package', '{ "name": "x" }', 0],
  ])('counts what a package exports that %s', async (_, manifest, count) => {
    const files = {
      'base.js': OWN,
      'call.js': CALL,
      'index.js': "export * from './base.js';",
      'package.json': manifest,
    };
    expect(await against(files, 'base.js')).toHaveLength(count);
  });
});

describe('what is too much', () => {
  it('follows a thousand references, and finds the one that matters', async () => {
    const calls = Array.from({ length: 1000 }, (_, at) => `fetch(\`\${BASE}/groups/${at}\`);`).join('\n');
    expect(await against({ 'a.js': `${HEAD}${calls}` })).toEqual([]);
    expect(await against({ 'a.js': `${HEAD}${calls}\nspawn(BASE);` })).toEqual([
      'other as an argument of spawn()',
    ]);
  });

  it('never calls safe what the bound cuts off', async () => {
    const names = Array.from({ length: 5000 }, (_, at) => `const b${at + 1} = b${at};`).join('\n');
    const found = await against({ 'a.js': `${HEAD}const b0 = BASE;\n${names}\nspawn(b5000);` });
    expect(found).toEqual(['other in more places than the analysis follows']);
  });

  it('ends where values go in circles', async () => {
    const code =
      'let a = BASE; let b = a; a = b; const o = { a }; o.self = o; const f = (x) => f(x); f(a); spawn(b);';
    expect(await against({ 'a.js': HEAD + code })).toContain('other as an argument of spawn()');
  });

  it('tells nothing of files without an address', async () => {
    expect(
      usesIn(await extractProject({ 'a.js': "const numShards = 1; spawn('x', { replicationSpecs: [] });" })),
    ).toEqual([]);
  });
});
