import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { optionsFrom } from '../../../../src/config/options.ts';
import { MENTIONS_CLIENT } from '../../../../src/extract/source/clients/client-names.ts';
import type { CallShape, ClientRow } from '../../../../src/extract/source/clients/client-row.ts';
import { CLIENTS } from '../../../../src/extract/source/clients/client-table.ts';
import { silentTerminal } from '../../../../src/io/terminal.ts';
import { applyFixes } from '../../../../src/pipeline/apply-fixes.ts';
import { collect } from '../../../../src/pipeline/collect.ts';
import { openRun } from '../../../../src/pipeline/open-run.ts';
import { temporaryTree } from '../../../fixtures/temporary.ts';
import { TODAY } from '../../../fixtures/transcripts.ts';

// A program for each row of the table, written from the row alone: the same call in one file, and by a wrapper in a second.

const ORIGIN = 'https://cloud.mongodb.com';
const PATH = '/api/atlas/v1.0/groups/5e2211c17a3e5a48f5497de3/alerts';

/** Code that sends to the URL that `origin` and `path` make. */
interface Sending {
  readonly imports: string;
  /** Statements of a function. */
  readonly body: string;
}

/** An address as the row takes it: in one piece, or as the base of an instance and a path. */
interface Address {
  readonly whole: string;
  readonly base: string;
  readonly path: string;
}

const written = (
  shape: CallShape,
  { options, listValues }: ClientRow,
  { whole, base, path }: Address,
  isBased: boolean,
) => {
  const hasUrl = shape.args.includes('url');
  const url = isBased ? path : whole;
  const header = `Accept: ${listValues ? "['application/json']" : "'application/json'"}`;
  const headers = options.headers.length === 0 ? [header] : [`${options.headers[0]}: { ${header} }`];
  const place = options.url.length > 0 ? [`${options.url[0]}: ${url}`] : [];
  const parts = [
    ...(isBased || options.host.length === 0 ? [] : [`${options.host[0]}: ${base}`]),
    ...options.path.slice(0, 1).map((name) => `'${name}': ${path}`),
  ];
  const members = [...(hasUrl ? [] : place.length > 0 ? place : parts), ...headers];
  const text = {
    url,
    method: "'GET'",
    body: 'undefined',
    options: `{ ${members.join(', ')} }`,
    headers: `{ accept: 'application/json' }`,
    other: 'this',
  };
  return shape.args.map((kind) => text[kind as keyof typeof text]).join(', ');
};

const takesHeaders = ({ args }: CallShape): boolean => args.includes('options') || args.includes('headers');

/** The call of a row to write: one that can send a header, `get` before others. */
const chosen = ({ calls, chained, opened }: ClientRow): readonly [string, CallShape] => {
  const able = Object.entries(calls).filter(([, shape]) => chained || opened || takesHeaders(shape));
  return able.find(([path, { method }]) => /(?:^|\.)get$/i.test(path) && method === 'GET') ?? able[0]!;
};

const rooted = (root: string, path: string): string => [root, path].filter((part) => part !== '').join('.');

const CLASSES: Readonly<Record<string, string>> = { angular: 'HttpClient', nest: 'HttpService' };

/** Code of a row that sends a GET request. */
const sendingOf = (row: ClientRow, address: Address): Sending => {
  const [module = ''] = row.modules;
  const [path, shape] = chosen(row);
  const [instance] = row.instances;
  const imports = module === '' ? '' : `import client from '${module}';\n`;
  const root = module === '' ? '' : 'client';
  if (!row.onlyInstances)
    return {
      imports,
      body: `return ${rooted(root, path)}(${written(shape, row, address, false)})${row.chained ? ".set('Accept', 'application/json')" : ''};`,
    };
  const isBased = instance?.base === 0;
  const made = rooted(root, instance?.path ?? '');
  const isClass = /(?:^|\.)[A-Z]\w*$/.test(made) || instance?.path === '';
  const create = `${isClass && row.name !== 'supertest' ? 'new ' : ''}${made}(${isBased ? address.base : ''})`;
  const args = written(shape, row, address, isBased);
  if (row.opened)
    return {
      imports,
      body: `const it = ${create};\n  it.open(${args});\n  it.setRequestHeader('Accept', 'application/json');\n  it.send();`,
    };
  return {
    imports,
    body: `const it = ${create};\n  return it.${path}(${args})${row.chained ? ".set('Accept', 'application/json')" : ''};`,
  };
};

