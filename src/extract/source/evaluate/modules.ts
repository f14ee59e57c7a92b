import { isDocument } from '../languages/paths.ts';
import { functionFile } from '../languages/app-services.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx, FunctionValue, Value } from './values.ts';
import { unknown } from './values.ts';

/** A module as a value: a package, or a file of the project. */
export const moduleValue = (ctx: Ctx, from: ts.Node, specifier: string): readonly Value[] => {
  const resolved = ctx.program.resolve(from, specifier);
  return resolved.kind === 'file'
    ? (onlyWhole(ctx, resolved.path) ?? [{ kind: 'module', path: resolved.path }])
    : [{ kind: 'external', module: resolved.name, path: [], made: [], typed: false }];
};

/** Value of `require(specifier)`: a module, or the content of a JSON file. */
export const requiredValue = (ctx: Ctx, from: ts.Node, specifier: string): readonly Value[] =>
  moduleValue(ctx, from, specifier).flatMap((val) => {
    return val.kind === 'module' && isDocument(val.path) ? (wholeModule(ctx, val.path) ?? [val]) : [val];
  });

type ImportDeclaration =
  | ts.ImportClause
  | ts.ImportSpecifier
  | ts.NamespaceImport
  | ts.ImportEqualsDeclaration;

/** Values that an import binds. */
export const evaluateImport = (ctx: Ctx, node: ImportDeclaration): readonly Value[] => {
  if (ts.isImportEqualsDeclaration(node)) {
    const reference = node.moduleReference;
    return ts.isExternalModuleReference(reference) && ts.isStringLiteral(reference.expression)
      ? moduleValue(ctx, node, reference.expression.text)
      : unknown(node.name.text);
  }
  const declaration = ts.findAncestor(node as ts.Node, ts.isImportDeclaration);
  const specifier = declaration?.moduleSpecifier;
  if (!specifier || !ts.isStringLiteral(specifier)) return unknown();
  const module = moduleValue(ctx, node, specifier.text);
  if (ts.isNamespaceImport(node)) return module;
  const name = ts.isImportClause(node) ? 'default' : (node.propertyName ?? node.name).text;
  const inner =
    module.some(({ kind }) => kind === 'external') && ctx.program.moduleIn(node, specifier.text, name);
  if (inner) return [{ kind: 'module', path: inner }];
  return module.flatMap((val) => {
    const whole = name === 'default' && val.kind !== 'module' && val.kind !== 'external';
    return whole ? [val] : ctx.property(val, name, node, false);
  });
};

/** `module.name`, through re-exports, CommonJS exports and JSON. */
export const propertyOfModule = (ctx: Ctx, path: string, name: string, node: ts.Node): readonly Value[] => {
  const target = ctx.program.exported(path, name);
  if (target?.kind === 'package')
    return [
      {
        kind: 'external',
        module: target.name,
        path: target.path.filter((step) => step !== 'default'),
        made: [],
        typed: false,
      },
    ];
  if (target?.kind === 'module') return [{ kind: 'module', path: target.path }];
  if (target) return ctx.evaluate(target.node, undefined);
  const whole = wholeModule(ctx, path);
  if (!whole) return unknown(name);
  return name === 'default' ? whole : whole.flatMap((val) => ctx.property(val, name, node, false));
};

/** Value of a module that consists of `module.exports = …`: a class, a function, an object. */
const onlyWhole = (ctx: Ctx, path: string): readonly Value[] | undefined => {
  const table = ctx.program.module(path)?.exports;
  return table?.whole && table.named.size === 0 ? ctx.evaluate(table.whole, undefined) : undefined;
};

/** Value that `require` of the file returns when it is not a namespace: `module.exports = …`, or the JSON document. */
export const wholeModule = (ctx: Ctx, path: string): readonly Value[] | undefined => {
  const module = ctx.program.module(path);
  if (module?.exports.whole) return ctx.evaluate(module.exports.whole, undefined);
  const first = isDocument(path) ? module?.file.statements[0] : undefined;
  return first && ts.isExpressionStatement(first) ? ctx.evaluate(first.expression, undefined) : undefined;
};

/** Functions that `context.functions.execute(name)` may refer to. */
export const executedFunctions = (ctx: Ctx, from: ts.Node, name: string): readonly FunctionValue[] => {
  const path = functionFile(ctx.program.files(), from.getSourceFile().fileName, name);
  const vals = path === undefined ? undefined : wholeModule(ctx, path);
  return (vals ?? []).filter((val) => val.kind === 'function');
};
