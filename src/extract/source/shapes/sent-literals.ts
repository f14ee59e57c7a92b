import { flatten, HOLE } from '../../../model/index.ts';
import type { Fact, ForeignFact, PayloadFact, RequestFact, Tree } from '../../../model/index.ts';

const addPlaces = (tree: Tree | undefined, places: Set<string>): void => {
  if (!tree || tree.kind === 'scalar' || tree.kind === 'opaque') return;
  places.add(`${tree.file}:${tree.span.start}`);
  const inner = tree.kind === 'list' ? tree.items : tree.members.map((member) => member.value);
  for (const value of inner) addPlaces(value, places);
};

/** Matches a URL with a literal host. */
const NAMED_HOST = new RegExp(`^https?://[^/${HOLE}]+(?:/|$)`);

/** True for requests whose bodies are checked with them, and those known to go to another service. */
const sends = (fact: Fact): fact is RequestFact | ForeignFact =>
  fact.kind === 'request' ||
  (fact.kind === 'foreign' && fact.urls.every((url) => NAMED_HOST.test(flatten(url))));

/** Returns whether a literal is part of a payload that a request is known to send. */
export const sentLiterals = (facts: readonly Fact[]): ((payload: PayloadFact) => boolean) => {
  const places = new Set<string>();
  for (const { body, bodies = [] } of facts.filter(sends))
    for (const tree of [body, ...bodies]) addPlaces(tree, places);
  return ({ file, span }) => places.has(`${file}:${span.start}`);
};
