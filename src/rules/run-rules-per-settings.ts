import { settingsFor } from './checks/check.ts';
import type { CheckContext, PendingFinding, Settings } from './checks/check.ts';
import type { Rule } from '../model/index.ts';

/** How a part of the files is looked at: with these rules, for this target. */
interface Look {
  readonly rules: readonly Rule[];
  readonly context: CheckContext;
  readonly isFor: (file: string) => boolean;
}

/**
 * What `draw` gets from every rule, each finding from the rules and for the target of its own file. Facts are joined
 * over files whose settings may differ, so that a look at one part of the files takes all facts; mostly there is one
 * look for all.
 */
export const lookAll = (
  rules: readonly Rule[],
  context: CheckContext,
  draw: (rule: Rule, context: CheckContext) => Iterable<PendingFinding>,
): readonly PendingFinding[] => {
  const { settings } = context;
  const lookFor = ({ target, rules: chosen = rules }: Settings): Look => ({
    rules: chosen,
    context: { ...context, rules: chosen.map(({ id }) => id), settings: { ...settings, target } },
    isFor: (file) => {
      const own = settingsFor(settings, file);
      return own.target === target && (own.rules ?? rules) === chosen;
    },
  });
  const looks = [lookFor(settings)];
  const meet = (file: string): void => {
    if (!looks.some(({ isFor }) => isFor(file))) looks.push(lookFor(settingsFor(settings, file)));
  };
  for (const file of new Set(context.facts.map((fact) => fact.file))) meet(file);
  const drafts: PendingFinding[] = [];
  // A finding may lie in a file that no fact is of, which adds a look.
  for (const look of looks) {
    for (const draft of look.rules.flatMap((rule) => [...draw(rule, look.context)])) {
      meet(draft.finding.file);
      if (look.isFor(draft.finding.file)) drafts.push(draft);
    }
  }
  return drafts;
};
