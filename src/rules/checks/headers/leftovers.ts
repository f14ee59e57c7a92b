import { contains, SpanIndex } from '../../../model/index.ts';
import type { ReadName, Edit, Fix } from '../../../model/index.ts';
import type { CheckContext, PendingFinding } from '../check.ts';
import type { FactIndex } from '../fact-index.ts';
import { distinct } from './header-sharing.ts';
import { placeKey } from './shared-headers.ts';

// Imports and constants that nothing uses once the header value that was read from them is replaced: Go does not compile with
// them, nor does TypeScript with `noUnusedLocals`.

const bindingsIn = ({ calls }: FactIndex): ReadonlyMap<string, ReadName> =>
  new Map(
    calls
      .flatMap(({ request }) => request.headers.entries)
      .flatMap(({ place, binding }) => (binding ? [[placeKey(place), binding] as const] : [])),
  );

const editsByFile = (drafts: readonly PendingFinding[]): ReadonlyMap<string, SpanIndex<Edit>> => {
  const files = new Map<string, Edit[]>();
  for (const { finding } of drafts) {
    const known = files.get(finding.file) ?? [];
    known.push(...(finding.fix?.edits ?? []));
    files.set(finding.file, known);
  }
  return new Map(Array.from(files, ([file, edits]) => [file, new SpanIndex(edits, ({ span }) => span)]));
};

/** Positions of a name in a text, in comments too. */
const positionsOf = ({ name, qualifies }: ReadName, text: string): readonly number[] => {
  const word = name.replaceAll('$', '\\$&');
  const pattern = new RegExp(`(?<![\\w$])${word}(?![\\w$])${qualifies ? '\\s*\\.\\s*\\w' : ''}`, 'g');
  return Array.from(text.matchAll(pattern), ({ index }) => index);
};

/**
 * The findings, with the removal of each import and constant in the fixes that replace its last uses. The removal is an edit
 * of each of them, so that they are applied together.
 */
export const withoutLeftovers = (
  drafts: readonly PendingFinding[],
  { view, text }: CheckContext,
): readonly PendingFinding[] => {
  const bindings = bindingsIn(view);
  if (bindings.size === 0) return drafts;
  const edits = editsByFile(drafts);
  const isUnused = (file: string, binding: ReadName): boolean =>
    positionsOf(binding, text(file) ?? '').every((at) => {
      const span = { start: at, end: at + binding.name.length };
      return (
        contains(binding.removal, span) ||
        edits
          .get(file)!
          .overlapping(span)
          .some((edit) => contains(edit.span, span))
      );
    });
  const tidied = (file: string, fix: Fix): Fix => {
    const unused = fix.edits.flatMap(({ span }) => {
      const binding = bindings.get(placeKey({ file, span }));
      return binding && isUnused(file, binding) ? [{ span: binding.removal, text: '' }] : [];
    });
    return unused.length === 0 ? fix : { ...fix, edits: [...fix.edits, ...distinct(unused)] };
  };
  return drafts.map((draft) => {
    const { file, fix } = draft.finding;
    return fix === undefined ? draft : { ...draft, finding: { ...draft.finding, fix: tidied(file, fix) } };
  });
};
