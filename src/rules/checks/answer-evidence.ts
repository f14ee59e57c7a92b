import { entriesOf, exactValue } from '../../model/index.ts';
import type { ResponseFact } from '../../model/index.ts';
import type { CheckContext } from './check.ts';
import { aYearAfter } from './lifecycle.ts';
import type { Lifecycle } from './lifecycle.ts';
import { factsOfKind } from './facts-of-kind.ts';
import type { ApiCall } from './fact-index.ts';

const known = new WeakMap<CheckContext, ReadonlyMap<string | undefined, ResponseFact>>();

/** The recorded response to a call; `undefined` where there is none. */
export const answerTo = (call: ApiCall, context: CheckContext): ResponseFact | undefined => {
  let answers = known.get(context);
  if (answers === undefined) {
    answers = new Map(factsOfKind(context.facts, 'response').map((answer) => [answer.request, answer]));
    known.set(context, answers);
  }
  const answer = answers.get(call.request.id);
  return answer?.origin === 'recording' ? answer : undefined;
};

const valueOf = ({ headers }: ResponseFact, name: string): string | undefined => {
  const text = entriesOf(headers, name).at(-1)?.values?.[0];
  return text === undefined ? undefined : exactValue(text);
};

/** `yyyy-mm-dd` of a date as headers write it (RFC 9110, RFC 9745), or as this service does. */
const dayOf = (value: string | undefined): string | undefined => {
  const seconds = /^@(\d{1,11})$/.exec(value?.trim() ?? '')?.[1];
  const written = /\d{4}/.test(value ?? '') ? Date.parse(value ?? '') : Number.NaN;
  const time = seconds === undefined ? written : Number(seconds) * 1000;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
};

/**
 * Deletion date in a response: its `Sunset` header, or twelve months after its `Deprecation` header
 * (specification §3); `undefined` without these.
 */
export const deadlineIn = (answer: ResponseFact): string | undefined => {
  const sunset = dayOf(valueOf(answer, 'sunset'));
  if (sunset !== undefined) return sunset;
  const deprecated = dayOf(valueOf(answer, 'deprecation'));
  return deprecated === undefined ? undefined : aYearAfter(deprecated);
};

/** State of a version whose end the service itself announced, which takes precedence over any list. */
export const endingOn = (deletion: string, listed: Lifecycle, version: string, today: string): Lifecycle => {
  if (listed.state === 'too-old') return listed;
  const next = 'next' in listed ? listed.next : undefined;
  const state = deletion <= today ? 'deleted' : 'deprecated';
  return { state, version, deletion, next, listed: false, told: true };
};
