import { childIn, type Cst, namedIn, nodesBelow } from '../languages/tree-sitter.ts';
import type { FileFacts, TableClass } from './lowering.ts';
import { specifiersIn } from './modules.ts';

const JSON_LIBRARY = /(?:^|[./])(?:cjson|dkjson|json|JSON|lunajson|rapidjson)(?:[._]safe)?$/;

/** Names and values of `a, b = 1, 2`. */
export const namesAndValues = (
  node: Cst,
): { readonly names: readonly Cst[]; readonly values: readonly Cst[] } => {
  const inner =
    node.type === 'variable_declaration'
      ? node.children.find(({ type }) => type === 'assignment_statement')
      : node;
  const list = (inner ?? node).children.find(({ type }) => type === 'variable_list');
  const values = inner?.children.find(({ type }) => type === 'expression_list');
  return {
    names: list ? list.children.filter(({ field }) => field === 'name') : [],
    values: values ? namedIn(values) : [],
  };
};

type Written = (node: Cst | undefined) => string;

const argumentsIn = (node: Cst): readonly Cst[] => {
  const list = childIn(node, 'arguments');
  return list ? namedIn(list) : [];
};

/** Entry of a table by its name. */
export const entryIn = (table: Cst | undefined, name: string, written: Written): Cst | undefined => {
  const entry =
    table?.type === 'table_constructor' &&
    namedIn(table).find((field) => written(childIn(field, 'name')) === name);
  return entry ? childIn(entry, 'value') : undefined;
};

/** Calls of `setmetatable`, each with the table that instances look up members in. */
const metatablesIn = (
  all: readonly Cst[],
  written: Written,
): readonly { readonly given: Cst; readonly table: string }[] => {
  // `local mt = { __index = Client }`
  const named = new Map(
    all.flatMap((node) => {
      const { names, values } =
        node.type === 'variable_declaration' ? namesAndValues(node) : { names: [], values: [] };
      const index = entryIn(values[0], '__index', written);
      return names.length === 1 && index ? [[written(names[0]), written(index)] as const] : [];
    }),
  );
  return all.flatMap((node) => {
    if (node.type !== 'function_call' || written(childIn(node, 'name')) !== 'setmetatable') return [];
    const [given, meta] = argumentsIn(node);
    if (!given || !meta) return [];
    const table = written(entryIn(meta, '__index', written) ?? meta);
    return [{ given, table: named.get(table) ?? table }];
  });
};

const FUNCTION = /^(?:function_declaration|function_definition)$/;

/** The function of a table that a node is in: `Client` in `function Client:get()`. */
const tableAround = (node: Cst, functions: readonly Cst[], written: Written): string => {
  const around = functions.find(({ start, end }) => start <= node.start && node.end <= end);
  const name = around && childIn(around, 'name');
  return name ? written(childIn(name, 'table')) : '';
};

const classesIn = (root: Cst, all: readonly Cst[], written: Written): ReadonlyMap<string, TableClass> => {
  const functions = namedIn(root).filter(({ type }) => FUNCTION.test(type));
  const metatables = metatablesIn(all, written);
  const indexed = all.flatMap(
    (node) =>
      /^([A-Za-z_]\w*)\.__index$/.exec(node.type === 'dot_index_expression' ? written(node) : '')?.[1] ?? [],
  );
  const meta = metatables.map(({ given, table }) =>
    table === 'self' ? tableAround(given, functions, written) : table,
  );
  const names = new Set([...indexed, ...meta]);
  const read = new Set(
    all.flatMap(
      (node) => /^self\.(\w+)$/.exec(node.type === 'dot_index_expression' ? written(node) : '')?.[1] ?? [],
    ),
  );
  return new Map(
    namedIn(root).flatMap((declaration) => {
      if (!/^(?:variable_declaration|assignment_statement)$/.test(declaration.type)) return [];
      const { names: targets, values } = namesAndValues(declaration);
      const [name, value] = [written(targets[0]), values[0]];
      if (targets.length !== 1 || !value) return [];
      const isDerived = value.type === 'function_call' && written(childIn(value, 'name')) === 'setmetatable';
      const base = isDerived ? entryIn(argumentsIn(value)[1], '__index', written) : undefined;
      const isTable = value.type === 'table_constructor' || base !== undefined;
      return isTable && (names.has(name) || base) ? [[name, { declaration, base, read }] as const] : [];
    }),
  );
};

/** Hosts of `client:connect({ host = … })` and `client:connect(host, port)`. */
const hostsIn = (all: readonly Cst[], written: Written): ReadonlyMap<string, Cst | undefined> => {
  const found = new Map<string, Cst | undefined>();
  for (const node of all) {
    const callee = node.type === 'function_call' ? childIn(node, 'name') : undefined;
    if (callee?.type !== 'method_index_expression' || written(childIn(callee, 'method')) !== 'connect')
      continue;
    const client = written(childIn(callee, 'table'));
    const [first] = argumentsIn(node);
    const host = first?.type === 'table_constructor' ? entryIn(first, 'host', written) : first;
    found.set(client, found.has(client) ? undefined : host);
  }
  return found;
};

/** Functions of tables, by how they are declared. */
const functionsIn = (all: readonly Cst[], written: Written): FileFacts['functions'] =>
  new Map(
    all.flatMap((node) => {
      const name = node.type === 'function_declaration' ? childIn(node, 'name') : undefined;
      if (!name || name.type === 'identifier') return [];
      const [first] = namedIn(childIn(node, 'parameters') ?? { children: [] });
      const isMethod = name.type === 'method_index_expression' || written(first) === 'self';
      return [[written(name).replace(':', '.'), isMethod ? ('method' as const) : ('function' as const)]];
    }),
  );

/** Tables, modules and clients of a file. */
export const factsOf = (text: string, root: Cst): FileFacts => {
  const written: Written = (node) => (node ? text.slice(node.start, node.end) : '');
  const all = nodesBelow(root);
  const packages = new Map(
    all.flatMap((node) => {
      if (node.type !== 'assignment_statement') return [];
      const { names, values } = namesAndValues(node);
      const [specifier] =
        values.length === 1 && /^require\b/.test(written(values[0])) ? specifiersIn(written(values[0])) : [];
      return specifier !== undefined && names[0] ? [[written(names[0]), specifier] as const] : [];
    }),
  );
  const sinks = all.flatMap((node) =>
    node.type === 'function_call' && /\bsink\.table$/.test(written(childIn(node, 'name')))
      ? argumentsIn(node).flatMap((given) => (given.type === 'identifier' ? written(given) : []))
      : [],
  );
  return {
    specifiers: new Set(specifiersIn(text)),
    statements: namedIn(root),
    packages,
    json: new Set([...packages].flatMap(([name, path]) => (JSON_LIBRARY.test(path) ? name : []))),
    classes: classesIn(root, all, written),
    functions: functionsIn(all, written),
    sinks: new Set(sinks),
    globals: new Set(),
    hosts: hostsIn(all, written),
  };
};
