import { isDay, overlaps } from '../../model/index.ts';
import type { Fact, Finding, Place, Span, SuppressionFact } from '../../model/index.ts';
import { settingsFor } from '../checks/check.ts';
import type { PendingFinding, Settings } from '../checks/check.ts';
import { suppressionsOf } from './scope.ts';
import type { Judged, Suppression } from '../checks/suppression.ts';

/** True when the suppression counts on the day of the run, with a reason where one is required. */
export const isInForce = ({ directive, scope }: Suppression, settings: Settings): boolean => {
  if (directive === undefined) return true;
  const { until, reason } = directive;
  if (scope === undefined || (settings.requireReason === true && reason === '')) return false;
  return until === undefined || (isDay(until) && settings.today <= until);
};

const covers = ({ directive, scope }: Suppression, { span, rule }: Finding): boolean =>
  scope !== undefined &&
  scope.start <= span.start &&
  (span.start < scope.end || (span.start === scope.end && span.start === span.end)) &&
  (directive === undefined || directive.ids.length === 0 || directive.ids.includes(rule));

const byFile = (facts: readonly Fact[]): ReadonlyMap<string, readonly SuppressionFact[]> => {
  const files = new Map<string, SuppressionFact[]>();
  for (const fact of facts) {
    if (fact.kind !== 'suppression') continue;
    const known = files.get(fact.file);
    if (known === undefined) files.set(fact.file, [fact]);
    else known.push(fact);
  }
  return files;
};

/** Equal spans too: two insertions at one place are one change. */
const meets = (a: Span, b: Span): boolean => overlaps(a, b) || (a.start === b.start && a.end === b.end);

/** True when the fix would change what the other finding is about. */
const sharesText = ({ file, fix }: Finding, other: Finding): boolean => {
  const kept = [other.span, ...(other.fix?.edits ?? []).map(({ span }) => span)];
  return file === other.file && (fix?.edits ?? []).some(({ span }) => kept.some((each) => meets(span, each)));
};

const isOneLine = (a: Finding, b: Finding, text: string): boolean =>
  a.file === b.file &&
  !/[\r\n]/.test(text.slice(Math.min(a.span.start, b.span.start), Math.max(a.span.end, b.span.end)));

/**
 * What stays as it is because of the silenced: a fix that would touch the silenced text, another part of the
 * same URL, and whatever would make a request ready for the versioned API whose URL is to stay.
 */
const withheld = (
  silenced: readonly PendingFinding[],
  text: (file: string) => string | undefined,
): ((draft: PendingFinding) => boolean) => {
  const moves = silenced.filter(({ part }) => part === 'move');
  const staying = new Set(moves.flatMap(({ requests }) => requests));
  return ({ finding, part, requests }) =>
    (requests.length > 0 && requests.every((id) => staying.has(id))) ||
    silenced.some((other) => sharesText(finding, other.finding)) ||
    (part === 'move' && moves.some((other) => isOneLine(finding, other.finding, text(finding.file) ?? '\n')));
};

const withoutFix = (draft: PendingFinding): PendingFinding => ({
  ...draft,
  finding: { ...draft.finding, fix: undefined },
});

/** A suppression while findings are held against it. */
interface InUse extends Judged {
  readonly used: Set<string>;
}

/**
 * Marks the drafts that suppressions apply to. These get no fix, so that their migration is unsafe; fixes
 * that would also change their text are withheld.
 */
export const silence = (
  drafts: readonly PendingFinding[],
  facts: readonly Fact[],
  settings: Settings,
  text: (file: string) => string | undefined,
  placeOf: (place: Place) => Place = (place) => place,
): { readonly drafts: readonly PendingFinding[]; readonly suppressions: readonly Judged[] } => {
  const files = byFile(facts);
  if (files.size === 0) return { drafts, suppressions: [] };
  const judged = new Map(
    [...files].map(([file, own]) => [
      file,
      suppressionsOf(own, text(file) ?? '').map((suppression) => ({ suppression, used: new Set<string>() })),
    ]),
  );
  const silenced = new Set<PendingFinding>();
  /** Comments that can suppress a finding: those of the text that contains it, and those of that text's file. */
  const around = (finding: Finding): readonly (readonly [Finding, readonly InUse[]])[] => {
    const own = judged.get(finding.file) ?? [];
    const { file, span } = placeOf(finding);
    return file === finding.file
      ? [[finding, own]]
      : [
          [finding, own],
          [{ ...finding, file, span }, judged.get(file) ?? []],
        ];
  };
  for (const draft of drafts) {
    const all = around(draft.finding).flatMap(([at, list]) => list.map((each) => ({ at, ...each })));
    for (const { at, suppression, used } of all) {
      if (!isInForce(suppression, settingsFor(settings, at.file)) || !covers(suppression, at)) continue;
      used.add(draft.finding.rule);
      silenced.add(draft);
    }
  }
  const isWithheld = withheld([...silenced], text);
  const marked = drafts.map((draft): PendingFinding => {
    if (silenced.has(draft)) return { ...withoutFix(draft), silenced: true };
    return draft.finding.fix !== undefined && isWithheld(draft) ? withoutFix(draft) : draft;
  });
  return { drafts: marked, suppressions: [...judged.values()].flat() };
};
