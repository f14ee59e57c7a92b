import * as fc from 'fast-check';

/** Arbitrary legacy payloads that can be known and are complete. */

const REGIONS = ['US_EAST_1', 'EU_WEST_1', 'AP_SOUTH_1', 'CA_CENTRAL_1', 'SA_EAST_1'];
const SIZES = ['M10', 'M30', 'M50_NVME', 'R40'];

const size = fc.constantFrom(...SIZES);
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const nullable = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof(value, fc.constant(null), fc.constant(undefined));

const withoutAbsent = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));

const record = (shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(shape).map(withoutAbsent);

const nodes = nullable(fc.integer({ min: 0, max: 7 }));
const region = record({
  electableNodes: nodes,
  readOnlyNodes: nodes,
  analyticsNodes: nodes,
  priority: fc.integer({ min: 0, max: 7 }),
}).map((made) =>
  made['electableNodes'] || made['readOnlyNodes'] || made['analyticsNodes']
    ? made
    : { ...made, electableNodes: 1 },
);

const regions = fc
  .tuple(fc.shuffledSubarray(REGIONS, { minLength: 1 }), fc.array(region, { minLength: 5, maxLength: 5 }))
  .map(([names, values]) => Object.fromEntries(names.map((name, at) => [name, values[at]!])));

const zone = record({
  id: maybe(fc.stringMatching(/^[0-9a-f]{24}$/)),
  zoneName: maybe(fc.string({ maxLength: 12 })),
  numShards: fc.integer({ min: 1, max: 3 }),
  regionsConfig: regions,
});

const autoScaling = record({
  diskGBEnabled: nullable(fc.boolean()),
  compute: nullable(record({ enabled: nullable(fc.boolean()), scaleDownEnabled: nullable(fc.boolean()) })),
});

const limits = record({ minInstanceSize: nullable(size), maxInstanceSize: nullable(size) });

const settings = record({
  providerName: fc.constantFrom('AWS', 'GCP', 'AZURE'),
  instanceSizeName: size,
  regionName: fc.constantFrom(...REGIONS),
  diskIOPS: nullable(fc.integer({ min: 0, max: 9000 })),
  volumeType: nullable(fc.constantFrom('STANDARD', 'PROVISIONED')),
  encryptEBSVolume: maybe(fc.boolean()),
  autoScaling: maybe(record({ compute: nullable(limits) })),
});

const tenant = record({
  providerName: fc.constant('TENANT'),
  backingProviderName: fc.constantFrom('AWS', 'GCP', 'AZURE'),
  instanceSizeName: fc.constantFrom('M0', 'M2', 'M5'),
  regionName: fc.constantFrom(...REGIONS),
});

const topology = fc.oneof(
  record({
    numShards: maybe(fc.integer({ min: 1, max: 4 })),
    replicationFactor: maybe(fc.constantFrom(3, 5, 7)),
  }),
  record({ replicationSpec: regions, numShards: maybe(fc.integer({ min: 1, max: 4 })) }),
  record({
    replicationSpecs: fc.array(zone, { minLength: 1, maxLength: 3 }),
    replicationFactor: maybe(fc.constant(3)),
  }),
);

const rest = record({
  name: fc.constant('cluster-1'),
  clusterType: maybe(fc.constantFrom('REPLICASET', 'SHARDED', 'GEOSHARDED')),
  autoScaling: nullable(autoScaling),
  providerBackupEnabled: maybe(fc.boolean()),
  pitEnabled: maybe(fc.boolean()),
  diskSizeGB: maybe(fc.integer({ min: 10, max: 4000 })),
  labels: maybe(fc.array(record({ key: fc.string(), value: fc.string() }), { maxLength: 2 })),
  mongoDBMajorVersion: maybe(fc.constantFrom('4.4', '5.0')),
  mongoDBVersion: maybe(fc.constant('4.4.1')),
  biConnector: maybe(record({ enabled: fc.boolean() })),
  paused: maybe(fc.boolean()),
});

const shuffled = (value: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> => {
  const entries = Object.entries(value);
  return fc
    .shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length })
    .map((members) => Object.fromEntries(members));
};

/** A complete legacy create request, members in any order. */
export const legacyPayload: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(fc.oneof({ weight: 4, arbitrary: settings }, { weight: 1, arbitrary: tenant }), topology, rest)
  .chain(([providerSettings, shape, others]) => shuffled({ ...others, ...shape, providerSettings }));

/** How a text is laid out. */
export interface Layout {
  readonly syntax: 'json' | 'jsonc' | 'js';
  readonly eol: string;
  /** Empty: everything on one line. */
  readonly unit: string;
  readonly colon: string;
  readonly quote: string;
  readonly bareKeys: boolean;
  readonly trailingComma: boolean;
  readonly pad: string;
  /** A comment before every nth member, 0 for none. */
  readonly commentEvery: number;
  /** Objects of at most so many members stand on one line. */
  readonly together: number;
}

export const layout: fc.Arbitrary<Layout> = fc
  .record({
    syntax: fc.constantFrom('json', 'jsonc', 'js'),
    eol: fc.constantFrom('\n', '\r\n'),
    unit: fc.constantFrom('', '  ', '    ', '\t', '   '),
    colon: fc.constantFrom(': ', ':', ' : '),
    quote: fc.constantFrom("'", '"'),
    bareKeys: fc.boolean(),
    trailingComma: fc.boolean(),
    pad: fc.constantFrom('', ' '),
    commentEvery: fc.constantFrom(0, 1, 2, 3),
    together: fc.constantFrom(0, 2, 3),
  })
  .map((made): Layout => {
    const { syntax } = made;
    const js = syntax === 'js';
    return {
      ...made,
      syntax: syntax as Layout['syntax'],
      quote: js ? made.quote : '"',
      bareKeys: js && made.bareKeys,
      trailingComma: syntax !== 'json' && made.trailingComma,
      commentEvery: syntax === 'json' ? 0 : made.commentEvery,
    };
  });

