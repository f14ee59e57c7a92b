import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';

/** Return values of a function, without those of nested functions. */
export const returnValues = (fn: ts.SignatureDeclaration): readonly (ts.Expression | undefined)[] => {
  const { body } = fn as ts.FunctionLikeDeclaration;
  if (!body) return [];
  if (!ts.isBlock(body)) return [body];
  const found: (ts.Expression | undefined)[] = [];
  walk(body, (at) => {
    if (ts.isReturnStatement(at)) found.push(at.expression);
    return !ts.isFunctionLike(at) && !ts.isClassLike(at);
  });
  return found;
};
