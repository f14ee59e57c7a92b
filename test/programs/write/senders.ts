import type { Base } from './bases.ts';
import { importClient, sendBy } from './clients.ts';
import type { Way } from './ways.ts';
import type { Client, Sending } from './clients.ts';
import type { SharedHeaders } from './headers.ts';
import type { Module, Name } from './module.ts';
import type { Tape } from './tape.ts';

/** A call of the API, or of another service, that one function of the program makes. */
export interface Call {
  /** Quoted. */
  readonly method: string;
  readonly base: Base;
  /** Text of a template: `/groups/${id}/clusters`. */
  readonly path: string;
  readonly headers: string | undefined;
  readonly body: string | undefined;
}

/** The way from a function to the client. */
export interface Sender {
  /** True where headers may be an instance of `Headers`. */
  readonly takesHeaders?: boolean;
  /** True where a module declares it, for whoever imports it. */
  readonly isShared?: boolean;
  send(tape: Tape, module: Module, call: Call): Sending;
}

const URL_FORMS = [
  'template',
  'concatenated',
  'const',
  'joined',
  'URL',
  'format',
  'function',
  'concat',
] as const;

/** Joins base and path in one of the usual ways; gives statements before and the expression. */
export const joinUrl = (
  tape: Tape,
  module: Module,
  base: string,
  path: string,
): { readonly before: readonly string[]; readonly url: string } => {
  const form = tape.choose('url', URL_FORMS);
  const template = base.startsWith(`'`) ? `\`${base.slice(1, -1)}${path}\`` : `\`\${${base}}${path}\``;
  switch (form) {
    case 'template':
      return { before: [], url: template };
    case 'concatenated':
      return { before: [], url: `${base} + \`${path}\`` };
    case 'const':
      return { before: [`const path = \`${path}\`;`, `const url = ${base} + path;`], url: 'url' };
    case 'joined': {
      const parts = path
        .slice(1)
        .split('/')
        .map((part) => (part === '${id}' ? 'id' : `'${part}'`));
      return { before: [], url: `[${base}, ${parts.join(', ')}].join('/')` };
    }
    case 'URL':
      return { before: [], url: `new URL(${template}).toString()` };
    case 'format':
      module.import('util', 'format');
      return { before: [], url: `format('%s%s', ${base}, \`${path}\`)` };
    case 'function': {
      const name = module.fresh('urlOf');
      module.add(`const ${name} = (path${module.t(': string')}) => ${base} + path;`);
      return { before: [], url: `${name}(\`${path}\`)` };
    }
    case 'concat':
      return { before: [], url: `${base}.concat(\`${path}\`)` };
  }
};

/** What stands for the client in a file: the client, or what lies between. */
const calleeOf = (client: Client, module: Module, way: Way | undefined): string =>
  way?.callee(module) ?? importClient(client, module);

const linkOf = (way: Way | undefined, module: Module) =>
  way === undefined ? {} : { link: (request: string) => way.link(module, request) };

/** Calls the client where the request is made. */
export const direct = (client: Client, way?: Way): Sender => ({
  takesHeaders: client === 'fetch' || client === 'node-fetch' || client === 'ky',
  send: (tape, module, { base, path, ...call }) => {
    const { before, url } = joinUrl(tape, module, base.expr(module), path);
    const sending = sendBy(tape, client, calleeOf(client, module, way), {
      ...call,
      ...linkOf(way, module),
      url,
    });
    return { ...sending, lines: [...before, ...sending.lines] };
  },
});

interface Wrapping {
  readonly tape: Tape;
  readonly module: Module;
  readonly client: Client;
  readonly base: Base;
  readonly shared: SharedHeaders | undefined;
  readonly way: Way | undefined;
}

const MERGES = [
  'passed',
  'defaults first',
  'defaults last',
  'conditional default',
  'assign',
  'only defaults',
] as const;

