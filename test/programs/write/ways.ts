import type { Client } from './clients.ts';
import type { Module, Name } from './module.ts';
import type { Tape } from './tape.ts';

/** Code between a call and the wire: an interceptor, a hook, a transport. */
export interface Way {
  /** What is called in place of the client. */
  callee(module: Module): string;
  /** A link of the chain of a request of superagent, or a statement on a request of Node. */
  link(module: Module, request: string): string;
  /** Puts the same code on an instance of axios. */
  install(module: Module, instance: string): string | undefined;
}

/** Where the headers of a request are while code looks at it. */
interface Carrier {
  /** What has the member `headers`. */
  readonly owner: string;
  readonly kind: 'object' | 'Headers' | 'Request' | 'methods';
  readonly url: string;
}

const ACTS = [
  'trace',
  'set accept',
  'set lower accept',
  'delete accept',
  'set where missing',
  'replace all',
  'keep all and more',
  'accept under all',
  'accept over all',
  'all but accept',
  'only agent',
  'assign accept',
  'helper sets accept',
  'helper sets agent',
  'helper deletes accept',
  'wanted type by address',
  'read accept',
] as const;

const CONDITIONS = [
  'always',
  'environment',
  'address includes version',
  'address starts with base',
  'pathname',
  'pattern',
  'missing team',
  'early return',
] as const;

const set = ({ owner, kind }: Carrier, name: string, value: string): string =>
  kind === 'object'
    ? `${owner}.headers['${name}'] = ${value};`
    : kind === 'methods'
      ? `${owner}.set('${name}', ${value});`
      : `${owner}.headers.set('${name}', ${value});`;

const remove = ({ owner, kind }: Carrier, name: string): string =>
  kind === 'object'
    ? `delete ${owner}.headers['${name}'];`
    : kind === 'methods'
      ? `${owner}.unset('${name}');`
      : `${owner}.headers.delete('${name}');`;

const read = ({ owner, kind }: Carrier, name: string): string =>
  kind === 'object'
    ? `${owner}.headers['${name}']`
    : kind === 'methods'
      ? `${owner}.header['${name}']`
      : `${owner}.headers.get('${name}')`;

/** Gives a request other headers than it has. */
const replace = ({ owner, kind }: Carrier, made: string): string => {
  switch (kind) {
    case 'methods':
      return `${owner}.header = ${made};`;
    case 'object':
      return `${owner}.headers = ${made};`;
    case 'Headers':
      return `${owner}.headers = new Headers(${made});`;
    case 'Request':
      return `return new Request(${owner}, { headers: ${made} });`;
  }
};

/** What the headers of a request are as an object that can be spread. */
const spreadOf = ({ owner, kind }: Carrier): string =>
  kind === 'methods'
    ? `...${owner}.header`
    : kind === 'object'
      ? `...${owner}.headers`
      : `...Object.fromEntries(${owner}.headers)`;

/** Writes all headers anew, of members that may spread what was there. */
const rewrite = (carrier: Carrier, members: (old: string) => string): string =>
  replace(carrier, `{ ${members(spreadOf(carrier))} }`);

const filtered = (carrier: Carrier, condition: string): string => {
  const { owner, kind } = carrier;
  const isClass = kind === 'Headers' || kind === 'Request';
  const entries = isClass
    ? `[...${owner}.headers]`
    : `Object.entries(${owner}.header${kind === 'methods' ? '' : 's'})`;
  return replace(carrier, `Object.fromEntries(${entries}.filter(([name]) => ${condition}))`);
};

const helper = (module: Module, carrier: Carrier, statement: (inner: Carrier) => string): string => {
  const name = module.fresh('decorate');
  module.add(
    `function ${name}(target${module.t(': any')}) {\n  ${statement({ ...carrier, owner: 'target' })}\n}`,
  );
  return `${name}(${carrier.owner});`;
};

const JSON_TYPE = `'application/json'`;

