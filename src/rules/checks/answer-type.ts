import { rewriteSlot } from '../../fix/edits/spelling.ts';
import { judgedFix } from '../../model/index.ts';
import type { Fix, HeaderTest, HeaderTestFact, Rule } from '../../model/index.ts';
import type { Area } from '../api/identify.ts';
import type { Check, CheckContext, PendingFinding, RequestNote } from './check.ts';
import { because, fill, findingAt, message } from './message.ts';
import { suffixesOf, versionFor } from './media.ts';
import { agreedOperation } from './fact-index.ts';
import { factsOfKind } from './facts-of-kind.ts';
import type { ResolvedUrl } from './fact-index.ts';
import { addressWords } from '../api/address-words.ts';

interface Options {
  readonly areas: readonly Area[];
  /** Lower case. */
  readonly header: string;
  /** Media types of legacy responses, and the suffix of the vendor type that replaces them. */
  readonly types: Readonly<Record<string, string>>;
  /** The message where the requests go to the versioned API already. */
  readonly halfDone?: string;
  /** The message where the client parses by the type. */
  readonly parsed: string;
}

type TypeRule = Rule & { readonly options: Options };

/** A legacy type of the response and the vendor type after the migration. */
interface Change {
  readonly before: string;
  readonly after: string;
  readonly suffix: string;
}

/** True where a comparison takes a media type. */
export const accepts = ({ how, value }: HeaderTest, type: string): boolean => {
  if (how === 'equals') return value === type || value.split(';')[0]!.trim() === type;
  if (how === 'unknown') return false;
  if (how === 'matches') return new RegExp(value, 'i').test(type);
  return how === 'begins' ? type.startsWith(value) : type.includes(value);
};

const changesOf = (
  { identity, address }: ResolvedUrl,
  { types }: Options,
  { settings }: CheckContext,
): readonly Change[] => {
  const version = versionFor(identity.info, settings.target);
  const suffixes = suffixesOf(identity.info, version) ?? ['json'];
  return Object.entries(types)
    .filter(([, suffix]) => suffixes.includes(suffix))
    .map(([before, suffix]) => ({
      before,
      after: `application/vnd.${address.product}.${version}+${suffix}`,
      suffix,
    }));
};

/** The change of the response's type that the test does not survive; none where another test accepts both. */
const brokenBy = (test: HeaderTestFact, changes: readonly Change[]): Change | undefined =>
  changes.find(
    ({ before, after }) =>
      accepts(test, before) && ![test, ...test.besides].some((each) => accepts(each, after)),
  );

const fixOf = (test: HeaderTestFact, { suffix }: Change, { text }: CheckContext): Fix | undefined => {
  const edit =
    test.how === 'contains' && test.slot !== undefined
      ? rewriteSlot(test.slot, suffix, text(test.file))
      : undefined;
  if (edit === undefined) return undefined;
  const fix = { title: message('fixAnswerType', { suffix }), edits: [edit], group: undefined };
  return judgedFix(fix, because(test, message('otherAnswers')));
};

const draftOf = (rule: TypeRule, test: HeaderTestFact, context: CheckContext): readonly PendingFinding[] => {
  const { areas, halfDone, parsed } = rule.options;
  const calls = test.requests.flatMap((id) => context.view.callOf(id) ?? []);
  const located = calls
    .flatMap((call) => call.located)
    .filter(({ address, identity }) => areas.includes(address.area) && identity.endpoint?.fate !== 'removed');
  const change = brokenBy(
    test,
    located.flatMap((one) => changesOf(one, rule.options, context)),
  );
  if (change === undefined) return [];
  const moved = located.every(({ address }) => address.area === 'versioned');
  const data = {
    header: test.header,
    expected: change.before,
    sent: change.after,
    shared: change.suffix,
    client: test.by ?? '',
  };
  const finding = findingAt(rule, test, {
    data,
    certainty: test.assumed === true ? 'likely' : 'certain',
    message: fill(test.by ? parsed : ((moved ? halfDone : undefined) ?? rule.message), data),
    anchor: `${test.how} ${change.before}`,
    operation: agreedOperation(located),
    fix: fixOf(test, change, context),
  });
  return [{ finding, part: 'body', requests: test.requests, blocks: true }];
};

/** Doubt about code whose use of a legacy response's media type is unknown. */
const noteOn = (rule: TypeRule, test: HeaderTestFact, context: CheckContext): RequestNote | undefined => {
  const calls = test.requests.flatMap((id) => context.view.callOf(id) ?? []);
  const legacy = calls.flatMap((call) => call.located).filter(({ address }) => address.area === 'legacy');
  const change = legacy.flatMap((one) => changesOf(one, rule.options, context))[0];
  if (change === undefined) return undefined;
  const note = message('unknownAnswerType', { before: change.before, after: change.after });
  return { kind: 'doubt', requests: test.requests, note: because(test, note) };
};

const testsIn = (rule: TypeRule, { facts }: CheckContext): readonly HeaderTestFact[] =>
  factsOfKind(facts, 'header-test').filter(
    ({ origin, header }) => origin !== 'generated' && header === rule.options.header,
  );

/** Finds code that compares the media type of a response with the one of legacy responses. */
export const answerType: Check<Options> = {
  name: 'answer-type',
  vocabulary: (_, api) => ({ addresses: addressWords(api), distinctive: [], common: [], successors: [] }),
  run: (rule, context) =>
    testsIn(rule, context)
      .filter(({ how }) => how !== 'unknown')
      .flatMap((test) => draftOf(rule, test, context)),
  notes: (rule, context) =>
    testsIn(rule, context)
      .filter(({ how }) => how === 'unknown')
      .flatMap((test) => noteOn(rule, test, context) ?? []),
};
