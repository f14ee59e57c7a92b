import { isClientPackage } from '../clients/client-lookup.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';
import { settingsOfType } from './injected-settings.ts';
import { evaluateDeclaration, evaluateName } from './names.ts';
import type { Ctx, Value } from './values.ts';

/** Types of a client's package that are not clients. */
const NO_CLIENT = /(?:Response|Headers?|Params|Options|Config|Error|Promise|Event|Context|Handler|Init)$/;

/** Instance of a class that another file of the package declares. */
const typedByName = (ctx: Ctx, name: ts.Identifier): readonly Value[] | undefined =>
  instancesOf(ctx, evaluateName(ctx, name, undefined));

/** `http.Client`, `atlas.Client`: a client of a package, or a class of the project. */
const typedByPackage = (ctx: Ctx, { left, right }: ts.QualifiedName): readonly Value[] | undefined => {
  if (!ts.isIdentifier(left)) return undefined;
  // A variable of the same name is not a package.
  const declaration = declarationOf(left.text, left.getSourceFile());
  const owners = declaration ? evaluateDeclaration(ctx, declaration, undefined) : [];
  return instancesOf(
    ctx,
    owners.flatMap((owner) => ctx.property(owner, right.text, right, false)),
  );
};

const instancesOf = (ctx: Ctx, [val]: readonly Value[]): readonly Value[] | undefined => {
  if (val?.kind === 'class') return [{ kind: 'instance', node: val.node, env: undefined, open: true }];
  if (val?.kind !== 'external') return undefined;
  const path = val.path.join('.');
  const isMade = ctx.clients.rowsOf(val.module).some((row) => row.instances.some((at) => at.path === path));
  return isMade ? [{ ...val, path: [], made: [], typed: true }] : undefined;
};

/** Value known only by its type: an instance of a project class, or of a package's client. */
export const typedValue = (ctx: Ctx, type: ts.TypeNode | undefined): readonly Value[] | undefined => {
  if (!type || !ts.isTypeReferenceNode(type)) return undefined;
  if (ts.isQualifiedName(type.typeName)) return typedByPackage(ctx, type.typeName);
  if (loweredFile(type) && !declarationOf(type.typeName.text, type)) return typedByName(ctx, type.typeName);
  const settings = settingsOfType(ctx, type);
  if (settings) return settings;
  const declaration = declarationOf(type.typeName.text, type);
  // A parameter or variable of the same name is not a type.
  if (!declaration || ts.isIdentifier(declaration)) return undefined;
  const [val] = evaluateDeclaration(ctx, declaration, undefined);
  if (val?.kind === 'external' && NO_CLIENT.test(type.typeName.text)) return undefined;
  if (
    val?.kind === 'external' &&
    (isClientPackage(ctx.clients, val.module) || val.module === '@nestjs/config')
  )
    return [{ ...val, path: [], made: [], typed: true }];
  return val?.kind === 'class'
    ? [{ kind: 'instance', node: val.node, env: undefined, open: true }]
    : undefined;
};
