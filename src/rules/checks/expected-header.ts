import { insertMember } from '../../fix/edits/members.ts';
import { rewriteSlot } from '../../fix/edits/spelling.ts';
import { judgedFix } from '../../model/index.ts';
import type { Edit, Fix, Note, Place } from '../../model/index.ts';
import type { CheckContext, PendingFinding } from './check.ts';
import type { HeaderState } from './header-state.ts';
import { nameLike, stateOf } from './header-state.ts';
import { because, fill, findingAt, message } from './message.ts';
import { HEADER_REQUIREMENTS, requirementState } from './header-requirements.ts';
import type { HeaderRequirement } from './header-requirements.ts';
import type { HeaderRule } from './header-rule.ts';
import { followed, givesHeaders } from './followed.ts';
import { agreedOperation, isAdministration } from './fact-index.ts';
import type { ApiCall, TestExpectation } from './fact-index.ts';

type Lack = Extract<HeaderState, { kind: 'bad' | 'absent' }>;

const lacks = (call: ApiCall, need: HeaderRequirement): boolean =>
  need.applies(call) && ['bad', 'absent'].includes(requirementState(call, need).kind);

/** Mismatch of the expectation once the code sends the header; `undefined` when there is none. */
const lackOf = (
  { fact }: TestExpectation,
  calls: readonly ApiCall[],
  need: HeaderRequirement,
): Lack | undefined => {
  const state = stateOf(fact.headers, need.header, (value) => need.judge(value));
  // Where the code sends the header already, the test is about something else.
  if (state.kind === 'bad')
    return calls.length === 0 || calls.some((call) => lacks(call, need)) ? state : undefined;
  if (state.kind !== 'absent' || state.gap === undefined || calls.length === 0) return undefined;
  const isSeen = (call: ApiCall): boolean => fact.instance === true || givesHeaders(call);
  return calls.every((call) => requirementState(call, need).kind === 'absent' && isSeen(call))
    ? state
    : undefined;
};

const editsOf = (lack: Lack, header: string, value: string, context: CheckContext): readonly Edit[] =>
  lack.kind === 'absent'
    ? lack.gap === undefined
      ? []
      : [insertMember(lack.gap, header, value)]
    : lack.entries.flatMap(({ place }) => rewriteSlot(place, value, context.text(place.file)) ?? []);

const doubtOf = (calls: readonly ApiCall[], need: HeaderRequirement): Note | undefined => {
  const fine = calls.find((call) => !lacks(call, need));
  return fine && because(fine.request, message('sentAlready'));
};

const placeOf = ({ fact }: TestExpectation, lack: Lack): Place =>
  lack.kind === 'bad' ? lack.entries.at(-1)!.place : fact;

const draftOf = (
  rule: HeaderRule,
  need: HeaderRequirement,
  expectation: TestExpectation,
  context: CheckContext,
): PendingFinding[] => {
  const { fact, located } = expectation;
  if (!located.some(isAdministration) || fact.origin !== 'authored') return [];
  const calls = followed(expectation, context);
  const lack = lackOf(expectation, calls, need);
  // Only what the code is seen to change has to change in its tests.
  if (lack === undefined || !calls.some((call) => lacks(call, need))) return [];
  const written = lack.kind === 'bad' ? lack.value : '';
  const value = need.wanted(expectation, written, context.settings.target, context.api);
  const edits = editsOf(lack, nameLike(need.header, fact.headers), value, context);
  const title = message('fixExpectedHeader', { header: need.header, value });
  const fix: Fix | undefined =
    edits.length === 0 ? undefined : judgedFix({ title, edits, group: undefined }, doubtOf(calls, need));
  const data = { header: need.header, value, calls: calls.length };
  const { file, span } = placeOf(expectation, lack);
  const finding = findingAt(
    rule,
    { file, span },
    {
      data,
      message: fill(rule.options.expected ?? rule.message, data),
      anchor: `expected ${need.header} ${fact.method ?? ''} ${located[0]!.address.path}`,
      operation: agreedOperation(located),
      fix,
    },
  );
  const part = need.header === 'Accept' ? 'header' : 'alone';
  return [{ finding, part, requests: calls.map(({ request }) => request.id) }];
};

/**
 * Edits, in `file`, of the version header that an expectation names which is about no request that is seen:
 * for where its URL moves.
 */
export const unmatchedHeaderEdits = (
  expectation: TestExpectation,
  file: string,
  context: CheckContext,
): readonly Edit[] => {
  const need = HEADER_REQUIREMENTS.version;
  const lack = lackOf(expectation, [], need);
  if (lack?.kind !== 'bad' || lack.entries.some(({ place }) => place.file !== file)) return [];
  const value = need.wanted(expectation, lack.value, context.settings.target, context.api);
  return editsOf(lack, need.header, value, context);
};

/** Expectations of tests that fail once the code sends the header: they change together with it. */
export const expectedDrafts = (
  rule: HeaderRule,
  need: HeaderRequirement,
  context: CheckContext,
): readonly PendingFinding[] =>
  context.view.expectations.flatMap((expectation) => draftOf(rule, need, expectation, context));
