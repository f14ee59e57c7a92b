import type { Api } from '../model/index.ts';
import type { Settings } from './check.ts';
import { daysBetween, lifecycleOf } from './lifecycle.ts';
import { isAdministration } from './view.ts';
import type { View } from './view.ts';

interface Deadline {
  readonly operation: string;
  readonly deletion: string;
}

/** Operations that are called and whose version at the target date is itself on its way out. */
const deadlinesIn = (
  { calls }: View,
  api: Api,
  { target, today, failWithin }: Settings,
): readonly Deadline[] => {
  const found = new Map<string, string>();
  const located = calls.flatMap((call) => call.located.filter(isAdministration));
  for (const { operation, info } of located.map(({ identity }) => identity)) {
    if (operation === undefined || info === undefined || found.has(operation)) continue;
    const state = lifecycleOf(target, info, today, api);
    if (state.state !== 'deprecated' || state.deletion === undefined) continue;
    if (failWithin === undefined || daysBetween(today, state.deletion) > failWithin)
      found.set(operation, state.deletion);
  }
  return Array.from(found, ([operation, deletion]) => ({ operation, deletion }));
};

/**
 * One line about the version that fixes write: it is reported only when its end is near (contract §6), so this says
 * once that there is an end, and when. `undefined` where there is nothing to say.
 */
export const targetHint = (view: View, api: Api, settings: Settings): string | undefined => {
  const deadlines = deadlinesIn(view, api, settings).toSorted((a, b) => (a.deletion < b.deletion ? -1 : 1));
  const [first, ...others] = deadlines;
  if (first === undefined) return undefined;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const left = daysBetween(settings.today, first.deletion);
  return (
    `hint: ${settings.target}, the target, is deprecated for ${first.operation}${more}: deletion on ` +
    `${first.deletion} (${left} days left; dates move). --fail-within ${left} makes it an error; "migrate versions" lists all.\n`
  );
};
