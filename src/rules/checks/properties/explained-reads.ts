import type { NameFact, Place, ReadFact } from '../../../model/index.ts';
import type { CheckContext } from '../check.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { because, message } from '../message.ts';
import type { Need } from './needs.ts';
import { stepsOf } from './options.ts';
import type { PropertyOptions } from './options.ts';
import { foundIn, startsWith } from './reads.ts';
import { contentOfCall } from './resource.ts';

const keyOf = ({ file, span }: Place): string => `${file}:${span.end}`;

/**
 * True for a read whose path in the response is known: a removed property, another property of the resource, or
 * anything in the response of another operation. `$.srvAddress` of a list response is none of these: the value that is
 * read there was not followed exactly.
 */
const isPlaced = (read: ReadFact, options: PropertyOptions, context: CheckContext): boolean => {
  const call = context.view.callOf(read.request);
  if (call === undefined) return false;
  const what = contentOfCall(call, 'response', options, context.api);
  if (what.kind !== 'resource') return what.kind === 'other';
  if (foundIn(read, options, context).length > 0) return true;
  const isInside = startsWith(read.path, stepsOf(what.path));
  return isInside && options.telling?.includes(read.path.at(-1)!.name) !== true;
};

/** Test for locations at which a property of a known response is read. */
const explainedReads = (options: PropertyOptions, context: CheckContext): ((fact: NameFact) => boolean) => {
  const keys = new Set(
    factsOfKind(context.facts, 'read')
      .filter((read) => isPlaced(read, options, context))
      .flatMap(({ path }) => path.flatMap(({ slot }) => (slot === undefined ? [] : [keyOf(slot)]))),
  );
  // A member of what is explained is explained: `instanceSizeName` of `cluster.providerSettings.instanceSizeName`.
  return (fact) => keys.has(keyOf(fact)) || keys.has(`${fact.file}:${fact.ownerEnd}`);
};

const unexplained = (options: PropertyOptions, context: CheckContext): readonly Need[] => {
  const names = factsOfKind(context.facts, 'name').filter(({ as }) => as === 'read');
  if (names.length === 0) return [];
  const isExplained = explainedReads(options, context);
  return names
    .filter((fact) => !isExplained(fact))
    .map((fact) => ({
      name: fact.name,
      note: because(fact, message('unexplainedRead', { name: fact.name })),
      ...(fact.inText && { inText: true }),
    }));
};

/** Reads of each rule in one context, which several of its parts ask for. */
const readsBy = new WeakMap<CheckContext, Map<PropertyOptions, readonly Need[]>>();

/** Reads of properties that no followed response explains. */
export const readsIn = (options: PropertyOptions, context: CheckContext): readonly Need[] => {
  const known = readsBy.get(context) ?? new Map<PropertyOptions, readonly Need[]>();
  readsBy.set(context, known);
  const reads = known.get(options) ?? unexplained(options, context);
  known.set(options, reads);
  return reads;
};
