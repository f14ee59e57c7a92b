import { drawEndpoint } from '../write/endpoints.ts';
import type { Destination } from '../write/bases.ts';
import type { Program, Recipe } from '../write/program.ts';
import { Tape } from '../write/tape.ts';
import { pythonReads } from './reads.ts';

// The same skeleton as the programs of JavaScript, printed as Python: a base, a client, a way to the call, headers, reads.

/** One file that is being written. */
export class PythonFile {
  readonly path: string;
  private readonly imports = new Set<string>();
  private readonly parts: string[] = [];

  constructor(path: string) {
    this.path = path;
  }

  import(line: string): void {
    this.imports.add(line);
  }

  add(part: string): void {
    this.parts.push(part);
  }

  /** A name of another file. */
  use(file: PythonFile, name: string): string {
    if (file !== this) this.import(`from ${file.path.replace('.py', '')} import ${name}`);
    return name;
  }

  text(): string {
    return `${[[...this.imports].join('\n'), ...this.parts].filter((part) => part !== '').join('\n\n\n')}\n`;
  }
}

const ADDRESSES: Readonly<Record<Destination, string>> = {
  atlas: 'https://cloud.mongodb.com/api/atlas/v1.0',
  versioned: 'https://cloud.mongodb.com/api/atlas/v2',
  public: 'https://cloud.mongodb.com/api/public/v1.0',
  other: 'https://metrics.acme.dev/intake/v3',
};

const BASES = [
  'const',
  'inline',
  'environment',
  'class',
  'dict',
  'host and path',
  'function',
  'f-string',
] as const;

interface Base {
  readonly to: Destination;
  expr(file: PythonFile): string;
}

const titled = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const writeBase = (tape: Tape, config: PythonFile, to: Destination): Base => {
  const name = `${to.toUpperCase()}_BASE`;
  const address = ADDRESSES[to];
  const [, host = '', path = ''] = /^(https:\/\/[^/]+)(.*)$/.exec(address) ?? [];
  const kind = tape.choose('base', BASES);
  if (kind === 'inline') return { to, expr: () => `"${address}"` };
  const of = (text: string, expr = name, held = name): Base => {
    config.add(text);
    return { to, expr: (file) => (file.use(config, held), expr) };
  };
  const settings = `${titled(to)}Settings`;
  switch (kind) {
    case 'const':
      return of(`${name} = "${address}"`);
    case 'environment':
      config.import('import os');
      return of(`${name} = os.environ.get("${to.toUpperCase()}_URL", "${address}")`);
    case 'class':
      return of(`class ${settings}:\n    base = "${address}"`, `${settings}.base`, settings);
    case 'dict':
      return of(`${name} = {"url": "${address}", "timeout": 3}`, `${name}["url"]`);
    case 'host and path':
      return of(`${name}_HOST = "${host}"\n${name} = ${name}_HOST + "${path}"`);
    case 'function':
      return of(`def ${to}_base():\n    return "${address}"`, `${to}_base()`, `${to}_base`);
    case 'f-string':
      return of(`${name}_HOST = "${host}"\n${name} = f"{${name}_HOST}${path}"`);
  }
};

const URLS = ['f-string', 'concatenated', 'percent', 'format', 'joined', 'variable', 'function'] as const;

