import type { Redacted } from '../model/index.ts';
import { joined, say, word } from '../redact/gate.ts';
import { redactPath } from '../redact/names.ts';
import { npxCommand } from './npx-command.ts';
import type { Report } from './report.ts';
import { printed } from './style.ts';
import { remedyOf, tallies } from './tally.ts';

const COMMAND = npxCommand(import.meta.url);

/** A path as it is typed; one that begins like a flag is named from its folder. */
const typed = (path: string): Redacted => (path.startsWith('-') ? typed(`./${path}`) : quoted(path));

const quoted = (path: string): Redacted =>
  /[^\w./@+,:-]/.test(path) ? redactPath(`'${path.replaceAll("'", `'\\''`)}'`) : redactPath(path);

/** Fixes that a run made: written to files, or printed as a patch. */
export interface FixesMade {
  readonly written: boolean;
  readonly unsafe: boolean;
}

/** Flags of the user that the next command repeats. */
interface Asked {
  readonly paths: readonly string[];
  readonly fixed?: FixesMade | undefined;
  /** The run is about changed files: staged, uncommitted, or changed since a commit. */
  readonly changes?: { readonly kind: 'staged' | 'changed' | 'since'; readonly ref?: string } | undefined;
  readonly shard?: object | undefined;
  /** Findings in the baseline that `fix` fixes as well. */
  readonly accepted?: number;
}

/** More files are named by the folder that holds all. */
const MAX_FILES = 4;

const typedPaths = (paths: readonly string[]): Redacted =>
  joined(paths.length === 1 && paths[0] === '.' ? [] : paths.map((path) => say` ${printed(typed(path))}`));

/** The files that the run is about, as flags of the next one; what is not committed is edited only where that is allowed. */
const scopeOf = ({ paths, changes }: Asked, writes: boolean): Redacted => {
  const where = typedPaths(paths);
  if (changes?.kind === 'staged') return say` --staged${where}`;
  if (changes?.kind === 'changed') return say` --changed${word(writes ? ' --allow-dirty' : '')}${where}`;
  return changes === undefined ? where : say` --since ${printed(typed(changes.ref ?? ''))}${where}`;
};

const unsafeFlag = (fixed: FixesMade | undefined): Redacted =>
  word(fixed?.unsafe === true ? ' --unsafe' : '');

/** The `fix` command that applies or shows fixes which this run could not apply. */
const widerFix = (unsafe: boolean, paths: Redacted, fixed: FixesMade | undefined): Redacted =>
  unsafe && fixed?.unsafe !== true
    ? say`${COMMAND} fix --unsafe --diff${paths}`
    : say`${COMMAND} fix${unsafeFlag(fixed)}${paths}`;

/** Commands that include the files which fixes need and the given paths do not cover. */
const wider = (
  findings: Report['findings'],
  { paths, changes, shard, fixed }: Asked,
  unsafe: boolean,
): readonly Redacted[] => {
  const blocked = findings.flatMap(({ blocked: note }) =>
    note !== undefined && (note.safety === 'unsafe') === unsafe ? [note] : [],
  );
  if (blocked.length === 0) return [];
  const files = [...new Set(blocked.map(({ file }) => file))];
  const isPart = changes !== undefined || shard !== undefined;
  const all = isPart || files.length > MAX_FILES ? ['.'] : [...paths, ...files];
  const count = blocked.length;
  return [
    say`${widerFix(unsafe, typedPaths(all), fixed)}  # ${count} more${word(unsafe ? ' to review' : '')}, with the files that ${word(count === 1 ? 'it needs' : 'they need')}`,
  ];
};

/** Next step after a run with fixes: write the shown changes, or test the written ones. */
const afterFixes = ({ fixed, ...asked }: Asked): readonly Redacted[] => {
  if (fixed === undefined) return [];
  return fixed.written
    ? [say`${COMMAND} prove -- COMMAND  # runs your tests against a local versioned API`]
    : [say`${COMMAND} fix${unsafeFlag(fixed)}${scopeOf(asked, true)}  # writes this patch`];
};

/** Explanation of the rule with most findings to change by hand; it counts those of other rules and infos too. */
const explainStep = (report: Report): readonly Redacted[] => {
  const byHand = report.findings.filter((finding) => remedyOf(finding) === 'hand');
  const infos = byHand.filter(({ severity }) => severity === 'info');
  const worst =
    infos.length === byHand.length ? byHand : byHand.filter(({ severity }) => severity !== 'info');
  const [first] = tallies({ ...report, findings: worst }).rules;
  const rule = byHand.find((finding) => finding.rule === first?.name)?.rule;
  if (rule === undefined) return [];
  const ofRule = byHand.filter((finding) => finding.rule === rule).length;
  const others = byHand.length - ofRule;
  const more = others === 0 ? word('') : say`, and ${others} of other rules`;
  const ofInfos =
    infos.length === 0 ? word('') : say` (${infos.length} ${word(infos.length === 1 ? 'info' : 'infos')})`;
  return [say`${COMMAND} explain ${rule}  # ${ofRule} to change by hand${more}${ofInfos}`];
};

/** Commands to run next, with their effect; none if nothing is left to do. */
export const nextSteps = (report: Report, asked: Asked): Redacted => {
  const { summary, findings } = report;
  const { safe, unsafe } = summary.fixable;
  const { accepted = 0 } = asked;
  const also = [
    asked.shard === undefined ? word('') : word(', and those of the other shards'),
    accepted === 0 ? word('') : say`, and ${accepted} in the baseline`,
  ];
  const steps = [
    ...afterFixes(asked),
    ...(safe > 0
      ? [
          say`${COMMAND} fix${scopeOf(asked, true)}  # fixes ${safe} ${word(safe === 1 ? 'finding' : 'findings')}${joined(also)}`,
        ]
      : []),
    ...wider(findings, asked, false),
    ...wider(findings, asked, true),
    ...(unsafe > 0
      ? [say`${COMMAND} fix --unsafe --diff${scopeOf(asked, false)}  # shows ${unsafe} more to review`]
      : []),
    ...explainStep(report),
  ];
  return joined(steps.map((step, at) => say`${word(at === 0 ? 'next: ' : '      ')}${step}\n`));
};
