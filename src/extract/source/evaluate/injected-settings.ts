import { dottedName } from '../syntax/dialect.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { environmentValues } from './environment.ts';
import { evaluateName } from './names.ts';
import { onlyText } from './texts.ts';
import type { Program } from '../project/program.ts';
import type { Ctx, Env, ExternalValue, Value } from './values.ts';
import { unknown } from './values.ts';

/** Registration of settings that are injected elsewhere. */
interface Provider {
  /** First step of the names under which they are read; `undefined`: top-level names. */
  readonly scope: string | undefined;
  readonly factory: ts.Expression;
}

const calleeName = ({ expression }: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : dottedName(expression);

/** `registerAs('atlas', () => ({ … }))`, `ConfigModule.forRoot({ load: [settings] })`. */
const providersIn = (call: ts.CallExpression): readonly Provider[] => {
  const [first, second] = call.arguments;
  const name = calleeName(call);
  if (name === 'registerAs' && first && second && ts.isStringLiteralLike(first))
    return [{ scope: first.text, factory: second }];
  if (name !== 'forRoot' || !first || !ts.isObjectLiteralExpression(first)) return [];
  const load = first.properties.find((at) => at.name?.getText() === 'load');
  const list = load && ts.isPropertyAssignment(load) ? load.initializer : undefined;
  return list && ts.isArrayLiteralExpression(list)
    ? list.elements.map((factory) => ({ scope: undefined, factory }))
    : [];
};

const known = new WeakMap<Program, { readonly files: number; readonly providers: readonly Provider[] }>();

/** Providers in all loaded files. */
const providersOf = (program: Program): readonly Provider[] => {
  const modules = program.loaded();
  const before = known.get(program);
  if (before?.files === modules.length) return before.providers;
  const providers = modules
    .flatMap(({ file }) => nodesOf(file).calls)
    .flatMap((call) => (ts.isCallExpression(call) ? providersIn(call) : []));
  known.set(program, { files: modules.length, providers });
  return providers;
};

const provided = (ctx: Ctx, { factory }: Provider): readonly Value[] =>
  ctx
    .evaluate(factory, undefined)
    .flatMap((val) => (val.kind === 'function' ? ctx.call(val, undefined, () => undefined, undefined) : []));

/** Settings that a parameter of type `ConfigType<typeof settings>` is injected with. */
export const settingsOfType = (
  ctx: Ctx,
  { typeName, typeArguments }: ts.TypeReferenceNode,
): readonly Value[] | undefined => {
  const [of] = typeArguments ?? [];
  if (!of || !ts.isTypeQueryNode(of) || !ts.isIdentifier(of.exprName)) return undefined;
  if (!ts.isIdentifier(typeName) || typeName.text !== 'ConfigType') return undefined;
  const [val, ...others] = evaluateName(ctx, of.exprName, undefined);
  const call = val?.kind === 'external' && others.length === 0 ? val.made.at(-1)?.call : undefined;
  const [provider] = call && ts.isCallExpression(call) ? providersIn(call) : [];
  return provider && provided(ctx, provider);
};

const isSeen = (val: Value): boolean =>
  val.kind !== 'unknown' && !(val.kind === 'primitive' && (val.value === undefined || val.value === null));

/** Setting that `ConfigService` returns for a name: from registered settings, `.env`, or its default. */
export const injectedSetting = (
  ctx: Ctx,
  { path }: ExternalValue,
  node: ts.CallExpression,
  argument: Env['argument'],
): readonly Value[] | undefined => {
  if (!/^(?:get|getOrThrow)$/.test(path.at(-1) ?? '')) return undefined;
  const name = onlyText(argument(0));
  if (name === undefined) return unknown();
  const [scope, ...rest] = name.split('.');
  const found = providersOf(ctx.program).flatMap((provider) => {
    if (provider.scope !== undefined && provider.scope !== scope) return [];
    const steps = provider.scope === undefined ? [scope!, ...rest] : rest;
    return steps.reduce<readonly Value[]>(
      (vals, step) => vals.flatMap((val) => ctx.property(val, step, node, false)),
      provided(ctx, provider),
    );
  });
  const all = [...found, ...environmentValues(ctx, name, node), ...(argument(1) ?? [])].filter(isSeen);
  return all.length > 0 ? all : unknown(name);
};
