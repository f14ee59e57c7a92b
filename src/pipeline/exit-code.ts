import type { Clean, Redacted, SkippedFile } from '../model/index.ts';
import type { Options } from '../config/options.ts';
import { say, word } from '../redact/gate.ts';
import { redactPath } from '../redact/names.ts';
import type { Report } from '../report/report.ts';
import { printed } from '../report/style.ts';

/** Exit code (contract §3), with the reason if it is not 0. */
export interface ExitVerdict {
  readonly code: 0 | 1 | 2;
  readonly reason: Redacted | undefined;
}

type Gate = Pick<Options, 'failOn' | 'maxWarnings' | 'exitZero' | 'strict'>;

const CLEAN: ExitVerdict = { code: 0, reason: undefined };

const counted = <T extends string>(count: number, noun: Clean<T>): Redacted =>
  say`${count} ${word(noun)}${word(count === 1 ? '' : 's')}`;

/** Reasons for skipping a file that are no read errors: it is empty, or read elsewhere. */
const HARMLESS = /^(?:binary|symbolic link\b.*|broken symbolic link|not a regular file)$/;

const unreadReason = ({ unread = [] }: Report): Redacted | undefined => {
  const [first] = unread;
  if (first === undefined) return undefined;
  return say`${counted(unread.length, 'text')} that can be a URL of the legacy API ${word(unread.length === 1 ? 'was' : 'were')} not analysed (--strict), first ${printed(first.file)}:${first.line}`;
};

const strictReason = (report: Report): Redacted | undefined => {
  const { failed, skipped } = report;
  const unread = skipped.filter(({ reason }) => !HARMLESS.test(reason));
  if (failed.length + unread.length === 0) return unreadReason(report);
  const first = failed[0]?.file ?? unread[0]!.file;
  return say`${counted(failed.length + unread.length, 'file')} could not be scanned (--strict), first ${printed(first)}`;
};

const gateReason = ({ summary }: Report, gate: Gate): Redacted | undefined => {
  const { errors, warnings } = summary;
  if (gate.failOn !== 'never' && errors > 0) return say`${counted(errors, 'error')} found`;
  if (gate.failOn === 'warning' && warnings > 0)
    return say`${counted(warnings, 'warning')} found (--fail-on warning)`;
  if (gate.maxWarnings !== undefined && warnings > gate.maxWarnings) {
    return say`${counted(warnings, 'warning')} found, more than --max-warnings ${gate.maxWarnings}`;
  }
  return undefined;
};

/** Exit code of a report. `refused`: files that the user named and that cannot be opened. */
export const verdictOf = (report: Report, gate: Gate, refused: readonly SkippedFile[] = []): ExitVerdict => {
  const [first] = refused;
  if (first !== undefined) return { code: 2, reason: say`cannot read ${redactPath(first.file)}` };
  const strict = gate.strict ? strictReason(report) : undefined;
  if (strict !== undefined) return { code: 2, reason: strict };
  const reason = gate.exitZero ? undefined : gateReason(report, gate);
  return reason === undefined ? CLEAN : { code: 1, reason };
};
