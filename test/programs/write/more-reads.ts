import type { Module } from './module.ts';

/** Further forms in which a response is read: through other values, classes, generators and texts. */
export const MORE_READS = [
  'reduce',
  'rest',
  'class that copies',
  'class that holds',
  'Map',
  'Map of list',
  'generator',
  'default of a pattern',
  'pattern of a parameter',
  'JSON and pattern',
  'JSON and back',
  'own property',
  'filter',
  'sort',
  'cache of the file',
  'cache of another file',
  'local function',
  'entries',
  'loop over names',
  'assigned later',
  'array pattern',
  'fallback object',
  'path of names',
  'clone',
  'promise of all',
  'imported name',
  'function of another file',
  'bound function',
  'names of a replacer',
  'group',
  'text',
  'changed copy',
  'flat map',
  'yes or no',
] as const;

export interface MoreReads {
  readonly module: Module;
  /** File that holds what several files use. */
  readonly shared: Module;
  /** The cluster that is read. */
  readonly one: string;
  /** Members that are read of it, joined by dots. */
  readonly member: string;
  readonly isList: boolean;
}

const used = ({ module, shared }: MoreReads, stem: string, text: (name: string) => string): string => {
  const name = shared.fresh(stem);
  return module.use(shared.export(name, text(name)));
};

const viewClass = (place: MoreReads, made: string): string => {
  const any = place.shared.t(': any');
  const own = made === 'copies';
  return used(
    place,
    'ClusterView',
    (name) =>
      `class ${name} {\n  ${own ? place.shared.t('[key: string]: any;\n  ') : `from${any};\n  `}constructor(from${any}) {\n    ${own ? 'Object.assign(this, from)' : 'this.from = from'};\n  }\n  get shown() {\n    return this.${own ? '' : 'from.'}${place.member};\n  }\n}`,
  );
};

const tell = (text: string): string => `gauge('read', ${text});`;

/** Statements that read a cluster in one of the further forms, and tell what they read. */
export const moreReads = (place: MoreReads, how: (typeof MORE_READS)[number]): readonly string[] => {
  const { module, one, member, isList } = place;
  const [first = '', second] = member.split('.');
  const any = module.t(': any');
  const inner = second === undefined ? '' : `.${second}`;
  const list = isList ? 'found.results' : '[found]';
  switch (how) {
    case 'reduce':
      return [
        tell(
          `JSON.stringify(['name', '${first}'].reduce((sum${any}, key) => ({ ...sum, [key]: ${one}[key] }), {}))`,
        ),
      ];
    case 'rest':
      return [`const { name, ...others } = ${one};`, tell(`others.${member}`)];
    case 'class that copies':
      return [tell(`new ${viewClass(place, 'copies')}(${one}).shown`)];
    case 'class that holds':
      return [tell(`new ${viewClass(place, 'holds')}(${one}).shown`)];
    case 'Map':
      return [`const known${any} = new Map([[${one}.name, ${one}]]);`, tell(`known.get('c0').${member}`)];
    case 'Map of list':
      return [
        `const known${any} = new Map(${list}.map((each${any}) => [each.name, each.${first}]));`,
        tell(`known.get('c0')${inner}`),
      ];
    case 'generator':
      return [
        `const each = function* (all${any})${module.t(': any')} { for (const cluster of all) yield cluster.${member}; };`,
        tell(`[...each(${list})].join()`),
      ];
    case 'default of a pattern':
      return [
        `const { ${first} = ${second === undefined ? `'none'` : '{}'} } = ${one};`,
        tell(`JSON.stringify(${first}${inner})`),
      ];
    case 'pattern of a parameter':
      return [`const show = ({ ${first} }${any}) => JSON.stringify(${first}${inner});`, tell(`show(${one})`)];
    case 'JSON and pattern':
      return [tell(`/"${first}"/.test(JSON.stringify(${one}))`)];
    case 'JSON and back':
      return [`const copy = JSON.parse(JSON.stringify(${one}));`, tell(`copy.${member}`)];
    case 'own property':
      return [tell(`Object.prototype.hasOwnProperty.call(${one}, '${first}')`)];
    case 'filter':
      return [tell(`${list}.filter((each${any}) => each.${first}).length`)];
    case 'sort':
      return [
        `const sorted${any} = [...${list}, { name: 'c9', ${first}: undefined }].sort((a${any}, b${any}) => Number(b.${first} !== undefined) - Number(a.${first} !== undefined));`,
        tell('sorted[0].name'),
      ];
    case 'cache of the file': {
      const cache = module.fresh('cache');
      module.add(`const ${cache}${any} = {};`);
      return [`${cache}.last = ${one};`, tell(`${cache}.last.${member}`)];
    }
    case 'cache of another file': {
      const cache = used(place, 'seen', (name) => `const ${name}${place.shared.t(': any')} = new Map();`);
      return [`${cache}.set('c0', ${one});`, tell(`${cache}.get('c0').${member}`)];
    }
    case 'local function':
      return [`const load = async () => ${one};`, `const loaded = await load();`, tell(`loaded.${member}`)];
    case 'entries':
      return [
        tell(
          `Object.entries(${one}).filter(([key]) => key === '${first}').map(([, value]) => JSON.stringify(value)).join()`,
        ),
      ];
    case 'loop over names':
      return [`for (const key of ['name', '${first}']) gauge('read', JSON.stringify(${one}[key]));`];
    case 'assigned later':
      return [`let held${any};`, `held = ${one};`, tell(`held.${member}`)];
    case 'array pattern':
      return [`const [head] = ${list};`, tell(`head.${member}`)];
    case 'fallback object':
      return [tell(`(${one} || {}).${member}`)];
    case 'path of names':
      return [tell(`'${member}'.split('.').reduce((value${any}, key) => value?.[key], ${one})`)];
    case 'clone':
      return [`const copy = structuredClone(${one});`, tell(`copy.${member}`)];
    case 'promise of all':
      return [
        `const [held]${module.t(': any[]')} = await Promise.all([Promise.resolve(${one})]);`,
        tell(`held.${member}`),
      ];
    case 'imported name': {
      const key = used(place, 'KEY', (name) => `const ${name} = '${first}';`);
      return [tell(`JSON.stringify(${one}[${key}])`)];
    }
    case 'function of another file': {
      const describe = used(
        place,
        'summary',
        (name) =>
          `const ${name} = ({ name, ${first} }${place.shared.t(': any')}) => [name, JSON.stringify(${first}${inner})].join();`,
      );
      return [tell(`${list}.map(${describe}).join()`)];
    }
    case 'bound function':
      return [
        `const read = function (${module.t('this: any')}) { return this.${member}; };`,
        tell(`read.call(${one})`),
      ];
    case 'names of a replacer':
      return [tell(`JSON.stringify(${one}, ['name', '${first}'${second ? `, '${second}'` : ''}])`)];
    case 'group':
      return [
        `const groups${any} = {};`,
        `for (const each of ${list}) (groups[JSON.stringify(each.${member})] ??= []).push(each.name);`,
        tell('JSON.stringify(groups)'),
      ];
    case 'text':
      return [tell(`\`cluster \${${one}.name} at \${${one}.${member}}\``)];
    case 'changed copy':
      return [`const copy = { ...${one}, name: 'c1' };`, tell(`copy.${member}`)];
    case 'flat map':
      return [tell(`${list}.flatMap((each${any}) => [each.name, each.${member}]).join()`)];
    case 'yes or no':
      return [tell(`${one}.${first} ? 'yes' : 'no'`)];
  }
};