/** The text of a value in a layout, and the comments that were put before members, by member name. */
export const spell = (
  value: unknown,
  style: Layout,
): { readonly text: string; readonly comments: readonly string[] } => {
  const comments: string[] = [];
  let members = 0;
  const string = (text: string): string => {
    const json = JSON.stringify(text);
    return style.quote === '"'
      ? json
      : `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  };
  const key = (name: string): string => (style.bareKeys && /^[a-z]\w*$/i.test(name) ? name : string(name));
  const comment = (name: string): string => {
    members += 1;
    if (style.commentEvery === 0 || members % style.commentEvery !== 0) return '';
    const text = `about ${name} ${comments.length}`;
    comments.push(text);
    return style.unit === '' ? `/* ${text} */ ` : `// ${text}`;
  };
  const parts = (item: object, indent: string, line: boolean): string[] => {
    if (Array.isArray(item)) return item.map((part) => write(part, indent));
    return Object.entries(item).map(([name, part]) => {
      const note = line && style.unit !== '' ? '' : comment(name);
      const lead = note === '' || style.unit === '' ? note : note + style.eol + indent;
      return lead + key(name) + style.colon + write(part, indent);
    });
  };
  const write = (item: unknown, indent: string): string => {
    if (typeof item === 'string') return string(item);
    if (typeof item !== 'object' || item === null) return String(item);
    const [open, close] = Array.isArray(item) ? '[]' : '{}';
    const flat = Object.values(item).every((part) => typeof part !== 'object' || part === null);
    const line = style.unit === '' || (flat && Object.keys(item).length <= style.together);
    const inner = line ? indent : indent + style.unit;
    const written = parts(item, inner, line);
    if (written.length === 0) return `${open}${close}`;
    if (line) return `${open}${style.pad}${written.join(', ')}${style.pad}${close}`;
    const lead = style.eol + inner;
    const end = (style.trailingComma ? ',' : '') + style.eol + indent;
    return open + lead + written.join(`,${lead}`) + end + close;
  };
  return { text: write(value, ''), comments };
};

/** How a YAML block is laid out. */
export interface BlockLayout {
  readonly eol: string;
  readonly unit: string;
  readonly indentsItems: boolean;
  /** A comment before every nth member, 0 for none. */
  readonly commentEvery: number;
  /** Comments behind scalars instead of above members. */
  readonly behind: boolean;
  /** Objects of at most so many members are flow mappings. */
  readonly together: number;
}

export const blockLayout: fc.Arbitrary<BlockLayout> = fc.record({
  eol: fc.constantFrom('\n', '\r\n'),
  unit: fc.constantFrom('  ', '    ', '   '),
  indentsItems: fc.boolean(),
  commentEvery: fc.constantFrom(0, 1, 2, 3),
  behind: fc.boolean(),
  together: fc.constantFrom(0, 2, 3),
});

const isFlat = (item: object): boolean =>
  Object.values(item).every((part) => typeof part !== 'object' || part === null);

/** The text of an object as a YAML block, and its comments. */
export const spellBlock = (
  value: object,
  style: BlockLayout,
): { readonly text: string; readonly comments: readonly string[] } => {
  const comments: string[] = [];
  let members = 0;
  const flow = (item: unknown): string => {
    if (typeof item === 'string')
      return /^\w+$/.test(item) && !/^\d/.test(item) ? item : JSON.stringify(item);
    if (typeof item !== 'object' || item === null) return String(item);
    if (Array.isArray(item)) return `[${item.map(flow).join(', ')}]`;
    return `{${Object.entries(item)
      .map(([key, part]) => `${key}: ${flow(part)}`)
      .join(', ')}}`;
  };
  const isSmall = (item: object): boolean =>
    Object.keys(item).length === 0 || (isFlat(item) && Object.keys(item).length <= style.together);
  const comment = (name: string): string => {
    members += 1;
    if (style.commentEvery === 0 || members % style.commentEvery !== 0) return '';
    const text = `about ${name} ${comments.length}`;
    comments.push(text);
    return `# ${text}`;
  };
  const member = (key: string, part: unknown, indent: string): string => {
    const note = comment(key);
    const above = note !== '' && !style.behind ? note + style.eol + indent : '';
    const behind = note !== '' && style.behind ? ` ${note}` : '';
    if (typeof part !== 'object' || part === null || isSmall(part))
      return `${above}${key}: ${flow(part)}${behind}`;
    const deeper = Array.isArray(part) && !style.indentsItems ? indent : indent + style.unit;
    return `${above}${key}:${behind}${style.eol}${deeper}${block(part, deeper)}`;
  };
  const block = (item: object, indent: string): string => {
    const lead = style.eol + indent;
    if (!Array.isArray(item))
      return Object.entries(item)
        .map(([key, part]) => member(key, part, indent))
        .join(lead);
    return item
      .map((part) => {
        const isBlock = typeof part === 'object' && part !== null && !isSmall(part as object);
        return `- ${isBlock ? block(part as object, `${indent}  `) : flow(part)}`;
      })
      .join(lead);
  };
  return { text: block(value, '') + style.eol, comments };
};
