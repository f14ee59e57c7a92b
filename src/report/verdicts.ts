import { markdownText } from './markdown-text.ts';
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
  /** State after the migration; `not-proven` if neither response nor recording shows it. */
  readonly state: 'proven' | 'refused' | 'not-proven';
  /** Status of the recorded response. */
  readonly recorded: number | null;
  readonly before: ReportedAnswer | null;
  readonly after: ReportedAnswer | null;
  /** Why it is not proven, or refused where its response does not say all. */
  readonly reason: Redacted | null;
  /** Recorded result of a call that the versioned API refused. */
  readonly finding: Redacted | null;
  /** True where the unchanged client is rejected, in the recording or by the reference server. */
  readonly refusedNow: boolean;
  /** Members of the response before that the response after does not have. */
  readonly lost: readonly Redacted[];
}

export interface ReportedAnswer {
  readonly status: number;
  readonly code: Redacted | null;
}

/** Report of `migrate verify`. Version 1 knew `accepted`, `refused` and `unseen`. */
export interface VerifyReport {
  readonly version: 2;
  readonly tool: ReportedTool;
  readonly target: Redacted;
  readonly today: Redacted;
  readonly summary: {
    readonly calls: number;
    readonly proven: number;
    readonly refused: number;
    readonly notProven: number;
    readonly refusedNow: number;
  };
  readonly calls: readonly ReportedCall[];
}

const answerText = (answer: ReportedAnswer | null): string =>
  answer === null ? 'not sent' : [answer.status, answer.code].filter((part) => part !== null).join(' ');

const MARKS = { proven: '✓', refused: '✗', 'not-proven': '?' } as const;
const STATES = { proven: 'proven', refused: 'refused', 'not-proven': 'not proven' } as const;

const nameOf = ({ method, path, exchange, line }: ReportedCall): string =>
  `${exchange === null ? `line ${line}` : `#${exchange}`}  ${method ?? '?'} ${path || '/'}`;

const sentText = ({ before, after }: ReportedCall): string | undefined =>
  before === null ? undefined : `as it is: ${answerText(before)}; migrated: ${answerText(after)}`;

const stateText = ({ state, reason }: ReportedCall): string | undefined => {
  if (state === 'not-proven') return `not proven: ${reason ?? ''}`;
  return state === 'refused' && reason !== null ? `refused: ${reason}` : undefined;
};

/** Lines below the name of a call. */
const remarksOn = (call: ReportedCall): readonly string[] => {
  const { finding, refusedNow, lost } = call;
  const lines = [
    sentText(call),
    stateText(call),
    finding ?? undefined,
    refusedNow ? 'the unchanged client is refused' : undefined,
    lost.length === 0 ? undefined : `the response no longer contains: ${lost.join(', ')}`,
  ];
  return lines.filter((line) => line !== undefined);
};

const callText = (call: ReportedCall): string =>
  [`  ${MARKS[call.state]} ${nameOf(call)}\n`, ...remarksOn(call).map((line) => `      ${line}\n`)].join('');

const byFile = ({ calls }: VerifyReport): readonly (readonly [string, readonly ReportedCall[]])[] => {
  const files = new Map<string, ReportedCall[]>();
  for (const call of calls) {
    const own = files.get(call.file) ?? [];
    own.push(call);
    files.set(call.file, own);
  }
  return [...files];
};

/** Calls by file. */
export const verdictText = (report: VerifyReport): string =>
  byFile(report)
    .map(([file, calls]) => disarmed(`${printable(file)}\n${calls.map(callText).join('')}`))
    .join('\n');

/** The report as JSON. */
export const verdictJson = (report: VerifyReport): string => `${JSON.stringify(report, null, 2)}\n`;

const nowText = ({ summary: { refusedNow } }: VerifyReport): string =>
  refusedNow === 0
    ? ''
    : `${refusedNow} ${refusedNow === 1 ? 'call is' : 'calls are'} refused before the migration.\n`;

/** The last lines for people. */
export const verdictSummary = (report: VerifyReport): string => {
  const { calls, proven, refused, notProven } = report.summary;
  const what = calls === 1 ? 'call' : 'calls';
  return `${calls} ${what} after the migration: ${proven} proven, ${refused} refused, ${notProven} not proven.\n${nowText(report)}`;
};

const cell = (text: string): string => disarmed(markdownText(printable(text)));

const rowOf = (call: ReportedCall): string =>
  `| ${MARKS[call.state]} ${STATES[call.state]} | ${cell(nameOf(call))} | ${remarksOn(call).map(cell).join('<br>')} |\n`;

/** A table for each file, and the sums. */
export const verdictMarkdown = (report: VerifyReport): string => {
  const tables = byFile(report).map(
    ([file, calls]) =>
      `### ${cell(file)}\n\n| state | call | what is known |\n| --- | --- | --- |\n${calls.map(rowOf).join('')}`,
  );
  return `${[verdictSummary(report).trimEnd().replace('\n', '\n\n'), ...tables.map((table) => table.trimEnd())].join('\n\n')}\n`;
};
