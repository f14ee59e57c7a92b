import { nodesBelow, type Cst, namedIn } from '../languages/tree-sitter.ts';
import type { FileFacts } from './lowering.ts';
import { loweredFunctionName, variableOf } from './names.ts';

const isFunction = ({ type }: Cst): boolean => type === 'function_statement';

const nameIn = (text: string, node: Cst): string => {
  const name = node.children.find(({ type }) => type === 'function_name');
  return name ? loweredFunctionName(text.slice(name.start, name.end)) : '';
};

const variablesIn = (text: string, node: Cst): readonly string[] =>
  nodesBelow(node).flatMap((each) => {
    if (each.type !== 'variable') return [];
    const { name, space } = variableOf(text.slice(each.start, each.end));
    return space === '' || space === 'local' ? [name] : [];
  });

interface Known {
  readonly own: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
  readonly switches: ReadonlySet<string>;
}

/** Variables that a function sets, and functions that it calls. */
const knownOf = (text: string, node: Cst): Known => {
  const [own, calls, switches] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const each of nodesBelow(node, isFunction)) {
    if (each.type === 'left_assignment_expression' || each.type === 'script_parameter')
      for (const name of variablesIn(text, each).slice(0, 1)) own.add(name);
    if (each.type === 'command_name') calls.add(loweredFunctionName(text.slice(each.start, each.end)));
    if (each.type === 'script_parameter' && /\[switch\]/i.test(text.slice(each.start, each.end)))
      for (const name of variablesIn(text, each)) switches.add(name);
  }
  return { own, calls, switches };
};

/** Callers of each function: it sees their variables before those of the script. */
const callersOf = (functions: ReadonlyMap<string, Known>): ReadonlyMap<string, ReadonlySet<string>> => {
  const set = new Map<string, Set<string>>();
  for (const [caller, { own }] of functions) {
    const open = [...functions.get(caller)!.calls];
    const met = new Set(open);
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const callee = functions.get(name);
      if (!callee || name === caller) continue;
      const names = set.get(name) ?? new Set<string>();
      set.set(name, names);
      for (const each of own) names.add(each);
      for (const next of callee.calls) if (!met.has(next)) open.push((met.add(next), next));
    }
  }
  return set;
};

/** Functions of a file, and the variables that their callers may set for them. */
export const factsOf = (text: string, root: Cst): FileFacts => {
  const functions = new Map<string, Known>();
  for (const node of nodesBelow(root))
    if (isFunction(node)) functions.set(nameIn(text, node), knownOf(text, node));
  return {
    functions: new Map([...functions].map(([name, { switches }]) => [name, switches])),
    setByCallers: callersOf(functions),
  };
};

/** Declared parameters of a function or a script. */
export const parametersIn = (node: Cst): readonly Cst[] =>
  node.children
    .filter(({ type }) => /^(?:param_block|function_parameter_declaration|script_block)$/.test(type))
    .flatMap((each) =>
      each.type === 'script_block'
        ? parametersIn(each)
        : each.children.filter(({ type }) => type === 'parameter_list').flatMap(namedIn),
    )
    .filter(({ type }) => type === 'script_parameter');

/** The default of a parameter. */
export const defaultOf = (parameter: Cst): Cst | undefined => {
  const given = parameter.children.find(({ type }) => type === 'script_parameter_default');
  return given && namedIn(given)[0];
};

/** Variable of a parameter. */
export const parameterVariable = (parameter: Cst): Cst | undefined =>
  parameter.children.find(({ type }) => type === 'variable');
