import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import { isAccept, isUrl, markUnknown, type Part, partIn, type Examination } from './examination.ts';

const keyOf = (element: ts.BindingElement): string | undefined => {
  const key = element.propertyName ?? element.name;
  return ts.isIdentifier(key) || ts.isStringLiteralLike(key) ? key.text : undefined;
};

const functionAround = (node: ts.Node): ts.Node =>
  ts.findAncestor(node, (at) => ts.isFunctionLike(at) && at.parent !== undefined) ?? node.getSourceFile();

/** Adds every use of a name that is bound to a part. */
const bindName = (state: Examination, name: ts.Identifier, part: Part): void => {
  if (state.names.has(name)) return;
  state.names.set(name, part);
  const owner = ts.isParameter(name.parent) ? name.parent.parent : functionAround(name);
  walk(owner, (at) => {
    if (ts.isIdentifier(at) && at !== name && at.text === name.text && isUse(at, name))
      state.open.push({ node: at, part });
  });
};

const isUse = (at: ts.Identifier, name: ts.Identifier): boolean => {
  const { parent } = at;
  if (ts.isPropertyAccessExpression(parent) && parent.name === at) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === at) return false;
  if (ts.isBindingElement(parent) && parent.propertyName === at) return false;
  return !ts.isTypeReferenceNode(parent) && declarationOf(at.text, at) === name;
};

const bindElement = (state: Examination, element: ts.BindingElement, part: Part, own: boolean): void => {
  const key = keyOf(element);
  if (element.dotDotDotToken) {
    // The remaining headers may lack the one that counts.
    if (part === 'headers') {
      const { elements } = element.parent as ts.ObjectBindingPattern;
      const taken = elements.filter((other) => other !== element).map(keyOf);
      if (taken.some((name) => name === undefined || isAccept(name))) return markUnknown(state, element);
      return bind(state, element.name, 'headers');
    }
    return bind(state, element.name, own ? 'rest' : part);
  }
  if (key === undefined) return markUnknown(state, element);
  const inner = partIn(part, key) ?? (part === 'request' && isUrl(key) ? 'url' : undefined);
  if (inner) bind(state, element.name, inner);
};

/** Binds the names of a parameter or variable to a part. */
export const bind = (state: Examination, name: ts.BindingName, part: Part): void => {
  if (ts.isIdentifier(name)) return bindName(state, name, part);
  if (ts.isArrayBindingPattern(name)) {
    if (part !== 'arguments') return markUnknown(state, name);
    name.elements.forEach((element, index) => {
      if (ts.isBindingElement(element)) bind(state, element.name, index === 0 ? 'url' : 'request');
    });
    return;
  }
  const own = name.elements.some((element) => partIn(part, keyOf(element) ?? '') !== undefined);
  for (const element of name.elements) bindElement(state, element, part, own);
};

/** Part that a name is bound to. */
export const partOfName = (state: Examination, name: ts.Identifier): Part | undefined => {
  const declared = declarationOf(name.text, name);
  return declared && ts.isIdentifier(declared) ? state.names.get(declared) : undefined;
};
