import { isDocument } from './languages/paths.ts';
import type { ExtractInput } from '../extractor.ts';
import { clientTable } from './clients/client-lookup.ts';
import { configuredRows } from './evaluate/configured-clients.ts';
import type { Search } from './group-facts.ts';
import { anyOf } from './languages/patterns.ts';
import { Published } from './project/published.ts';
import { handingOn } from './project/shared-addresses.ts';
import type { Workspace } from './project/workspace.ts';

/** Texts of files by path. */
type Texts = Map<string, string>;

/** Adds the texts of further files, as far as they can be read. */
export const addTexts = (texts: Texts, paths: readonly string[], workspace: Workspace): void => {
  for (const path of paths) {
    const text = texts.has(path) || isDocument(path) ? undefined : workspace.imported(path);
    if (text !== undefined) texts.set(path, text);
  }
};

/** Words and patterns to search for in the files of one language. */
export interface Searched {
  readonly input: ExtractInput;
  readonly workspace: Workspace;
  /** Files that contain a URL of the API, or read one from settings. */
  readonly targets: readonly string[];
  /** Texts of the files to analyse. */
  readonly texts: Texts;
}

/** Search terms for the present texts. */
export const searchFor = ({ input, workspace, targets, texts }: Searched): Search => {
  const pathsBy = (isGenerated: boolean): ReadonlySet<string> =>
    new Set(
      input.files.filter(({ origin }) => (origin === 'generated') === isGenerated).map(({ path }) => path),
    );
  const { mayBeApiUrl, tellingPath, legacyTexts, mediaTypes } = input;
  return {
    workspace,
    clients: clientTable(configuredRows(workspace, input)),
    mayBeApiUrl,
    tellingPath,
    legacyTexts,
    mediaTypes,
    settings: input.settings ?? [],
    names: new Set(input.names ?? []),
    naming: anyOf(input.names ?? []),
    successors: new Set(input.successors ?? []),
    candidates: pathsBy(false),
    generated: pathsBy(true),
    asked: input.asked,
    all: new Set(texts.keys()),
    shared: handingOn(targets, texts),
    published: new Published(workspace),
    addressed: targets.length > 0,
  };
};
