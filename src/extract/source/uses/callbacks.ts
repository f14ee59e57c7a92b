import { ts } from '../syntax/tree.ts';
import type { Flow } from './flow.ts';
import { intoPattern } from './patterns.ts';
import type { Path } from '../types/member-path.ts';
import { NOTHING, other, type StateStep, to } from './state.ts';

/** Functions that an expression may evaluate to. */
const functionsAt = ({ ctx }: Flow, node: ts.Expression | undefined): readonly ts.SignatureDeclaration[] =>
  node ? ctx.evaluate(node, undefined).flatMap((val) => (val.kind === 'function' ? [val.node] : [])) : [];

/** Step into a callback: its first parameter. */
export const intoCallback = (
  flow: Flow,
  callback: ts.Expression | undefined,
  path: Path,
  index = 0,
): StateStep => {
  const functions = functionsAt(flow, callback);
  if (callback && ts.isIdentifier(callback) && callback.text === 'Boolean') return NOTHING;
  if (functions.length === 0)
    return callback ? other(callback, 'by a function whose code is not available') : NOTHING;
  return to(
    ...functions.flatMap(({ parameters }) => {
      const parameter = parameters[index];
      return parameter ? intoPattern(parameter.name, path) : [];
    }),
  );
};
