import type { Place, Slot, Spelling, Text } from '../../../model/index.ts';
import { textOfSlot } from '../../../model/index.ts';
import { dialectOf, writtenAs } from './dialect.ts';
import { topBy } from './climb.ts';
import { ts } from './tree.ts';

const top = topBy(({ parent }) => parent as ts.Node | undefined);

/** File of a node, at any depth. */
const fileOf = (node: ts.Node): ts.SourceFile => {
  const file = top(node);
  return ts.isSourceFile(file) ? file : node.getSourceFile();
};

/** Position of a node, without leading comments and white space. */
export const placeOf = (node: ts.Node): Place => {
  const file = fileOf(node);
  return { file: file.fileName, span: { start: node.getStart(file), end: node.getEnd() } };
};

const isJson = (node: ts.Node): boolean => fileOf(node).fileName.endsWith('.json');

const spellingOf = (node: ts.StringLiteralLike): Spelling => {
  if (isJson(node)) return 'json-string';
  if (ts.isNoSubstitutionTemplateLiteral(node)) return 'js-template';
  return node.getText(fileOf(node)).startsWith("'") ? 'js-single' : 'js-double';
};

/** Content of a string literal. */
export const slotOfString = (node: ts.StringLiteralLike): Slot => {
  const { file, span } = placeOf(node);
  const written = writtenAs(node);
  if (written) return { file, value: node.text, ...written };
  return {
    file,
    span: { start: span.start + 1, end: Math.max(span.start + 1, span.end - 1) },
    value: node.text,
    spelling: spellingOf(node),
  };
};

/** Characters of a template between its delimiters and holes. */
export const slotOfTemplatePiece = (node: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail): Slot => {
  const { file, span } = placeOf(node);
  const written = writtenAs(node);
  if (written) return { file, value: node.text, ...written };
  const closing = ts.isTemplateTail(node) ? 1 : 2;
  return {
    file,
    span: { start: span.start + 1, end: span.end - closing },
    value: node.text,
    spelling: 'js-template',
  };
};

/** Slot of a value that is not written literally: it can be read but never edited. */
export const fixedSlot = (node: ts.Node, value: string): Slot => ({
  ...placeOf(node),
  value,
  spelling: 'fixed',
});

/** Slot of a whole expression, to be replaced by a literal. */
export const slotOfExpression = (node: ts.Node, value: string): Slot =>
  ts.isStringLiteralLike(node)
    ? slotOfString(node)
    : { ...placeOf(node), value, spelling: dialectOf(node).expression };

/** Slot of a property's name: bare, quoted, or the shorthand that is also its value; and of a text that a type lists. */
export const slotOfName = (node: ts.Node): Slot => {
  if (ts.isStringLiteralLike(node)) return slotOfString(node);
  if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) return slotOfTemplatePiece(node);
  if (ts.isComputedPropertyName(node) && ts.isStringLiteralLike(node.expression))
    return slotOfString(node.expression);
  const shorthand = ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node;
  const written = writtenAs(node);
  if (written) return { file: node.getSourceFile().fileName, value: node.getText(), ...written };
  const text = ts.isIdentifier(node) || ts.isPrivateIdentifier(node) ? node.text : node.getText();
  return { ...placeOf(node), value: text, spelling: shorthand ? 'js-shorthand' : 'js-name' };
};

/** Text of a computed or generated string. */
export const fixedText = (node: ts.Node, value: string): Text => textOfSlot(fixedSlot(node, value));
