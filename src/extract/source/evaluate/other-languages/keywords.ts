import { dialectOf, isKeywords, isNamed } from '../../syntax/dialect.ts';
import { ts } from '../../syntax/tree.ts';
import { assignObjects, membersNamed, propertyOfObject } from '../objects.ts';
import { afterBound, type PassedArgument } from '../bound/kept-arguments.ts';
import type { Ctx, Env, FunctionNode, FunctionValue, ObjectValue, Value } from '../values.ts';
import { unknown } from '../values.ts';

const nameOf = ({ name }: ts.ParameterDeclaration): string | undefined =>
  ts.isIdentifier(name) ? name.text : undefined;

/** Named arguments that a rest parameter receives. */
const restOf = (given: Value, taken: ReadonlySet<string | undefined>): Value =>
  given.kind === 'object'
    ? { ...given, members: given.members.filter(({ name }) => !taken.has(name)) }
    : given;

const emptyAt = (node: ts.Node): ObjectValue => ({
  kind: 'object',
  node,
  literal: undefined,
  members: [],
  complete: true,
});

/** Value of a parameter passed by name; `undefined` where no argument names it. */
const passedAs = (given: readonly Value[], name: string, node: ts.Node): readonly Value[] | undefined => {
  const vals = given.flatMap((val): readonly Value[] => {
    if (val.kind !== 'object') return unknown(name);
    return val.complete && membersNamed(val, name).length === 0 ? [] : propertyOfObject(val, name, node);
  });
  return vals.length > 0 ? vals : undefined;
};

/** True where a function receives named arguments as one positional argument: `call(path, headers: {})` of Ruby. */
const areArgument = (keywords: ts.Node | undefined, parameters: FunctionNode['parameters']): boolean =>
  keywords !== undefined &&
  dialectOf(keywords).pairsAreArgument === true &&
  !parameters.some((each) => isKeywords(each) || isNamed(each));

/** Named arguments, those of the call over those bound before. */
const together = (ctx: Ctx, named: readonly PassedArgument[]): readonly Value[] => {
  const columns = named.map(([node, env]) => ctx.evaluate(node, env));
  return columns.length === 1 ? columns[0]! : assignObjects(columns, named.at(-1)![0]);
};

/** Arguments of a call as a function receives them: named ones go to the parameter of that name. */
export const boundTo = (
  ctx: Ctx,
  fn: Pick<FunctionValue, 'node' | 'bound'>,
  call: Env['call'],
  own: Env['argument'],
  env: Env | undefined,
): Env['argument'] => {
  const { parameters } = fn.node;
  const argument = fn.bound ? afterBound(ctx, fn, own) : own;
  const last = call?.arguments?.at(-1);
  const all: readonly PassedArgument[] = [...(fn.bound ?? []), ...(last ? [[last, env] as const] : [])];
  const named = all.filter(([node]) => isKeywords(node));
  const keywords = named.at(-1)?.[0];
  const takesRest = parameters.some(isKeywords);
  if ((!keywords && !takesRest) || areArgument(keywords, parameters)) return argument;
  const given = keywords && together(ctx, named);
  const kept = fn.bound?.filter(([node]) => !isKeywords(node)).length ?? 0;
  const positional = kept + (call?.arguments ?? []).filter((node) => !isKeywords(node)).length;
  const taken = new Set(parameters.filter((each) => !isKeywords(each)).map(nameOf));
  return (index) => {
    const parameter = parameters[index];
    if (!parameter) return index < positional ? argument(index) : undefined;
    if (isKeywords(parameter)) return given?.map((val) => restOf(val, taken)) ?? [emptyAt(parameter)];
    if (index < positional) return argument(index);
    const name = nameOf(parameter);
    return given && name !== undefined ? passedAs(given, name, keywords) : undefined;
  };
};
