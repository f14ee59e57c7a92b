import type { Module, Name } from './module.ts';
import type { Tape } from './tape.ts';

/** An address that requests are built on. */
export interface Base {
  readonly to: Destination;
  /** How it is written in a file, imported where it has to be. */
  expr(module: Module): string;
}

export type Destination = 'atlas' | 'versioned' | 'public' | 'other';

const HOSTS: Readonly<Record<Destination, string>> = {
  atlas: 'https://cloud.mongodb.com',
  versioned: 'https://cloud.mongodb.com',
  public: 'https://cloud.mongodb.com',
  other: 'https://metrics.acme.dev',
};

const PATHS: Readonly<Record<Destination, string>> = {
  atlas: '/api/atlas/v1.0',
  versioned: '/api/atlas/v2',
  public: '/api/public/v1.0',
  other: '/intake/v3',
};

const KINDS = [
  'const',
  'inline',
  'environment default',
  'nullish default',
  'member',
  'enum',
  'static field',
  'json',
  'host and path',
  'joined',
  'concatenated',
  'function',
  'ternary of hosts',
  'map by name',
  'URL object',
  'changed let',
  'destructured default',
  'format',
  'getter',
  'frozen',
  'late assignment',
] as const;

interface Place {
  readonly module: Module;
  /** Files of data that the program reads. */
  readonly data: Map<string, string>;
}

const named = (to: Destination): string => to.toUpperCase();

/** Writes a base in one of the ways that code is seen to write it. */
export const writeBase = (tape: Tape, place: Place, to: Destination): Base => {
  const kind = tape.choose('base', KINDS);
  const { module } = place;
  const url = HOSTS[to] + PATHS[to];
  if (kind === 'inline') return { to, expr: () => `'${url}'` };
  const written = WRITERS[kind](module, { to, url, host: HOSTS[to], path: PATHS[to] }, place.data);
  return { to, expr: (user) => written.expr(user.use(written.name)) };
};

interface Target {
  readonly to: Destination;
  readonly url: string;
  readonly host: string;
  readonly path: string;
}

interface Written {
  readonly name: Name;
  expr(name: string): string;
}

type Writer = (module: Module, target: Target, data: Map<string, string>) => Written;

const itself = (name: string): string => name;

const constant =
  (value: (target: Target, module: Module) => string): Writer =>
  (module, target) => {
    const name = module.fresh(`${named(target.to)}_BASE`);
    return { name: module.export(name, `const ${name} = ${value(target, module)};`), expr: itself };
  };

const member =
  (value: (target: Target) => string, path: string): Writer =>
  (module, target) => {
    const name = module.fresh(`${target.to}Config`);
    return { name: module.export(name, `const ${name} = ${value(target)};`), expr: (used) => used + path };
  };

const WRITERS: Readonly<Record<Exclude<(typeof KINDS)[number], 'inline'>, Writer>> = {
  const: constant(({ url }) => `'${url}'`),
  'environment default': constant(({ url, to }) => `process.env.${named(to)}_URL || '${url}'`),
  'nullish default': constant(({ url, to }) => `process.env.${named(to)}_URL ?? '${url}'`),
  member: member(({ url }) => `{ api: { url: '${url}', timeout: 5000 } }`, '.api.url'),
  frozen: member(({ url }) => `Object.freeze({ url: '${url}' })`, '.url'),
  getter: member(({ url }) => `{ get url() { return '${url}'; } }`, '.url'),
  'map by name': member(({ url }) => `{ main: '${url}', docs: 'https://docs.acme.dev' }`, `['main']`),
  enum: (module, { url, to }) => {
    const name = module.fresh(`${to}Url`);
    const text =
      module.style.language === 'ts'
        ? `enum ${name} {\n  Main = '${url}',\n  Docs = 'https://docs.acme.dev',\n}`
        : `const ${name} = Object.freeze({ Main: '${url}', Docs: 'https://docs.acme.dev' });`;
    return { name: module.export(name, text), expr: (used) => `${used}.Main` };
  },
  'static field': (module, { url, to }) => {
    const name = module.fresh(`${to}Endpoints`);
    const text = `class ${name} {\n  static${module.t(' readonly')} BASE = '${url}';\n}`;
    return { name: module.export(name, text), expr: (used) => `${used}.BASE` };
  },
  json: (module, { url, to }, data) => {
    const path = `config/${to}.json`;
    data.set(path, `${JSON.stringify({ service: { url, retries: 2 } }, null, 2)}\n`);
    const settings = module.fresh(`${to}Settings`);
    const specifier = module.specifierTo(path);
    if (module.style.modules === 'esm') module.import(specifier, settings, 'default');
    else module.add(`const ${settings} = require('${specifier}');`);
    const name = module.fresh(`${to}Service`);
    return {
      name: module.export(name, `const ${name} = ${settings}.service;`),
      expr: (used) => `${used}.url`,
    };
  },
  'host and path': (module, { host, path, to }) => {
    const hostName = module.fresh(`${named(to)}_HOST`);
    module.add(`const ${hostName} = '${host}';`);
    const name = module.fresh(`${named(to)}_BASE`);
    return { name: module.export(name, `const ${name} = \`\${${hostName}}${path}\`;`), expr: itself };
  },
  joined: constant(
    ({ host, path }) =>
      `['${host}', ${path
        .split('/')
        .slice(1)
        .map((part) => `'${part}'`)
        .join(', ')}].join('/')`,
  ),
  concatenated: (module, { host, path, to }) => {
    const version = path.split('/').at(-1)!;
    const versionName = module.fresh(`${named(to)}_VERSION`);
    module.add(`const ${versionName} = '${version}';`);
    const name = module.fresh(`${named(to)}_BASE`);
    const text = `const ${name} = '${host}${path.slice(0, -version.length)}' + ${versionName};`;
    return { name: module.export(name, text), expr: itself };
  },
  function: (module, { url, to }) => {
    const name = module.fresh(`${to}Base`);
    return {
      name: module.export(name, `function ${name}() {\n  return '${url}';\n}`),
      expr: (used) => `${used}()`,
    };
  },
  'ternary of hosts': constant(
    ({ url, host }) => `process.env.RAW ? '${url.replace(host, 'https://cloud-qa.mongodb.com')}' : '${url}'`,
  ),
  'URL object': constant(({ host, path }) => `new URL('${path}', '${host}').href`),
  'changed let': (module, { url, to }) => {
    const name = module.fresh(`${to}Base`);
    module.export(name, `let ${name} = '${url}/';`);
    module.add(`${name} = ${name}.replace(/\\/$/, '');`);
    return { name: { module, name }, expr: itself };
  },
  'late assignment': (module, { url, to }) => {
    const name = module.fresh(`${to}Options`);
    module.export(name, `const ${name}${module.t(': Record<string, string>')} = {};`);
    module.add(`${name}.url = '${url}';`);
    return { name: { module, name }, expr: (used) => `${used}.url` };
  },
  'destructured default': (module, { url, to }) => {
    const name = `${named(to)}_URL`;
    module.add(`const { ${name} = '${url}' } = process.env;`);
    const copy = module.fresh(`${to}Base`);
    return { name: module.export(copy, `const ${copy} = ${name};`), expr: itself };
  },
  format: constant(({ host, path }, module) => {
    module.import('util', 'format');
    return `format('%s/%s', '${host}', '${path.slice(1)}')`;
  }),
};
