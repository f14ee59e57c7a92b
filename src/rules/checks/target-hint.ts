import { message } from './message.ts';
import type { Api, OperationInfo } from '../../model/index.ts';
import type { Settings } from './check.ts';
import { daysBetween, lastingVersion, lifecycleOf } from './lifecycle.ts';

interface Deadline {
  readonly operation: string;
  readonly deletion: string;
}

/** Operations that are called and whose version at the target date is itself on its way out. */
const deadlinesIn = (
  called: ReadonlyMap<string, OperationInfo>,
  api: Api,
  { target, today, failWithin }: Settings,
): readonly Deadline[] =>
  [...called].flatMap(([operation, info]) => {
    const state = lifecycleOf(target, info, today, api);
    if (state.state !== 'deprecated' || state.deletion === undefined) return [];
    const isTold = failWithin === undefined || daysBetween(today, state.deletion) > failWithin;
    return isTold ? [{ operation, deletion: state.deletion }] : [];
  });

/** Version date that the operations resolve to a version without a planned deletion, and its payload changes. */
const laterText = (
  deadlines: readonly Deadline[],
  called: ReadonlyMap<string, OperationInfo>,
  api: Api,
  { target, today }: Settings,
): string => {
  const ending = deadlines.map(({ operation }) => operation);
  const next = ending
    .flatMap((operation) => lastingVersion(target, called.get(operation)!, today) ?? [])
    .toSorted()
    .at(-1);
  if (next === undefined) return message('targetOnly');
  const says = api.changes
    .filter(
      ({ date, operations }) =>
        date > target && date <= next && operations.some((operation) => ending.includes(operation)),
    )
    .map(({ date, says: change }) => message('changesIn', { date, says: change.replace(/\.$/, '') }))
    .join('; ');
  const changes = says === '' ? '' : message('targetChanges', { says });
  return message('targetLater', { next, changes });
};

/**
 * Note about the deprecation of the target version, whose findings appear only near its deletion (contract
 * §6). `called`: names of the operations that are called. `undefined` if there is nothing to report.
 */
export const targetHint = (
  called: ReadonlyMap<string, OperationInfo>,
  api: Api,
  settings: Settings,
): string | undefined => {
  const deadlines = deadlinesIn(called, api, settings).toSorted((a, b) => (a.deletion < b.deletion ? -1 : 1));
  const [first, ...others] = deadlines;
  if (first === undefined) return undefined;
  const calls = others.length === 0 ? first.operation : message('severalCalls', { count: deadlines.length });
  const left = daysBetween(settings.today, first.deletion);
  const { deletion } = first;
  const later = laterText(deadlines, called, api, settings);
  return `${message('targetEnds', { target: settings.target, calls, deletion, left, later })}\n`;
};
