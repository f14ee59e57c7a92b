import { redactText } from '../report/redact.ts';
import type { ReportedAnswer, ReportedCall } from '../report/verdicts.ts';
import { isReplay } from './call.ts';
import type { Replayed } from './replay.ts';
import type { Verdict } from './verify.ts';

const answerOf = (replayed: Replayed | undefined): ReportedAnswer | null =>
  replayed === undefined ? null : { status: replayed.status, code: replayed.code ?? null };

const reasonOf = ({ call, after, why, state }: Verdict): string | null => {
  if (!isReplay(call)) return call.unseen;
  if (why !== undefined) return why;
  if (state !== 'refused') return null;
  if (after?.place !== undefined) return after.place;
  return after?.code === 'API_GONE' ? 'It was not migrated: "migrate scan" says why.' : null;
};

/** A verdict as it is reported; `line` is 1-based. */
export const reportedCall = (verdict: Verdict, line: number): ReportedCall => {
  const reason = reasonOf(verdict);
  const { call, before, after, state, lost } = verdict;
  return {
    file: call.file,
    line,
    exchange: call.exchange ?? null,
    method: call.method ?? null,
    path: redactText(call.template),
    operation: call.operation ?? null,
    state,
    before: answerOf(before),
    after: answerOf(after),
    reason: reason === null ? null : redactText(reason),
    lost,
  };
};
