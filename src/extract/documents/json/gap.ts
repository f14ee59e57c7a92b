import type { InsertionPoint, Span } from '../../../model/index.ts';

/** An object as it is written: offsets of its braces, members and last comma in the text. */
export interface WrittenObject {
  /** Offset of the opening brace. */
  readonly open: number;
  /** Members, from key to value, in order. */
  readonly members: readonly Span[];
  /** Text between the last member's key and value. */
  readonly separator: string;
  /** End of a comma after the last member. */
  readonly trailingComma: number | undefined;
  /** True when a comment stands between the last member and the closing brace. */
  readonly commentAtEnd: boolean;
}

type Recipe = Pick<InsertionPoint, 'at' | 'before' | 'after'>;

const lineStartOf = (text: string, at: number): number =>
  Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;

const eolBefore = (text: string, lineStart: number): string => {
  const last = text.charAt(lineStart - 1);
  return last === '\n' && text.charAt(lineStart - 2) === '\r' ? '\r\n' : last;
};

/** The line break and indent a member starts with, or `undefined` when it follows something on its line. */
const ownLine = (text: string, start: number): string | undefined => {
  let lineStart = start;
  while (text[lineStart - 1] === ' ' || text[lineStart - 1] === '\t') lineStart -= 1;
  const eol = eolBefore(text, lineStart);
  return eol === '\n' || eol === '\r' || eol === '\r\n' ? eol + text.slice(lineStart, start) : undefined;
};

const isSpaced = (text: string, object: WrittenObject): boolean =>
  /\s$/.test(object.separator) || /\s/.test(text.charAt(object.open + 1));

/** In front of the first member: the only place where no comment can change its owner. */
const atFront = (text: string, object: WrittenObject, first: Span): Recipe => ({
  at: object.open + 1,
  before: ownLine(text, first.start) ?? (/\s/.test(text.charAt(object.open + 1)) ? ' ' : ''),
  after: ',',
});

const atEnd = (text: string, object: WrittenObject, last: Span): Recipe => {
  const lead = ownLine(text, last.start) ?? (isSpaced(text, object) ? ' ' : '');
  return object.trailingComma === undefined
    ? { at: last.end, before: ',' + lead, after: '' }
    : { at: object.trailingComma, before: lead, after: ',' };
};

const indentOf = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(lineStartOf(text, at), at))?.[0] ?? '';

const inEmpty = (text: string, object: WrittenObject): Recipe => {
  const at = object.open + 1;
  const eol = /\r\n|\n|\r/.exec(text.trimEnd())?.[0];
  if (eol === undefined) return { at, before: text.charAt(at) === ' ' ? ' ' : '', after: '' };
  const unit = /[\n\r]([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const indent = indentOf(text, object.open);
  const closesOnOwnLine = /^[ \t]*[\r\n]/.test(text.slice(at));
  return { at, before: eol + indent + unit, after: closesOnOwnLine ? '' : eol + indent };
};

const recipe = (text: string, object: WrittenObject): Recipe => {
  const first = object.members[0];
  const last = object.members.at(-1);
  if (first === undefined || last === undefined) return inEmpty(text, object);
  return object.commentAtEnd ? atFront(text, object, first) : atEnd(text, object, last);
};

/** Where and how one more member is written, in the style of its neighbours. */
export const gapIn = (file: string, text: string, object: WrittenObject): InsertionPoint => {
  const sample = object.members.length > 0 ? object.separator : /"(\s*:[ \t]*)/.exec(text)?.[1];
  const separator = sample !== undefined && /^[ \t]*:[ \t]*$/.test(sample) ? sample : ': ';
  return { file, ...recipe(text, object), separator, key: 'double', value: 'double', list: false };
};
