import type { ts } from '../syntax/tree.ts';
import type { ResponseValue, Value } from '../evaluate/values.ts';

/** Maximum depth at which objects and lists are searched for a response. */
const MAX_DEPTH = 4;

const visit = (val: Value, found: (response: ResponseValue) => void, depth: number): void => {
  if (val.kind === 'response') {
    found(val);
    return;
  }
  if (depth > MAX_DEPTH) return;
  const inner = (vals: readonly Value[]): void => {
    for (const one of vals) visit(one, found, depth + 1);
  };
  if (val.kind === 'json') inner(val.of);
  if (val.kind === 'list') for (const item of val.items) inner(item());
  if (val.kind !== 'object') return;
  for (const answer of val.answers ?? []) visit(answer, found, depth);
  for (const member of val.members) inner(member.value());
  for (const value of val.keyed ?? []) inner(value());
};

/** Responses of one sending call that values are or contain. */
export const responsesIn = (vals: readonly Value[], call: ts.Node): readonly ResponseValue[] => {
  const found: ResponseValue[] = [];
  const keep = (response: ResponseValue): void => {
    if (response.call === call) found.push(response);
  };
  for (const val of vals) visit(val, keep, 0);
  return found;
};

/** Sending calls whose responses values are or contain. */
export const callsAnswered = (vals: readonly Value[]): ReadonlySet<ts.Node> => {
  const found = new Set<ts.Node>();
  for (const val of vals) visit(val, ({ call }) => found.add(call), 0);
  return found;
};
