import { BUDGETS } from '../../../model/index.ts';

/** Deeper documents are refused: the YAML parser recurses, and its process dies when the stack ends. */
const DEEPEST = BUDGETS.yamlNesting.most;

const OPENING = /[[{]/;

/** Brackets that are open at the deepest place, quoted ones included. */
const flowDepth = (text: string): number => {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = OPENING.test(bracket) ? depth + 1 : Math.max(depth - 1, 0);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

/** Every block inside a block starts at least one column further to the right. */
const blockDepth = (text: string): number => {
  let deepest = 0;
  for (const [prefix] of text.matchAll(/^[ \t?:-]+/gm)) deepest = Math.max(deepest, prefix.length);
  return deepest;
};

/** False for a text that may be nested too deep to be parsed. Never wrong about a text that is. */
export const isShallow = (text: string): boolean =>
  flowDepth(text) <= DEEPEST && blockDepth(text) <= 2 * DEEPEST;
