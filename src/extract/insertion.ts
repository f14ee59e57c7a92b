import type { InsertionPoint } from '../model/index.ts';

/** Insertion position of a member, and the text around it. */
export type InsertionPosition = Pick<InsertionPoint, 'at' | 'until' | 'before' | 'after'>;

/** Spelling of a member in a syntax: `name: value`, `"name": "value"`. */
export type MemberSyntax = Pick<InsertionPoint, 'separator' | 'key' | 'value' | 'list'>;

/** `Name: value`, without quotes: YAML, header lines, words of a command. */
export const PLAIN_MEMBER: MemberSyntax = { separator: ': ', key: 'plain', value: 'plain', list: false };

/** `"name": "value"`: JSON. */
export const JSON_MEMBER: MemberSyntax = { separator: ': ', key: 'double', value: 'double', list: false };

/** `name: 'value'`, with quotes around the name only where needed: objects of source code. */
export const bareMember = (quote: InsertionPoint['value'], list: boolean): MemberSyntax => ({
  separator: ': ',
  key: 'bare',
  value: quote,
  list,
});

/** `'name', 'value'`: arguments of a call, and pairs in a list. */
export const pairMember = (quote: InsertionPoint['value']): MemberSyntax => ({
  separator: ', ',
  key: quote,
  value: quote,
  list: false,
});

/** Container of comma-separated members: `{ … }`, `[ … ]`. */
export interface WrittenContainer {
  /** Offset after the opening bracket. */
  readonly open: number;
  /** End of the last member. */
  readonly end: number;
  /** End of a trailing comma. */
  readonly trailingComma: number | undefined;
  /** True when there is a comment between the last member and the closing bracket. */
  readonly commentAtEnd: boolean;
  /** Separator between members, a comma if omitted. */
  readonly sign?: string;
  /** White space before the last member: a line break and indentation, a space, or none. */
  readonly lead: string;
  /** White space before the first member. */
  readonly firstLead: string;
}

/**
 * Insertion position for one more member of a container: after the last one; if a comment follows that,
 * before the first one, so that the comment keeps its member.
 */
export const positionBeside = (container: WrittenContainer): InsertionPosition => {
  const { open, end, trailingComma, commentAtEnd, sign = ',', lead, firstLead } = container;
  if (commentAtEnd) return { at: open, before: firstLead, after: sign };
  return trailingComma === undefined
    ? { at: end, before: `${sign}${lead}`, after: '' }
    : { at: trailingComma, before: lead, after: sign };
};

/** Creates the insertion point of a position, in a syntax. The only constructor of insertion points. */
export const insertionPoint = (
  file: string,
  room: InsertionPosition,
  syntax: MemberSyntax,
): InsertionPoint => ({
  file,
  ...room,
  ...syntax,
});
