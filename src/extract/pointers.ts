import type { Place, Tree } from '../model/index.ts';

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

const placesFrom = (tree: Tree, place: Place, steps: readonly string[]): readonly Place[] => {
  const [step, ...rest] = steps;
  if (step === undefined) return [place];
  if (tree.kind === 'object')
    return tree.members
      .filter(({ key }) => key.value === step)
      .flatMap((member) => placesFrom(member.value, member.place, rest));
  const item = tree.kind === 'list' && /^\d+$/.test(step) ? tree.items[Number(step)] : undefined;
  return item === undefined ? [] : placesFrom(item, item, rest);
};

/**
 * Where the value of an RFC 6901 pointer is written, its key included; every one where members stand twice, none
 * where the document has no such place.
 */
export const placesAt = (tree: Tree, pointer: string): readonly Place[] =>
  placesFrom(tree, tree, pointer.split('/').slice(1).map(unescaped));
