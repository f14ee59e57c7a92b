import type { ts } from '../syntax/tree.ts';
import type { AnswerVal, Val } from '../evaluate/values.ts';

/** Maximum depth at which objects and lists are searched for a response. */
const DEEPEST = 4;

const addAnswers = (val: Val, call: ts.Node, found: AnswerVal[], depth: number): void => {
  if (val.kind === 'answer') {
    if (val.call === call) found.push(val);
    return;
  }
  if (depth > DEEPEST) return;
  const inner = (vals: readonly Val[]): void => {
    for (const one of vals) addAnswers(one, call, found, depth + 1);
  };
  if (val.kind === 'json') inner(val.of);
  if (val.kind === 'list') for (const item of val.items) inner(item());
  if (val.kind !== 'object') return;
  for (const answer of val.answers ?? []) addAnswers(answer, call, found, depth);
  for (const member of val.members) inner(member.value());
};

/** Responses of one sending call that values are or contain. */
export const answersIn = (vals: readonly Val[], call: ts.Node): readonly AnswerVal[] => {
  const found: AnswerVal[] = [];
  for (const val of vals) addAnswers(val, call, found, 0);
  return found;
};