const actOn = (tape: Tape, module: Module, carrier: Carrier): string => {
  const act = tape.choose('act', ACTS);
  switch (act) {
    case 'trace':
      return set(carrier, 'X-Trace', `'1'`);
    case 'set accept':
      return set(carrier, 'Accept', JSON_TYPE);
    case 'set lower accept':
      return set(carrier, 'accept', JSON_TYPE);
    case 'delete accept':
      return remove(carrier, 'Accept');
    case 'set where missing':
      return `if (!${read(carrier, 'Accept')}) ${set(carrier, 'Accept', JSON_TYPE)}`;
    case 'replace all':
      return rewrite(carrier, () => `'User-Agent': 'acme'`);
    case 'keep all and more':
      return rewrite(carrier, (old) => `${old}, 'X-Trace': '1'`);
    case 'accept under all':
      return rewrite(carrier, (old) => `Accept: ${JSON_TYPE}, ${old}`);
    case 'accept over all':
      return rewrite(carrier, (old) => `${old}, Accept: ${JSON_TYPE}`);
    case 'all but accept':
      return filtered(carrier, `name.toLowerCase() !== 'accept'`);
    case 'only agent':
      return filtered(carrier, `['user-agent', 'content-type'].includes(name.toLowerCase())`);
    case 'assign accept':
      return carrier.kind === 'object'
        ? `Object.assign(${carrier.owner}.headers, { Accept: ${JSON_TYPE} });`
        : set(carrier, 'Accept', JSON_TYPE);
    case 'helper sets accept':
      return helper(module, carrier, (inner) => set(inner, 'Accept', JSON_TYPE));
    case 'helper sets agent':
      return helper(module, carrier, (inner) => set(inner, 'User-Agent', `'acme'`));
    case 'helper deletes accept':
      return helper(module, carrier, (inner) => remove(inner, 'Accept'));
    case 'wanted type by address':
      return set(
        carrier,
        'Accept',
        `String(${carrier.url}).endsWith('.gz') ? 'application/gzip' : ${JSON_TYPE}`,
      );
    case 'read accept':
      module.import('hot-shots', 'gauge');
      return `if (${read(carrier, 'Accept')} === 'text/never') gauge('never', 1);`;
  }
};

const VERSION = '/api/atlas/v1.0';

/** A statement that acts on what carries the headers of a request, under a condition or always. */
const acting = (tape: Tape, module: Module, carrier: Carrier, leave: string): readonly string[] => {
  const act = actOn(tape, module, carrier);
  const { url } = carrier;
  const condition = tape.choose('act when', CONDITIONS);
  switch (condition) {
    case 'always':
      return [act];
    case 'environment':
      return [`if (process.env.RAW) { ${act} }`];
    case 'address includes version':
      return [`if (String(${url}).includes('/v1.0/')) { ${act} }`];
    case 'address starts with base':
      return [`if (String(${url}).startsWith('https://cloud.mongodb.com${VERSION}')) { ${act} }`];
    case 'pathname':
      return [`if (new URL(${url}, 'https://localhost').pathname.startsWith('${VERSION}/')) { ${act} }`];
    case 'pattern':
      return [`if (/\\/api\\/atlas\\/v1\\.0\\//.test(String(${url}))) { ${act} }`];
    case 'missing team':
      return [`if (!${read(carrier, 'X-Team')}) { ${act} }`];
    case 'early return':
      return [`if (!process.env.RAW) ${leave}`, act];
  }
};

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n');

interface Place {
  readonly tape: Tape;
  /** File that holds the code. */
  readonly module: Module;
  importClient(client: Client, module: Module): string;
}

const NOTHING = { link: () => '', install: () => undefined } as const;

const named = (declared: Name) => (user: Module) => user.use(declared);