/** Joins base and path; gives statements before and the expression. */
const urlOf = (tape: Tape, file: PythonFile, base: string, path: string) => {
  const below = path.replace('${id}', '{id}');
  const value = base.startsWith('"') ? base.slice(1, -1) : `{${base.replaceAll('"', "'")}}`;
  const concatenated = `${base} + f"${below}"`;
  switch (tape.choose('url', URLS)) {
    case 'f-string':
      return { before: [], url: `f"${value}${below}"` };
    case 'concatenated':
      return { before: [], url: concatenated };
    case 'percent':
      return path.includes('${id}')
        ? { before: [], url: `"%s${path.replace('${id}', '%s')}" % (${base}, id)` }
        : { before: [], url: `"%s${path}" % ${base}` };
    case 'format':
      return { before: [], url: `"{}${path.replace('${id}', '{}')}".format(${base}, id)` };
    case 'joined': {
      const parts = path
        .slice(1)
        .split('/')
        .map((part) => (part === '${id}' ? 'id' : `"${part}"`));
      return { before: [], url: `"/".join([${[base, ...parts].join(', ')}])` };
    }
    case 'variable':
      return { before: [`url = ${concatenated}`], url: 'url' };
    case 'function':
      file.add(`def url_of_${base.replaceAll(/\W/g, '').slice(0, 24)}(path):\n    return ${base} + path`);
      return { before: [], url: `url_of_${base.replaceAll(/\W/g, '').slice(0, 24)}(f"${below}")` };
  }
};

const ENTRIES = [
  '"X-Team": "a"',
  '"Accept": "application/json"',
  '"accept": "application/json"',
  '"Content-Type": "application/json"',
  '"Accept": "application/vnd.atlas.2023-02-01+json"',
  '"Accept": "*/*"',
] as const;

const SHAPES = [
  'dict',
  'dict()',
  'copy',
  'spread',
  'conditional',
  'ternary',
  'comprehension',
  'merged',
] as const;

const dictOf = (tape: Tape, condition: string): string => {
  const entries = tape.choose('entries', ENTRIES);
  switch (tape.choose('headers', SHAPES)) {
    case 'dict':
      return `{${entries}}`;
    case 'dict()':
      return `dict({${entries}}, **{"X-Id": "1"})`;
    case 'copy':
      return `{${entries}}.copy()`;
    case 'spread':
      return `{**{${entries}}, "X-Id": "1"}`;
    case 'conditional':
      return `{${entries}, **({"Accept": "text/plain"} if ${condition} else {})}`;
    case 'ternary':
      return `{${entries}} if ${condition} else {"X-Id": "2"}`;
    case 'comprehension':
      return `{name: value for name, value in {${entries}}.items()}`;
    case 'merged':
      return `{${entries}} | {"X-Id": "1"}`;
  }
};

const CHANGES = ['none', 'set', 'set under condition', 'pop', 'setdefault', 'update'] as const;

const changeOf = (tape: Tape, name: string, condition: string): readonly string[] =>
  ({
    none: [],
    set: [`${name}["Accept"] = "application/json"`],
    'set under condition': [`if ${condition}:`, `    ${name}["Accept"] = "text/plain"`],
    pop: [`${name}.pop("Accept", None)`],
    setdefault: [`${name}.setdefault("Accept", "application/json")`],
    update: [`${name}.update({"Accept": "application/json"})`],
  })[tape.choose('change', CHANGES)];

interface Shared {
  expr(file: PythonFile): string;
}

const writeShared = (tape: Tape, file: PythonFile, at: number): Shared => {
  const name = at === 0 ? 'HEADERS' : `HEADERS${at + 1}`;
  if (tape.once(5, 'shared headers:function')) {
    file.import('import os');
    file.add(`def headers_for_${at}():\n    return ${dictOf(tape, 'os.environ.get("RAW")')}`);
    return { expr: (user) => `${user.use(file, `headers_for_${at}`)}()` };
  }
  file.import('import os');
  file.add(
    [
      `${name} = ${dictOf(tape, 'os.environ.get("RAW")')}`,
      ...changeOf(tape, name, 'os.environ.get("RAW")'),
    ].join('\n'),
  );
  return { expr: (user) => user.use(file, name) };
};

