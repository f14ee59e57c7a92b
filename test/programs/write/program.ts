import { array, nat, noBias, record } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { writeBase } from './bases.ts';
import type { Base, Destination } from './bases.ts';
import { CLIENTS } from './clients.ts';
import { giveHeaders, writeShared } from './headers.ts';
import type { SharedHeaders } from './headers.ts';
import { Module } from './module.ts';
import type { Style } from './module.ts';
import { writeReads } from './reads.ts';
import { classOf, direct, instanceOf, wrapper } from './senders.ts';
import type { Sender } from './senders.ts';
import { Tape } from './tape.ts';
import { writeUse } from './uses.ts';

/** What a program is made from: numbers for each of its parts, which choose among what the part can be. */
export interface Recipe {
  readonly style: readonly number[];
  readonly base: readonly number[];
  readonly headers: readonly (readonly number[])[];
  readonly senders: readonly (readonly number[])[];
  readonly requests: readonly (readonly number[])[];
  readonly uses: readonly (readonly number[])[];
}

/** A program, and the choices in it that are not the simplest. */
export interface Program {
  readonly files: ReadonlyMap<string, string>;
  readonly entry: string;
  readonly tags: ReadonlySet<string>;
  /** True where a wrapper, class or instance sends nothing to the API, though others could have it send. */
  readonly idle: boolean;
}

const numbers = (maxLength: number) =>
  array(noBias(nat(5039)), { minLength: maxLength, maxLength, size: 'max' });
const parts = (length: number, minLength: number, maxLength: number) =>
  array(numbers(length), { minLength, maxLength, size: 'max' });

export const recipes: Arbitrary<Recipe> = record({
  style: numbers(8),
  base: numbers(2),
  headers: parts(9, 0, 2),
  senders: parts(10, 1, 2),
  requests: parts(24, 1, 3),
  uses: parts(4, 0, 2),
});

const styleOf = (tape: Tape): Style => ({
  language: tape.choose('language', ['js', 'ts']),
  modules: tape.choose('modules', ['esm', 'cjs']),
  quote: tape.pick(["'", '"']),
  semicolons: tape.pick([true, false]),
  indent: tape.pick(['  ', '    ', '\t']),
});

interface Layout {
  readonly config: Module;
  readonly headers: Module;
  readonly client: Module;
  readonly main: Module;
  readonly manifests: ReadonlyMap<string, string>;
}

const LAYOUTS = ['one file', 'config apart', 'all apart', 'package'] as const;

const manifest = (value: object): string => `${JSON.stringify({ private: true, ...value }, null, 2)}\n`;

const layOut = (tape: Tape, given: Style): Layout => {
  // CommonJS and TypeScript together is not what anybody writes.
  const style: Style = given.language === 'ts' ? { ...given, modules: 'esm' } : given;
  const layout = tape.choose('layout', LAYOUTS);
  const ending = style.language;
  const type = style.modules === 'esm' ? { type: 'module' } : {};
  const module = (path: string) => new Module(`${path}.${ending}`, style);
  const main = module('src/main');
  const root = ['package.json', manifest({ name: 'acme', ...type })] as const;
  const all = { config: main, headers: main, client: main, main, manifests: new Map([root]) };
  if (layout === 'one file') return all;
  if (layout === 'config apart') return { ...all, config: module('src/config') };
  if (layout === 'all apart')
    return {
      ...all,
      config: module('src/settings/config'),
      headers: module('src/headers'),
      client: module('src/lib/client'),
    };
  const shared = new Module(`packages/atlas/index.${ending}`, style, '@acme/atlas');
  return {
    config: shared,
    headers: shared,
    client: shared,
    main: module('apps/jobs/main'),
    manifests: new Map([
      ['package.json', manifest({ name: 'acme', ...type, workspaces: ['packages/*', 'apps/*'] })],
      ['packages/atlas/package.json', manifest({ name: '@acme/atlas', ...type, main: `index.${ending}` })],
      [
        'apps/jobs/package.json',
        manifest({ name: '@acme/jobs', ...type, dependencies: { '@acme/atlas': '*' } }),
      ],
    ]),
  };
};

const WAYS = ['direct', 'wrapper', 'class', 'instance'] as const;

