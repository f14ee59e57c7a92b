import type { Module, Name } from './module.ts';
import type { Tape } from './tape.ts';

/** Headers as a call gives them: statements before it, and the expression; none where the call has no headers. */
export interface Given {
  readonly before: readonly string[];
  readonly expr: string | undefined;
}

const VENDOR = 'application/vnd.atlas.2023-02-01+json';

const ENTRIES = [
  'agent',
  'accept',
  'lower accept',
  'upper accept',
  'content type',
  'vendor',
  'lower vendor',
  'old vendor',
  'undated vendor',
  'computed',
  'quoted accept',
  'plain and lower accept',
  'any accept',
] as const;

/** Members of a header object, as text. */
const entriesOf = (tape: Tape, module: Module): string => {
  const kind = tape.choose('entries', ENTRIES);
  if (kind === 'computed') {
    const name = module.fresh('H');
    module.add(`const ${name} = { ACCEPT: 'Accept', TYPE: 'Content-Type' };`);
    return `[${name}.ACCEPT]: 'application/json'`;
  }
  return {
    agent: `'User-Agent': 'acme'`,
    accept: `Accept: 'application/json'`,
    'lower accept': `accept: 'application/json'`,
    'upper accept': `ACCEPT: 'application/json'`,
    'content type': `'Content-Type': 'application/json'`,
    vendor: `Accept: '${VENDOR}'`,
    'lower vendor': `accept: '${VENDOR}'`,
    'old vendor': `Accept: 'application/vnd.atlas.2023-01-01+json'`,
    'undated vendor': `Accept: 'application/vnd.atlas+json'`,
    'quoted accept': `'Accept': 'application/json', 'Content-Type': 'application/json'`,
    'plain and lower accept': `Accept: 'application/json', accept: 'text/plain'`,
    'any accept': `Accept: '*/*'`,
  }[kind];
};

const SHAPES = [
  'object',
  'conditional entry',
  'conditional ternary',
  'ternary value',
  'ternary object',
  'computed entries',
  'assign',
  'from entries',
  'Headers',
  'Map',
  'merge',
] as const;

/** An expression that makes headers; `condition` is what conditional parts look at. */
const objectOf = (tape: Tape, module: Module, condition: string, allowsClass = true): string => {
  const entries = entriesOf(tape, module);
  const shape = tape.choose('headers', SHAPES);
  switch (shape) {
    case 'object':
      return `{ ${entries} }`;
    case 'conditional entry':
      return `{ ${entries}, ...(${condition} && { Accept: 'text/plain' }) }`;
    case 'conditional ternary':
      return `{ ...(${condition} ? { ${entries} } : {}) }`;
    case 'ternary value':
      return `{ 'X-Team': 'a', Accept: ${condition} ? 'text/csv' : 'application/json' }`;
    case 'ternary object':
      return `${condition} ? { ${entries} } : { 'X-Team': 'b' }`;
    case 'computed entries':
      return `{ ${entries}, ['X-' + 'Team']: 'a' }`;
    case 'assign':
      return `Object.assign({}, { ${entries} }, { 'X-Team': 'a' })`;
    case 'from entries':
      return `Object.fromEntries(Object.entries({ ${entries} }))`;
    case 'Headers':
      return allowsClass ? `new Headers({ ${entries} })` : `{ ${entries}, 'X-Team': 'c' }`;
    case 'Map':
      return `Object.fromEntries(new Map([['X-Team', 'a']]))`;
    case 'merge':
      return `{ ...{ ${entries} }, ...{ 'X-Team': 'a' } }`;
  }
};

const CHANGES = [
  'none',
  'set',
  'set lower',
  'set under condition',
  'delete',
  'delete under condition',
] as const;

