import type {
  ConfiguredClient,
  EmbeddedCode,
  EmbeddedText,
  Fact,
  FailedFile,
  Form,
  LegacyText,
  Place,
  SourceFile,
  Trace,
  UrlFact,
} from '../model/index.ts';
import type { ExtractionCache } from './extraction-cache.ts';

/** Arguments of a search: see `ProjectHost.search`. */
export interface FileQuery {
  readonly pattern: RegExp;
  readonly words?: readonly string[] | undefined;
  readonly names?: RegExp | undefined;
}

/** Access of an extractor to the rest of the scanned tree: never the disk itself. */
export interface ProjectHost {
  /** Text of a file of the tree (ignored and unlisted ones too, never outside it); `undefined` when unreadable. */
  read(path: string): string | undefined;
  /** Paths of the discovered source files, whether or not they are candidates. */
  files(): readonly string[];
  /**
   * Discovered source files whose text matches; reads them again, so search once with one pattern. If every matching
   * text contains one of `words`, most files are only searched for bytes; `names` selects files by path.
   */
  search(pattern: RegExp, words?: readonly string[], names?: RegExp): readonly string[];
  /** Says which searches will probably follow, so that the next one looks for all of them in the same pass. */
  expect?(queries: readonly FileQuery[]): void;
  /** Other files below the paths, of any kind, whose bytes contain one of the words; none without a disk. */
  holding?(words: readonly string[]): readonly string[];
  /**
   * Bytes of a discovered file from its start as UTF-8, unpacked, in pieces of at most 1 MiB; a piece is
   * valid only until the next one is requested. Recordings are read this way: their `SourceFile.text` is
   * empty. Throws `UnreadableRest` where a packed file is broken, and other errors when the disk fails.
   */
  chunks(path: string): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Bytes of a file beside a recording, in its folder or archive; `undefined` when it does not exist. */
  attachment?(recording: string, path: string): AsyncIterable<Uint8Array> | Iterable<Uint8Array> | undefined;
}

/** Error that explains why a packed file cannot be read further, without any of its content. */
export class UnreadableRest extends Error {
  override readonly name = 'UnreadableRest';
}

/** Consumes facts; has finished with them when its result is settled. */
export type TakeFacts = (facts: readonly Fact[]) => void | Promise<void>;

/** Input of an extractor: the files of its format, and what they need. */
export interface ExtractInput {
  /** Candidates of this format: files that contain a word of the vocabulary. */
  readonly files: readonly SourceFile[];
  readonly host: ProjectHost;
  /** True when a flattened text (see `flatten`) may be a URL of the API: a cheap test, not a verdict. */
  readonly mayBeApiUrl: (flat: string) => boolean;
  /** True for a text that may contain the rest of a URL of the API, after its base: `/groups/`. */
  readonly writesPath?: ((text: string) => boolean) | undefined;
  /** True for a text with a path segment of an endpoint that takes more than another base: `whitelist`, `mongodb.gz`. */
  readonly tellingPath?: ((text: string) => boolean) | undefined;
  /** Finds texts that look like URLs of the legacy API, so that extractors can report which of them are not. */
  readonly legacyTexts?: ((text: string) => readonly LegacyText[]) | undefined;
  /** Beginnings of the API's vendor media types, `vnd.atlas`; without them every vendor's count. */
  readonly mediaTypes?: readonly string[] | undefined;
  /** True for a flattened URL whose every call logs must report, because of adjacent calls; without it none. */
  readonly inSequence?: ((flat: string) => boolean) | undefined;
  /** Operation whose payload a file is, according to the configuration; `undefined` if not configured. */
  readonly operationOf?: (path: string) => string | undefined;
  /** JSON pointers into a document that the configuration silences. */
  readonly silencedAt?: (path: string) => readonly string[];
  /** URLs in settings: JSON, YAML and .env files. Code that names those files builds on them. */
  readonly settings?: readonly UrlFact[];
  /** The project's own HTTP clients from its configuration. */
  readonly clients?: readonly ConfiguredClient[];
  /** Property names in rules: object literals, types and reads without them are skipped. */
  readonly names?: readonly string[];
  /** Property names that show, in a tree that calls the API, that something reads its responses. */
  readonly telling?: readonly string[];
  /** Property names of the new shape only: a reader that also reads them handles both shapes. */
  readonly successors?: readonly string[];
  /** True where scripts or documents save a response, which a program of any language may read. */
  readonly responsesLeave?: boolean;
  /**
   * Words of which every URL of the API contains at least one, with slashes not escaped: parts of a recording
   * without them are never parsed. Without it all parts are.
   */
  readonly words?: readonly string[] | undefined;
  /**
   * Consumes the facts of recordings in batches, all of an exchange in one: recordings are longer than
   * memory. Without it they are returned with all others.
   */
  readonly take?: TakeFacts | undefined;
  /** Line of code to explain: why it was detected, or was not. */
  readonly asked?: Place | undefined;
  /** Called after each group of files, whose syntax trees are garbage by then. */
  readonly afterGroup?: (() => void) | undefined;
  /** Cache of earlier scans, where an editor changes one text at a time. */
  readonly cache?: ExtractionCache | undefined;
}

/** Result of an extractor: facts, and files that failed. */
export interface ExtractResult {
  readonly facts: readonly Fact[];
  readonly failed: readonly FailedFile[];
  /** Texts inside strings, which facts refer to as separate files. */
  readonly embedded?: readonly EmbeddedText[];
  /** Code of other languages in the files: it is read by their own extractors. */
  readonly code?: readonly EmbeddedCode[];
  /** Traces for the requested line. */
  readonly traces?: readonly Trace[];
}

/** Extractor of one input format. Knows its syntax, but no rule. */
export interface Extractor {
  readonly form: Form;
  extract(input: ExtractInput): ExtractResult | Promise<ExtractResult>;
}
