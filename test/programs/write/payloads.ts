import type { Module } from './module.ts';
import type { Tape } from './tape.ts';

/** A body of a clusters request: statements before the call, and the expression that is sent. */
export interface Payload {
  readonly before: readonly string[];
  readonly expr: string;
  /** Statements behind the call that look at what was sent. */
  readonly after: readonly string[];
}

const SHAPES = [
  'plain',
  'flat',
  'flat with zones',
  'regions map',
  'several regions',
  'scaling',
  'tenant',
  'backup alone',
  'disk alone',
  'pause',
  'provider alone',
] as const;

type Members = readonly (readonly [name: string, value: string])[];

const PROVIDER = `{ providerName: 'AWS', regionName: 'US_EAST_1', instanceSizeName: 'M30' }`;

const MEMBERS: Readonly<Record<(typeof SHAPES)[number], Members>> = {
  plain: [['name', `'c1'`]],
  flat: [
    ['name', `'c1'`],
    ['clusterType', `'REPLICASET'`],
    ['providerSettings', PROVIDER],
    ['replicationFactor', '3'],
    ['numShards', '1'],
    ['providerBackupEnabled', 'true'],
  ],
  'flat with zones': [
    ['name', `'c1'`],
    ['clusterType', `'SHARDED'`],
    ['providerSettings', PROVIDER],
    ['numShards', '2'],
    ['diskSizeGB', '40'],
  ],
  'regions map': [
    ['name', `'c1'`],
    ['clusterType', `'REPLICASET'`],
    ['providerSettings', `{ providerName: 'AWS', instanceSizeName: 'M30' }`],
    [
      'replicationSpecs',
      `[{ numShards: 1, regionsConfig: { US_EAST_1: { electableNodes: 3, priority: 7, readOnlyNodes: 0 } } }]`,
    ],
  ],
  'several regions': [
    ['name', `'c1'`],
    ['providerSettings', `{ providerName: 'GCP', instanceSizeName: 'M40' }`],
    [
      'replicationSpecs',
      `[{ numShards: 1, regionsConfig: { EASTERN_US: { electableNodes: 3, priority: 7, readOnlyNodes: 0 }, WESTERN_US: { electableNodes: 2, priority: 6, readOnlyNodes: 1 } } }]`,
    ],
    ['providerBackupEnabled', 'false'],
  ],
  scaling: [
    ['name', `'c1'`],
    ['autoScaling', `{ diskGBEnabled: true }`],
    ['providerSettings', PROVIDER],
  ],
  tenant: [
    ['name', `'c1'`],
    [
      'providerSettings',
      `{ providerName: 'TENANT', backingProviderName: 'AWS', regionName: 'US_EAST_1', instanceSizeName: 'M2' }`,
    ],
  ],
  'backup alone': [['providerBackupEnabled', 'true']],
  'disk alone': [['diskSizeGB', '80']],
  pause: [['paused', 'true']],
  'provider alone': [['providerSettings', `{ providerName: 'AWS', instanceSizeName: 'M40' }`]],
};

const FORMS = [
  'literal',
  'variable',
  'template of the file',
  'spread and own',
  'assign',
  'steps',
  'json file',
  'function',
  'text',
  'name of caller',
  'conditional member',
  'ternary member',
  'clone',
  'delete',
  'step under condition',
  'json file and own',
  'json file read',
  'from entries',
  'class with fields',
  'ternary of wholes',
  'part of another file',
  'spread of a part',
  'part under condition',
  'default of a parameter',
  'shorthand',
  'computed name',
  'clone of a template',
  'parts in a list',
  'text and back',
  'null members',
  'push of a part',
  'class',
  'reduce',
] as const;

const literal = (members: Members): string =>
  `{ ${members.map(([name, value]) => `${name}: ${value}`).join(', ')} }`;

interface Place {
  readonly tape: Tape;
  readonly module: Module;
  /** File that holds what several files use. */
  readonly shared: Module;
  readonly data: Map<string, string>;
}

const constant = ({ shared, module }: Place, value: string): string => {
  const name = shared.fresh('TEMPLATE');
  return module.use(shared.export(name, `const ${name} = ${value};`));
};

const jsonFile = ({ data }: Place, members: Members): string => {
  const path = `data/body${data.size}.json`;
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
  const value: unknown = new Function(`return ${literal(members)};`)();
  data.set(path, `${JSON.stringify(value, null, 2)}\n`);
  return path;
};

const fromJson = (place: Place, members: Members): string => {
  const { module } = place;
  const path = jsonFile(place, members);
  const name = module.fresh('bodyOfFile');
  const specifier = module.specifierTo(path);
  if (module.style.modules === 'esm') module.import(specifier, name, 'default');
  else module.add(`const ${name} = require('${specifier}');`);
  return name;
};

const none = (expr: string) => ({ before: [], expr });
const held = (...lines: string[]) => ({ before: lines, expr: 'body' });

