import { nodesBelow, childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { isHeaderLine } from './header-lines.ts';
import { pathOf } from './modules.ts';
import type { FileFacts } from './lowering.ts';

const FUNCTION = /^(?:function_definition|method_declaration|anonymous_function|arrow_function)$/;

/** Variables that are assigned outside of functions. */
const variablesOf = (text: string, root: Cst): ReadonlySet<string> => {
  const outside = nodesBelow(root, ({ type }) => FUNCTION.test(type)).filter(
    ({ type }) => !FUNCTION.test(type),
  );
  return new Set(
    outside.flatMap((node) => {
      const left = node.type === 'assignment_expression' ? childIn(node, 'left') : undefined;
      return left?.type === 'variable_name' ? [text.slice(left.start, left.end)] : [];
    }),
  );
};

/** Classes by their names in the `use` clauses of a file. */
const aliasesOf = (text: string, all: readonly Cst[]): ReadonlyMap<string, string> => {
  const named = (node: Cst): string => text.slice(node.start, node.end);
  const found = new Map<string, string>();
  for (const declaration of all.filter(({ type }) => type === 'namespace_use_declaration')) {
    const prefix = declaration.children.find(({ type }) => type === 'namespace_name');
    for (const clause of nodesBelow(declaration).filter(({ type }) => type === 'namespace_use_clause')) {
      const [path] = namedIn(clause);
      if (!path) continue;
      const whole = (prefix ? `${named(prefix)}\\` : '') + named(path).replace(/^\\/, '');
      const alias = childIn(clause, 'alias');
      found.set(alias ? named(alias) : whole.slice(whole.lastIndexOf('\\') + 1), whole);
    }
  }
  return found;
};

/** Targets of `$headers[] = 'Accept: …'`, and whether their items are header lines. */
const grownIn = (text: string, all: readonly Cst[]): ReadonlyMap<string, boolean> => {
  const found = new Map<string, boolean>();
  for (const node of all) {
    const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
    if (node.type !== 'assignment_expression' || left?.type !== 'subscript_expression' || !right) continue;
    const [target, ...keys] = namedIn(left);
    if (!target || keys.length > 0) continue;
    const name = text.slice(target.start, target.end);
    found.set(name, found.get(name) === true || isHeaderLine(text, right));
  }
  return found;
};

/** Variables that are assigned an array. */
const arraysIn = (text: string, all: readonly Cst[]): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const node of all) {
    const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
    if (node.type !== 'assignment_expression' || left?.type !== 'variable_name' || !right) continue;
    if (/^(?:\[|array(?:_\w+)?\s*\()/.test(text.slice(right.start, right.end)))
      found.add(text.slice(left.start, left.end));
  }
  return found;
};

const takesReference = (node: Cst): boolean =>
  namedIn(childIn(node, 'parameters') ?? { children: [] }).some(({ children }) =>
    children.some(({ type }) => type === 'reference_modifier'),
  );

/** Functions, variables, class names and included files of a file. */
export const factsOf = (text: string, root: Cst): FileFacts => {
  const all = nodesBelow(root);
  const named = (node: Cst | undefined): string => (node ? text.slice(node.start, node.end) : '');
  const namespace = all.find(({ type }) => type === 'namespace_definition');
  return {
    functions: new Set(
      all.filter(({ type }) => type === 'function_definition').map((node) => named(childIn(node, 'name'))),
    ),
    variables: variablesOf(text, root),
    grown: grownIn(text, all),
    arrays: arraysIn(text, all),
    changing: new Set(
      all
        .filter((node) => FUNCTION.test(node.type) && takesReference(node))
        .map((node) => named(childIn(node, 'name'))),
    ),
    aliases: aliasesOf(text, all),
    namespace: namespace ? named(childIn(namespace, 'name')) : '',
    included: all
      .filter(({ type }) => /^(?:require|include)(?:_once)?_expression$/.test(type))
      .flatMap((node) => pathOf(named(node)) ?? []),
  };
};
