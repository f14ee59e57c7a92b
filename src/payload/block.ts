import { blockClose } from '../fix/edits/layout.ts';
import { lineStart } from '../fix/edits/trivia.ts';
import type { Member, Span, Tree } from '../model/index.ts';
import { keySpan } from './source-text.ts';

/** Spans of the parts of a container. */
export const partSpans = (tree: Tree): readonly Span[] => {
  if (tree.kind === 'object') return tree.members.map(({ place }) => place.span);
  return tree.kind === 'list' ? tree.items.map(({ span }) => span) : [];
};

/** True for a container without brackets: a YAML block. */
export const isBlock = (tree: Tree, text: string): boolean =>
  partSpans(tree).length > 0 && !'{['.includes(text.charAt(tree.span.start));

/** End of a value with the comments after its last part: a YAML block has no closing bracket. */
export const closeOf = (tree: Tree, text: string): number => {
  if (!isBlock(tree, text)) return tree.span.end;
  const spans = partSpans(tree);
  return blockClose({ ...spans[0]!, start: tree.span.start }, spans.at(-1)!, text);
};

/** White space that leads to the column of `at`. */
export const columnIndent = (text: string, at: number): string =>
  text.slice(lineStart(text, at), at).replace(/[^\t]/g, ' ');

/**
 * Offset at which the value of a member begins with the comment lines above its first part, which a block has below
 * the key.
 */
export const leadOf = ({ key, value }: Member, text: string): number => {
  const { start } = value.span;
  if (!isBlock(value, text)) return start;
  const line = text.indexOf('\n', keySpan(key).end) + 1;
  return line > 0 && line < start && /\S/.test(text.slice(line, start)) ? line : start;
};
