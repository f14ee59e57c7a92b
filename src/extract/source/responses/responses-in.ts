import type { ts } from '../syntax/tree.ts';
import type { ResponseValue, Value } from '../evaluate/values.ts';

/** Maximum depth at which objects and lists are searched for a response. */
const MAX_DEPTH = 4;

const addAnswers = (val: Value, call: ts.Node, found: ResponseValue[], depth: number): void => {
  if (val.kind === 'response') {
    if (val.call === call) found.push(val);
    return;
  }
  if (depth > MAX_DEPTH) return;
  const inner = (vals: readonly Value[]): void => {
    for (const one of vals) addAnswers(one, call, found, depth + 1);
  };
  if (val.kind === 'json') inner(val.of);
  if (val.kind === 'list') for (const item of val.items) inner(item());
  if (val.kind !== 'object') return;
  for (const answer of val.answers ?? []) addAnswers(answer, call, found, depth);
  for (const member of val.members) inner(member.value());
  for (const value of val.keyed ?? []) inner(value());
};

/** Responses of one sending call that values are or contain. */
export const responsesIn = (vals: readonly Value[], call: ts.Node): readonly ResponseValue[] => {
  const found: ResponseValue[] = [];
  for (const val of vals) addAnswers(val, call, found, 0);
  return found;
};