/** The headers that a wrapper sends: its own defaults and those that it is given. */
const mergedHeaders = ({ tape, module, shared }: Wrapping): string => {
  const own =
    shared === undefined || shared.isClass ? `Accept: 'application/json'` : `...${shared.expr(module)}`;
  const merge = tape.choose('merge', MERGES);
  return {
    passed: 'headers',
    'defaults first': `{ ${own}, ...headers }`,
    'defaults last': `{ ...headers, ${own} }`,
    'conditional default': `{ ...headers, ...(body ? { 'Content-Type': 'application/json' } : { Accept: 'application/json' }) }`,
    assign: `Object.assign({ ${own} }, headers)`,
    'only defaults': `{ ${own} }`,
  }[merge];
};

const given = (method: string, rest: readonly string[], { headers, body }: Call): string => {
  const options = [headers && `headers: ${headers}`, body && `body: ${body}`].filter(Boolean).join(', ');
  return [method, ...rest, ...(options === '' ? [] : [`{ ${options} }`])].join(', ');
};

const indented = (lines: readonly string[], depth = 1): string =>
  lines.map((line) => '  '.repeat(depth) + line).join('\n');

const OPTIONS_TYPE = '{ headers?: Record<string, string>; body?: any; base?: string }';

const innerOf = (wrapping: Wrapping, url: string): readonly string[] => {
  const { tape, module, client, way } = wrapping;
  const headers = mergedHeaders(wrapping);
  const sending = sendBy(tape, client, calleeOf(client, module, way), {
    ...linkOf(way, module),
    method: 'method',
    url,
    headers,
    body: 'body',
  });
  return repeated(tape, module, [...sending.lines, `return ${sending.json};`]);
};

const REPEATS = [
  'once',
  'again after an error',
  'again after a refusal',
  'by a helper',
  'after a wait',
] as const;

/** The statements of a wrapper, tried again in one of the usual ways. */
const repeated = (tape: Tape, module: Module, lines: readonly string[]): readonly string[] => {
  const any = module.t(': any');
  switch (tape.chooseWide('repeat', REPEATS)) {
    case 'once':
      return lines;
    case 'again after an error':
      return [
        `let failed${any};`,
        'for (let attempt = 0; attempt < 3; attempt += 1) {',
        '  try {',
        ...lines.map((line) => `    ${line}`),
        '  } catch (error) {',
        '    failed = error;',
        '  }',
        '}',
        'throw failed;',
      ];
    case 'again after a refusal':
      return [
        'for (;;) {',
        ...lines.slice(0, -1).map((line) => `  ${line}`),
        `  const value${any} = ${lines.at(-1)!.slice('return '.length)}`,
        `  if (value?.errorCode !== 'RATE_LIMITED') return value;`,
        '}',
      ];
    case 'by a helper': {
      const name = module.fresh('withRetry');
      module.add(
        `async function ${name}(act${any}, left = 2)${module.t(': Promise<any>')} {\n  try {\n    return await act();\n  } catch (error) {\n    if (left === 0) throw error;\n    return ${name}(act, left - 1);\n  }\n}`,
      );
      return [`return ${name}(async () => {`, ...lines.map((line) => `  ${line}`), '});'];
    }
    case 'after a wait':
      return [`await new Promise((resolve${any}) => setTimeout(resolve, 10));`, ...lines];
  }
};

const answered = (call: string): Sending => ({ lines: [`const answer = await ${call};`], json: 'answer' });

const BASES_OF_WRAPPER = [
  'own base',
  'whole address',
  'base option',
  'base parameter',
  'absolute allowed',
] as const;