const senderOf = (
  tape: Tape,
  { client: module }: Layout,
  base: Base,
  shared: readonly SharedHeaders[],
): Sender => {
  const client = tape.choose('client', CLIENTS);
  const way = tape.choose('way', WAYS);
  const wrapping = { tape, module, client, base, shared: shared[0] };
  if (way === 'wrapper') return wrapper(wrapping);
  if (way === 'class') return classOf(wrapping);
  if (
    way === 'instance' &&
    (client === 'axios' || client === 'got' || client === 'ky' || client === 'request-promise')
  )
    return instanceOf({ ...wrapping, client });
  return direct(client);
};

interface Endpoint {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const endpoint = (name: string, method: string, path: string, body?: string): Endpoint => ({
  name,
  method: `'${method}'`,
  path,
  ...(body === undefined ? {} : { body }),
});

const ENDPOINTS: readonly Endpoint[] = [
  endpoint('alerts', 'GET', '/groups/${id}/alerts'),
  endpoint('clusters', 'GET', '/groups/${id}/clusters'),
  endpoint('cluster', 'GET', '/groups/${id}/clusters/c0'),
  endpoint('processes', 'GET', '/groups/${id}/processes?pageNum=1'),
  endpoint('delete', 'DELETE', '/groups/${id}/clusters/c0'),
  endpoint('post', 'POST', '/groups/${id}/alertConfigs', '{ enabled: true }'),
  endpoint('gzip', 'GET', '/groups/${id}/clusters/h0/logs/mongodb.gz'),
  endpoint('csv', 'GET', '/orgs/${id}/invoices/i0/csv'),
  endpoint('renamed', 'GET', '/groups/${id}/whitelist'),
  endpoint('removed', 'GET', '/groups/${id}/clusters/c0/fts/analyzers'),
];

const ELSEWHERE: readonly Endpoint[] = [
  endpoint('ping', 'GET', '/ping'),
  endpoint('groups', 'GET', '/groups/${id}/hosts'),
  endpoint('notify', 'POST', '/events', `{ text: 'done' }`),
];

const TARGETS: readonly Destination[] = ['atlas', 'atlas', 'atlas', 'other', 'public'];

/** Writes the program of a recipe. */
export const writeProgram = (recipe: Recipe): Program => {
  const tags = new Set<string>();
  const tapeOf = (drawn: readonly number[]) => new Tape(drawn, tags);
  const styleTape = tapeOf(recipe.style);
  const layout = layOut(styleTape, styleOf(styleTape));
  const data = new Map<string, string>();
  const base = writeBase(tapeOf(recipe.base), { module: layout.config, data }, 'atlas');
  const others = new Map<Destination, Base>();
  const baseTo = (to: Destination): Base => {
    if (to === 'atlas') return base;
    const known = others.get(to) ?? writeBase(tapeOf([]), { module: layout.config, data }, to);
    others.set(to, known);
    return known;
  };
  const shared = recipe.headers.map((drawn) => writeShared(tapeOf(drawn), layout.headers));
  const senders = recipe.senders.map((drawn) => senderOf(tapeOf(drawn), layout, base, shared));
  const { main } = layout;
  const busy = new Set<Sender>();
  recipe.requests.forEach((drawn, at) => {
    const tape = tapeOf(drawn);
    const to = tape.pick(TARGETS);
    if (to !== 'atlas') tags.add(`to:${to}`);
    const { name, body, ...target } = tape.pick(to === 'atlas' ? ENDPOINTS : ELSEWHERE);
    if (name !== 'alerts' && to === 'atlas') tags.add(`endpoint:${name}`);
    const sender = tape.pick(senders);
    if (to === 'atlas') busy.add(sender);
    const { before, expr } = giveHeaders(tape, main, shared, sender.takesHeaders === true);
    const { lines, json } = sender.send(tape, main, { ...target, base: baseTo(to), headers: expr, body });
    const uses =
      at === 0
        ? recipe.uses.flatMap((use) => writeUse(tapeOf(use), main, { bases: [base], headers: shared }))
        : [];
    const all = [...before, ...uses, ...lines, ...writeReads(tape, main, name, json)];
    const text = all.map((line) => `  ${line}`).join('\n');
    const job = `job${at + 1}`;
    main.export(
      job,
      `async function ${job}(id${main.t(': string')}, flag${main.t(': boolean')}) {\n${text}\n}`,
    );
  });
  const modules = new Set([layout.config, layout.headers, layout.client, main]);
  const files = new Map([
    ...layout.manifests,
    ...data,
    ...Array.from(modules, (module) => [module.path, module.text()] as const),
  ]);
  const idle = senders.some((sender) => sender.isShared && !busy.has(sender));
  return { files, entry: main.path, tags, idle };
};
