import { disarmed, printable } from './style.ts';

import type { Redacted } from '../model/index.ts';
import type { ReportedTool } from './report.ts';

/** One call of `migrate verify`, for people and machines: names, methods and templates, no values. */
export interface ReportedCall {
  readonly file: Redacted;
  readonly line: number;
  /** Zero-based index in a recording. */
  readonly exchange: number | null;
  readonly method: Redacted | null;
  readonly path: Redacted;
  readonly operation: Redacted | null;
  readonly state: 'accepted' | 'refused' | 'unseen';
  readonly before: ReportedAnswer | null;
  readonly after: ReportedAnswer | null;
  /** Why it was not sent, or was refused. */
  readonly reason: Redacted | null;
  /** Members of the answer before that the answer after does not have. */
  readonly lost: readonly Redacted[];
}

export interface ReportedAnswer {
  readonly status: number;
  readonly code: Redacted | null;
}

/** What `migrate verify` reports. */
export interface VerifyReport {
  readonly version: 1;
  readonly tool: ReportedTool;
  readonly target: Redacted;
  readonly today: Redacted;
  readonly summary: {
    readonly calls: number;
    readonly accepted: number;
    readonly refused: number;
    readonly unseen: number;
  };
  readonly calls: readonly ReportedCall[];
}

const answerText = (answer: ReportedAnswer | null): string =>
  answer === null ? 'not sent' : [answer.status, answer.code].filter((part) => part !== null).join(' ');

const MARKS = { accepted: '✓', refused: '✗', unseen: '–' } as const;

const nameOf = ({ method, path, exchange, line }: ReportedCall): string =>
  `${exchange === null ? `line ${line}` : `#${exchange}`}  ${method ?? '?'} ${path || '/'}`;

const callText = (call: ReportedCall): string => {
  const { state, before, after, reason, lost } = call;
  const head = `  ${MARKS[state]} ${nameOf(call)}\n`;
  if (state === 'unseen') return `${head}      cannot be told: ${reason ?? ''}\n`;
  const answers = `      as it is: ${answerText(before)}; migrated: ${answerText(after)}\n`;
  const why = reason === null ? '' : `      ${reason}\n`;
  const gone = lost.length === 0 ? '' : `      the answer has no more: ${lost.join(', ')}\n`;
  return head + answers + why + gone;
};

/** Calls under the files they stand in. */
export const verdictText = ({ calls }: VerifyReport): string => {
  const files = [...new Set(calls.map(({ file }) => file))];
  return files
    .map((file) => {
      const own = calls.filter((call) => call.file === file);
      return disarmed(`${printable(file)}\n${own.map(callText).join('')}`);
    })
    .join('\n');
};

/** The report as JSON. */
export const verdictJson = (report: VerifyReport): string => `${JSON.stringify(report, null, 2)}\n`;

const counted = (count: number, what: string): string => `${count} ${what}`;

/** The last line for people. */
export const verdictSummary = ({ summary }: VerifyReport): string => {
  const { calls, accepted, refused, unseen } = summary;
  const rest = unseen === 0 ? '' : `, ${counted(unseen, 'cannot be told')}`;
  return `${calls} ${calls === 1 ? 'call' : 'calls'}: ${counted(accepted, 'accepted after the migration')}, ${counted(refused, 'refused')}${rest}.\n`;
};