/** A function of the project in front of the client. */
export const wrapper = (wrapping: Wrapping): Sender => {
  const { tape, module } = wrapping;
  const name = module.fresh(tape.pick(['call', 'atlasRequest', 'send']));
  const form = tape.choose('wrapper', BASES_OF_WRAPPER);
  const own = wrapping.base.expr(module);
  const [parameters, url] = {
    'own base': ['path', '`${OWN}${path}`'],
    'whole address': ['url', 'url'],
    'base option': ['path', '`${base}${path}`'],
    'base parameter': ['base, path', 'base + path'],
    'absolute allowed': ['path', `path.startsWith('https:') ? path : OWN + path`],
  }[form] as [string, string];
  const options = form === 'base option' ? `{ headers = {}, body, base = ${own} }` : '{ headers = {}, body }';
  const typed = (list: string) =>
    list
      .split(', ')
      .map((one) => one + module.t(': string'))
      .join(', ');
  const inner = innerOf(wrapping, url.replace('OWN', own));
  const declared: Name = module.export(
    name,
    `async function ${name}(method${module.t(': string')}, ${typed(parameters)}, ${options}${module.t(`: ${OPTIONS_TYPE}`)} = {})${module.t(': Promise<any>')} {\n${indented(inner)}\n}`,
  );
  return {
    isShared: true,
    send: (_, user, call) => {
      const callee = user.use(declared);
      const path = `\`${call.path}\``;
      const base = () => call.base.expr(user);
      const absolute = () =>
        base().startsWith(`'`) ? `\`${base().slice(1, -1)}${call.path}\`` : `\`\${${base()}}${call.path}\``;
      const isOwn = call.base === wrapping.base;
      if (form === 'base parameter')
        return answered(`${callee}(${given(call.method, [base(), path], call)})`);
      if (form === 'base option' && !isOwn) {
        const more = [
          call.headers && `headers: ${call.headers}`,
          call.body && `body: ${call.body}`,
          `base: ${base()}`,
        ];
        return answered(`${callee}(${call.method}, ${path}, { ${more.filter(Boolean).join(', ')} })`);
      }
      if (form === 'whole address' || (form === 'absolute allowed' && !isOwn))
        return answered(`${callee}(${given(call.method, [absolute()], call)})`);
      // A wrapper with a base of its own cannot reach another one.
      if (!isOwn) return direct('fetch').send(_, user, call);
      return answered(`${callee}(${given(call.method, [path], call)})`);
    },
  };
};

const CLASS_FORMS = ['field', 'constructor', 'subclass', 'override', 'after super', 'factory'] as const;

/** A class of the project, made with a base, once for each base. */
export const classOf = (wrapping: Wrapping): Sender => {
  const { tape, module } = wrapping;
  const form = tape.choose('class', CLASS_FORMS);
  const name = module.fresh('ApiClient');
  const own = wrapping.base.expr(module);
  const t = (text: string) => module.t(text);
  const inner = innerOf(wrapping, '`${this.base}${path}`');
  const method = `  async request(method${t(': string')}, path${t(': string')}, { headers = {}, body }${t(`: ${OPTIONS_TYPE}`)} = {})${t(': Promise<any>')} {\n${indented(inner, 2)}\n  }`;
  const isDerived = form === 'subclass' || form === 'override' || form === 'after super';
  const field =
    form === 'field'
      ? `  base${t(': string')} = ${own};`
      : isDerived
        ? `  base${t(': string')} = 'http://localhost';`
        : `  base${t(': string')};`;
  const constructor =
    form === 'field' || form === 'override'
      ? []
      : [
          `  constructor(base${t(': string')}${form === 'constructor' ? ` = ${own}` : ''}) {\n    this.base = base;\n  }`,
        ];
  const declared = module.export(name, [`class ${name} {`, field, ...constructor, method, '}'].join('\n'));
  const made = new Map<Base, Name>();
  const instance = (base: Base): Name => {
    const known = made.get(base);
    if (known !== undefined) return known;
    const value = construction(module, { form, name, base, isOwn: base === wrapping.base });
    const variable = module.fresh(`${base.to}Client`);
    const declaredInstance = module.export(variable, `const ${variable} = ${value};`);
    made.set(base, declaredInstance);
    return declaredInstance;
  };
  void declared;
  return {
    isShared: true,
    send: (_, user, call) => {
      const callee = user.use(instance(call.base));
      return answered(`${callee}.request(${given(call.method, [`\`${call.path}\``], call)})`);
    },
  };
};

interface Construction {
  readonly form: (typeof CLASS_FORMS)[number];
  readonly name: string;
  readonly base: Base;
  readonly isOwn: boolean;
}

const construction = (module: Module, { form, name, base, isOwn }: Construction): string => {
  const value = base.expr(module);
  const derived = module.fresh('DerivedClient');
  switch (form) {
    case 'field': {
      if (isOwn) return `new ${name}()`;
      return `Object.assign(new ${name}(), { base: ${value} })`;
    }
    case 'constructor':
      return isOwn ? `new ${name}()` : `new ${name}(${value})`;
    case 'subclass':
      module.add(`class ${derived} extends ${name} {\n  constructor() {\n    super(${value});\n  }\n}`);
      return `new ${derived}()`;
    case 'override':
      module.add(`class ${derived} extends ${name} {\n  base = ${value};\n}`);
      return `new ${derived}()`;
    case 'after super':
      module.add(
        `class ${derived} extends ${name} {\n  constructor() {\n    super('http://localhost');\n    this.base = ${value};\n  }\n}`,
      );
      return `new ${derived}()`;
    case 'factory': {
      const factory = module.fresh('createClient');
      module.add(`function ${factory}(base${module.t(': string')}) {\n  return new ${name}(base);\n}`);
      return `${factory}(${value})`;
    }
  }
};

const INSTANCE_HEADERS = [
  'none',
  'own',
  'shared',
  'set later',
  'hook',
  'hook under condition',
  'hook deletes',
] as const;

/** An instance of the client with a base and headers of its own, once for each base. */
export const instanceOf = (
  wrapping: Wrapping & { readonly client: 'axios' | 'got' | 'ky' | 'request-promise' },
): Sender => {
  const { tape, client } = wrapping;
  const kind = tape.choose('instance', INSTANCE_HEADERS);
  const made = new Map<Base, Name>();
  const instance = (base: Base): Name => {
    const known = made.get(base);
    if (known !== undefined) return known;
    const declared = writeInstance({ ...wrapping, base }, kind);
    made.set(base, declared);
    return declared;
  };
  return {
    isShared: true,
    send: (drawn, user, { base, path, ...call }) => {
      const callee = user.use(instance(base));
      const relative = client === 'axios' ? path : path.slice(1);
      return sendBy(drawn, client, callee, { ...call, url: `\`${relative}\`` });
    },
  };
};

