import * as build from '../languages/build.ts';
import { typeOfPackage } from '../languages/types.ts';
import type { ts } from '../syntax/tree.ts';
import { type Cst, namedIn } from '../languages/tree-sitter.ts';
import { specifierOf } from './modules.ts';
import { className, lastOf, type Lowering, textIn } from './lowering.ts';

/** Classes of client packages, by package and name in the table of clients. */
const CLIENTS: Readonly<Record<string, readonly [root: string, name: string]>> = {
  'GuzzleHttp\\Client': ['Guzzle', 'Client'],
  'GuzzleHttp\\ClientInterface': ['Guzzle', 'Client'],
  'Symfony\\Contracts\\HttpClient\\HttpClientInterface': ['Symfony', 'create'],
  'Symfony\\Component\\HttpClient\\HttpClient': ['Symfony', 'create'],
};

/** Client of a class, by its name in the table of clients. */
export const clientNamed = (whole: string): readonly [root: string, name: string] | undefined =>
  Object.hasOwn(CLIENTS, whole) ? CLIENTS[whole] : undefined;

/** Class of the project by its name in the file. */
export const projectClass = (ctx: Lowering, written: string, node: Cst): ts.Identifier => {
  const name = lastOf(written);
  if (!ctx.facts.aliases.has(name)) {
    const whole = className(ctx.facts, written);
    const { namespace, included } = ctx.facts;
    ctx.free.add(whole.includes('\\') ? whole : specifierOf(name, namespace, included));
  }
  return build.nameAt(name, node);
};

/** Class that `self::`, `parent::` or `Name::` refers to, for a member of this name; `undefined` for a variable. */
export const scopeClass = (ctx: Lowering, scope: Cst, wanted: string): ts.Expression | undefined => {
  const { owner } = ctx.scope;
  const written = textIn(ctx, scope);
  if (scope.type === 'relative_scope') {
    if (!owner) return undefined;
    const isOwn = owner.constants.has(wanted) || owner.statics.has(wanted) || owner.base === undefined;
    if (written.toLowerCase() === 'parent' || !isOwn)
      return owner.base === undefined ? build.superAt(scope) : projectClass(ctx, owner.base, scope);
    const isLate = written.toLowerCase() === 'static' && ctx.scope.isStatic !== true;
    return isLate && owner.constants.has(wanted) ? build.thisAt(scope) : build.nameAt(owner.name, scope);
  }
  if (scope.type !== 'name' && scope.type !== 'qualified_name') return undefined;
  return written === owner?.name ? build.nameAt(written, scope) : projectClass(ctx, written, scope);
};

/** Declared type of a parameter or property, if it is a class. */
export const typeOf = (ctx: Lowering, node: Cst | undefined): ts.TypeNode | undefined => {
  if (!node) return undefined;
  if (node.type === 'optional_type' || node.type === 'named_type') return typeOf(ctx, namedIn(node)[0]);
  if (node.type !== 'name' && node.type !== 'qualified_name') return undefined;
  const written = textIn(ctx, node);
  const client = clientNamed(className(ctx.facts, written));
  if (client)
    return typeOfPackage(
      build.nameAt(client[0], build.nowhere(node.start)),
      build.nameAt(client[1], build.nowhere(node.start)),
      node,
    );
  return build.typeNamed(projectClass(ctx, written, node));
};