const giveHeaders = (tape: Tape, file: PythonFile, all: readonly Shared[]) => {
  const from = tape.choose('given', ['own', 'none', 'shared', 'variable', 'shared and own']);
  const [shared] = all;
  if (from === 'none') return { before: [], expr: undefined };
  if (from === 'shared' && shared) return { before: [], expr: shared.expr(file) };
  if (from === 'shared and own' && shared)
    return { before: [], expr: `{**${shared.expr(file)}, "X-Own": id}` };
  if (from !== 'variable') return { before: [], expr: dictOf(tape, 'flag') };
  return {
    before: [`headers = ${dictOf(tape, 'flag')}`, ...changeOf(tape, 'headers', 'flag')],
    expr: 'headers',
  };
};

const CLIENTS = ['requests', 'session', 'httpx', 'httpx client'] as const;
type Client = (typeof CLIENTS)[number];

const calleeOf = (file: PythonFile, client: Client): string => {
  const name = client.startsWith('httpx') ? 'httpx' : 'requests';
  file.import(`import ${name}`);
  return client === 'session' ? 'requests.Session()' : client === 'httpx client' ? 'httpx.Client()' : name;
};

interface Call {
  readonly verb: string;
  readonly base: Base;
  readonly path: string;
  readonly headers: string | undefined;
  readonly body: string | undefined;
}

interface Sender {
  readonly isShared: boolean;
  send(
    tape: Tape,
    file: PythonFile,
    call: Call,
  ): { readonly lines: readonly string[]; readonly json: string };
}

const argumentsOf = (url: string, { headers, body }: Call): string =>
  [url, headers && `headers=${headers}`, body && `json=${body}`].filter(Boolean).join(', ');

const direct = (client: Client): Sender => ({
  isShared: false,
  send: (tape, file, call) => {
    const { before, url } = urlOf(tape, file, call.base.expr(file), call.path);
    const callee = calleeOf(file, client);
    const form = tape.choose('form', ['verb', 'request', 'held', 'with']);
    const args = argumentsOf(url, call);
    const isMade = callee.endsWith('()');
    const json = 'res.json()';
    if (form === 'request')
      return { lines: [...before, `res = ${callee}.request("${call.verb.toUpperCase()}", ${args})`], json };
    if (form === 'held' && isMade)
      return {
        lines: [
          ...before,
          `client = ${callee}`,
          `client.headers.update({"X-Client": "1"})`,
          `res = client.${call.verb}(${args})`,
        ],
        json,
      };
    if (form === 'with' && isMade)
      return {
        lines: [...before, `with ${callee} as client:`, `    res = client.${call.verb}(${args})`],
        json,
      };
    return { lines: [...before, `res = ${callee}.${call.verb}(${args})`], json };
  },
});

const MERGES = [
  'headers',
  '{"Accept": "application/json", **(headers or {})}',
  '{**(headers or {}), "X-Via": "1"}',
] as const;

const indented = (lines: readonly string[], by = '    '): string => lines.map((line) => by + line).join('\n');

/** A function in front of the client. */
const wrapper = (tape: Tape, file: PythonFile, client: Client, base: Base): Sender => {
  const own = base.expr(file);
  const callee = calleeOf(file, client);
  const form = tape.choose('wrapper', [
    'own base',
    'whole address',
    'kwargs',
    'retry',
    'decorated',
    'partial',
  ]);
  const headers = tape.choose('merge', MERGES);
  const url = form === 'whole address' ? 'path' : `${own} + path`;
  const call = `${callee}.request(method, ${url}, headers=${headers}, json=body)`;
  const parameters = 'method, path, headers=None, body=None';
  if (form === 'kwargs')
    file.add(
      `def call(method, path, **kwargs):\n    kwargs.setdefault("timeout", 3)\n    res = ${callee}.request(method, ${url}, **kwargs)\n    return res.json()`,
    );
  else if (form === 'retry')
    file.add(
      `def call(${parameters}):\n    for attempt in range(3):\n        try:\n            return ${call}.json()\n        except ValueError:\n            continue\n    return None`,
    );
  else if (form === 'decorated') {
    file.import('import functools');
    file.add(
      `def logged(fn):\n    @functools.wraps(fn)\n    def inner(*args, **kwargs):\n        return fn(*args, **kwargs)\n    return inner`,
    );
    file.add(`@logged\ndef call(${parameters}):\n    return ${call}.json()`);
  } else if (form === 'partial') {
    file.import('import functools');
    file.add(`def send(base, ${parameters}):\n    return ${call.replace(url, 'base + path')}.json()`);
    file.add(`call = functools.partial(send, ${own})`);
  } else file.add(`def call(${parameters}):\n    res = ${call}\n    return res.json()`);
  return {
    isShared: true,
    send: (drawn, user, given) => {
      if (given.base !== base) return direct(client).send(drawn, user, given);
      const path = `f"${given.path.replace('${id}', '{id}')}"`;
      const body = given.body && `${form === 'kwargs' ? 'json' : 'body'}=${given.body}`;
      const target = form === 'whole address' ? `${base.expr(user)} + ${path}` : path;
      const args = [
        `"${given.verb.toUpperCase()}"`,
        target,
        given.headers && `headers=${given.headers}`,
        body,
      ];
      return {
        lines: [`answer = ${user.use(file, 'call')}(${args.filter(Boolean).join(', ')})`],
        json: 'answer',
      };
    },
  };
};

