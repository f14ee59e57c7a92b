import type { InsertionPoint } from '../model/index.ts';

/** Place where a member is inserted, and what is written around it. */
export type Room = Pick<InsertionPoint, 'at' | 'until' | 'before' | 'after'>;

/** Notation of a member in a syntax: `name: value`, `"name": "value"`. */
export type MemberSyntax = Pick<InsertionPoint, 'separator' | 'key' | 'value' | 'list'>;

/** `Name: value`, without quotes: YAML, header lines, words of a command. */
export const PLAIN_MEMBER: MemberSyntax = { separator: ': ', key: 'plain', value: 'plain', list: false };

/** `"name": "value"`: JSON. */
export const JSON_MEMBER: MemberSyntax = { separator: ': ', key: 'double', value: 'double', list: false };

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
  const { open, end, trailingComma, commentAtEnd, lead, firstLead } = container;
  if (commentAtEnd) return { at: open, before: firstLead, after: ',' };
  return trailingComma === undefined
    ? { at: end, before: `,${lead}`, after: '' }
    : { at: trailingComma, before: lead, after: ',' };
};

/** The insertion point of a room, in a syntax. The only maker of insertion points. */
export const insertionPoint = (file: string, room: Room, syntax: MemberSyntax): InsertionPoint => ({
  file,
  ...room,
  ...syntax,
});
