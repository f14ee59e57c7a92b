import { oncePerNode } from './memo.ts';
import { nodesOf } from './nodes.ts';
import { ts } from './tree.ts';

/** A call or construction. */
export type CallOrNew = ts.CallExpression | ts.NewExpression;

const lastName = (node: ts.Expression): string =>
  ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : '';

/** Last name of the callee: `get` of `this.http.get(…)`. */
export const calledName = ({ expression }: CallOrNew): string => lastName(expression);

interface CallsByName {
  /** Calls by the last names of their callees. */
  readonly called: ReadonlyMap<string, readonly CallOrNew[]>;
  /** Last names of arguments. */
  readonly given: ReadonlySet<string>;
}

/** Calls of a file by name. */
export const callsByName = oncePerNode((file: ts.SourceFile): CallsByName => {
  const called = new Map<string, CallOrNew[]>();
  const given = new Set<string>();
  for (const call of nodesOf(file).calls) {
    const name = lastName(call.expression);
    const list = called.get(name);
    if (list) list.push(call);
    else called.set(name, [call]);
    for (const argument of call.arguments ?? []) given.add(lastName(argument));
  }
  return { called, given };
});

/** Name that a function is called by, if any. */
export const calledBy = (fn: ts.SignatureDeclaration): string | undefined => {
  const { parent } = fn;
  const holds =
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent);
  const name = fn.name ?? (holds ? parent.name : undefined);
  return name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name.text : undefined;
};
