import type { Module } from './module.ts';
import { MORE_READS, moreReads } from './more-reads.ts';
import type { Tape } from './tape.ts';

const OF_CLUSTER = [
  'name',
  'srvAddress',
  'mongoURIWithOptions',
  'providerBackupEnabled',
  'mongoURI',
  'size',
] as const;

const MEMBERS: Readonly<Record<(typeof OF_CLUSTER)[number], string>> = {
  name: 'name',
  srvAddress: 'srvAddress',
  mongoURIWithOptions: 'mongoURIWithOptions',
  providerBackupEnabled: 'providerBackupEnabled',
  mongoURI: 'mongoURI',
  size: 'providerSettings.instanceSizeName',
};

const READS = [
  'none',
  'member',
  'destructured',
  'mapped',
  'optional',
  'renamed',
  'nested pattern',
  'computed',
  'constant name',
  'helper',
  'callback',
  'then',
  'picked',
  'schema',
  'in',
  'loop',
  'spread',
  'list of names',
  'content type',
  'whole',
  ...MORE_READS,
] as const;

interface Place {
  readonly tape: Tape;
  readonly module: Module;
  /** File that holds functions of several files. */
  readonly shared: Module;
}

/** A function of another file that looks at a cluster. */
const helper = ({ module, shared }: Place, member: string): string => {
  const name = shared.fresh('describe');
  const any = shared.t(': any');
  return module.use(
    shared.export(name, `function ${name}(cluster${any})${any} {\n  return cluster.${member};\n}`),
  );
};

const schema = ({ module, shared }: Place, first: string): string => {
  const name = shared.fresh('clusterSchema');
  shared.import('zod', 'z');
  const kind =
    first === 'providerBackupEnabled' ? 'boolean' : first === 'providerSettings' ? 'any' : 'string';
  const text = `const ${name} = z.object({ name: z.string(), ${first}: z.${kind}() });`;
  return module.use(shared.export(name, text));
};

/** Statements that look at the response, and give a part of it to the outside. */
export const writeReads = (place: Place, endpoint: string, json: string): readonly string[] => {
  const { tape, module } = place;
  const isList = endpoint === 'clusters';
  if (!isList && endpoint !== 'cluster') return tape.once(3) ? [`return ${json};`] : [];
  const how = tape.choose('read', READS, 4);
  if (how === 'none') return [];
  module.import('hot-shots', 'gauge');
  const member = MEMBERS[tape.choose('member', OF_CLUSTER)];
  const [first = '', second] = member.split('.');
  const one = isList ? 'found.results[0]' : 'found';
  const any = module.t(': any');
  const start = `const found${any} = ${json};`;
  const told = (...lines: string[]) => [start, ...lines];
  switch (how) {
    case 'member':
      return told(`gauge('read', ${one}.${member});`);
    case 'destructured':
      return told(`const { ${first} } = ${one};`, `gauge('read', ${member});`);
    case 'mapped':
      return isList
        ? told(`gauge('read', found.results.map((one${any}) => one.${member}).join());`)
        : told(`gauge('read', ${one}.${member});`);
    case 'optional':
      return told(`gauge('read', ${one}?.${member.replace('.', '?.')} ?? 'none');`);
    case 'renamed':
      return told(`const { ${first}: held } = ${one};`, `gauge('read', held${second ? `.${second}` : ''});`);
    case 'nested pattern':
      return told(
        `const { ${first}${second ? `: { ${second} }` : ''} } = ${one};`,
        `gauge('read', ${second ?? first});`,
      );
    case 'computed':
      return told(`gauge('read', ${one}['${first}']${second ? `['${second}']` : ''});`);
    case 'constant name':
      return told(`const key = '${first}';`, `gauge('read', JSON.stringify(${one}[key]));`);
    case 'helper':
      return told(`gauge('read', ${helper(place, member)}(${one}));`);
    case 'callback':
      return told(`[${one}].forEach((cluster${any}) => gauge('read', cluster.${member}));`);
    case 'then':
      return told(`await Promise.resolve(${one}).then((cluster${any}) => gauge('read', cluster.${member}));`);
    case 'picked':
      return told(
        `const pick = (from${any}, ...names${module.t(': string[]')}) => Object.fromEntries(names.map((name) => [name, from[name]]));`,
        `gauge('read', JSON.stringify(pick(${one}, 'name', '${first}')));`,
      );
    case 'schema':
      return told(`gauge('read', ${schema(place, first)}.parse(${one}).name);`);
    case 'in':
      return told(`gauge('read', '${first}' in ${one});`);
    case 'loop':
      return told(`for (const cluster of [${one}]) gauge('read', cluster.${member});`);
    case 'spread':
      return told(`const copy${any} = { ...${one} };`, `gauge('read', copy.${member});`);
    case 'list of names':
      return told(`gauge('read', ['name', '${first}'].map((name) => JSON.stringify(${one}[name])).join());`);
    case 'content type':
      return json.startsWith('await res.json')
        ? [`gauge('read', res.headers.get('content-type') === 'application/json');`]
        : told(`gauge('read', ${one}.${member});`);
    case 'whole':
      return told(`return ${one};`);
    default:
      return told(...moreReads({ ...place, one, member, isList }, how));
  }
};
