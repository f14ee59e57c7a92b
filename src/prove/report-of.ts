import { isAbsolute, relative, sep } from 'node:path';
import { groupBy } from '../model/index.ts';
import type { Redacted } from '../model/index.ts';
import { redactPath } from '../redact/names.ts';
import { redactText } from '../redact/redact.ts';
import type { ProofReport, ProvedAnswer, ProvedCall, ProvedEnd, ProvedPlace } from '../report/proof.ts';
import type { CallRow } from './calls.ts';
import type { JudgedCall } from './judge.ts';

/** A run of a command: its calls, in the folder it ran in, and how it ended. */
export interface ProvedRun {
  readonly rows: readonly CallRow[];
  readonly folder: string;
  readonly code: number;
  readonly signal: string | undefined;
}

/** Finds the call sites of the tree that can send a call. */
export type FindPlace = (call: JudgedCall) => readonly { readonly file: string; readonly line: number }[];

const orNull = (text: string | undefined): Redacted | null => (text === undefined ? null : redactText(text));

const onStack = (frame: string | undefined, folder: string): ProvedPlace | undefined => {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(frame ?? '') ?? [];
  if (file === undefined) return undefined;
  const inside = relative(folder, file);
  const isOutside = inside.startsWith('..') || isAbsolute(inside);
  const shown = isOutside ? file : inside.split(sep).join('/');
  return { file: redactPath(shown), line: Number(line), column: Number(column), by: 'stack' };
};

const placesOf = (
  { call, caller }: CallRow,
  folder: string,
  find: FindPlace,
): Pick<ProvedCall, 'place' | 'caller' | 'candidates'> => {
  const seen = onStack(call.trail[0], folder);
  if (seen !== undefined) return { place: seen, caller: onStack(caller, folder) ?? null, candidates: [] };
  const candidates = find(call).map(({ file, line }): ProvedPlace => ({
    file: redactPath(file),
    line,
    column: null,
    by: 'match',
  }));
  const [only, ...others] = candidates;
  return only !== undefined && others.length === 0
    ? { place: only, caller: null, candidates: [] }
    : { place: null, caller: null, candidates };
};

const answerOf = ({ state, status, code, reason }: JudgedCall): ProvedAnswer => ({
  state,
  status,
  code: orNull(code),
  reason: orNull(reason),
});

const UNMADE = { state: 'not-proven', status: 0, code: undefined } as const;

/** Calls of the run before that are made no more; of calls that are alike, so many as are missing. */
const identityOf = ({ call }: CallRow): string => `${call.method} ${call.operation ?? call.template}`;

/** The rows of the run before by what they ask for, in their order. */
const byIdentity = (rows: readonly CallRow[]): Map<string, CallRow[]> => groupBy(rows, identityOf);

const beforeOf = (row: CallRow | undefined): ProvedCall['before'] =>
  row === undefined ? null : { ...answerOf(row.call), path: redactText(row.call.template) };

const gone = (row: CallRow): CallRow => ({
  ...row,
  call: { ...row.call, ...UNMADE, reason: 'This call was made before, but not with the fixes.' },
});

const provedCall = (
  row: CallRow,
  before: CallRow | undefined,
  folder: string,
  find: FindPlace,
): ProvedCall => ({
  method: redactText(row.call.method),
  path: redactText(row.call.template),
  operation: orNull(row.call.operation),
  count: row.count,
  ...placesOf(row, folder, find),
  ...answerOf(row.call),
  before: beforeOf(before),
});

/** The calls of a run, each beside the same call of the run before where there was one. */
export const provedCalls = (
  run: ProvedRun,
  before: ProvedRun | undefined,
  find: FindPlace,
): readonly ProvedCall[] => {
  const left = byIdentity(before?.rows ?? []);
  const now = run.rows.map((row) => provedCall(row, left.get(identityOf(row))?.shift(), run.folder, find));
  const missing = [...left.values()].flat();
  return [...now, ...missing.map((row) => provedCall(gone(row), row, before?.folder ?? '', find))];
};

const endOf = ({ code, signal }: ProvedRun): ProvedEnd => ({ exit: code, signal: orNull(signal) });

/** Head of a report: everything besides its calls. */
export interface ProofHead {
  readonly tool: { readonly name: string; readonly version: string };
  readonly today: string;
  readonly legacy: ProofReport['legacy'];
  readonly fixes: ProofReport['fixes'];
}

/** The report of one run, or of a run and the one before it. */
export const proofReport = (
  run: ProvedRun,
  before: ProvedRun | undefined,
  head: ProofHead,
  find: FindPlace,
): ProofReport => {
  const calls = provedCalls(run, before, find);
  const count = (state: ProvedCall['state']): number =>
    calls.reduce((sum, call) => sum + (call.state === state ? call.count : 0), 0);
  return {
    version: 1,
    tool: { name: redactText(head.tool.name), version: redactText(head.tool.version) },
    today: redactText(head.today),
    legacy: head.legacy,
    fixes: head.fixes,
    command: endOf(run),
    commandBefore: before === undefined ? null : endOf(before),
    summary: {
      calls: calls.reduce((sum, call) => sum + call.count, 0),
      accepted: count('accepted'),
      refused: count('refused'),
      notProven: count('not-proven'),
      withoutCredentials: run.rows.reduce((sum, row) => sum + (row.call.isAnonymous ? row.count : 0), 0),
    },
    calls,
  };
};
