import { isDocument } from '../languages/paths.ts';
import type { Fact, Form } from '../../../model/index.ts';
import { CLIENTS } from '../clients/client-table.ts';
import { importedBy } from './imported-by.ts';
import { importersOf } from './importers.ts';
import type { Workspace } from './workspace.ts';
import { patternOf } from '../languages/patterns.ts';

/** Matches client defaults that are set separately from its creation: `axios.defaults.baseURL = …`. */
const SETS_DEFAULTS =
  /\.defaults(?:\.\w+)*\.(?:base(?:URL|Url)|prefixUrl)\b|\bObject\.assign\([\w.]+\.defaults\b/;

const PACKAGES = new Set(CLIENTS.flatMap(({ modules }) => modules.filter((name) => name !== '')));

const usersOf = ({ host }: Workspace, packages: readonly string[]): readonly string[] => {
  if (packages.length === 0) return [];
  const names = packages.map(patternOf).join('|');
  return host.search(new RegExp(String.raw`(?:from|import|require)\s*\(?\s*['"](?:${names})['"]`));
};

/**
 * Files that send through the client whose defaults a file sets (`axios.defaults.baseURL = …`), by that file. These
 * are files of the same project that use the package, and importers of the file that creates the instance.
 */
export const sharersOf = (
  workspace: Workspace,
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> => {
  const setters = [...texts].filter(([, text]) => SETS_DEFAULTS.test(text));
  return new Map(
    setters.map(([path, text]) => {
      const { imports } = workspace.language;
      const packages = imports.specifiersIn(text).filter((name) => PACKAGES.has(imports.packageName(name)));
      const project = workspace.projectOf(path);
      const users = usersOf(workspace, packages).filter((user) => workspace.projectOf(user) === project);
      return [path, [...users, ...importersOf(workspace, importedBy(workspace, path, text))]];
    }),
  );
};

/** Matches headers that other files may send. */
const HOLDS_HEADERS = /['"]?\b(?:authorization|accept|content-type|user-agent)['"]?\s*[:\]]/i;

/** Languages in which few files that send nothing mention a client. */
const TELLING: ReadonlySet<Form> = new Set<Form>(['typescript']);

/**
 * Files that import headers or a wrapper of a client which `texts` import too: an insertion for one is sent by the
 * others.
 */
export const headerSharersOf = (
  workspace: Workspace,
  texts: ReadonlyMap<string, string>,
): readonly string[] => {
  const imported = new Set([...texts].flatMap(([path, text]) => importedBy(workspace, path, text)));
  const isShared = (text: string): boolean =>
    HOLDS_HEADERS.test(text) ||
    (TELLING.has(workspace.language.form) && workspace.language.mentionsClient.test(text));
  const holders = [...imported].filter(
    (path) => !isDocument(path) && isShared(workspace.imported(path) ?? ''),
  );
  return holders.length === 0 ? [] : importersOf(workspace, holders);
};

/** Files whose calls and headers an edit for a request of the API may change. */
const editedFiles = (facts: readonly Fact[]): ReadonlySet<string> =>
  new Set(
    facts.flatMap((fact) => {
      if (fact.kind !== 'request') return [];
      const { gap, entries } = fact.headers;
      return [fact.file, ...(gap ? [gap.file] : []), ...entries.map(({ place }) => place.file)];
    }),
  );

/**
 * Files that are not analysed yet, and import a file in which a request of the API is sent or gets its headers: what
 * they send through it changes with it. The importers of `targets` are analysed already.
 */
export const otherUsersOf = (
  workspace: Workspace,
  facts: readonly Fact[],
  targets: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
): readonly string[] => {
  const shared = [...editedFiles(facts)].filter((path) => !targets.has(path) && !isDocument(path));
  return shared.length === 0 ? [] : importersOf(workspace, shared).filter((path) => !texts.has(path));
};
