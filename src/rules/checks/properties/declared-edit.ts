import { rewriteSlot } from '../../../fix/edits/spelling.ts';
import type { Edit, Member, ObjectTree, Span } from '../../../model/index.ts';

/** A declared member with its replacement: `connectionStrings.standard`. */
export interface Declared {
  readonly member: Member;
  readonly to: string;
}

/** Edits that rename declared members, and whether a type checker is sure to be content with it. */
export interface Renaming {
  readonly edits: readonly Edit[];
  readonly exact: boolean;
}

const SIGNATURE = /^((?:readonly\s+)?)(["']?)([\w$]+)\2(\??)\s*:\s*([^]*?)\s*([;,]?)$/;

interface Signature {
  readonly readonly: string;
  readonly optional: string;
  readonly type: string;
  readonly separator: string;
}

const signatureOf = ({ place: { span } }: Member, text: string): Signature | undefined => {
  const [, readonly = '', , , optional = '', type, separator = ''] =
    SIGNATURE.exec(text.slice(span.start, span.end)) ?? [];
  return type === undefined ? undefined : { readonly, optional, type, separator };
};

/** Range of a member with its line, or with the following spaces; `undefined` below a comment. */
const lineOf = ({ place: { span } }: Member, text: string): Span | undefined => {
  const lineStart = text.lastIndexOf('\n', span.start - 1);
  const ownLine =
    text.slice(lineStart + 1, span.start).trim() === '' && /^[^\S\n]*(?:\r?\n|$)/.test(text.slice(span.end));
  if (/(?:\*\/|\/\/[^\n]*)\s*$/.test(text.slice(0, span.start))) return undefined;
  if (ownLine && lineStart >= 0) {
    const start = text[lineStart - 1] === '\r' ? lineStart - 1 : lineStart;
    return { start, end: span.end };
  }
  return { start: span.start, end: span.end + /^[^\S\n]*/.exec(text.slice(span.end))![0].length };
};

/** `a: string; b: string;` → `first: { x: string; y: string };` where the first of them stood. */
const nested = (group: readonly Declared[], first: string, text: string): Renaming | undefined => {
  const [head, ...rest] = group.toSorted((a, b) => a.member.place.span.start - b.member.place.span.start);
  const signatures = [head!, ...rest].map(({ member }) => signatureOf(member, text));
  if (signatures.some((signature) => signature === undefined)) return undefined;
  const leaves = [head!, ...rest].map(({ to }, at) => {
    const { optional, type } = signatures[at]!;
    return `${to.slice(first.length + 1)}${optional}: ${type}`;
  });
  const gone = rest.map(({ member }) => lineOf(member, text));
  if (gone.some((span) => span === undefined)) return undefined;
  const { readonly, separator } = signatures[0]!;
  // Not optional, also where the members were: reads of them go through it.
  const written = `${readonly}${first}: { ${leaves.join('; ')} }${separator}`;
  return {
    edits: [
      { span: head!.member.place.span, text: written },
      ...gone.map((span) => ({ span: span!, text: '' })),
    ],
    exact: signatures.every((signature) => signature!.optional === ''),
  };
};

/**
 * Edits that rename declared members of one type, all that go to the same new member at once: `mongoURIWithOptions:
 * string` and `srvAddress: string` become `connectionStrings: { standard: string; standardSrv: string }`.
 * `undefined` where the type already has the new member, or the members are not plain signatures.
 */
export const renaming = (
  group: readonly Declared[],
  tree: ObjectTree,
  text: string,
): Renaming | undefined => {
  const [{ member, to } = { member: undefined, to: '' }] = group;
  const [first = '', ...inner] = to.split('.');
  if (member === undefined || tree.members.some(({ key }) => key.value === first)) return undefined;
  if (inner.length === 1) return nested(group, first, text);
  const edit = inner.length === 0 && group.length === 1 ? rewriteSlot(member.key, first, text) : undefined;
  return edit && { edits: [edit], exact: true };
};
