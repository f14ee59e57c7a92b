import type { ObjectTree, UsesFact } from '../../../model/index.ts';
import { unfollowedUse } from '../../unfollowed-use.ts';

/** Texts of a map flow to all tasks that use it, and to all other references. */
export const usesOfMap = ({ members }: ObjectTree): readonly UsesFact[] =>
  members.flatMap(({ key, value }): readonly UsesFact[] => {
    const slot = value.kind === 'scalar' ? value.slot : undefined;
    return slot === undefined
      ? []
      : [unfollowedUse(key.value, slot, slot, 'in everything that takes the map')];
  });
