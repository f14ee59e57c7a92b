import type { FailedFile } from '../../model/index.ts';
import { factsOfFiles } from './group-facts.ts';
import type { GroupFacts, Search } from './group-facts.ts';
import { FileFault, reasonOf } from './syntax/fault.ts';

type Texts = ReadonlyMap<string, string>;

/** Files of one group that are left out one after the other; then the whole group is. */
const MOST_FAULTS = 8;

const NOTHING: GroupFacts = {
  facts: [],
  mediaTypes: [],
  strangers: [],
  elsewhere: [],
  failed: [],
  traces: [],
};

const failed = (paths: Iterable<string>, message: string, { candidates }: Search): readonly FailedFile[] =>
  [...paths].filter((path) => candidates.has(path)).map((file) => ({ file, message }));

/**
 * The facts of one group of files. A file that cannot be analysed costs itself: the others are looked at without it, and
 * what it does with what it imports counts as unknown.
 */
export const groupFacts = (texts: Texts, search: Search): GroupFacts => {
  const { unseen } = search.around;
  const left = new Map([...texts].filter(([path]) => !unseen.has(path)));
  const lost: FailedFile[] = [];
  for (let faults = 0; ; faults++) {
    try {
      const found = factsOfFiles(left, search);
      return lost.length === 0 ? found : { ...found, failed: [...lost, ...found.failed] };
    } catch (error) {
      const file = error instanceof FileFault ? error.file : undefined;
      if (file === undefined || unseen.has(file) || faults === MOST_FAULTS) {
        for (const path of left.keys()) search.around.refuse(path);
        return { ...NOTHING, failed: [...lost, ...failed(left.keys(), reasonOf(error), search)] };
      }
      left.delete(file);
      search.around.refuse(file);
      lost.push(...failed([file], reasonOf(error), search));
    }
  }
};
