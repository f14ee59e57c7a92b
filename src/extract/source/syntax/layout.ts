import type { InsertionPoint } from '../../../model/index.ts';
import { type InsertionPosition, positionBeside } from '../../insertion.ts';
import { eolOf, indentAt, startsLine } from '../../lines.ts';
import { dialectOf, isKeywords, loweredFile, writtenAs } from './dialect.ts';
import { oncePerNode } from './memo.ts';
import { ts } from './tree.ts';

/** Delimiter of a string literal. */
export type StringQuote = 'single' | 'double' | 'backtick';
export const MARKS: Readonly<Record<StringQuote, string>> = { single: "'", double: '"', backtick: '`' };

/** Quotes of a spelling, if any: `py-f-double`. */
const quoteOfSpelling = (spelling: string): StringQuote | undefined => {
  if (spelling.endsWith('single')) return 'single';
  return /(?:double|long)$/.test(spelling) ? 'double' : undefined;
};

export const quoteOf = (node: ts.Node | undefined): StringQuote | undefined => {
  if (!node || !ts.isStringLiteralLike(node)) return undefined;
  const written = writtenAs(node);
  if (written) return quoteOfSpelling(written.spelling);
  const mark = node.getText()[0];
  return mark === '"' ? 'double' : mark === "'" ? 'single' : 'backtick';
};

const quotesIn = oncePerNode((file: ts.SourceFile): StringQuote => {
  const doubles = file.text.split('"').length;
  const singles = file.text.split("'").length;
  const prefersDouble =
    file.fileName.endsWith('.json') || (loweredFile(file) ? doubles >= singles : doubles > singles);
  return prefersDouble ? 'double' : 'single';
});

/** Most frequent quotes of the file's strings. */
export const quoteStyle = (node: ts.Node): StringQuote => quotesIn(node.getSourceFile());

interface Style {
  readonly key: InsertionPoint['key'];
  readonly value: StringQuote;
  readonly list: boolean;
}

const initializersOf = (literal: ts.ObjectLiteralExpression): readonly ts.Expression[] =>
  literal.properties.flatMap((property) => (ts.isPropertyAssignment(property) ? [property.initializer] : []));

/** Quotes and list style of the neighbors. */
export const styleOf = (literal: ts.ObjectLiteralExpression, listValues: boolean): Style => {
  const values = initializersOf(literal);
  const names = literal.properties.flatMap((property) => (property.name ? [property.name] : []));
  const quotedNames = names.filter((name) => ts.isStringLiteral(name));
  const allQuoted = names.length > 0 && quotedNames.length === names.length;
  const lists = values.filter((value) => ts.isArrayLiteralExpression(value));
  const strings = [...values, ...lists.flatMap((list) => list.elements)]
    .map(quoteOf)
    .find((quote) => quote !== undefined && quote !== 'backtick');
  const value = strings ?? quoteOf(quotedNames[0]) ?? quoteStyle(literal);
  const { bareKeys } = dialectOf(literal).insertion;
  const needsQuotes = !bareKeys || (allQuoted && bareKeys !== 'always');
  const key = needsQuotes ? (quoteOf(quotedNames[0]) ?? value) : 'bare';
  return { key, value, list: values.length > 0 ? lists.length * 2 > values.length : listValues };
};

const hasComment = (literal: ts.Node, text: string): boolean => dialectOf(literal).comment.test(text);

/** Offset where the members of an object begin. */
const opening = (literal: ts.ObjectLiteralExpression, file: ts.SourceFile): number => {
  const start = literal.getStart(file);
  const [open] = dialectOf(literal).insertion.brackets;
  const written = file.text.startsWith(open, start)
    ? open
    : (/^\w+\s*\(/.exec(file.text.slice(start))?.[0] ?? '(');
  return start + written.length;
};

/** Insertion point for one more member of a non-empty literal. */
const roomAmong = (
  literal: ts.ObjectLiteralExpression,
  last: ts.Node,
  file: ts.SourceFile,
): InsertionPosition => {
  const { properties } = literal;
  const { separators } = dialectOf(literal).insertion;
  const end = last.getEnd();
  const rest = file.text.slice(end, literal.getEnd() - 1);
  const hasLines =
    startsLine(file.text, last.getStart(file)) &&
    properties.every((at) => startsLine(file.text, at.getStart(file)));
  const lead = hasLines ? `${eolOf(file.text)}${indentAt(file.text, properties[0]!.getStart(file))}` : ' ';
  // `a = 1;` on several lines: the separator after the last member may remain.
  const sign = separators.onLine.trim();
  const ended = hasLines && rest.trimStart().startsWith(sign) ? rest.indexOf(sign) + 1 : 0;
  return positionBeside({
    open: opening(literal, file),
    end: end + ended,
    trailingComma: properties.hasTrailingComma ? end + rest.indexOf(',') + 1 : undefined,
    commentAtEnd: hasComment(literal, rest),
    sign: hasLines ? separators.betweenLines : sign,
    lead,
    firstLead: lead,
  });
};

/** Insertion point for one more member of a literal, with its delimiters. */
export const insertionPointIn = (literal: ts.ObjectLiteralExpression): InsertionPosition => {
  const file = literal.getSourceFile();
  const last = literal.properties.at(-1);
  const { padding, separators, keywords } = dialectOf(literal).insertion;
  // Space-separated arguments have no brackets.
  if (isKeywords(literal) && (keywords.behind.trim() === '' || literal.pos === literal.end))
    return { at: last?.getEnd() ?? literal.getEnd(), before: keywords.behind, after: '' };
  if (last) return roomAmong(literal, last, file);
  const open = opening(literal, file);
  const blank = hasComment(literal, file.text.slice(open, literal.getEnd() - 1));
  return { at: open, before: blank ? ' ' : padding, after: blank ? separators.onLine.trim() : padding };
};

/** Insertion point for a statement after another one, with its leading text. */
export const afterStatement = (statement: ts.Statement): { readonly at: number; readonly line: string } => {
  const file = statement.getSourceFile();
  const end = statement.getEnd();
  const rest = /^[^\r\n]*/.exec(file.text.slice(end))![0];
  const alone = startsLine(file.text, statement.getStart(file)) && /^\s*(?:\/\/.*)?$/.test(rest);
  if (!alone) return { at: end, line: ' ' };
  return {
    at: end + rest.trimEnd().length,
    line: `${eolOf(file.text)}${indentAt(file.text, statement.getStart(file))}`,
  };
};
