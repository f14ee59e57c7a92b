import type { Place, Tree } from '../../../model/index.ts';
import { select, type Selected } from '../../load/jsonpath.ts';
import type { CheckContext, PendingFinding } from '../check.ts';
import { fill, findingAt, message, milder } from '../message.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { ownName, removalsByVersion } from './options.ts';
import type { PropertyOptions, Property, PropertyRule } from './options.ts';
import { contentOfCall, recognizedResources, selectUnder } from './resource.ts';

/** A response that was recorded or saved. */
interface Answer {
  readonly roots: readonly Selected[];
  readonly operation: string | undefined;
  readonly exchange: number | undefined;
}

const recorded = (options: PropertyOptions, { facts, view, api }: CheckContext): readonly Answer[] =>
  factsOfKind(facts, 'response').flatMap(({ request, body, exchange }) => {
    const call = view.callOf(request);
    if (call === undefined || body === undefined) return [];
    const what = contentOfCall(call, 'response', options, api);
    if (what.kind !== 'resource') return [];
    return [{ roots: select(body, what.path), operation: what.operation, exchange }];
  });

const saved = (options: PropertyOptions, { facts, view }: CheckContext): readonly Answer[] =>
  factsOfKind(facts, 'payload').flatMap(({ origin, tree, file, operation }) => {
    const counts = origin === 'recording' && (operation !== undefined || view.callsApi(file));
    if (!counts) return [];
    return [
      { roots: recognizedResources(tree, options.anchors.response, options), operation, exchange: undefined },
    ];
  });

const firstIn = ({ roots }: Answer, { path }: Property): Selected | undefined =>
  roots.flatMap((root) => selectUnder(root, path)).find(({ member }) => member !== undefined);

/** First property of a response that its version no longer has. */
export const removedIn = (
  body: Tree,
  operation: string,
  options: PropertyOptions,
  version: string,
): Property | undefined => {
  const path = Object.hasOwn(options.operations, operation)
    ? options.operations[operation]!.response
    : undefined;
  if (path === undefined) return undefined;
  const answer = { roots: select(body, path), operation, exchange: undefined };
  return removalsByVersion(options, version)
    .flatMap(({ properties }) => properties)
    .find((property) => property.only !== 'request' && firstIn(answer, property) !== undefined);
};

const draftOf = (rule: PropertyRule, found: Selected, property: Property, answer: Answer): PendingFinding => {
  const data = {
    property: ownName(property),
    replacement: property.replacement,
    version: rule.options.version,
  };
  const { file, span } = found.member!.key;
  const place: Place = { file, span };
  const advice = message('answerStillHas', { read: property.read ?? '' });
  const finding = findingAt(rule, place, {
    data,
    message: fill(rule.message, { ...data, advice }),
    anchor: `answered ${answer.exchange ?? ''} ${found.pointer}`,
    severity: milder('info', rule.severity),
    pointer: found.pointer,
    operation: answer.operation,
    exchange: answer.exchange,
  });
  return { finding, part: 'alone', requests: [] };
};

/** Findings on what a response still has: evidence, once a property and exchange. */
export const answeredDrafts = (rule: PropertyRule, context: CheckContext): readonly PendingFinding[] => {
  const { options } = rule;
  const properties = options.properties.filter(({ only }) => only !== 'request');
  return [...recorded(options, context), ...saved(options, context)].flatMap((answer) =>
    properties.flatMap((property) => {
      const found = firstIn(answer, property);
      return found === undefined ? [] : [draftOf(rule, found, property, answer)];
    }),
  );
};