const whole = (origin: string, path: string): Address => ({
  whole: `\`${origin}${path}\``,
  base: `'${origin}'`,
  path: `'${path}'`,
});
const passed: Address = { whole: '`${origin}${path}`', base: 'origin', path: 'path' };

/** A client that a framework hands in is known by its type. */
const injected = (row: ClientRow, address: Address): Sending => {
  const name = CLASSES[row.name]!;
  const [path, shape] = chosen(row);
  return {
    imports: `import { ${name} } from '${row.modules[0]}';\n`,
    body: `return it.${path}(${written(shape, row, address, false)});`,
  };
};

const filesOf = (row: ClientRow): Readonly<Record<string, string>> => {
  const isInjected = row.name in CLASSES;
  const write = isInjected ? injected : sendingOf;
  const first = isInjected ? `it: ${CLASSES[row.name]}, ` : '';
  const handed = isInjected ? 'it, ' : '';
  const direct = write(row, whole(ORIGIN, PATH));
  const wrapper = write(row, passed);
  const type = isInjected ? `import { ${CLASSES[row.name]} } from '${row.modules[0]}';\n` : '';
  return {
    'direct/package.json': '{}',
    'direct/main.ts': `${direct.imports}export const alerts = (${first.slice(0, -2)}) => {\n  ${direct.body}\n};\n`,
    'wrapper/package.json': '{}',
    'wrapper/client.ts': `${wrapper.imports}export const send = (${first}origin: string, path: string) => {\n  ${wrapper.body}\n};\n`,
    'wrapper/main.ts': `${type}import { send } from './client';\nexport const alerts = (${first.slice(0, -2)}) => send(${handed}'${ORIGIN}', '${PATH}');\n`,
  };
};

const fixed = async (files: Readonly<Record<string, string>>) => {
  const run = await openRun(
    optionsFrom({ today: TODAY, unsafe: true }, [], 'fix'),
    silentTerminal(temporaryTree(files)),
  );
  const { settled } = await applyFixes(run, await collect(run));
  return new Map(settled.files.map(({ file, after }) => [file, after]));
};

const VERSION = /vnd\.atlas\.\d{4}/;
const folderOf = (index: number): string => `row${index}`;
const all = CLIENTS.map((row, index) => ({
  row,
  name: row.name,
  folder: folderOf(index),
  files: filesOf(row),
}));

describe('every row of the table of clients', () => {
  it('is fixed alike in one file and in a wrapper of another file', async () => {
    const tree = all.flatMap(({ folder, files }) =>
      Object.entries(files).map(([path, text]) => [join(folder, path), text] as const),
    );
    const after = await fixed(Object.fromEntries(tree));
    const textOf = (folder: string, path: string): string => after.get(`${folder}/${path}`) ?? 'unchanged';
    const outcomes = all.map(({ name, folder }) => ({
      name,
      direct: [/api\/atlas\/v2/, VERSION].map((part) => part.test(textOf(folder, 'direct/main.ts'))),
      wrapper: [
        /api\/atlas\/v2/.test(textOf(folder, 'wrapper/main.ts')),
        VERSION.test(textOf(folder, 'wrapper/client.ts')),
      ],
    }));
    expect(outcomes).toEqual(all.map(({ name }) => ({ name, direct: [true, true], wrapper: [true, true] })));
  });

  it.each(all)('$name is seen in a text that is not parsed', ({ files }) => {
    expect(files['wrapper/client.ts']).toMatch(MENTIONS_CLIENT);
  });
});
