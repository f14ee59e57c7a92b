import { array, nat, noBias, record } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { writeBase } from './bases.ts';
import type { Base } from './bases.ts';
import { CLIENTS, importClient } from './clients.ts';
import { basesOf, bodyOf, drawEndpoint } from './endpoints.ts';
import { giveHeaders, writeShared } from './headers.ts';
import type { Client } from './clients.ts';
import type { SharedHeaders } from './headers.ts';
import { IMPORTS, Module } from './module.ts';
import type { Style } from './module.ts';
import { writePayload } from './payloads.ts';
import { writeReads } from './reads.ts';
import { pages } from './pages.ts';
import { classOf, direct, instanceOf, wrapper } from './senders.ts';
import type { Sender } from './senders.ts';
import { Tape } from './tape.ts';
import { writeTest } from './tests.ts';
import { writeUse } from './uses.ts';
import { writeWay } from './ways.ts';
import type { Way } from './ways.ts';

/** What a program is made from: numbers for each of its parts, which choose among what the part can be. */
export interface Recipe {
  readonly style: readonly number[];
  readonly base: readonly number[];
  readonly headers: readonly (readonly number[])[];
  readonly senders: readonly (readonly number[])[];
  readonly requests: readonly (readonly number[])[];
  readonly uses: readonly (readonly number[])[];
  /** Code between the calls of a sender and the wire. */
  readonly ways: readonly (readonly number[])[];
  /** Tests of the first requests. */
  readonly tests: readonly (readonly number[])[];
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
  ways: parts(10, 0, 2),
  tests: parts(4, 0, 1),
});

const styleOf = (tape: Tape): Style => ({
  language: tape.choose('language', ['js', 'ts']),
  modules: tape.choose('modules', ['esm', 'cjs']),
  quote: tape.pick(["'", '"']),
  semicolons: tape.pick([true, false]),
  indent: tape.pick(['  ', '    ', '\t']),
  imports: 'named',
});

interface Layout {
  readonly config: Module;
  readonly headers: Module;
  readonly client: Module;
  /** Holds what lies between calls and the wire. */
  readonly way: Module;
  readonly main: Module;
  /** Passes on what other files export. */
  readonly barrel?: Module;
  readonly manifests: ReadonlyMap<string, string>;
}

const LAYOUTS = ['one file', 'config apart', 'all apart', 'package'] as const;

const manifest = (value: object): string => `${JSON.stringify({ private: true, ...value }, null, 2)}\n`;

