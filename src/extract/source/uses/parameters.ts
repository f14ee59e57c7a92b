import type { ArgumentRule } from './flow.ts';
import { EXECUTE_OFFSET, executedName } from '../evaluate/app-services-execute.ts';
import { isKeywords } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { intoPattern } from './patterns.ts';
import { ANY, type Path } from '../types/member-path.ts';
import { NOTHING, type StateStep, to } from './state.ts';

/** Target of named arguments: the parameter of the name, or the rest parameter. */
const intoNamed = (
  parameters: readonly ts.ParameterDeclaration[],
  [name = ANY, ...rest]: Path,
): StateStep => {
  const own = parameters.filter(
    (each) => !isKeywords(each) && ts.isIdentifier(each.name) && (name === ANY || each.name.text === name),
  );
  const others = own.length === 0 || name === ANY ? parameters.filter(isKeywords) : [];
  return to(
    ...own.flatMap((each) => intoPattern(each.name, rest)),
    ...others.flatMap((each) => intoPattern(each.name, [name, ...rest])),
  );
};

const intoParameter = (fn: ts.SignatureDeclaration, index: number, path: Path): StateStep => {
  const all = fn.parameters.filter(({ name }) => !(ts.isIdentifier(name) && name.text === 'this'));
  const last = all.at(-1);
  const parameter = all[index] ?? (last?.dotDotDotToken ? last : undefined);
  if (!parameter) return NOTHING;
  const given = parameter.dotDotDotToken ? [ANY, ...path] : path;
  const own = intoPattern(parameter.name, given);
  const name = ts.isParameterPropertyDeclaration(parameter, fn) ? parameter.name : undefined;
  return name && ts.isIdentifier(name)
    ? to(...own, { kind: 'member', owner: fn.parent, name: name.text, path: given })
    : to(...own);
};

/** Step to the parameter that takes an argument, by position or by name. */
export const intoParameterOf = (
  fn: ts.SignatureDeclaration,
  argument: ts.Node,
  index: number,
  path: Path,
): StateStep => (isKeywords(argument) ? intoNamed(fn.parameters, path) : intoParameter(fn, index, path));

/** Flows to the parameter of a project function. */
export const ofProject: ArgumentRule = ({ flow, call, node, index, path }) => {
  const callee = flow.ctx.evaluate(call.expression, undefined);
  const seen = callee.flatMap((val) => (val.kind === 'function' ? [val.node] : []));
  const functions = [...new Set<ts.SignatureDeclaration>([...flow.graph.reachedBy(call), ...seen])];
  if (functions.length === 0) {
    // Class of the project without a constructor: its arguments are ignored.
    return callee.length > 0 && callee.every(({ kind }) => kind === 'class') ? NOTHING : undefined;
  }
  const offset = executedName(call) === undefined ? 0 : EXECUTE_OFFSET;
  // A function without a body is implemented elsewhere.
  if (functions.some((fn) => !(fn as ts.FunctionLikeDeclaration).body)) return undefined;
  const steps = functions.map((fn) => intoParameterOf(fn, node, index - offset, path));
  return { next: steps.flatMap(({ next }) => next), ends: steps.flatMap(({ ends }) => ends) };
};