/** A function with the signature of the client, which changes what it passes on. */
const viaFunction = (place: Place, client: 'fetch' | 'node-fetch' | 'undici' | 'https'): Way => {
  const { tape, module } = place;
  const callee = place.importClient(client, module);
  const name = module.fresh(tape.pick(['tracedFetch', 'transport', 'http']));
  const isFetch = client === 'fetch' || client === 'node-fetch';
  const form = tape.choose('transport', ['copy', 'change', 'rest']);
  const any = module.t(': any');
  const kind = isFetch && form !== 'rest' ? 'Headers' : 'object';
  const carrier: Carrier = { owner: 'options', kind, url: 'url' };
  const copied = kind === 'Headers' ? 'new Headers(init.headers)' : '{ ...init.headers }';
  const start = {
    copy: [`const options${any} = { ...init, headers: ${copied} };`],
    change: [`const options${any} = init;`, `options.headers = ${copied};`],
    rest: [
      `const { headers: given, ...rest } = init;`,
      `const options${any} = { ...rest, headers: { ...given } };`,
    ],
  }[form];
  const last = client === 'https' ? ', done' : '';
  const send = `${client === 'https' ? 'https.request' : callee}(url, options${last})`;
  const lines = [...start, ...acting(tape, module, carrier, `return ${send};`), `return ${send};`];
  const parameters = `url${any}, init${any} = {}${client === 'https' ? `, done${any} = undefined` : ''}`;
  const declared = module.export(name, `function ${name}(${parameters})${any} {\n${indented(lines)}\n}`);
  if (client === 'fetch' && tape.once(5, 'transport:global')) {
    const original = module.fresh('originalFetch');
    const text = `const ${original} = globalThis.fetch;\nglobalThis.fetch = (url${any}, init${any} = {}) => {\n${indented(lines).replaceAll('fetch(url, options)', `${original}(url, options)`)}\n};`;
    module.add(text);
    return { callee: () => 'fetch', ...NOTHING };
  }
  return { callee: named(declared), ...NOTHING };
};

const INSTALLED = ['at load', 'by a helper', 'on a list'] as const;

/** An interceptor of axios, on the package itself or on an instance. */
const viaInterceptor = (place: Place): Way => {
  const { tape, module } = place;
  const any = module.t(': any');
  const carrier: Carrier = { owner: 'config', kind: 'object', url: 'config.url' };
  const onResponse = tape.once(6, 'way:response interceptor');
  const isAdapter = !onResponse && tape.once(4, 'way:transform');
  const lines = acting(tape, module, carrier, 'return config;');
  const name = module.fresh('onRequest');
  const transform = { owner: 'config', kind: 'object', url: `''` } as const;
  if (isAdapter) {
    const changes = acting(tape, module, transform, 'return data;');
    module.add(
      `function ${name}(data${any}, headers${any}) {\n  const config = { headers };\n${indented(changes)}\n  return data;\n}`,
    );
  } else module.add(`function ${name}(config${any})${any} {\n${indented(lines)}\n  return config;\n}`);
  const statement = (target: string) =>
    onResponse
      ? `${target}.interceptors.response.use((answer${any}) => answer, (error${any}) => { throw error; });`
      : isAdapter
        ? `${target}.defaults.transformRequest = [${name}, ...[${target}.defaults.transformRequest].flat()];`
        : `${target}.interceptors.request.use(${name});`;
  const installed = tape.choose('installed', INSTALLED);
  const install = module.fresh('install');
  const declared = module.export(install, `function ${install}(target${any}) {\n  ${statement('target')}\n}`);
  const put = (user: Module, target: string) =>
    installed === 'at load' && user === module
      ? statement(target)
      : installed === 'on a list'
        ? `[${target}].forEach(${user.use(declared)});`
        : `${user.use(declared)}(${target});`;
  const seen = new Set<Module>();
  return {
    ...NOTHING,
    callee: (user) => {
      const callee = place.importClient('axios', user);
      if (!seen.has(user)) user.add(put(user, callee));
      seen.add(user);
      return callee;
    },
    install: (user, instance) => put(user, instance),
  };
};