/** A class with a session, or a client with a base. */
const classOf = (tape: Tape, file: PythonFile, client: Client, base: Base): Sender => {
  const own = base.expr(file);
  const form = tape.choose('class', ['field', 'parameter', 'subclass', 'session', 'base_url', 'property']);
  const callee = calleeOf(file, client);
  const inner = `self.${form === 'session' ? 'session' : 'client'}`;
  const made = form === 'base_url' ? (file.import('import httpx'), `httpx.Client(base_url=${own})`) : callee;
  const url = form === 'base_url' ? 'path' : 'self.base + path';
  const session =
    form === 'session' ? [`        ${inner}.headers.update({"Accept": "application/json"})`] : [];
  const isModule = !made.endsWith(')');
  const init = form === 'parameter' || form === 'subclass' ? 'self, base' : 'self';
  const baseLine =
    form === 'property'
      ? []
      : [`        self.base = ${form === 'parameter' || form === 'subclass' ? 'base' : own}`];
  const property =
    form === 'property' ? ['    @property', '    def base(self):', `        return ${own}`, ''] : [];
  const sends = isModule && form !== 'session' ? made : inner;
  const held = form === 'session' && isModule ? (file.import('import requests'), 'requests.Session()') : made;
  const holds = sends === inner ? [`        ${inner} = ${held}`] : [];
  const body = [...baseLine, ...holds, ...session];
  file.add(
    [
      'class ApiClient:',
      `    def __init__(${init}):`,
      ...(body.length > 0 ? body : ['        pass']),
      '',
      ...property,
      '    def request(self, method, path, headers=None, body=None):',
      `        return ${sends}.request(method, ${url}, headers=headers, json=body).json()`,
    ].join('\n'),
  );
  if (form === 'subclass')
    file.add(`class DerivedClient(ApiClient):\n    def __init__(self):\n        super().__init__(${own})`);
  file.add(
    `atlas = ${form === 'subclass' ? 'DerivedClient()' : form === 'parameter' ? `ApiClient(${own})` : 'ApiClient()'}`,
  );
  return {
    isShared: true,
    send: (drawn, user, given) => {
      if (given.base !== base) return direct(client).send(drawn, user, given);
      const args = [
        `"${given.verb.toUpperCase()}"`,
        `f"${given.path.replace('${id}', '{id}')}"`,
        given.headers && `headers=${given.headers}`,
        given.body && `body=${given.body}`,
      ];
      return {
        lines: [`answer = ${user.use(file, 'atlas')}.request(${args.filter(Boolean).join(', ')})`],
        json: 'answer',
      };
    },
  };
};

const USES = [
  'log',
  'cache key',
  'replace',
  'starts with',
  'in',
  'other request',
  'environment',
  'split',
] as const;

