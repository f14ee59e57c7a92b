import type { InsertionPoint } from '../../../model/index.ts';
import { bareMember, insertionPoint, pairMember, PLAIN_MEMBER } from '../../insertion.ts';
import { eolOf, indentAt, startsLine } from '../../lines.ts';
import { dialectOf, isClosed, isKeywords, isLines, loweredFile, markedInsertionPoint } from './dialect.ts';
import { MARKS, quoteStyle, insertionPointIn, styleOf } from './layout.ts';
import { ts } from './tree.ts';

const gapInLiteral = (literal: ts.ObjectLiteralExpression, listValues: boolean): InsertionPoint =>
  inStyle(
    literal,
    insertionPoint(literal.getSourceFile().fileName, insertionPointIn(literal), {
      separator: dialectOf(literal).insertion.assigns,
      ...styleOf(literal, listValues),
    }),
  );

/** Column of the values relative to their keys, where each member has its own line. */
const widthIn = (literal: ts.ObjectLiteralExpression): number | undefined => {
  const file = literal.getSourceFile();
  const last = literal.properties.at(-1);
  if (!last || !ts.isPropertyAssignment(last) || !file.text.slice(literal.pos, last.pos).includes('\n'))
    return undefined;
  return last.initializer.getStart(file) - last.getStart(file);
};

/** Applies the language's style: lists of values (`{"…"}` in Go), and aligned values. */
const inStyle = (literal: ts.ObjectLiteralExpression, gap: InsertionPoint): InsertionPoint => {
  const { list, aligns } = dialectOf(literal).insertion;
  const width = aligns ? widthIn(literal) : undefined;
  const placed = width === undefined ? gap : { ...gap, width };
  if (!gap.list || !list) return placed;
  const [open, close] = list;
  return { ...placed, valueOpens: open, after: close + gap.after, list: false };
};

/** True for an object that a call creates, `dict(a, b=1)` of Python: no member can be inserted. */
export const isCall = (literal: ts.ObjectLiteralExpression): boolean =>
  loweredFile(literal) !== undefined &&
  !isKeywords(literal) &&
  literal.getText().endsWith(')') &&
  !literal.getText().startsWith(dialectOf(literal).insertion.opensToo ?? ')');

