import { ts } from '../syntax/tree.ts';
import { holdsNone } from './literals.ts';
import { isAccept, mustStay, type Examination } from './examination.ts';

/** `headers: {…}` that a request is cloned with. */
export const clonedWith = (state: Examination, { arguments: [given] }: ts.CallExpression): boolean => {
  if (!given) return true;
  if (!ts.isObjectLiteralExpression(given)) return false;
  return given.properties.every((property) => {
    if (!ts.isPropertyAssignment(property) && !ts.isShorthandPropertyAssignment(property)) return false;
    const name = property.name.getText();
    const value = ts.isPropertyAssignment(property) ? property.initializer : property.name;
    if (name === 'headers') state.wanted.push({ node: value, part: 'headers' });
    if (name === 'setHeaders') return holdsNone(state.ctx.evaluate(value, state.env), isAccept);
    return !mustStay(name);
  });
};
