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
import type { Recall } from './recall.ts';

/** Access of an extractor to the rest of the scanned tree: never the disk itself. */
export interface ProjectHost {
  /** Text of a file of the tree (ignored and unlisted ones too, never outside it); `undefined` when unreadable. */
  read(path: string): string | undefined;
  /** Paths of the discovered files of the source forms, whether or not they were candidates. */
  files(): readonly string[];
  /**
   * Discovered source files whose text matches; reads them again, so ask once with one pattern. Where one of `words`
   * stands in every text that can match, most files need no more than a look at their bytes; `names` picks files by their paths.
   */
  search(pattern: RegExp, words?: readonly string[], names?: RegExp): readonly string[];
  /** Other files below the paths, whatever their kind, in whose bytes one of the words stands; none without a disk. */
  holding?(words: readonly string[]): readonly string[];
  /**
   * Bytes of a discovered file from its start as UTF-8, unpacked, in pieces of at most 1 MiB; a piece is valid only
   * until the next one is asked for. Recordings are read this way: their `SourceFile.text` is empty. Throws
   * `UnreadableRest` where a packed file is broken, and other errors when the disk fails.
   */
  chunks(path: string): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Bytes of a file that stands beside a recording, in its folder or archive; `undefined` when it is not there. */
  attachment?(recording: string, path: string): AsyncIterable<Uint8Array> | Iterable<Uint8Array> | undefined;
}

/** Says in its message why a packed file cannot be read further: never a word of the file itself. */
export class UnreadableRest extends Error {
  override readonly name = 'UnreadableRest';
}

/** Takes facts, and is done with them when it has answered. */
export type TakeFacts = (facts: readonly Fact[]) => void | Promise<void>;

export interface ExtractInput {
  /** The candidates of this form: files in which a word of the vocabulary occurs. */
  readonly files: readonly SourceFile[];
  readonly host: ProjectHost;
  /** True when a flattened text (see `flatten`) may be an address of the API: a cheap test, not a verdict. */
  readonly interest: (flat: string) => boolean;
  /** Finds texts that can be addresses of the legacy API, so that extractors can say which of them are none. */
  readonly legacyTexts?: ((text: string) => readonly LegacyText[]) | undefined;
  /** True for a flattened address of which logs must tell each call, because of those around it; without it none. */
  readonly inSequence?: ((flat: string) => boolean) | undefined;
  /** The operation whose payload a file is, as the configuration says; `undefined` where it says nothing. */
  readonly operationOf?: (path: string) => string | undefined;
  /** JSON pointers of places in a document about which the configuration wants to hear nothing. */
  readonly silencedAt?: (path: string) => readonly string[];
  /** Addresses that settings hold: JSON, YAML and .env files. Code that names those files builds on them. */
  readonly settings?: readonly UrlFact[];
  /** The project's own HTTP clients, as its configuration describes them. */
  readonly clients?: readonly ConfiguredClient[];
  /** Property names that rules speak of: object literals, types and reads without them are not looked at. */
  readonly names?: readonly string[];
  /** Property names that tell, in a tree that calls the API, that something reads its responses. */
  readonly telling?: readonly string[];
  /** Property names that only the new shape has: a reader that also looks at them handles both shapes. */
  readonly successors?: readonly string[];
  /** True where scripts or documents save a response, which a program of any language may read. */
  readonly responsesLeave?: boolean;
  /**
   * Words of which at least one stands in every address of the API, slashes not escaped: the parts of a recording in
   * which none occurs are never parsed. Without it all parts are.
   */
  readonly words?: readonly string[] | undefined;
  /**
   * Takes the facts of recordings a share at a time, all of an exchange in one: recordings are longer than memory.
   * Without it they are returned with all others.
   */
  readonly take?: TakeFacts | undefined;
  /** A line of code about which a person asks why it was recognised, or was not. */
  readonly asked?: Place | undefined;
  /** What is remembered of earlier scans, where an editor changes a text at a time. */
  readonly recall?: Recall | undefined;
}

export interface ExtractResult {
  readonly facts: readonly Fact[];
  readonly failed: readonly FailedFile[];
  /** Texts inside strings, which facts name as files of their own. */
  readonly embedded?: readonly EmbeddedText[];
  /** Code of other languages in the files: it is read by their own extractors. */
  readonly code?: readonly EmbeddedCode[];
  /** What there is to say of the line that was asked about. */
  readonly traces?: readonly Trace[];
}

/** One input form. Knows its syntax, knows no rule. */
export interface Extractor {
  readonly form: Form;
  extract(input: ExtractInput): ExtractResult | Promise<ExtractResult>;
}
