import type { Idiom, Label } from './idioms.ts';
import type { Outcome } from './run.ts';

/** How the tool did on some idioms. */
export interface Score {
  readonly idioms: number;
  /** Labels that the tool reports exactly: rule, place, severity and safety of the fix. */
  readonly hits: number;
  readonly missed: readonly string[];
  readonly alarms: readonly string[];
  /** Idioms in which something is rewritten, and those of them whose files come out otherwise than they must. */
  readonly fixes: number;
  readonly wrongFixes: readonly string[];
}

export const textOf = ({ file, line, rule, severity, fix }: Label): string =>
  `${file}:${line} ${rule} ${severity} ${fix ?? 'none'}`;

/** `wanted` without `given`, each as often as it stands there. */
const without = (wanted: readonly string[], given: readonly string[]): readonly string[] => {
  const left = [...given];
  return wanted.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};

const wrongFiles = ({ fixed }: Idiom, outcome: Outcome): readonly string[] => {
  const files = new Set([...fixed.keys(), ...outcome.fixed.keys()]);
  return [...files].filter((file) => fixed.get(file) !== outcome.fixed.get(file));
};

/** What the tool found, missed, made up and wrote in one idiom. */
export const scoreOf = (idiom: Idiom, outcome: Outcome): Score => {
  const wanted = idiom.findings.map(textOf);
  const reported = outcome.reported.map(textOf);
  const missed = without(wanted, reported);
  return {
    idioms: 1,
    hits: wanted.length - missed.length,
    missed,
    alarms: without(reported, wanted),
    fixes: outcome.fixed.size > 0 ? 1 : 0,
    wrongFixes:
      outcome.fixed.size > 0 ? [...wrongFiles(idiom, outcome), ...outcome.troubles] : outcome.troubles,
  };
};

export const sum = (scores: readonly Score[]): Score => ({
  idioms: scores.length,
  hits: scores.reduce((total, { hits }) => total + hits, 0),
  missed: scores.flatMap(({ missed }) => missed),
  alarms: scores.flatMap(({ alarms }) => alarms),
  fixes: scores.reduce((total, { fixes }) => total + fixes, 0),
  wrongFixes: scores
    .filter(({ wrongFixes }) => wrongFixes.length > 0)
    .flatMap(({ wrongFixes }) => wrongFixes.join(', ')),
});

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

/** Shares from 0 to 1: of the labels that are found, of the findings that are right, of the fixes that are right. */
export const figuresOf = ({ hits, missed, alarms, fixes, wrongFixes }: Score) => ({
  recall: share(hits, hits + missed.length),
  precision: share(hits, hits + alarms.length),
  fixes: share(fixes - wrongFixes.length, fixes),
});

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`.padStart(9);

const row = (name: string, score: Score): string => {
  const { recall, precision, fixes } = figuresOf(score);
  const counts = [score.idioms, score.hits + score.missed.length].map((count) => String(count).padStart(8));
  return name.padEnd(16) + counts.join('') + [recall, precision, fixes].map(percent).join(' ');
};

/** Figures per family and in total, as a table for people. */
export const tableOf = (families: ReadonlyMap<string, Score>, total: Score): string =>
  [
    `${'family'.padEnd(16)}${'idioms'.padStart(8)}${'labels'.padStart(8)}${'recall'.padStart(9)} ${'precision'.padStart(9)} ${'fixes'.padStart(9)}`,
    ...Array.from(families, ([family, score]) => row(family, score)),
    row('total', total),
  ].join('\n');
