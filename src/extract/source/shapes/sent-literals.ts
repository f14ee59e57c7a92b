import type { PayloadFact, RequestFact, Tree } from '../../../model/index.ts';

const addPlaces = (tree: Tree | undefined, places: Set<string>): void => {
  if (!tree || tree.kind === 'scalar' || tree.kind === 'opaque') return;
  places.add(`${tree.file}:${tree.span.start}`);
  const inner = tree.kind === 'list' ? tree.items : tree.members.map((member) => member.value);
  for (const value of inner) addPlaces(value, places);
};

/** Tells whether a literal is part of a payload that a request was seen to send. */
export const sentLiterals = (requests: readonly RequestFact[]): ((payload: PayloadFact) => boolean) => {
  const places = new Set<string>();
  for (const { body, bodies = [] } of requests) for (const tree of [body, ...bodies]) addPlaces(tree, places);
  return ({ file, span }) => places.has(`${file}:${span.start}`);
};
