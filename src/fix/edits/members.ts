import type { Edit, InsertionPoint, Removal, Span } from '../../model/index.ts';
import { groupBy, contains } from '../../model/index.ts';
import type { MemberRemoval } from './layout.ts';
import { removeFromLiteral } from './literal.ts';
import { isIdentifier, spell } from './spelling.ts';
import { removeStatements } from './statements.ts';

const spanOf = (removal: Removal): Span =>
  removal.kind === 'statement' ? removal.statement : removal.siblings[removal.index]!;

const isMember = (removal: Removal): removal is MemberRemoval => removal.kind === 'member';

/** Removals that lie inside another removed member go with it. */
const outermost = (removals: readonly Removal[]): readonly Removal[] => {
  const sorted = removals
    .map((removal) => ({ removal, span: spanOf(removal) }))
    .sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const kept: typeof sorted = [];
  for (const each of sorted) {
    const last = kept.at(-1)?.span;
    const inside =
      last !== undefined &&
      contains(last, each.span) &&
      last.end - last.start > each.span.end - each.span.start;
    if (!inside) kept.push(each);
  }
  return kept.map(({ removal }) => removal);
};

const byLiteral = (removals: readonly MemberRemoval[]): ReadonlyMap<string, readonly MemberRemoval[]> =>
  groupBy(removals, (removal) => `${removal.container.start}:${removal.container.end}`);

/**
 * Edits that remove members and statements, each with its separator, its line and its own comments. Works on
 * text alone, so that all syntaxes (JavaScript, JSON with comments, YAML flow and block) share one rule.
 * Remaining bytes do not change; an empty literal becomes `{}`.
 */
export const removeMembers = (removals: readonly Removal[], text: string): readonly Edit[] => {
  const wanted = outermost(removals);
  const literals = byLiteral(wanted.filter(isMember));
  const statements = wanted.flatMap((removal) => (isMember(removal) ? [] : [removal.statement]));
  return [
    ...[...literals.values()].flatMap((members) => removeFromLiteral(members, text)),
    ...removeStatements(statements, text),
  ].sort((a, b) => a.span.start - b.span.start);
};

/** One edit that does what all of them do. */
const united = (edits: readonly Edit[], text: string): Edit => {
  const first = edits[0]!;
  let written = '';
  let at = first.span.start;
  for (const edit of edits) {
    written += text.slice(at, edit.span.start) + edit.text;
    at = edit.span.end;
  }
  return { span: { start: first.span.start, end: at }, text: written };
};

/** `removeMembers` for one member, as a single edit. */
export const removeMember = (removal: Removal, text: string): Edit =>
  united(removeMembers([removal], text), text);

const QUOTED: Readonly<Record<'single' | 'double' | 'backtick', (value: string) => string>> = {
  // Single quotes escape differently in JavaScript and YAML; double quotes read alike in all syntaxes.
  single: (value) => (spell(value, 'js-single') === value ? `'${value}'` : JSON.stringify(value)),
  double: (value) => JSON.stringify(value),
  backtick: (value) => `\`${spell(value, 'js-template')}\``,
};

const valueText = (gap: InsertionPoint, value: string): string =>
  gap.value === 'plain' ? value : QUOTED[gap.value](value);

const keyText = (gap: InsertionPoint, key: string): string => {
  if (gap.key === 'plain' || (gap.key === 'bare' && isIdentifier(key))) return key;
  const bare = gap.value === 'double' ? 'double' : 'single';
  return QUOTED[gap.key === 'bare' ? bare : gap.key](key);
};

/**
 * Edit that inserts a member at an insertion point, in the style of its neighbors. Several values become a
 * list if the insertion point supports lists, else one value joined by commas, as in HTTP.
 */
export const insertMember = (gap: InsertionPoint, key: string, value: string | readonly string[]): Edit => {
  const values = typeof value === 'string' ? [value] : value;
  const written = gap.list
    ? `[${values.map((item) => valueText(gap, item)).join(', ')}]`
    : valueText(gap, values.join(', '));
  const named = keyText(gap, key) + gap.separator;
  const blanks = ' '.repeat(Math.max(0, (gap.width ?? 0) - named.length));
  const text = gap.before + named + blanks + (gap.valueOpens ?? '') + written + gap.after;
  return { span: { start: gap.at, end: gap.until ?? gap.at }, text };
};