/** Statements that change headers after they were made. */
const changesOf = (tape: Tape, name: string, condition: string, isClass: boolean): readonly string[] => {
  const change = tape.choose('change', CHANGES);
  const set = (key: string, value: string) =>
    isClass ? `${name}.set('${key}', '${value}');` : `${name}['${key}'] = '${value}';`;
  const remove = isClass ? `${name}.delete('Accept');` : `delete ${name}['Accept'];`;
  return {
    none: [],
    set: [set('Accept', 'application/json')],
    'set lower': [set('accept', 'application/json')],
    'set under condition': [`if (${condition}) ${set('Accept', 'text/plain')}`],
    delete: [remove],
    'delete under condition': [`if (${condition}) ${remove}`],
  }[change];
};

/** Headers that several calls share. */
export interface SharedHeaders {
  expr(module: Module): string;
  readonly isClass: boolean;
}

const TYPES = ['none', 'record', 'closed', 'const'] as const;

/** Writes headers into a file, for several calls. */
export const writeShared = (tape: Tape, module: Module): SharedHeaders => {
  const stem = tape.pick(['HEADERS', 'defaultHeaders', 'JSON_HEADERS']);
  const name = module.fresh(stem);
  if (tape.once(6, 'shared headers:function')) {
    const made = objectOf(tape, module, 'process.env.RAW');
    const isClass = made.startsWith('new ');
    const declared: Name = module.export(name, `function ${name}() {\n  return ${made};\n}`);
    return { expr: (user) => `${user.use(declared)}()`, isClass };
  }
  const made = objectOf(tape, module, 'process.env.RAW');
  const isClass = made.startsWith('new ');
  const type = module.style.language === 'ts' && !isClass ? tape.choose('type', TYPES) : 'none';
  const isPlain = made.startsWith('{') && !made.includes('...') && !made.includes('[');
  const changes = changesOf(tape, name, 'process.env.RAW', isClass);
  const open = changes.length > 0 || !isPlain;
  const annotation =
    type === 'record' || (open && !isClass) ? module.t(isClass ? '' : ': Record<string, string>') : '';
  const declared = module.export(
    name,
    `const ${name}${type === 'closed' && !open ? closedType(made) : annotation} = ${made}${type === 'const' && !open ? ' as const' : ''};`,
  );
  for (const change of changes) module.add(change);
  return { expr: (user) => user.use(declared), isClass };
};

/** The type that names just the members of an object. */
const closedType = (object: string): string => {
  const keys = [...object.matchAll(/[{,] (\w+|'[^']+'):/g)].map(([, key]) => `${key}: string`);
  return `: { ${keys.join('; ')} }`;
};

const USES = ['as it is', 'spread', 'spread and own', 'assign', 'own before', 'function argument'] as const;

/** Headers of one call: none, its own, or shared ones, as they are or with more. */
export const giveHeaders = (
  tape: Tape,
  module: Module,
  all: readonly SharedHeaders[],
  allowsClass: boolean,
): Given => {
  const shared = allowsClass ? all : all.filter(({ isClass }) => !isClass);
  const from = tape.choose('given', ['own', 'none', 'shared', 'variable']);
  if (from === 'none') return { before: [], expr: undefined };
  if (from === 'shared' && shared.length > 0)
    return { before: [], expr: sharedUse(tape, module, tape.pick(shared)) };
  if (from !== 'variable') return { before: [], expr: objectOf(tape, module, 'flag', allowsClass) };
  const made = objectOf(tape, module, 'flag', allowsClass);
  const isClass = made.startsWith('new ');
  const declared = `const headers${module.t(isClass ? '' : ': Record<string, string>')} = ${made};`;
  return { before: [declared, ...changesOf(tape, 'headers', 'flag', isClass)], expr: 'headers' };
};

const sharedUse = (tape: Tape, module: Module, headers: SharedHeaders): string => {
  const name = headers.expr(module);
  const use = tape.choose('shared', USES);
  if (headers.isClass) return use === 'as it is' ? name : `new Headers(${name})`;
  return {
    'as it is': name,
    spread: `{ ...${name} }`,
    'spread and own': `{ ...${name}, 'X-Id': id }`,
    assign: `Object.assign({}, ${name}, { 'X-Id': id })`,
    'own before': `{ Accept: 'application/json', ...${name} }`,
    'function argument': `Object.freeze(${name})`,
  }[use];
};