const CREATE = { axios: 'create', got: 'extend', ky: 'create', 'request-promise': 'defaults' } as const;
const BASE_OPTION = {
  axios: 'baseURL',
  got: 'prefixUrl',
  ky: 'prefixUrl',
  'request-promise': 'baseUrl',
} as const;

const writeInstance = (wrapping: Wrapping, kind: (typeof INSTANCE_HEADERS)[number]): Name => {
  const { module, base, shared, way } = wrapping;
  const client = wrapping.client as keyof typeof CREATE;
  const callee = way === undefined || client === 'axios' ? importClient(client, module) : way.callee(module);
  const name = module.fresh(`${base.to}Api`);
  const headers =
    kind === 'own'
      ? `, headers: { Accept: 'application/json' }`
      : kind === 'shared' && shared !== undefined && !shared.isClass
        ? `, headers: ${shared.expr(module)}`
        : '';
  const hook = hookOf(client, kind);
  const hooked = hook !== undefined && client !== 'axios' ? `, hooks: { beforeRequest: [${hook}] }` : '';
  const declared = module.export(
    name,
    `const ${name} = ${callee}.${CREATE[client]}({ ${BASE_OPTION[client]}: ${base.expr(module)}${headers}${hooked} });`,
  );
  if (kind === 'set later' && client === 'axios')
    module.add(`${name}.defaults.headers.common['Accept'] = 'application/json';`);
  if (hook !== undefined && client === 'axios') module.add(`${name}.interceptors.request.use(${hook});`);
  const installed = way?.install(module, name);
  if (installed !== undefined) module.add(installed);
  return declared;
};

const hookOf = (client: keyof typeof CREATE, kind: (typeof INSTANCE_HEADERS)[number]): string | undefined => {
  if (!kind.startsWith('hook') || client === 'request-promise') return undefined;
  const [parameter, set, remove, end] = {
    axios: [
      'config',
      `config.headers['Accept'] = 'text/plain';`,
      `delete config.headers['Accept'];`,
      ' return config;',
    ],
    got: ['options', `options.headers['accept'] = 'text/plain';`, `delete options.headers['accept'];`, ''],
    ky: ['request', `request.headers.set('Accept', 'text/plain');`, `request.headers.delete('Accept');`, ''],
  }[client];
  const body = { hook: set, 'hook under condition': `if (process.env.RAW) ${set}`, 'hook deletes': remove }[
    kind as 'hook'
  ];
  return `(${parameter}) => { ${body}${end} }`;
};