/** Quotes of adjacent lines. */
const quoteInLines = (literal: ts.ObjectLiteralExpression): 'single' | 'double' => {
  const raw = literal.getText();
  if (/['"]/.test(raw)) return raw.includes("'") ? 'single' : 'double';
  return quoteStyle(literal) === 'double' ? 'double' : 'single';
};

/** Insertion point for one more header line: `'Accept: …'`. */
const gapInLines = (literal: ts.ObjectLiteralExpression): InsertionPoint => {
  const { before, after, ...room } = gapInLiteral(literal, false);
  const quote = MARKS[quoteInLines(literal)];
  return { ...room, ...PLAIN_MEMBER, before: before + quote, after: quote + after };
};

/**
 * Insertion point for one more member of an object literal, in the style of its neighbors; none in one that
 * represents calls.
 */
export const gapInObject = (
  literal: ts.ObjectLiteralExpression,
  listValues: boolean,
): InsertionPoint | undefined =>
  markedInsertionPoint(literal) ??
  (dialectOf(literal).builds || isClosed(literal) || isCall(literal)
    ? undefined
    : isLines(literal)
      ? gapInLines(literal)
      : gapInLiteral(literal, listValues));

/**
 * Insertion point for headers among named arguments that are passed on, which may not repeat a name:
 * `send(url, **{"headers": {…}, **options})`.
 */
const gapBeneath = (
  [passed, ...others]: readonly ts.SpreadAssignment[],
  list: boolean,
  name: string,
): InsertionPoint | undefined => {
  const { expression } = passed!;
  const { assigns, bareKeys, beneath, brackets, opensMember } = dialectOf(expression).insertion;
  const written = quoteStyle(expression);
  const mark = MARKS[written === 'double' ? 'double' : 'single'];
  const pieces = others.length === 0 ? beneath?.(expression.getText()) : undefined;
  return (
    pieces &&
    insertionPoint(
      expression.getSourceFile().fileName,
      {
        at: expression.getStart(),
        until: expression.getEnd(),
        before: `${pieces[0]}${opensMember(bareKeys ? name : `${mark}${name}${mark}`)}`,
        after: `${brackets[1]}${pieces[1]}`,
      },
      { separator: assigns, key: bareKeys ? 'bare' : written, value: written, list },
    )
  );
};

/** Insertion point for `headers: { … }` in an options literal. */
export const gapForHeadersIn = (
  options: ts.ObjectLiteralExpression,
  listValues: boolean,
  name = 'headers',
): InsertionPoint | undefined => {
  if (dialectOf(options).builds) return undefined;
  const isUnique = isKeywords(options) && dialectOf(options).insertion.keywords.unique === true;
  const passed = isUnique ? options.properties.filter(ts.isSpreadAssignment) : [];
  if (passed.length > 0) return gapBeneath(passed, listValues, name);
  const outer = gapInLiteral(options, false);
  const quote = outer.key === 'bare' ? '' : MARKS[outer.key === 'double' ? 'double' : 'single'];
  const { opensMember, padding, brackets, keywords } = dialectOf(options).insertion;
  const [opens, closes] = isKeywords(options)
    ? [keywords.opens(name), keywords.closes]
    : [opensMember(`${quote}${name}${quote}`), `${padding}${brackets[1]}`];
  return {
    ...outer,
    before: `${outer.before}${opens}`,
    after: `${closes}${outer.after}`,
    list: listValues,
  };
};

/** Insertion point for an options argument with headers, after the existing arguments but before a callback. */
export const gapForOptions = (
  call: ts.CallExpression | ts.NewExpression,
  missing: number,
  listValues: boolean,
  name = 'headers',
  callback?: ts.Expression,
): InsertionPoint | undefined => {
  if (dialectOf(call).builds) return undefined;
  const file = call.getSourceFile();
  const last = call.arguments?.findLast((argument) => argument !== callback);
  const filler = 'undefined, '.repeat(missing);
  const quote = quoteStyle(call);
  // `f(\n  a,\n)`: the trailing comma remains after the insertion.
  const before = `${last ? ', ' : ''}${filler}{ ${name}: { `;
  if (loweredFile(call)) return gapForKeyword(call, name, quote, listValues);
  const at = last ? last.getEnd() : call.getEnd() - 1;
  return insertionPoint(file.fileName, { at, before, after: ' } }' }, bareMember(quote, listValues));
};

/** Insertion point for one more argument that is headers: `send(url, { … })`. */
export const gapForHeadersArgument = (
  call: ts.CallExpression | ts.NewExpression,
  listValues: boolean,
): InsertionPoint => {
  const last = call.arguments?.at(-1);
  const room = { at: last ? last.getEnd() : call.getEnd() - 1, before: `${last ? ', ' : ''}{ `, after: ' }' };
  return insertionPoint(call.getSourceFile().fileName, room, bareMember(quoteStyle(call), listValues));
};

/** Insertion point for `headers={…}` after the last argument of a call without named arguments. */
const gapForKeyword = (
  call: ts.CallExpression | ts.NewExpression,
  name: string,
  quote: InsertionPoint['value'],
  list: boolean,
): InsertionPoint => {
  const last = call.arguments?.at(-1);
  const { keywords, assigns, bareKeys } = dialectOf(call).insertion;
  return insertionPoint(
    call.getSourceFile().fileName,
    {
      at: last ? last.getEnd() : call.getEnd() - 1,
      before: `${last ? keywords.behind : ''}${keywords.opens(name)}`,
      after: keywords.closes,
    },
    { separator: assigns, key: bareKeys ? 'bare' : quote, value: quote, list },
  );
};

/** Insertion point for one more pair in `[['name', 'value'], …]`. */
export const gapInPairs = (list: ts.ArrayLiteralExpression): InsertionPoint | undefined => {
  if (dialectOf(list).builds) return undefined;
  const last = list.elements.at(-1);
  const at = last ? last.getEnd() : list.getStart() + 1;
  const room = { at, before: last ? ', [' : '[', after: ']' };
  return insertionPoint(list.getSourceFile().fileName, room, pairMember(quoteStyle(list)));
};

/** Insertion point for one more name and value in `['name', 'value', …]`. */
export const gapInFlatList = (list: ts.ArrayLiteralExpression): InsertionPoint =>
  insertionPoint(
    list.getSourceFile().fileName,
    { at: list.elements.at(-1)!.getEnd(), before: ', ', after: '' },
    pairMember(quoteStyle(list)),
  );

/** Insertion point for a member in `new Headers()`. */
export const gapInNewHeaders = (node: ts.NewExpression): InsertionPoint | undefined => {
  if (node.arguments && node.arguments.length > 0) return undefined;
  const room = node.arguments
    ? { at: node.getEnd() - 1, before: '{ ', after: ' }' }
    : { at: node.getEnd(), before: '({ ', after: ' })' };
  return insertionPoint(node.getSourceFile().fileName, room, bareMember(quoteStyle(node), false));
};

/** Insertion point for one more `.set('name', 'value')` after a call of a chaining client. */
export const gapInChain = (call: ts.CallExpression): InsertionPoint =>
  insertionPoint(
    call.getSourceFile().fileName,
    { at: call.getEnd(), before: '.set(', after: ')' },
    pairMember(quoteStyle(call)),
  );

/** Insertion point for `x.setRequestHeader('name', 'value');` after the statement `x.open(…);`. */
export const gapBehindOpening = (call: ts.CallExpression): InsertionPoint | undefined => {
  const { expression: callee, parent } = call;
  if (!ts.isExpressionStatement(parent) || !ts.isPropertyAccessExpression(callee)) return undefined;
  const { fileName, text } = call.getSourceFile();
  const lead = startsLine(text, parent.getStart())
    ? `${eolOf(text)}${indentAt(text, parent.getStart())}`
    : ' ';
  const end = text[parent.getEnd() - 1] === ';' ? ';' : '';
  const before = `${lead}${callee.expression.getText()}.setRequestHeader(`;
  const room = { at: parent.getEnd(), before, after: `)${end}` };
  return insertionPoint(fileName, room, pairMember(quoteStyle(call)));
};
