import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import { isAccept, lose, type Part, partIn, type Passage } from './passage.ts';

const keyOf = (element: ts.BindingElement): string | undefined => {
  const key = element.propertyName ?? element.name;
  return ts.isIdentifier(key) || ts.isStringLiteralLike(key) ? key.text : undefined;
};

const functionAround = (node: ts.Node): ts.Node =>
  ts.findAncestor(node, (at) => ts.isFunctionLike(at) && at.parent !== undefined) ?? node.getSourceFile();

/** Adds every use of a name that is bound to a part. */
const bindName = (passage: Passage, name: ts.Identifier, part: Part): void => {
  if (passage.names.has(name)) return;
  passage.names.set(name, part);
  const owner = ts.isParameter(name.parent) ? name.parent.parent : functionAround(name);
  walk(owner, (at) => {
    if (ts.isIdentifier(at) && at !== name && at.text === name.text && isUse(at, name))
      passage.open.push({ node: at, part });
  });
};

const isUse = (at: ts.Identifier, name: ts.Identifier): boolean => {
  const { parent } = at;
  if (ts.isPropertyAccessExpression(parent) && parent.name === at) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === at) return false;
  if (ts.isBindingElement(parent) && parent.propertyName === at) return false;
  return !ts.isTypeReferenceNode(parent) && declarationOf(at.text, at) === name;
};

const bindElement = (passage: Passage, element: ts.BindingElement, part: Part, own: boolean): void => {
  const key = keyOf(element);
  if (element.dotDotDotToken) {
    // The remaining headers may lack the one that counts.
    if (part === 'headers') {
      const { elements } = element.parent as ts.ObjectBindingPattern;
      const taken = elements.filter((other) => other !== element).map(keyOf);
      if (taken.some((name) => name === undefined || isAccept(name))) return lose(passage, element);
      return bind(passage, element.name, 'headers');
    }
    return bind(passage, element.name, own ? 'rest' : part);
  }
  if (key === undefined) return lose(passage, element);
  const inner = partIn(part, key);
  if (inner) bind(passage, element.name, inner);
};

/** Binds the names of a parameter or variable to a part. */
export const bind = (passage: Passage, name: ts.BindingName, part: Part): void => {
  if (ts.isIdentifier(name)) return bindName(passage, name, part);
  if (ts.isArrayBindingPattern(name)) {
    if (part !== 'arguments') return lose(passage, name);
    name.elements.forEach((element, index) => {
      if (ts.isBindingElement(element)) bind(passage, element.name, index === 0 ? 'url' : 'request');
    });
    return;
  }
  const own = name.elements.some((element) => partIn(part, keyOf(element) ?? '') !== undefined);
  for (const element of name.elements) bindElement(passage, element, part, own);
};

/** Part that a name is bound to. */
export const partOfName = (passage: Passage, name: ts.Identifier): Part | undefined => {
  const declared = declarationOf(name.text, name);
  return declared && ts.isIdentifier(declared) ? passage.names.get(declared) : undefined;
};
