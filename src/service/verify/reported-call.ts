import type { Redacted } from '../../model/index.ts';
import { redactText } from '../../redact/redact.ts';
import { redactPath } from '../../redact/names.ts';
import type { ReportedAnswer, ReportedCall } from '../../report/verdicts.ts';
import { isReplay } from './call.ts';
import type { Replayed } from './replay.ts';
import type { ReplayVerdict } from './verify.ts';

const textOr = (text: string | null | undefined): Redacted | null =>
  text === undefined || text === null ? null : redactText(text);

const answerOf = (replayed: Replayed | undefined): ReportedAnswer | null =>
  replayed === undefined ? null : { status: replayed.status, code: textOr(replayed.code) };

const reasonOf = ({ after, why, state }: ReplayVerdict): string | null => {
  if (why !== undefined) return why;
  if (state !== 'refused') return null;
  if (after?.place !== undefined) return after.place;
  return after?.code === 'API_GONE' ? 'It was not migrated: "migrate scan" says why.' : null;
};

/** A verdict as it is reported; `line` is 1-based. */
export const reportedCall = (verdict: ReplayVerdict, line: number): ReportedCall => {
  const { call, before, after, state, finding, refusedNow, lost } = verdict;
  return {
    file: redactPath(call.file),
    line,
    exchange: call.exchange ?? null,
    method: textOr(call.method),
    path: redactText(call.template),
    operation: textOr(call.operation),
    state,
    recorded: (isReplay(call) ? call.recorded : undefined) ?? null,
    before: answerOf(before),
    after: answerOf(after),
    reason: textOr(reasonOf(verdict)),
    finding: textOr(finding),
    refusedNow,
    lost: lost.map(redactText),
  };
};