const useOf = (tape: Tape, file: PythonFile, base: string): readonly string[] => {
  file.import('from statsd import gauge');
  switch (tape.choose('use', USES)) {
    case 'log':
      return [`print("calling " + ${base})`];
    case 'cache key':
      return [`seen = {${base}: 1}`];
    case 'replace':
      file.import('import requests');
      return [`requests.get(${base}.replace("/api/atlas/v1.0", "/api/public/v1.0") + "/ping")`];
    case 'starts with':
      return [`gauge("old", ("https://cloud.mongodb.com/api/atlas/v1.0/groups").startswith(${base}))`];
    case 'in':
      return [`gauge("old", "v1.0" in ${base})`];
    case 'other request':
      file.import('import requests');
      return [`requests.post("https://hooks.acme.dev/notify", json={"base": ${base}})`];
    case 'environment':
      file.import('import os');
      return [`gauge("env", dict(os.environ, API=${base})["API"])`];
    case 'split':
      return [`gauge("host", ${base}.split("/")[2])`];
  }
};

const literal = (body: string | undefined): string | undefined =>
  body === undefined
    ? undefined
    : body
        .replaceAll(/(\w+): /g, '"$1": ')
        .replaceAll("'", '"')
        .replaceAll('true', 'True');

/** Writes the program of a recipe in Python. */
export const writePython = (recipe: Recipe): Program => {
  const tags = new Set<string>();
  const tapeOf = (drawn: readonly number[]) => new Tape(drawn, tags);
  const main = new PythonFile('main.py');
  const isApart = tapeOf(recipe.style).choose('layout', ['one file', 'apart']) === 'apart';
  const [config, client] = isApart
    ? [new PythonFile('config.py'), new PythonFile('client.py')]
    : [main, main];
  const own = writeBase(tapeOf(recipe.base), config, 'atlas');
  const bases = new Map<Destination, Base>([['atlas', own]]);
  const baseTo = (to: Destination): Base => {
    const known = bases.get(to) ?? writeBase(tapeOf([]), config, to);
    bases.set(to, known);
    return known;
  };
  const shared = recipe.headers.slice(0, 1).map((drawn, at) => writeShared(tapeOf(drawn), config, at));
  const [senderTape] = recipe.senders.map(tapeOf);
  const kind = senderTape!.choose('client', CLIENTS);
  const way = senderTape!.choose('way', ['direct', 'wrapper', 'class']);
  const sender =
    way === 'direct'
      ? direct(kind)
      : way === 'wrapper'
        ? wrapper(senderTape!, client, kind, own)
        : classOf(senderTape!, client, kind, own);
  let isBusy = false;
  recipe.requests.forEach((drawn, at) => {
    const tape = tapeOf(drawn);
    const { to, method, path, body, name } = drawEndpoint(tape);
    if (to === 'atlas') isBusy = true;
    const { before, expr } = giveHeaders(tape, main, shared);
    const sent =
      body === 'clusters'
        ? '{"name": id, "providerSettings": {"providerName": "AWS", "regionName": "US_EAST_1", "instanceSizeName": "M30"}}'
        : literal(body);
    const call = {
      verb: method.slice(1, -1).toLowerCase(),
      base: baseTo(to),
      path,
      headers: expr,
      body: sent,
    };
    const { lines, json } = sender.send(tape, main, call);
    const uses = at === 0 ? recipe.uses.flatMap((use) => useOf(tapeOf(use), main, own.expr(main))) : [];
    const isRead = to === 'atlas' && /^clusters?$/.test(name);
    const reads = isRead ? pythonReads(tape, main, name === 'clusters', json) : [];
    main.add(`def job${at + 1}(id, flag):\n${indented([...before, ...uses, ...lines, ...reads])}`);
  });
  const files = new Map(
    [...new Set([config, client, main])].map((file) => [file.path, file.text()] as const),
  );
  return { files, entry: 'main.py', tags, idle: sender.isShared && !isBusy };
};