const layOut = (tape: Tape, given: Style): Layout => {
  // CommonJS and TypeScript together is not what anybody writes.
  const apart: Style = given.language === 'ts' ? { ...given, modules: 'esm' } : given;
  const layout = tape.choose('layout', LAYOUTS);
  const style: Style =
    layout === 'one file' ? apart : { ...apart, imports: tape.choose('imports', IMPORTS, 1) };
  const ending = style.language;
  const type = style.modules === 'esm' ? { type: 'module' } : {};
  const module = (path: string) => new Module(`${path}.${ending}`, style);
  const main = module('src/main');
  const root = ['package.json', manifest({ name: 'acme', ...type })] as const;
  const all = { config: main, headers: main, client: main, way: main, main, manifests: new Map([root]) };
  const isBarrel = style.imports.startsWith('barrel');
  const barrel = isBarrel && layout !== 'one file' ? module('src/index') : undefined;
  main.barrel = barrel;
  const apartFrom = { ...all, ...(barrel && { barrel }) };
  if (layout === 'one file') return all;
  if (layout === 'config apart') return { ...apartFrom, config: module('src/config') };
  if (layout === 'all apart')
    return {
      ...apartFrom,
      config: module('src/settings/config'),
      headers: module('src/headers'),
      client: module('src/lib/client'),
      way: module('src/lib/wire'),
    };
  const entry = new Module(`packages/atlas/index.${ending}`, style, '@acme/atlas');
  const shared = isBarrel ? module('packages/atlas/src/atlas') : entry;
  const jobs = module('apps/jobs/main');
  jobs.barrel = isBarrel ? entry : undefined;
  return {
    ...(isBarrel && { barrel: entry }),
    config: shared,
    headers: shared,
    client: shared,
    way: shared,
    main: jobs,
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

const WAYS = ['direct', 'wrapper', 'class', 'instance', 'pages'] as const;

interface Shared {
  readonly base: Base;
  readonly headers: readonly SharedHeaders[];
  /** Writes code between a client and the wire. */
  way(client: Client): Way | undefined;
}

const senderOf = (tape: Tape, { client: module }: Layout, { base, headers, way: wayOf }: Shared): Sender => {
  const client = tape.choose('client', CLIENTS);
  const form = tape.choose('way', WAYS, 4);
  if (form === 'pages') return pages({ tape, module, client, base });
  const way = wayOf(client);
  const wrapping = { tape, module, client, base, shared: headers[0], way };
  if (form === 'wrapper') return wrapper(wrapping);
  if (form === 'class') return classOf(wrapping);
  if (
    form === 'instance' &&
    (client === 'axios' || client === 'got' || client === 'ky' || client === 'request-promise')
  )
    return instanceOf({ ...wrapping, client });
  return direct(client, way);
};

/** Writes the program of a recipe; of the choices of its parts the first ones alone where it is not `wide`. */
export const writeProgram = (recipe: Recipe, wide = true): Program => {
  const tags = new Set<string>();
  const tapeOf = (drawn: readonly number[]) => new Tape(drawn, tags, wide);
  const styleTape = tapeOf(recipe.style);
  const layout = layOut(styleTape, styleOf(styleTape));
  const data = new Map<string, string>();
  const base = writeBase(tapeOf(recipe.base), { module: layout.config, data }, 'atlas');
  const baseTo = basesOf(base, (to) => writeBase(tapeOf([]), { module: layout.config, data }, to));
  const shared = recipe.headers.map((drawn) => writeShared(tapeOf(drawn), layout.headers));
  const senders = recipe.senders.map((drawn, at) => {
    const way = (client: Client) => {
      const numbers = wide ? recipe.ways[at] : undefined;
      if (numbers === undefined) return undefined;
      tags.add(`between:${client}`);
      return writeWay({ tape: tapeOf(numbers), module: layout.way, importClient }, client);
    };
    return senderOf(tapeOf(drawn), layout, { base, headers: shared, way });
  });
  const { main } = layout;
  const busy = new Set<Sender>();
  const tests: Module[] = [];
  recipe.requests.forEach((drawn, at) => {
    const tape = tapeOf(drawn);
    const { to, ...target } = drawEndpoint(tape);
    const sender = tape.pick(senders);
    if (to === 'atlas') busy.add(sender);
    const { before, expr } = giveHeaders(tape, main, shared, sender.takesHeaders === true);
    const { body, ...around } = bodyOf(target, () =>
      writePayload({ tape, module: main, shared: layout.config, data }),
    );
    const { lines, json } = sender.send(tape, main, { ...target, base: baseTo(to), headers: expr, body });
    const uses =
      at === 0
        ? recipe.uses.flatMap((use) => writeUse(tapeOf(use), main, { bases: [base], headers: shared }))
        : [];
    const reads = writeReads({ tape, module: main, shared: layout.client }, target.name, json);
    const all = [...before, ...uses, ...around.before, ...lines, ...around.after, ...reads];
    const text = all.map((line) => `  ${line}`).join('\n');
    const job = `job${at + 1}`;
    const tested = wide && to === 'atlas' ? recipe.tests[at] : undefined;
    if (tested) tests.push(writeTest(tapeOf(tested), main, { job, base, ...target }));
    main.export(
      job,
      `async function ${job}(id${main.t(': string')}, flag${main.t(': boolean')}) {\n${text}\n}`,
    );
  });
  const { barrel, config, headers, way, client } = layout;
  const modules = new Set([...tests, ...(barrel ? [barrel] : []), config, headers, client, main]);
  if (!way.isEmpty()) modules.add(way);
  const files = new Map([
    ...layout.manifests,
    ...data,
    ...Array.from(modules, (module) => [module.path, module.text()] as const),
  ]);
  const idle = senders.some((sender) => sender.isShared && !busy.has(sender));
  return { files, entry: main.path, tags, idle };
};
