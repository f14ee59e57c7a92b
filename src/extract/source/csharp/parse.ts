import { fileOf } from '../languages/builders.ts';
import { builtByCalls } from '../managed/dialect.ts';
import { linked, walkCst } from '../managed/files.ts';
import type { Lowering, Outside, Scope } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, type ParseText } from '../tree-sitter.ts';
import { typeOf } from './calls.ts';
import { classesOf, isClass } from './classes.ts';
import { expressionOf } from './expressions.ts';
import { specifierOf, usingsIn } from './modules.ts';
import { blockOf, statementsIn } from './statements.ts';

const DIALECT = builtByCalls('C#');

const loweringIn = (
  file: string,
  text: string,
  outside: Outside,
  scope: Scope,
  expected?: string,
): Lowering => {
  const ctx: Lowering = {
    file,
    text,
    scope,
    outside,
    expected,
    expression: (node) => expressionOf(ctx, node),
    block: (node) => blockOf(ctx, node),
    inside: (inner) => loweringIn(file, text, outside, inner),
    expecting: (type) => loweringIn(file, text, outside, scope, type),
    typeOf: (node) => typeOf(ctx, node),
  };
  return ctx;
};

/** What stands in the namespaces of a file, and in the file itself. */
const topLevel = (node: Cst): readonly Cst[] =>
  namedIn(node).flatMap((child): readonly Cst[] => {
    if (child.type === 'namespace_declaration')
      return topLevel(childIn(child, 'body') ?? { ...child, children: [] });
    return child.type === 'file_scoped_namespace_declaration' ? topLevel(child) : [child];
  });

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Constants of types whose members are all known: `using static Acme.Urls;`. */
const staticMembers = (text: string, types: readonly string[]): ReadonlyMap<string, string> => {
  const [only, ...others] = types;
  if (only === undefined || others.length > 0) return new Map();
  const names = new Set([...text.matchAll(/(?<![.\w])[A-Z]\w*/g)].map(([name]) => name));
  return new Map([...names].filter((name) => name !== lastName(only)).map((name) => [name, lastName(only)]));
};

/** Parses a file of C#, and lowers it to the one tree. */
export const parseCSharp = (parse: ParseText, path: string, text: string): ts.SourceFile => {
  const { root, errors } = parse(text);
  const comments: Cst[] = [];
  const declared = new Set<string>();
  walkCst(root, (node) => {
    if (node.type === 'comment') comments.push(node);
    const name = isClass(node) ? childIn(node, 'name') : undefined;
    if (name) declared.add(text.slice(name.start, name.end));
  });
  const { packages, types } = usingsIn(text);
  const free = new Set(types.map(lastName).filter((name) => !declared.has(name)));
  const members = staticMembers(text, types);
  const outside: Outside = { named: new Map(), members, packages, declared, libraries: new Set(), free };
  const scope: Scope = { locals: new Map(), owner: undefined, isStatic: true, sent: new Set() };
  const ctx = loweringIn(path, text, outside, scope);
  const statements = topLevel(root).flatMap((node) =>
    isClass(node) ? classesOf(ctx, node) : statementsIn(ctx, { ...root, children: [node] }),
  );
  const whole = linked(statements, outside, (name) => specifierOf(name, packages), text.length);
  return fileOf(path, text, whole, errors, DIALECT, comments);
};
