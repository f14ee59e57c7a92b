import { didYouMean, isDay, shownName } from '../../model/index.ts';
import type { Edit, Fix, Rule, SuppressionFact } from '../../model/index.ts';
import { settingsFor } from '../checks/check.ts';
import type { Check, CheckContext, PendingFinding, Settings } from '../checks/check.ts';
import { findingAt, message } from '../checks/message.ts';
import { misspeltIn } from './directive.ts';
import { removeComment } from './removal.ts';
import type { Directive, Judged } from '../checks/suppression.ts';

interface Options {
  /** Marker at the start of comments to this tool. */
  readonly marker: string;
}

/** Problem of a suppression: the message, and whether it can be removed. */
interface Problem {
  readonly text: string;
  /** Ids that go; all of them: the comment goes. */
  readonly ids: readonly string[];
  readonly removable: boolean;
}

const unknownRule = (id: string, known: readonly string[]): string =>
  `${message('noSuchRule', { id: shownName(id) })}${didYouMean(id, known)}`;

/** Why a suppression is without effect whatever is found; `undefined` when it counts. */
const invalidity = (directive: Directive, settings: Settings): Problem | undefined => {
  const { kind, ids, until, reason } = directive;
  const problem = (text: string, removable = true): Problem => ({ text, ids, removable });
  if (kind === 'end') return problem(message('noStart'));
  if (until !== undefined && !isDay(until)) return problem(message('noDate', { until }), false);
  if (until !== undefined && settings.today > until) return problem(message('expired', { until }));
  if (settings.requireReason === true && reason === '') return problem(message('noReason'), false);
  return undefined;
};

/** Literals are checked without other files; calls, members, settings and payloads may depend on them. */
const MAY_DEPEND = /[(.{]|^\s*-?\s*["']?[\w-]+["']?\s*[:=]/m;

/** True where other files, which were not scanned, may decide whether the suppression is used. */
const isOpen = ({ suppression: { fact, scope } }: Judged, { settings, text }: CheckContext): boolean => {
  if (settings.isAlone?.(fact.file) !== true || scope === undefined) return false;
  const silenced = (text(fact.file) ?? '').slice(scope.start, scope.end);
  return MAY_DEPEND.test(silenced.replace(fact.comment ?? '', ''));
};

/** A suppression of a rule that did not run is not unused. */
const problemOf = (judged: Judged, directive: Directive, context: CheckContext): Problem | undefined => {
  const { suppression, used } = judged;
  const invalid = invalidity(directive, settingsFor(context.settings, suppression.fact.file));
  if (invalid !== undefined) return invalid;
  const { ids } = directive;
  const idle = ids.filter((id) => !used.has(id));
  const unknown = idle.find((id) => !context.rules.includes(id));
  if (unknown !== undefined)
    return { text: unknownRule(unknown, context.rules), ids: idle, removable: false };
  const isUsed = ids.length === 0 ? used.size > 0 : idle.length === 0;
  if (isUsed || !suppression.fact.parses || isOpen(judged, context)) return undefined;
  if (ids.length === 0) return { text: message('nothingFound'), ids, removable: true };
  return { text: message('rulesFindNothing', { rules: idle.join(', ') }), ids: idle, removable: true };
};

/** The list without some of its ids, in place. */
const shortenList = ({ ids, list }: Directive, idle: readonly string[], start: number, raw: string): Edit => {
  const left = ids.filter((id) => !idle.includes(id)).join(', ');
  const at = start + raw.indexOf(list, raw.indexOf('migrate-ignore-') + 'migrate-ignore-'.length);
  return { span: { start: at, end: at + list.length }, text: left };
};

const fixOf = (
  { suppression }: Judged,
  directive: Directive,
  problem: Problem,
  text: string,
): Fix | undefined => {
  if (!problem.removable) return undefined;
  const { fact, end } = suppression;
  const { span } = fact;
  if (problem.ids.length < directive.ids.length) {
    const raw = text.slice(span.start, span.end);
    if (!raw.includes(directive.list)) return undefined;
    const edit = shortenList(directive, problem.ids, span.start, raw);
    return { title: message('fixShorten'), safety: 'safe', edits: [edit], group: undefined };
  }
  const comments = end === undefined ? [span] : [span, end.span];
  const edits = comments.map((each) => removeComment(each, text));
  return { title: message('fixRemoveComment'), safety: 'safe', edits, group: undefined };
};

const misspeltDraft = (
  rule: Rule,
  fact: SuppressionFact,
  context: CheckContext,
): readonly PendingFinding[] => {
  const found = fact.comment === undefined ? undefined : misspeltIn(fact.comment, context.rules);
  if (found === undefined) return [];
  const data = { problem: `${message('noSuchComment')}${found.hint}`, comment: found.written };
  return [{ finding: findingAt(rule, fact, { data, anchor: found.written }), part: 'alone', requests: [] }];
};

const draftOf = (rule: Rule, judged: Judged, context: CheckContext): readonly PendingFinding[] => {
  const { fact, directive } = judged.suppression;
  const text = context.text(fact.file);
  if (directive === undefined) return misspeltDraft(rule, fact, context);
  if (text === undefined) return [];
  const problem = problemOf(judged, directive, context);
  if (problem === undefined) return [];
  const finding = findingAt(rule, fact, {
    data: { problem: problem.text, comment: `migrate-ignore-${directive.kind}` },
    anchor: `${directive.kind} ${directive.ids.join(',')}`,
    fix: fact.origin === 'generated' ? undefined : fixOf(judged, directive, problem, text),
  });
  return [{ finding, part: 'alone', requests: [] }];
};

/** Finds suppressions without effect: unused, expired, or without a required reason. */
export const suppressionState: Check<Options> = {
  name: 'suppression-state',
  vocabulary: ({ marker }) => ({
    addresses: [],
    distinctive: [],
    common: [],
    successors: [],
    comments: [marker],
  }),
  run: () => [],
  review: (rule, context, suppressions) => suppressions.flatMap((judged) => draftOf(rule, judged, context)),
};
