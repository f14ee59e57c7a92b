import { isDocument } from '../languages/paths.ts';
import type { ExtractInput } from '../../extractor.ts';
import { MENTIONS_CLIENT } from '../clients/client-names.ts';
import { importedBy } from './imported-by.ts';
import { hasCode } from './has-code.ts';
import type { Workspace } from './workspace.ts';
import { anyOf } from '../languages/patterns.ts';

/** Files of less text than this together are not partitioned: their trees take some 50 MB. */
const SMALL = 500_000;

/**
 * Hints that a file without rule keywords still depends on its callers: it has state, sends requests or sets headers.
 */
const KEEPS_STATE = /\bclass\b|\bthis\b|\bprototype\b/;
const mayConnect = (text: string): boolean => KEEPS_STATE.test(text) || MENTIONS_CLIENT.test(text);

/** Disjoint sets of files that are merged. */
export class FileSets {
  readonly #parent = new Map<string, string>();

  rootOf(path: string): string {
    let root = path;
    for (let at = this.#parent.get(root); at !== undefined; at = this.#parent.get(root)) root = at;
    if (root !== path) this.#parent.set(path, root);
    return root;
  }

  join(a: string, b: string): void {
    const [left, right] = [this.rootOf(a), this.rootOf(b)];
    if (left !== right) this.#parent.set(left, right);
  }
}

interface Explored {
  readonly imports: readonly string[];
  /** True when the facts of the file may depend on its importers. */
  readonly connects: boolean;
}

type Texts = ReadonlyMap<string, string>;

/** Reads everything that the explored files import transitively. */
const exploreFurther = (found: Map<string, Explored>, workspace: Workspace, names: RegExp): void => {
  const open = [...found.values()].flatMap(({ imports }) => imports);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    const text = isDocument(path) ? '' : (workspace.host.read(path) ?? '');
    const imports = importedBy(workspace, path, text);
    found.set(path, { imports, connects: (mayConnect(text) || names.test(text)) && hasCode(text) });
    open.push(...imports);
  }
};

/** Files through which a connecting file is imported, such as a list of re-exports, and those themselves. */
const leading = (explored: ReadonlyMap<string, Explored>): ReadonlySet<string> => {
  const importers = new Map<string, string[]>();
  for (const [path, { imports }] of explored)
    for (const imported of imports)
      (importers.get(imported) ?? importers.set(imported, []).get(imported)!).push(path);
  const found = new Set<string>();
  const open = [...explored].flatMap(([path, { connects }]) => (connects ? [path] : []));
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    open.push(...(importers.get(path) ?? []));
  }
  return found;
};

/** Joins every file with its imports that may depend on it. */
const joinOver = (explored: ReadonlyMap<string, Explored>): FileSets => {
  const sets = new FileSets();
  const joining = leading(explored);
  for (const [path, { imports }] of explored)
    for (const imported of imports) if (joining.has(imported)) sets.join(path, imported);
  return sets;
};

const bySet = (texts: Texts, sets: FileSets): readonly (readonly string[])[] => {
  const groups = new Map<string, string[]>();
  for (const path of texts.keys()) {
    const root = sets.rootOf(path);
    (groups.get(root) ?? groups.set(root, []).get(root)!).push(path);
  }
  return [...groups.values()];
};

const sizeOf = (texts: Texts): number => {
  let size = 0;
  for (const text of texts.values()) size += text.length;
  return size;
};

/** Hints on files that belong together, beside their imports. */
interface Hints extends Pick<ExtractInput, 'names' | 'successors'> {
  /** Files whose requests depend on a file that they need not import. */
  readonly sharers?: ReadonlyMap<string, readonly string[]>;
}

/**
 * Partitions the files into groups such that the facts of a file depend only on its own group, and on values that its
 * imports provide: callers determine what a function sends, so they are in its group. The groups can then be parsed and
 * released one by one, which bounds memory. `small`: less text than this together remains one group.
 */
export const groupsOf = (
  texts: Texts,
  workspace: Workspace,
  { names = [], successors = [], sharers = new Map() }: Hints,
  small = SMALL,
): readonly (readonly string[])[] => {
  if (texts.size < 2 || sizeOf(texts) < small) return [[...texts.keys()]];
  const explored = new Map<string, Explored>();
  for (const [path, text] of texts)
    explored.set(path, {
      imports: [...importedBy(workspace, path, text), ...(sharers.get(path) ?? [])],
      connects: hasCode(text),
    });
  const near = bySet(texts, joinOver(explored));
  if (near.length === 1) return near;
  exploreFurther(explored, workspace, anyOf([...names, ...successors]));
  return bySet(texts, joinOver(explored));
};
