import { executedName } from './app-services-execute.ts';
import { strip } from './arguments.ts';
import { appliedIn } from './bound/applied.ts';
import type { Module } from '../syntax/module.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { topBy } from '../syntax/climb.ts';
import { ts } from '../syntax/tree.ts';
import type { Program } from '../project/program.ts';
import { declarationOf } from '../syntax/scope.ts';

const textOf = (name: ts.Node): string | undefined =>
  ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name)
    ? name.text
    : undefined;

/** Names by which a file's functions and classes may be called as members. */
const memberNamesIn = ({ file, exports }: Module): readonly string[] => {
  const { members, changing } = nodesOf(file);
  const assigned = changing.flatMap((node) =>
    ts.isBinaryExpression(node) && ts.isPropertyAccessExpression(node.left) ? [node.left.name.text] : [],
  );
  return [...exports.named.keys(), ...members.flatMap(({ name }) => textOf(name) ?? []), ...assigned];
};

/** Root of the members and calls of an expression: a name, or a call that loads a module. */
const rootOf = (node: ts.Expression): ts.Node => root(strip(node));

const root = topBy((at) =>
  (ts.isPropertyAccessExpression(at) ||
    ts.isElementAccessExpression(at) ||
    ts.isCallExpression(at) ||
    ts.isAwaitExpression(at)) &&
  !isLoading(at)
    ? strip(at.expression)
    : undefined,
);

/** `require(…)`, `import(…)`. */
const isLoading = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  (node.expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(node.expression) && node.expression.text === 'require'));

/** True for a name that is bound to a file of the project, which may not have been parsed yet. */
const isOfFile = (program: Program, name: ts.Identifier): boolean => {
  const declaration = declarationOf(name.text, name);
  if (!declaration) return false;
  if (ts.isIdentifier(declaration)) {
    const variable = ts.findAncestor(declaration as ts.Node, ts.isVariableDeclaration);
    return variable?.initializer !== undefined && isLoading(rootOf(variable.initializer));
  }
  const imported = ts.findAncestor(declaration as ts.Node, ts.isImportDeclaration)?.moduleSpecifier;
  if (!imported || !ts.isStringLiteral(imported)) return ts.isImportEqualsDeclaration(declaration);
  return program.resolve(name, imported.text).kind === 'file';
};

/** Determines by name alone which calls may reach a function of the project: most calls are of built-in methods. */
export class CallableNames {
  readonly #program: Program;
  readonly #names = new Set<string>();
  #seen = 0;

  constructor(program: Program) {
    this.#program = program;
  }

  /** Adds the files parsed since the last call; true when there are any. */
  grow(): boolean {
    const modules = this.#program.loaded();
    const more = modules.length > this.#seen;
    for (const module of modules.slice(this.#seen))
      for (const name of memberNamesIn(module)) this.#names.add(name);
    this.#seen = modules.length;
    return more;
  }

  mayReach(call: ts.CallExpression | ts.NewExpression): boolean {
    const callee = strip(call.expression);
    if (!ts.isPropertyAccessExpression(callee) || executedName(call) !== undefined) return true;
    if (appliedIn(call)) return true;
    if (this.#names.has(callee.name.text) || callee.expression.kind === ts.SyntaxKind.ThisKeyword)
      return true;
    const root = rootOf(callee.expression);
    return isLoading(root) || (ts.isIdentifier(root) && isOfFile(this.#program, root));
  }
}
