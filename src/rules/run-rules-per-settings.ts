import { settingsFor } from './checks/check.ts';
import type { CheckContext, PendingFinding, Settings } from './checks/check.ts';
import type { Rule } from '../model/index.ts';

/** One run of rules: for the files with these rules and this target. */
interface SettingsRun {
  readonly rules: readonly Rule[];
  readonly context: CheckContext;
  readonly isFor: (file: string) => boolean;
}

/**
 * Runs every rule once per group of files with the same rules and target. Each run sees all facts, because facts are
 * joined across files; a finding is kept only by the run that its own file belongs to.
 */
export const runRulesPerSettings = (
  rules: readonly Rule[],
  context: CheckContext,
  run: (rule: Rule, context: CheckContext) => Iterable<PendingFinding>,
): readonly PendingFinding[] => {
  const { settings } = context;
  const runFor = ({ target, rules: chosen = rules }: Settings): SettingsRun => ({
    rules: chosen,
    // What checks remember of a context serves the decision about the requests, too.
    context:
      chosen === rules && target === settings.target
        ? context
        : { ...context, rules: chosen.map(({ id }) => id), settings: { ...settings, target } },
    isFor: (file) => {
      const own = settingsFor(settings, file);
      return own.target === target && (own.rules ?? rules) === chosen;
    },
  });
  const runs = [runFor(settings)];
  const meet = (file: string): void => {
    if (!runs.some(({ isFor }) => isFor(file))) runs.push(runFor(settingsFor(settings, file)));
  };
  for (const file of new Set(context.facts.map((fact) => fact.file))) meet(file);
  const drafts: PendingFinding[] = [];
  // A finding may lie in a file that no fact is of, which adds a run.
  for (const each of runs) {
    for (const draft of each.rules.flatMap((rule) => [...run(rule, each.context)])) {
      meet(draft.finding.file);
      if (each.isFor(draft.finding.file)) drafts.push(draft);
    }
  }
  return drafts;
};
