import type { MatchedMember, Note } from '../../../model/index.ts';
import type { CheckContext, PendingFinding } from '../check.ts';
import type { ApiCall, TestExpectation } from '../fact-index.ts';
import { followed } from '../followed.ts';
import { because, fill, findingAt, message } from '../message.ts';
import { ownName, stepsOf } from './options.ts';
import type { Property, PropertyOptions, PropertyRule } from './options.ts';
import { contentAt } from './resource.ts';

/** Member of a body, by which a mock matches requests and which a resource version took away. */
interface Matched {
  readonly member: MatchedMember;
  readonly property: Property;
  readonly expectation: TestExpectation;
  readonly operation: string | undefined;
}

const isBelow = (path: readonly string[], steps: readonly string[]): boolean =>
  steps.length === path.length && steps.every((step, index) => step === path[index]);

const found = new WeakMap<CheckContext, Map<PropertyOptions, readonly Matched[]>>();

const matchedBy = (
  expectation: TestExpectation,
  options: PropertyOptions,
  { api }: CheckContext,
): readonly Matched[] => {
  const { matches = [], origin } = expectation.fact;
  const what = origin === 'authored' ? contentAt(expectation.located, 'request', options, api) : undefined;
  if (what === undefined || what.kind === 'other') return [];
  const operation = what.kind === 'resource' ? what.operation : undefined;
  const properties = options.properties
    .filter(({ only, lone }) => only !== 'response' && lone === undefined)
    .map((property) => ({ property, steps: stepsOf(property.path).filter((step) => step !== '*') }));
  return matches.flatMap((member) =>
    properties
      .filter(({ steps }) => isBelow(member.path, steps))
      .map(({ property }) => ({ member, property, expectation, operation })),
  );
};

/** Members that mocks match by and that the version took away. */
const matchedMembers = (options: PropertyOptions, context: CheckContext): readonly Matched[] => {
  const known = found.get(context) ?? new Map<PropertyOptions, readonly Matched[]>();
  found.set(context, known);
  const matched =
    known.get(options) ?? context.view.expectations.flatMap((one) => matchedBy(one, options, context));
  known.set(options, matched);
  return matched;
};

/** Why the payload of a request stays: a mock would no longer match it. */
export const mockMatching = (
  call: ApiCall | undefined,
  options: PropertyOptions,
  context: CheckContext,
): Note | undefined => {
  if (call === undefined) return undefined;
  const held = matchedMembers(options, context).find(({ expectation }) =>
    followed(expectation, context).includes(call),
  );
  return held && because(held.member, message('matchedByMock', { name: ownName(held.property) }));
};

/** Findings on mocks that match requests by a member that the version took away: no request has it after the fix. */
export const matchedDrafts = (rule: PropertyRule, context: CheckContext): readonly PendingFinding[] => {
  const { options } = rule;
  return matchedMembers(options, context).map(({ member, property, expectation, operation }) => {
    const name = ownName(property);
    const data = { property: name, replacement: property.replacement, version: options.version };
    const advice = message('mockMatches', { name });
    const finding = findingAt(rule, member, {
      data,
      message: fill(rule.message, { ...data, advice }),
      anchor: `matched ${member.path.join('.')}`,
      severity: property.severity ?? rule.severity,
      certainty: operation === undefined ? 'likely' : 'certain',
      operation,
    });
    const requests = followed(expectation, context).map(({ request }) => request.id);
    return { finding, part: 'body', requests };
  });
};
