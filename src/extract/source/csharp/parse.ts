import * as build from '../languages/build.ts';
import { builtByCalls } from '../managed/dialect.ts';
import { programWithImports, type Lowers, loweringOf, namesOf } from '../managed/files.ts';
import type { Outside } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, nodesBelow, type ParseText } from '../languages/tree-sitter.ts';
import { typeOf } from './calls.ts';
import { classesOf, isClass } from './classes.ts';
import { expressionOf } from './expressions.ts';
import { specifierOf, usingsIn } from './modules.ts';
import { blockOf, statementsIn } from './statements.ts';

const DIALECT = builtByCalls('C#');

const LOWERS: Lowers = { expression: expressionOf, block: blockOf, typeOf };

/** Declarations of the file and of its namespaces. */
const topLevel = (node: Cst): readonly Cst[] =>
  namedIn(node).flatMap((child): readonly Cst[] => {
    if (child.type === 'namespace_declaration')
      return topLevel(childIn(child, 'body') ?? { ...child, children: [] });
    return child.type === 'file_scoped_namespace_declaration' ? topLevel(child) : [child];
  });

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Constants of types that are imported with `using static Acme.Urls;`. */
const staticMembers = (text: string, types: readonly string[]): ReadonlyMap<string, string> => {
  const [only, ...others] = types;
  if (only === undefined || others.length > 0) return new Map();
  const names = new Set([...text.matchAll(/(?<![.\w])[A-Z]\w*/g)].map(([name]) => name));
  return new Map([...names].filter((name) => name !== lastName(only)).map((name) => [name, lastName(only)]));
};

/** Parses a file of C# and lowers it to the common syntax tree. */
export const parseCSharp = (parse: ParseText, path: string, text: string): ts.SourceFile => {
  const { root, errors } = parse(text);
  const all = nodesBelow(root);
  const comments = all.filter(({ type }) => type === 'comment');
  const declared = namesOf(
    text,
    all.filter(isClass).map((node) => childIn(node, 'name')),
  );
  const { packages, types } = usingsIn(text);
  const free = new Set(types.map(lastName).filter((name) => !declared.has(name)));
  const members = staticMembers(text, types);
  const hoisted = new Map<string, ts.FunctionDeclaration>();
  const own = { declared, libraries: new Set<string>(), free, hoisted };
  const outside: Outside = { named: new Map(), members, packages, ...own };
  const ctx = loweringOf(LOWERS, path, text, outside);
  const statements = topLevel(root).flatMap((node) =>
    isClass(node) ? classesOf(ctx, node) : statementsIn(ctx, { ...root, children: [node] }),
  );
  for (const name of hoisted.keys()) free.delete(name);
  const complete = { ...outside, declared: new Set([...declared, ...hoisted.keys()]) };
  const program = [...statements, ...hoisted.values()];
  const whole = programWithImports(program, complete, (name) => specifierOf(name, packages), text.length);
  return build.fileOf(path, text, whole, errors, DIALECT, comments);
};
