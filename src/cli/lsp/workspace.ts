import { groupBy } from '../../model/index.ts';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Options } from '../../config/options.ts';
import { withTexts } from '../../pipeline/open-run.ts';
import { analyse } from '../../pipeline/analyse.ts';
import { openScope, scanPathOf } from './analysis.ts';
import type { Analysis } from '../../pipeline/analyse.ts';
import { documentPlaceOf } from './places.ts';
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

/** Data of a project that stays valid while only texts of the same documents change. */
interface Scope {
  readonly analysis: Analysis;
  readonly texts: ReadonlyMap<string, string>;
}

const keyOf = ({ place }: Placed): string => JSON.stringify([place.cwd, scanPathOf(place)]);

/** Documents that one scan is for, by what it looks at. */
const byScope = (placed: readonly Placed[]): ReadonlyMap<string, readonly Placed[]> => groupBy(placed, keyOf);

const sameKeys = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a.keys()].every((key) => b.has(key));

const sameTexts = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  sameKeys(a, b) && [...a].every(([key, text]) => b.get(key) === text);

/**
 * Scans open documents when they rest, one run at a time; what changes during a run makes one more. What was found out
 * of files is kept until `reset` says that something on disk may have changed.
 */
export class EditorWorkspace {
  readonly #input: WorkspaceInput;
  readonly #analysed = new Map<string, Analysed>();
  readonly #scopes = new Map<string, Scope>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  /** The run that waits for the one under way. */
  #next: Promise<void> | undefined;
  #closed = false;
  /** Grows when the cached state is discarded, so that a run under way does not bring it back. */
  #generation = 0;

  constructor(input: WorkspaceInput) {
    this.#input = input;
  }

  /** The text of a document changed. */
  touch(): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => void this.#flush(), QUIET_MS);
  }

  /** Forgets what was read: files, configurations or ignore files may have changed. */
  reset(): void {
    this.#generation++;
    this.#scopes.clear();
    // One change of many, as of a checkout, does not put the run off.
    if (this.#timer === undefined) this.touch();
  }

  forget(uri: string): void {
    this.#analysed.delete(uri);
  }

  /** Stops all scans. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#scopes.clear();
    this.#analysed.clear();
  }

  /** Analysis of the current text of a document; `undefined` for one that is not scanned. */
  async current(document: TextDocument): Promise<Analysed | undefined> {
    const known = this.#analysed.get(document.uri);
    if (known?.version === document.version && this.#timer === undefined && this.#next === undefined)
      return known;
    await this.#flush();
    const analysed = this.#analysed.get(document.uri);
    return analysed?.version === document.version ? analysed : undefined;
  }

  /** Resolves when a run has ended that began after now. */
  #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next ??= this.#running.then(() => {
      this.#running = this.#next!;
      this.#next = undefined;
      return this.#closed ? undefined : this.#run();
    });
    return this.#next;
  }

  /** Never throws: an error is reported, and the next change tries again. */
  async #run(): Promise<void> {
    const folders = this.#input.folders();
    const placed = this.#input.documents().flatMap((document): readonly Placed[] => {
      const place = documentPlaceOf(document.uri, document.languageId, folders);
      return place === undefined ? [] : [{ document, place }];
    });
    const groups = byScope(placed);
    for (const key of this.#scopes.keys()) if (!groups.has(key)) this.#scopes.delete(key);
    for (const [key, group] of groups) await this.#analyse(key, group, placed).catch(this.#input.failed);
  }

  /** Analysis of a scope with the texts of the editor; repeats as little work as possible. */
  async #found(key: string, { place }: Placed, texts: Scope['texts']): Promise<Analysis> {
    const known = this.#scopes.get(key);
    if (known !== undefined && sameTexts(known.texts, texts)) return known.analysis;
    const generation = this.#generation;
    this.#scopes.delete(key);
    const run =
      known !== undefined && sameKeys(known.texts, texts)
        ? withTexts(known.analysis.run, texts)
        : await openScope(this.#input.options(), place.cwd, scanPathOf(place), texts);
    const analysis = await analyse(run);
    if (generation === this.#generation) this.#scopes.set(key, { analysis, texts });
    return analysis;
  }

  async #analyse(key: string, group: readonly Placed[], placed: readonly Placed[]): Promise<void> {
    const first = group[0]!;
    const near = placed.filter((each) => each.place.cwd === first.place.cwd);
    const texts = new Map(near.map((each) => [each.place.file, each.document.getText()]));
    const versions = new Map(group.map(({ document }) => [document, document.version]));
    const analysis = await this.#found(key, first, texts);
    for (const { document, place } of group) {
      const analysed = { ...analysis, place, version: versions.get(document)! };
      const before = this.#analysed.get(document.uri);
      const isNews = before?.run !== analysed.run || before.version !== analysed.version;
      this.#analysed.set(document.uri, analysed);
      if (isNews && document.version === analysed.version) this.#input.publish(document, analysed);
    }
  }
}
