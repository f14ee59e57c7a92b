import type { InsertionPoint } from '../model/index.ts';

/** Place where a member is inserted, and what is written around it. */
export type Room = Pick<InsertionPoint, 'at' | 'until' | 'before' | 'after'>;

/** Notation of a member in a syntax: `name: value`, `"name": "value"`. */
export type MemberSyntax = Pick<InsertionPoint, 'separator' | 'key' | 'value' | 'list'>;

/** `Name: value`, without quotes: YAML, header lines, words of a command. */
export const PLAIN_MEMBER: MemberSyntax = { separator: ': ', key: 'plain', value: 'plain', list: false };

/** `"name": "value"`: JSON. */
export const JSON_MEMBER: MemberSyntax = { separator: ': ', key: 'double', value: 'double', list: false };

/** `name: 'value'`, with quotes around the name only where it needs them: objects of source code. */
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

/** A container of members that commas part, as it is written: `{ … }`, `[ … ]`. */
export interface WrittenContainer {
  /** Offset behind the opening bracket. */
  readonly open: number;
  /** End of the last member. */
  readonly end: number;
  /** End of a comma behind the last member. */
  readonly trailingComma: number | undefined;
  /** True when a comment stands between the last member and the closing bracket. */
  readonly commentAtEnd: boolean;
  /** The sign between members, a comma where it is left out. */
  readonly sign?: string;
  /** White space that the last member begins with: a line break and indentation, a space, nothing. */
  readonly lead: string;
  /** The same of the first member. */
  readonly firstLead: string;
}

/**
 * Room for one more member beside those of a container: behind the last one; where a comment stands there, in front of the
 * first one, so that the comment keeps its member.
 */
export const roomBeside = (container: WrittenContainer): Room => {
  const { open, end, trailingComma, commentAtEnd, sign = ',', lead, firstLead } = container;
  if (commentAtEnd) return { at: open, before: firstLead, after: sign };
  return trailingComma === undefined
    ? { at: end, before: `${sign}${lead}`, after: '' }
    : { at: trailingComma, before: lead, after: sign };
};

/** The insertion point of a room, in a syntax. The only maker of insertion points. */
export const insertionPoint = (file: string, room: Room, syntax: MemberSyntax): InsertionPoint => ({
  file,
  ...room,
  ...syntax,
});
