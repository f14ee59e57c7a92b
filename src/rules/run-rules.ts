import { isBeforeBreak, withoutSafety } from './parse-errors.ts';
import type { BreakOf } from './parse-errors.ts';
import { settingsFor } from './checks/check.ts';
import type { CheckContext, PendingFinding, RequestNote, Reshape, Settings } from './checks/check.ts';
import { milder } from './checks/message.ts';
import { placeNames } from './place-names.ts';
import { decideMigrations } from './checks/migration.ts';
import { withUsesAccounted } from './checks/accounted.ts';
import { withListedTexts } from './checks/listed-texts.ts';
import { hasMoved, remaining } from './checks/remaining.ts';
import { checkNamed } from './registry.ts';
import { silence } from './suppressions/silence.ts';
import { buildFactIndex } from './checks/fact-index.ts';
import { runRulesPerSettings } from './run-rules-per-settings.ts';
import { compareText } from '../model/index.ts';
import type { Fact, Finding, Place, Rule } from '../model/index.ts';
import type { Ruleset } from './load/index.ts';

type Draw = (rule: Rule, context: CheckContext) => Iterable<PendingFinding>;

/** Notes of each rule in one context: the drafts need them, and the decision about the requests. */
const notesIn = new WeakMap<CheckContext, Map<Rule, readonly RequestNote[]>>();

const notesBy = (rule: Rule, context: CheckContext): readonly RequestNote[] => {
  const known = notesIn.get(context) ?? new Map<Rule, readonly RequestNote[]>();
  notesIn.set(context, known);
  const notes = known.get(rule) ?? [
    ...(checkNamed(rule.check).notes?.(rule as Rule & { options: never }, context) ?? []),
  ];
  known.set(rule, notes);
  return notes;
};

const runRule: Draw = (rule, context) => [
  ...checkNamed(rule.check).run(rule as Rule & { options: never }, context),
  ...(context.view.calls.some(hasMoved) ? remaining(rule, notesBy(rule, context), context) : []),
];

/** Findings of the rules, those that suppressions silence, and findings about the suppressions. */
const withSuppressions = (
  rules: readonly Rule[],
  context: CheckContext,
  placeOf: (place: Place) => Place,
): readonly PendingFinding[] => {
  const found = runRulesPerSettings(rules, context, runRule);
  const { drafts, suppressions } = silence(found, context.facts, context.settings, context.text, placeOf);
  if (suppressions.length === 0) return drafts;
  const review: Draw = (rule, own) =>
    checkNamed(rule.check).review?.(rule as Rule & { options: never }, own, suppressions) ?? [];
  return [...drafts, ...runRulesPerSettings(rules, context, review)];
};

/** Notes of checks about requests, without the duplicates of rules of the same kind. */
const notesOf = (rules: readonly Rule[], context: CheckContext): readonly RequestNote[] =>
  rules.flatMap((rule) => notesBy(rule, context));

/** The user's severity replaces the rule's; what a check calls milder stays milder. */
const withSeverity = (finding: Finding, rules: readonly Rule[], settings: Settings): Finding => {
  const own = settingsFor(settings, finding.file);
  const wanted = own.severities.get(finding.rule);
  if (wanted === undefined) return finding;
  const rule = (own.rules ?? rules).find(({ id }) => id === finding.rule);
  return {
    ...finding,
    severity: finding.severity === rule?.severity ? wanted : milder(finding.severity, wanted),
  };
};

/** Compares by file, start and rule. */
export const inOrder = (a: Finding, b: Finding): number =>
  compareText(a.file, b.file) ||
  a.span.start - b.span.start ||
  compareText(a.rule, b.rule) ||
  a.span.end - b.span.end ||
  compareText(a.anchor, b.anchor);

/** One finding per rule, location and subject. */
const identity = ({ rule, file, span, data, exchange }: Finding): string =>
  [rule, file, span.start, span.end, data['property'] ?? '', exchange ?? ''].join('\n');

const unique = (findings: readonly Finding[]): readonly Finding[] => [
  ...new Map(findings.toReversed().map((finding) => [identity(finding), finding])).values(),
];

/** Finding that is not reported, because the user suppressed it or switched its rule off. */
export interface SuppressedFinding {
  readonly finding: Finding;
  readonly by: 'suppressed' | 'rule-off';
}

/** Result of running rules, and what was kept back of it. */
export interface RulesResult {
  readonly findings: readonly Finding[];
  readonly hidden: readonly SuppressedFinding[];
}

/**
 * Runs the rules on the facts: findings are unique, sorted by file, start and rule. `text` returns the text
 * of an editable file; without `reshape` no payload is restructured; `view` is the fact index if it exists
 * already; `broken` returns the position of a file's syntax error; `placeOf` maps a position in an embedded
 * text to its file. All rules run, because a disabled rule may still make a fix unsafe; only enabled ones are
 * reported.
 */
export const runAllRules = (
  facts: readonly Fact[],
  { api, rules }: Ruleset,
  settings: Settings,
  text: (file: string) => string | undefined,
  reshape?: Reshape,
  view = buildFactIndex(facts, api, settings.projectOf),
  broken: BreakOf = () => undefined,
  placeOf: (place: Place) => Place = (place) => place,
): RulesResult => {
  const isEnabled = (rule: string, file: string): boolean =>
    settingsFor(settings, file).enabled?.has(rule) ?? true;
  const ids = rules.map((rule) => rule.id);
  const names = placeNames(text, placeOf);
  const context: CheckContext = { facts, api, rules: ids, settings, view, text, names, reshape };
  const drafts = withSuppressions(rules, context, placeOf)
    .map((draft) => withUsesAccounted(withoutSafety(draft, broken), context))
    .flatMap((draft) => withListedTexts(draft, context));
  const decided = decideMigrations(drafts, view, isEnabled, notesOf(rules, context));
  const hiddenBy = ({ rule, file }: Finding, index: number): SuppressedFinding['by'] | undefined =>
    drafts[index]?.silenced === true ? 'suppressed' : isEnabled(rule, file) ? undefined : 'rule-off';
  const reported = decided.filter(
    (finding, index) => hiddenBy(finding, index) === undefined && isBeforeBreak(finding, broken),
  );
  const hidden = decided.flatMap((finding, index) => {
    const by = hiddenBy(finding, index);
    return by === undefined ? [] : [{ finding, by }];
  });
  const findings = unique(reported.map((finding) => withSeverity(finding, rules, settings)));
  return { findings: findings.toSorted(inOrder), hidden };
};

/** The findings alone. */
export const runRules = (...input: Parameters<typeof runAllRules>): readonly Finding[] =>
  runAllRules(...input).findings;
