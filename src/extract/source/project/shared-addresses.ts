import { isDocument } from '../languages/paths.ts';
import { importedBy } from './imported-by.ts';
import type { Workspace } from './workspace.ts';

/** Matches re-exports of other modules. */
const HANDS_ON = /\bexport\s*(?:\*|\{[^}]*\})\s*(?:as\s+\w+\s*)?from\b|exports\b[^;\n]*=[^;\n]*\brequire\(/;

/** Files that contain URLs, and those that re-export them: an importer of one may use a URL. */
export const handingOn = (
  targets: readonly string[],
  texts: ReadonlyMap<string, string>,
): ReadonlySet<string> =>
  new Set([...targets, ...[...texts].flatMap(([path, text]) => (HANDS_ON.test(text) ? [path] : []))]);

/** Files of `shared` that the files import transitively. */
export const sharedImports = (
  texts: ReadonlyMap<string, string>,
  workspace: Workspace,
  shared: ReadonlySet<string>,
): readonly string[] => {
  const open = [...texts.keys()];
  const seen = new Set(open);
  const found: string[] = [];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const text = isDocument(path) ? '' : (texts.get(path) ?? workspace.host.read(path) ?? '');
    for (const imported of importedBy(workspace, path, text)) {
      if (seen.has(imported) || !shared.has(imported)) continue;
      seen.add(imported);
      found.push(imported);
      open.push(imported);
    }
  }
  return found;
};
