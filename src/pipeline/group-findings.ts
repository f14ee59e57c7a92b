import { BUDGETS, laterOf } from '../model/index.ts';
import type { Fact, Finding, RequestFact } from '../model/index.ts';

/** Findings of one rule in one recording that are reported one by one. */
const MAX_REPORTED = BUDGETS.findingsPerRecording.max;

const number = new Intl.NumberFormat('en-US');

interface Times {
  readonly count: number;
  readonly last: number | undefined;
}

const joined = (a: Times, b: Times): Times => ({ count: a.count + b.count, last: laterOf(a.last, b.last) });

const timesOf = ({ time, repeats }: RequestFact): Times => ({
  count: 1 + (repeats?.count ?? 0),
  last: laterOf(time, repeats?.last),
});

const dayOf = (time: number | undefined): string =>
  time !== undefined && time >= 0 && time < Date.UTC(10_000, 0)
    ? `, last on ${new Date(time).toISOString().slice(0, 10)}`
    : '';

interface Kind {
  readonly finding: Finding;
  readonly times: Times;
}

const kindOf = ({ rule, severity, operation, anchor, data }: Finding): string =>
  [rule, severity, operation ?? anchor, JSON.stringify(data)].join('\n');

const seen = ({ finding, times }: Kind): Finding => {
  const text =
    times.count > 1 ? ` Seen ${number.format(times.count)} times in this log${dayOf(times.last)}.` : '';
  return { ...finding, message: finding.message + text, seen: times };
};

const withMore = (finding: Finding, more: number): Finding => ({
  ...finding,
  message: `${finding.message} ${number.format(more)} more findings of this rule in this recording are not listed.`,
  data: { ...finding.data, more },
});

/** Findings of one recording. State: what was found of each kind in a log, or of each rule. */
class Recorded {
  private readonly kinds = new Map<string, Kind>();
  private readonly told = new Map<string, Finding[]>();
  private readonly more = new Map<string, number>();

  /** Adds a finding about calls of a log: all of one kind become one. */
  count(finding: Finding, times: Times): void {
    const key = kindOf(finding);
    const known = this.kinds.get(key);
    this.kinds.set(key, known ? { ...known, times: joined(known.times, times) } : { finding, times });
  }

  /** Adds a finding by itself, up to the limit of its rule. */
  add(finding: Finding): boolean {
    const { rule } = finding;
    const told = this.told.get(rule) ?? [];
    this.told.set(rule, told);
    const isTold = told.length < MAX_REPORTED;
    if (isTold) told.push(finding);
    else this.more.set(rule, (this.more.get(rule) ?? 0) + 1);
    return isTold;
  }

  all(): readonly Finding[] {
    const told = [...this.told].flatMap(([rule, findings]) => {
      const more = this.more.get(rule);
      return more === undefined ? findings : [...findings.slice(0, -1), withMore(findings.at(-1)!, more)];
    });
    return [...told, ...[...this.kinds.values()].map(seen)];
  }
}

/**
 * Limits the findings of recordings: those of a log are merged by kind of call, with their count and latest
 * time; those of other recordings are reported up to a limit per rule, and the last one states how many more
 * there are. State: the reported findings, by recording.
 */
export class GroupedFindings {
  private readonly recordings = new Map<string, Recorded>();
  private readonly isLog: (file: string) => boolean;

  /** `isLog`: true for files that repeat the same calls. */
  constructor(isLog: (file: string) => boolean) {
    this.isLog = isLog;
  }

  /** Adds the findings of a batch of facts, and returns those to be reported. */
  add(findings: readonly Finding[], facts: readonly Fact[]): readonly Finding[] {
    const times = new Map(
      facts.flatMap((fact) => (fact.kind === 'request' ? [[fact.id, timesOf(fact)] as const] : [])),
    );
    return findings.filter((finding) => {
      const own = this.of(finding.file);
      if (!this.isLog(finding.file)) return own.add(finding);
      own.count(finding, times.get(`${finding.file}#${finding.exchange}`) ?? { count: 1, last: undefined });
      return true;
    });
  }

  /** All reported findings. */
  all(): readonly Finding[] {
    return [...this.recordings.values()].flatMap((recording) => recording.all());
  }

  private of(file: string): Recorded {
    const known = this.recordings.get(file) ?? new Recorded();
    this.recordings.set(file, known);
    return known;
  }
}
