import type { Redacted } from '../model/index.ts';
import { markdownText } from './markdown-text.ts';
import type { ReportedTool } from './report.ts';
import { disarmed, printable } from './style.ts';

/** Answer of the reference service to a call. */
export interface ProvedAnswer {
  readonly state: 'accepted' | 'refused' | 'not-proven';
  /** 0 where the call was not made. */
  readonly status: number;
  readonly code: Redacted | null;
  readonly reason: Redacted | null;
}

/** The call site in code that makes a call. */
export interface ProvedPlace {
  readonly file: Redacted;
  readonly line: number;
  /** 1-based; null where only the line is known. */
  readonly column: number | null;
  /** `stack`: it was on the call stack. `match`: no other call site in analysed code can make this call. */
  readonly by: 'stack' | 'match';
}

/** Calls of `migrate prove` with the same path, response and call site: names, methods and templates, no values. */
export interface ProvedCall extends ProvedAnswer {
  readonly method: Redacted;
  readonly path: Redacted;
  readonly operation: Redacted | null;
  readonly count: number;
  readonly place: ProvedPlace | null;
  /** The caller of that call site for this path, where the site is used for several: a helper of the program. */
  readonly caller: ProvedPlace | null;
  /** Locations of which each can make this call, where it is not known which of them did. */
  readonly candidates: readonly ProvedPlace[];
  /** Same call of the unchanged program with the unversioned API on, with `--before`. */
  readonly before: (ProvedAnswer & { readonly path: Redacted }) | null;
}

/** End of a command. */
export interface ProvedEnd {
  readonly exit: number;
  readonly signal: Redacted | null;
}

/** Report of `migrate prove`. */
export interface ProofReport {
  readonly version: 1;
  readonly tool: ReportedTool;
  readonly today: Redacted;
  readonly legacy: 'on' | 'gone';
  /** The files that the command ran in: as they are, or a copy with fixes applied. */
  readonly fixes: 'none' | 'safe' | 'unsafe';
  readonly command: ProvedEnd;
  /** Result of the run before, with `--before`. */
  readonly commandBefore: ProvedEnd | null;
  readonly summary: {
    readonly calls: number;
    readonly accepted: number;
    readonly refused: number;
    readonly notProven: number;
    /** Number of rejected calls without credentials, of which nothing else was checked. */
    readonly withoutCredentials: number;
  };
  readonly calls: readonly ProvedCall[];
}

const MARKS = { accepted: '✓', refused: '✗', 'not-proven': '?' } as const;

const answerText = ({ state, status, code }: ProvedAnswer): string => {
  const answer = [status === 0 ? 'not made' : status, code].filter((part) => part !== null).join(' ');
  return state === 'accepted' ? answer : `${answer}, ${state === 'refused' ? 'refused' : 'not proven'}`;
};

/** `src/api.js:12:9` */
const placeText = ({ file, line, column, by }: ProvedPlace): string =>
  (by === 'match' ? 'probably ' : '') + [file, line, column].filter((part) => part !== null).join(':');

/** Most candidates that are named; the others are counted. */
const MAX_NAMED = 3;

/** `one of api.py:3, report.py:8 and 2 more` */
const candidatesText = (candidates: readonly ProvedPlace[]): string => {
  const named = candidates.slice(0, MAX_NAMED).map(({ file, line }) => `${file}:${line}`);
  const more = candidates.length - named.length;
  return `one of ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

const whereText = ({ place, caller, candidates }: ProvedCall): string => {
  if (place !== null) return placeText(place) + (caller === null ? '' : `, called from ${placeText(caller)}`);
  return candidates.length > 0 ? candidatesText(candidates) : 'call site not found in analysed code';
};

const nameOf = ({ method, path, count }: ProvedCall): string =>
  `${method} ${path}${count === 1 ? '' : ` (${count} times)`}`;

const stateText = (call: ProvedCall): string =>
  call.before === null ? answerText(call) : `before: ${answerText(call.before)}; after: ${answerText(call)}`;

/** Lines below the name of a call. */
const remarksOn = (call: ProvedCall): readonly string[] => {
  const lines = [`${whereText(call)}: ${stateText(call)}`, call.reason];
  return lines.filter((line) => line !== null);
};

const callText = (call: ProvedCall): string =>
  [`  ${MARKS[call.state]} ${nameOf(call)}`, ...remarksOn(call).map((line) => `      ${line}`)]
    .map((line) => `${printable(line)}\n`)
    .join('');

const endText = ({ exit, signal }: ProvedEnd): string =>
  signal === null ? `exit code ${exit}` : `${signal}, as exit code ${exit}`;

const FIXES = { none: '', safe: ' with safe fixes', unsafe: ' with all fixes' } as const;

/** The last lines for people. */
export const proofSummary = ({ summary, command, commandBefore, legacy, fixes }: ProofReport): string => {
  const { calls, accepted, notProven, withoutCredentials } = summary;
  const refused = `${summary.refused} refused${withoutCredentials > 0 ? ` (${withoutCredentials} without credentials)` : ''}`;
  const what = `${calls} ${calls === 1 ? 'call' : 'calls'}${FIXES[fixes]}, unversioned API ${legacy}`;
  const before = commandBefore === null ? '' : ` (before: ${endText(commandBefore)})`;
  return `${what}: ${accepted} accepted, ${refused}, ${notProven} not proven.\nCommand: ${endText(command)}${before}.\n`;
};

/** Calls, each with its response and call site. */
export const proofText = (report: ProofReport): string =>
  disarmed(report.calls.map(callText).join('') + proofSummary(report));

/** The report as JSON. */
export const proofJson = (report: ProofReport): string => `${JSON.stringify(report, null, 2)}\n`;

const cell = (text: string): string => disarmed(markdownText(printable(text)));

const rowOf = (call: ProvedCall): string => {
  const said = [stateText(call), call.reason].filter((line) => line !== null);
  return `| ${MARKS[call.state]} ${cell(nameOf(call))} | ${cell(whereText(call))} | ${said.map(cell).join('<br>')} |\n`;
};

/** A table of the calls, and the sums. */
export const proofMarkdown = (report: ProofReport): string => {
  const summary = proofSummary(report).trimEnd().replace('\n', '\n\n');
  const table = `| call | call site | response |\n| --- | --- | --- |\n${report.calls.map(rowOf).join('')}`;
  return report.calls.length === 0 ? `${summary}\n` : `${summary}\n\n${table}`;
};
