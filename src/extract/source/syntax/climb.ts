import type { ts } from './tree.ts';

/** Paths shorter than this are climbed again rather than cached. */
const LONG = 24;

/**
 * Climbs from a node to the end of a path: `up` returns the next node, `undefined` at the end. Long paths are
 * cached on their nodes, so that ten thousand pieces of one expression do not each climb to its top.
 */
export const topBy = (up: (node: ts.Node) => ts.Node | undefined): ((node: ts.Node) => ts.Node) => {
  const key = Symbol('top');
  return (start) => {
    const climbed: (ts.Node & { [key]?: ts.Node })[] = [];
    let at: ts.Node & { [key]?: ts.Node } = start;
    for (;;) {
      const known = at[key];
      const next: ts.Node | undefined = known ?? up(at);
      if (next === undefined) break;
      climbed.push(at);
      at = next;
      if (known !== undefined) break;
    }
    if (climbed.length >= LONG) for (const node of climbed) node[key] = at;
    return at;
  };
};