/** A hook of got or ky, on an instance that stands for the package. */
const viaHook = (place: Place, client: 'got' | 'ky'): Way => {
  const { tape, module } = place;
  const any = module.t(': any');
  const callee = place.importClient(client, module);
  const name = module.fresh(`${client}Api`);
  const isHandler = client === 'got' && tape.once(3, 'way:handler');
  const parameter = client === 'ky' ? 'request' : 'options';
  const kind = client === 'ky' ? 'Request' : 'object';
  const carrier: Carrier = { owner: parameter, kind, url: `${parameter}.url` };
  const lines = isHandler
    ? [...acting(tape, module, carrier, 'return next(options);'), 'return next(options);']
    : acting(tape, module, carrier, 'return;');
  const hook = module.fresh('hook');
  module.add(
    `function ${hook}(${parameter}${any}${isHandler ? `, next${any}` : ''}) {\n${indented(lines)}\n}`,
  );
  const options = isHandler ? `{ handlers: [${hook}] }` : `{ hooks: { beforeRequest: [${hook}] } }`;
  return { ...NOTHING, callee: named(module.export(name, `const ${name} = ${callee}.extend(${options});`)) };
};

/** A plugin of superagent, in each chain or on an agent; `.accept()` likewise. */
const viaPlugin = (place: Place): Way => {
  const { tape, module } = place;
  const any = module.t(': any');
  const callee = place.importClient('superagent', module);
  const form = tape.choose('plugin', ['use', 'accept', 'agent', 'agent with plugin']);
  if (form === 'accept')
    return {
      ...NOTHING,
      callee: (user) => place.importClient('superagent', user),
      link: () => `.accept('json')`,
    };
  const carrier: Carrier = { owner: 'req', kind: 'methods', url: 'req.url' };
  const plugin = module.fresh('plugin');
  const lines = acting(tape, module, carrier, 'return req;');
  const declared = module.export(
    plugin,
    `function ${plugin}(req${any})${any} {\n${indented(lines)}\n  return req;\n}`,
  );
  if (form === 'use')
    return {
      ...NOTHING,
      callee: (user) => place.importClient('superagent', user),
      link: (user) => `.use(${user.use(declared)})`,
    };
  const name = module.fresh('agent');
  const made = module.export(name, `const ${name} = ${callee}.agent();`);
  module.add(form === 'agent' ? `${name}.set('Accept', 'application/json');` : `${name}.use(${plugin});`);
  return { ...NOTHING, callee: named(made) };
};

/** A function that gets the request of Node before it is sent. */
const viaPrepared = (place: Place): Way => {
  const { tape, module } = place;
  const any = module.t(': any');
  const name = module.fresh('prepare');
  const act = {
    trace: `req.setHeader('X-Trace', '1');`,
    accept: `req.setHeader('Accept', 'application/json');`,
    remove: `req.removeHeader('accept');`,
    'lower accept': `req.setHeader('accept', 'text/plain');`,
  }[tape.choose('act on request', ['trace', 'accept', 'remove', 'lower accept'])];
  const when = tape.choose('prepared', ['always', 'environment', 'missing']);
  const test = {
    always: '',
    environment: 'if (process.env.RAW) ',
    missing: `if (!req.getHeader('Accept')) `,
  };
  const declared = module.export(name, `function ${name}(req${any}) {\n  ${test[when]}${act}\n}`);
  return {
    ...NOTHING,
    callee: (user) => place.importClient('https', user),
    link: (user, request) => `${user.use(declared)}(${request});`,
  };
};

/** Writes code between the calls of a client and the wire. */
export const writeWay = (place: Place, client: Client): Way | undefined => {
  switch (client) {
    case 'fetch':
    case 'node-fetch':
    case 'undici':
      return viaFunction(place, client);
    case 'axios':
      return viaInterceptor(place);
    case 'got':
    case 'ky':
      return viaHook(place, client);
    case 'superagent':
      return viaPlugin(place);
    case 'https':
      return place.tape.once(2, 'way:prepared') ? viaPrepared(place) : viaFunction(place, client);
    case 'request-promise':
      return undefined;
  }
};
