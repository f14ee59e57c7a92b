import { addTo, contains, SpanIndex } from '../../../model/index.ts';
import type { Edit, ReadName, Span } from '../../../model/index.ts';
import type { CheckContext, PendingFinding } from '../check.ts';
import type { FactIndex } from '../fact-index.ts';
import { placeKey } from './shared-headers.ts';

// Imports and constants that nothing uses once the header value that was read from them is replaced: Go does not compile with
// them, nor does TypeScript with `noUnusedLocals`.

type NamesByPlace = ReadonlyMap<string, ReadName>;

const namesIn = ({ calls }: FactIndex): NamesByPlace =>
  new Map(
    calls
      .flatMap(({ request }) => request.headers.entries)
      .flatMap(({ place, binding }) => (binding ? [[placeKey(place), binding] as const] : [])),
  );

/** Positions of a name in a text, in comments too. */
const positionsOf = ({ name, qualifies }: ReadName, text: string): readonly number[] => {
  const word = name.replaceAll('$', '\\$&');
  const pattern = new RegExp(`(?<![\\w$])${word}(?![\\w$])${qualifies ? '\\s*\\.\\s*\\w' : ''}`, 'g');
  return Array.from(text.matchAll(pattern), ({ index }) => index);
};

const editsOf = ({ finding }: PendingFinding): readonly Edit[] => finding.fix?.edits ?? [];

/** The names that the edits of a finding replace. */
const namesReplaced = (draft: PendingFinding, names: NamesByPlace): readonly ReadName[] =>
  editsOf(draft).flatMap(({ span }) => names.get(placeKey({ file: draft.finding.file, span })) ?? []);

/** One span for those that overlap or adjoin: of two neighbors in a list of imports, both may take the comma between them. */
const merged = (spans: readonly Span[]): readonly Span[] => {
  const found: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last === undefined || last.end < span.start) found.push(span);
    else found[found.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return found;
};

/** Spans to delete of unused names; the whole import in place of all of its names, if that is safe. */
const removalsOf = (unused: readonly ReadName[]): readonly Span[] =>
  merged(unused.map(({ removal }) => removal)).flatMap((span) => {
    const all = unused.find(({ among }) => among && contains(span, among.names))?.among;
    return all === undefined ? [span] : (all.removal ?? []);
  });

/** The findings of one file that are fixed together, with the removal of the names that all of their edits leave unused. */
const tidied = (
  together: readonly PendingFinding[],
  names: NamesByPlace,
  text: string,
): readonly PendingFinding[] => {
  const replaced = new Map(
    together.flatMap((draft) => namesReplaced(draft, names)).map((read) => [read.removal.start, read]),
  );
  if (replaced.size === 0) return together;
  const edits = new SpanIndex(together.flatMap(editsOf), ({ span }) => span);
  const isGone = (span: Span): boolean => edits.overlapping(span).some((edit) => contains(edit.span, span));
  const isUnused = (read: ReadName): boolean =>
    positionsOf(read, text)
      .map((start) => ({ start, end: start + read.name.length }))
      .every((span) => contains(read.removal, span) || isGone(span));
  const removals = removalsOf([...replaced.values()].filter(isUnused));
  return together.map((draft) => {
    const { fix } = draft.finding;
    const own = namesReplaced(draft, names);
    const removed = removals.filter((span) => own.some(({ removal }) => contains(span, removal)));
    if (fix === undefined || removed.length === 0) return draft;
    const all = [...fix.edits, ...removed.map((span) => ({ span, text: '' }))];
    return { ...draft, finding: { ...draft.finding, fix: { ...fix, edits: all } } };
  });
};

/** True for the header of calls that move to the versioned API by the same fix: those that share an edit are applied together. */
const isOfMigration = ({ part, requests }: PendingFinding, view: FactIndex): boolean =>
  part === 'header' &&
  requests.every((id) => view.callOf(id)?.located.some(({ address }) => address.area === 'legacy') === true);

/**
 * The findings, with the removal of each import and constant in the fixes that replace its last uses. The removal is an edit
 * of each of them, so that they are applied together.
 */
export const withoutLeftovers = (
  drafts: readonly PendingFinding[],
  { view, text }: CheckContext,
): readonly PendingFinding[] => {
  const names = namesIn(view);
  if (names.size === 0) return drafts;
  const groups = new Map<PendingFinding | string, PendingFinding[]>();
  for (const draft of drafts) {
    const key = isOfMigration(draft, view) ? draft.finding.file : draft;
    addTo(groups, key, draft);
  }
  return [...groups.values()].flatMap((together) =>
    tidied(together, names, text(together[0]!.finding.file) ?? ''),
  );
};
