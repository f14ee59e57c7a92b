import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Options } from '../options.ts';
import { analyse, scopeOf } from './analysis.ts';
import type { Analysis } from './analysis.ts';
import { placeOf } from './places.ts';
import type { DocumentPlace } from './places.ts';

/** An analysis of one document. */
export interface Analysed extends Analysis {
  readonly place: DocumentPlace;
  readonly version: number;
}

export interface WorkspaceInput {
  readonly options: () => Options;
  /** Absolute folders of the workspace. */
  readonly folders: () => readonly string[];
  readonly documents: () => readonly TextDocument[];
  readonly publish: (document: TextDocument, analysed: Analysed) => void;
  readonly failed: (error: unknown) => void;
}

/** Milliseconds without a change before documents are scanned. */
const QUIET_MS = 150;

interface Placed {
  readonly document: TextDocument;
  readonly place: DocumentPlace;
}

/** Documents that one scan is for. */
const byScope = (placed: readonly Placed[]): Iterable<readonly Placed[]> => {
  const groups = new Map<string, Placed[]>();
  for (const each of placed) {
    const key = JSON.stringify([each.place.cwd, scopeOf(each.place)]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return groups.values();
};

/** Scans open documents when they rest, one run at a time; a change during a run makes another one. */
export class Workspace {
  readonly #input: WorkspaceInput;
  readonly #analysed = new Map<string, Analysed>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(input: WorkspaceInput) {
    this.#input = input;
  }

  /** Something changed. */
  touch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#flush(), QUIET_MS);
  }

  forget(uri: string): void {
    this.#analysed.delete(uri);
  }

  /** What is found in a document as it stands now; `undefined` for one that is not scanned. */
  async current(document: TextDocument): Promise<Analysed | undefined> {
    const known = this.#analysed.get(document.uri);
    if (known?.version === document.version && this.#timer === undefined) return known;
    await this.#flush();
    const analysed = this.#analysed.get(document.uri);
    return analysed?.version === document.version ? analysed : undefined;
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const before = this.#running ?? Promise.resolve();
    const run = before.then(() => this.#run());
    this.#running = run;
    await run;
  }

  /** Never throws: what goes wrong is told, and the next change tries again. */
  async #run(): Promise<void> {
    const folders = this.#input.folders();
    const placed = this.#input.documents().flatMap((document): readonly Placed[] => {
      const place = placeOf(document.uri, document.languageId, folders);
      return place === undefined ? [] : [{ document, place }];
    });
    for (const group of byScope(placed)) await this.#analyse(group, placed).catch(this.#input.failed);
  }

  async #analyse(group: readonly Placed[], placed: readonly Placed[]): Promise<void> {
    const { place } = group[0]!;
    const near = placed.filter((each) => each.place.cwd === place.cwd);
    const texts = new Map(near.map((each) => [each.place.file, each.document.getText()]));
    const versions = new Map(group.map(({ document }) => [document, document.version]));
    const analysis = await analyse(this.#input.options(), place.cwd, scopeOf(place), texts);
    for (const each of group) {
      const analysed = { ...analysis, place: each.place, version: versions.get(each.document)! };
      this.#analysed.set(each.document.uri, analysed);
      if (each.document.version === analysed.version) this.#input.publish(each.document, analysed);
    }
  }
}
