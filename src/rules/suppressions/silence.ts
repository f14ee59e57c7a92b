import { groupBy, isDay, overlaps, SpanIndex } from '../../model/index.ts';
import type { Fact, Finding, Place, Span } from '../../model/index.ts';
import { settingsFor } from '../checks/check.ts';
import type { PendingFinding, Settings } from '../checks/check.ts';
import { Lines } from './lines.ts';
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

/** Equal spans too: two insertions at one position are one change. */
const meets = (a: Span, b: Span): boolean => overlaps(a, b) || (a.start === b.start && a.end === b.end);

/** The texts that a finding is about and would change. */
const spansOf = ({ span, fix }: Finding): readonly Span[] => [
  span,
  ...(fix?.edits ?? []).map((edit) => edit.span),
];

const widened = ({ start, end }: Span): Span => ({ start: start - 1, end: end + 1 });

/** The silenced findings of one file, so that each of the others is held against those near it only. */
class Silenced {
  readonly #spans: SpanIndex<Span>;
  readonly #lines: Lines;
  /** Lines with a part of a URL that stays. */
  readonly #staying: ReadonlySet<number>;

  constructor(own: readonly PendingFinding[], text: string) {
    this.#spans = new SpanIndex(
      own.flatMap(({ finding }) => spansOf(finding)),
      (span) => span,
    );
    this.#lines = new Lines(text);
    this.#staying = new Set(
      own.filter(({ part }) => part === 'move').flatMap(({ finding }) => this.#lineOf(finding.span) ?? []),
    );
  }

  /** The line that holds a whole span. */
  #lineOf({ start, end }: Span): number | undefined {
    const line = this.#lines.at(start);
    return line === this.#lines.at(end) ? line : undefined;
  }

  /** True when the fix would change what a silenced finding is about. */
  sharesText({ fix }: Finding): boolean {
    return (fix?.edits ?? []).some(({ span }) =>
      this.#spans.overlapping(widened(span)).some((each) => meets(span, each)),
    );
  }

  /** True beside another part of the same URL. */
  sharesLine({ span }: Finding): boolean {
    const line = this.#lineOf(span);
    return line !== undefined && this.#staying.has(line);
  }
}

/**
 * What stays as it is because of the silenced: a fix that would touch the silenced text, another part of the
 * same URL, and whatever would make a request ready for the versioned API whose URL is to stay.
 */
const withheld = (
  silenced: readonly PendingFinding[],
  text: (file: string) => string | undefined,
): ((draft: PendingFinding) => boolean) => {
  const staying = new Set(silenced.flatMap(({ part, requests }) => (part === 'move' ? requests : [])));
  const files = new Map(
    [...groupBy(silenced, ({ finding }) => finding.file)].map(([file, own]) => [
      file,
      new Silenced(own, text(file) ?? ''),
    ]),
  );
  return ({ finding, part, requests }) => {
    if (requests.length > 0 && requests.every((id) => staying.has(id))) return true;
    const near = files.get(finding.file);
    return near !== undefined && (near.sharesText(finding) || (part === 'move' && near.sharesLine(finding)));
  };
};

const withoutFix = (draft: PendingFinding): PendingFinding => ({
  ...draft,
  finding: { ...draft.finding, fix: undefined },
});

/** A suppression while findings are held against it. */
interface InUse extends Judged {
  readonly used: Set<string>;
}

const byScope = (all: readonly InUse[]): SpanIndex<InUse> =>
  new SpanIndex(
    all.filter(({ suppression }) => suppression.scope !== undefined),
    ({ suppression }) => suppression.scope!,
  );

/** The start of a finding, and what ends there. */
const pointOf = ({ span: { start } }: Finding): Span => widened({ start, end: start });

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
  const files = groupBy(
    facts.filter((fact) => fact.kind === 'suppression'),
    ({ file }) => file,
  );
  if (files.size === 0) return { drafts, suppressions: [] };
  const judged = new Map(
    [...files].map(([file, own]) => [
      file,
      suppressionsOf(own, text(file) ?? '').map((suppression) => ({ suppression, used: new Set<string>() })),
    ]),
  );
  const scoped = new Map([...judged].map(([file, all]) => [file, byScope(all)]));
  const silenced = new Set<PendingFinding>();
  const near = (at: Finding): readonly [Finding, readonly InUse[]] => [
    at,
    scoped.get(at.file)?.overlapping(pointOf(at)) ?? [],
  ];
  /** Comments that can suppress a finding: those of the text that contains it, and those of that text's file. */
  const around = (finding: Finding): readonly (readonly [Finding, readonly InUse[]])[] => {
    const { file, span } = placeOf(finding);
    return file === finding.file ? [near(finding)] : [near(finding), near({ ...finding, file, span })];
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
