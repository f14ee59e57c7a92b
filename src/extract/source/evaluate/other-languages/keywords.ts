import { dialectOf, isKeywords, isNamed } from '../../syntax/dialect.ts';
import { ts } from '../../syntax/tree.ts';
import { membersNamed, propertyOfObject } from '../objects.ts';
import type { Ctx, Env, FunctionNode, ObjectValue, Value } from '../values.ts';
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
const named = (given: readonly Value[], name: string, node: ts.Node): readonly Value[] | undefined => {
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

/** Arguments of a call as a function receives them: named ones go to the parameter of that name. */
export const boundTo = (
  ctx: Ctx,
  { parameters }: FunctionNode,
  call: Env['call'],
  argument: Env['argument'],
  env: Env | undefined,
): Env['argument'] => {
  const last = call?.arguments?.at(-1);
  const keywords = last && isKeywords(last) ? last : undefined;
  const takesRest = parameters.some(isKeywords);
  if ((!keywords && !takesRest) || areArgument(keywords, parameters)) return argument;
  const positional = (call?.arguments?.length ?? 0) - (keywords ? 1 : 0);
  const taken = new Set(parameters.filter((each) => !isKeywords(each)).map(nameOf));
  return (index) => {
    const parameter = parameters[index];
    if (!parameter) return index < positional ? argument(index) : undefined;
    const given = keywords ? ctx.evaluate(keywords, env) : undefined;
    if (isKeywords(parameter)) return given?.map((val) => restOf(val, taken)) ?? [emptyAt(parameter)];
    if (index < positional) return argument(index);
    const name = nameOf(parameter);
    return given && name !== undefined ? named(given, name, keywords!) : undefined;
  };
};
