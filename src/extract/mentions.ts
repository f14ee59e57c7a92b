import type { LegacyText, MentionFact, SilenceReason, SourceFile, Span, Tree } from '../model/index.ts';
import { contains, SpanIndex } from '../model/index.ts';
import { scalarOf } from './members.ts';

/** Part of a file that is not sent, and why: a comment, a description. */
export interface Unsent {
  readonly span: Span;
  readonly by: SilenceReason;
}

/** Search for texts that look like URLs of the legacy API, where requested. */
export interface MentionSearch {
  readonly legacyTexts?: ((text: string) => readonly LegacyText[]) | undefined;
}

/** Texts of a file that look like URLs of the legacy API, in parts that are not sent. */
export const mentionsIn = (
  { path: file, text, origin }: SourceFile,
  { legacyTexts }: MentionSearch,
  unsent: () => Iterable<Unsent>,
): readonly MentionFact[] => {
  const texts = legacyTexts?.(text) ?? [];
  if (texts.length === 0) return [];
  const parts = new SpanIndex([...unsent()], ({ span }) => span);
  return texts.flatMap(({ span }): readonly MentionFact[] => {
    const part = parts.overlapping(span).find((each) => contains(each.span, span));
    return part === undefined ? [] : [{ kind: 'mention', file, span, origin, by: part.by }];
  });
};

/** Members whose whole value describes something instead of configuring it. */
const PROSE: ReadonlySet<string> = new Set(
  [
    ['$comment', '$id', '$ref', '$schema', 'comment', 'comments', '_comment', '//'],
    ['description', 'title', 'summary', 'label', 'notes', 'rel'],
    ['doc', 'docs', 'documentation', 'externalDocs', 'homepage', 'example', 'examples'],
  ].flat(),
);

/** Members that name or explain, but may be a URL if they contain nothing else. */
const LABELS: ReadonlySet<string> = new Set('name message help note text tooltip placeholder'.split(' '));

/** True for the name of a member whose value describes something. */
export const isProseName = (name: string): boolean => PROSE.has(name);

const isSwitchedOff = (tree: Tree): boolean =>
  scalarOf(tree, 'disabled')?.value === true || scalarOf(tree, 'enabled')?.value === false;

/** Unsent parts of a document: descriptions, labels of more than one word, and disabled parts. */
export function* unsentIn(tree: Tree, isLabel = false): Generator<Unsent> {
  if (tree.kind === 'list') for (const item of tree.items) yield* unsentIn(item, isLabel);
  else if (tree.kind === 'object') {
    if (isSwitchedOff(tree)) yield { span: tree.span, by: 'comment' };
    for (const { key, value } of tree.members)
      if (isProseName(key.value)) yield { span: value.span, by: 'prose' };
      else yield* unsentIn(value, LABELS.has(key.value));
  } else if (tree.kind === 'scalar' && isLabel && /\S\s+\S/.test(String(tree.value)))
    yield { span: tree.span, by: 'label' };
}