const formed = (place: Place, members: Members): Omit<Payload, 'after'> => {
  const { tape, module } = place;
  const whole = literal(members);
  const [first, ...rest] = members as [Members[number], ...Members];
  const any = module.t(': any');
  switch (tape.choose('body', FORMS)) {
    case 'literal':
      return none(whole);
    case 'variable':
      return held(`const body${any} = ${whole};`);
    case 'template of the file':
      return none(constant(place, whole));
    case 'spread and own':
      return none(`{ ...${constant(place, literal(members))}, name: id }`);
    case 'assign':
      return none(`Object.assign({}, ${constant(place, literal([first]))}, ${literal(rest)})`);
    case 'steps':
      return held(
        `const body${any} = ${literal([first])};`,
        ...rest.map(([name, value]) => `body.${name} = ${value};`),
      );
    case 'json file':
      return none(fromJson(place, members));
    case 'function': {
      const name = module.fresh('bodyFor');
      module.add(`function ${name}(name${module.t(': string')}) {\n  return { ...${whole}, name };\n}`);
      return none(`${name}(id)`);
    }
    case 'text':
      return none(`JSON.parse('${JSON.stringify(Object.fromEntries([['name', 'c1']]))}')`);
    case 'name of caller':
      return none(literal([['name', 'id'], ...members.filter(([name]) => name !== 'name')]));
    case 'conditional member':
      return none(`{ ...${whole}, ...(flag && { providerBackupEnabled: true }) }`);
    case 'ternary member':
      return none(
        literal([...members.filter(([name]) => name !== 'diskSizeGB'), ['diskSizeGB', 'flag ? 20 : 40']]),
      );
    case 'clone':
      return held(
        `const body${any} = JSON.parse(JSON.stringify(${constant(place, whole)}));`,
        `body.name = id;`,
      );
    case 'step under condition':
      return held(
        `const body${any} = ${literal(members.slice(0, -1))};`,
        `if (flag) body.${members.at(-1)![0]} = ${members.at(-1)![1]};`,
      );
    case 'delete':
      return held(`const body${any} = ${whole};`, `if (flag) delete body.${members.at(-1)![0]};`);
    case 'json file and own':
      return none(`{ ...${fromJson(place, members)}, name: id }`);
    case 'json file read': {
      const path = jsonFile(place, members);
      module.import('fs', 'readFileSync');
      return held(`const body = JSON.parse(readFileSync('${path}', 'utf8'));`);
    }
    case 'from entries':
      return none(
        `Object.fromEntries([${members.map(([name, value]) => `['${name}', ${value}]`).join(', ')}])`,
      );
    case 'class': {
      const name = module.fresh('ClusterBody');
      const sets = members.map(([member, value]) => `    this.${member} = ${value};`).join('\n');
      const open = module.t('  [name: string]: any;\n');
      module.add(`class ${name} {\n${open}  constructor() {\n${sets}\n  }\n}`);
      return none(`new ${name}()`);
    }
    case 'class with fields': {
      const name = module.fresh('ClusterBody');
      const fields = members.map(([member, value]) => `  ${member}${any} = ${value};`).join('\n');
      module.add(`class ${name} {\n${fields}\n}`);
      return none(`new ${name}()`);
    }
    case 'ternary of wholes':
      return none(`flag ? ${whole} : { ...${whole}, name: id }`);
    case 'part of another file':
      return none(
        literal([...members.slice(0, -1), [members.at(-1)![0], constant(place, members.at(-1)![1])]]),
      );
    case 'spread of a part':
      return none(
        literal(
          members.map(([name, value]) => [
            name,
            value.startsWith('{') ? `{ ...${constant(place, value)} }` : value,
          ]),
        ),
      );
    case 'part under condition':
      return held(
        `const body${any} = ${whole};`,
        `if (flag && body.providerSettings) body.providerSettings.instanceSizeName = 'M50';`,
      );
    case 'reduce':
      return none(
        `[${members.map(([name, value]) => literal([[name, value]])).join(', ')}].reduce((sum${any}, part) => ({ ...sum, ...part }), {})`,
      );
    case 'default of a parameter': {
      const name = module.fresh('bodyOf');
      const list = members.map(([member, value]) => `${member} = ${value}`).join(', ');
      const names = members.map(([member]) => member).join(', ');
      module.add(`function ${name}({ ${list} }${any} = {}) {\n  return { ${names} };\n}`);
      return none(`${name}({ name: id })`);
    }
    case 'shorthand':
      return {
        before: rest.map(([name, value]) => `const ${name} = ${value};`),
        expr: `{ ${[`${first[0]}: ${first[1]}`, ...rest.map(([name]) => name)].join(', ')} }`,
      };
    case 'computed name':
      return none(`{ ${members.map(([name, value]) => `['${name}']: ${value}`).join(', ')} }`);
    case 'clone of a template':
      return none(`Object.assign(structuredClone(${constant(place, whole)}), { name: id })`);
    case 'parts in a list':
      return none(`Object.assign({}, ...[${members.map((member) => literal([member])).join(', ')}])`);
    case 'text and back':
      return held(
        `const written = JSON.stringify(${whole});`,
        `const body = { ...JSON.parse(written), name: id };`,
      );
    case 'null members':
      return none(literal([...members, ['labels', '[]'], ['mongoDBMajorVersion', 'undefined']]));
    case 'push of a part':
      return held(
        `const body${any} = ${literal([...members.filter(([name]) => name !== 'replicationSpecs'), ['replicationSpecs', '[]']])};`,
        `body.replicationSpecs.push({ numShards: 1, regionsConfig: { US_EAST_1: { electableNodes: 3, priority: 7, readOnlyNodes: 0 } } });`,
      );
  }
};

/** Writes what is sent to create or to modify a cluster. */
export const writePayload = (place: Place): Payload => {
  const { tape, module } = place;
  const members = MEMBERS[tape.choose('payload', SHAPES)];
  const { before, expr } = formed(place, members);
  const use = expr === 'body' ? tape.choose('body used', ['no', 'log', 'read', 'sent elsewhere']) : 'no';
  const [name] = members.at(-1)!;
  switch (use) {
    case 'no':
      return { before, expr, after: [] };
    case 'log':
      return { before, expr, after: ['console.log(JSON.stringify(body));'] };
    case 'read':
      module.import('hot-shots', 'gauge');
      return { before, expr, after: [`gauge('sent', body.${name});`] };
    case 'sent elsewhere':
      return {
        before,
        expr,
        after: [
          `await fetch('https://hooks.acme.dev/audit', { method: 'POST', body: JSON.stringify(body) });`,
        ],
      };
  }
};
