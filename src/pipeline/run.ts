import type { Options } from '../config/options.ts';
import type { RunConfiguration } from '../config/run.ts';
import type { ExtractInput, ProjectHost, TakeFacts } from '../extract/extractor.ts';
import type { Prefilter } from '../extract/prefilter.ts';
import type { ExtractionCache } from '../extract/extraction-cache.ts';
import type { Selection } from '../io/git/changed.ts';
import type { Contents } from '../io/contents.ts';
import type { HostOptions } from '../io/host.ts';
import type { Inventory } from '../io/inventory.ts';
import type { OutputFile } from '../io/output.ts';
import type { Terminal } from '../io/terminal.ts';
import type { Embedded, Fact, FailedFile, Finding, Redacted, SourceFile, Trace } from '../model/index.ts';
import type { Position } from '../report/report.ts';
import type { Account } from '../rules/account.ts';
import type { Reshape } from '../rules/checks/check.ts';
import type { FactIndex } from '../rules/checks/fact-index.ts';
import type { Memory } from './memory.ts';
import type { Others } from './other-texts.ts';
import type { NotRead } from './not-read.ts';
import type { RecordingSummary } from './recording-summary.ts';

/** Rules, settings and configuration that facts are extracted and judged by; no file of the tree. */
export interface Terms extends Pick<
  RunConfiguration,
  'ruleset' | 'settings' | 'clients' | 'operationOf' | 'silencedAt'
> {
  /** Test for bytes or texts that can matter to a rule. */
  readonly prefilter: Pick<Prefilter, 'addresses'>;
  /** Words that extractors look for. */
  readonly words: Required<Pick<ExtractInput, 'names' | 'successors' | 'telling' | 'words'>>;
  /** Loads the conversion of payloads; called only when a payload is found. */
  readonly loadReshape: () => Promise<Reshape>;
  readonly options: Pick<Options, 'excerpts' | 'keepsRecordings'> &
    Partial<Pick<Options, 'shard' | 'threads' | 'stdin' | 'changes'>>;
}

/** One run, opened: options, configurations and rules are read, files are found, none is read yet. */
export interface Run extends Terms, RunConfiguration {
  readonly terminal: Terminal;
  readonly cwd: string;
  readonly options: Options;
  readonly prefilter: Prefilter;
  /** Text of standard input, where that is scanned. */
  readonly stdin: string | undefined;
  /** Files that changed; `undefined`: all count. */
  readonly selection: Selection | undefined;
  /** Buffers of an editor by path; they replace files on disk. */
  readonly texts: ReadonlyMap<string, string> | undefined;
  /** Record of everything read, where the result is kept for the next run. */
  readonly contents: Contents | undefined;
  /** Cache between scans of an editor. */
  readonly memory: Memory | undefined;
  /** Absolute folder that repository names are relative to. */
  readonly root: string;
  /** A scanned file as its repository names it. */
  readonly inRepository: (file: string) => string;
  /** Absolute paths that fixes may be written to or below, as they were when the run started. */
  readonly writable: readonly string[];
}

/** Access to the texts of scanned files, to show findings. */
export interface Texts {
  /** Text of a file that is held as text; `undefined` for recordings. */
  readonly text: (file: string) => string | undefined;
  /** Positions in a file that is not held as text. */
  readonly positions: (file: string, offsets: readonly number[]) => Promise<ReadonlyMap<number, Position>>;
}

/** Files of a run, read, and access to the tree around them. */
export interface FileSet extends Texts {
  readonly inventory: Inventory;
  readonly host: ProjectHost;
  /** Options that hosts for edited texts are made with. */
  readonly hostOptions: Omit<HostOptions, 'overlay'>;
  readonly cache: ExtractionCache | undefined;
  readonly others: Others;
  /** True for files that the run is about: all, those that changed, those of a shard. */
  readonly isChosen: (file: string) => boolean;
  /** True for files of a known format below the paths, with or without a keyword. */
  readonly isBelow: (file: string) => boolean;
}

/** Recordings, whose facts do not fit into memory: read a batch at a time. */
export interface RecordedFacts {
  readonly files: readonly SourceFile[];
  /** Reads some of them. */
  readonly read: (
    some: readonly SourceFile[],
    take: TakeFacts,
  ) => Promise<{ readonly failed: readonly FailedFile[] }>;
}

/** Facts of the files, before any rule has seen them. */
export interface Facts {
  readonly files: FileSet;
  readonly facts: readonly Fact[];
  readonly failed: readonly FailedFile[];
  /** Failed files, whose imports are unknown too. */
  readonly lost: readonly FailedFile[];
  /** Texts inside strings, which facts name as files of their own. */
  readonly embedded: readonly Embedded[];
  /** Code inside of files that no reader reads. */
  readonly notRead: readonly NotRead[];
  /** Explanation of the line that the user names. */
  readonly traces: readonly Trace[];
  /**
   * Recordings to be checked in batches; `undefined` without any, or if their facts are in memory already.
   */
  readonly recorded: RecordedFacts | undefined;
}

/** Findings of the rules, and further data for a report. */
export interface Findings {
  readonly files: FileSet;
  /** Facts; of recordings that were checked in batches, only those of sequences. */
  readonly facts: readonly Fact[];
  readonly findings: readonly Finding[];
  readonly failed: readonly FailedFile[];
  /** Ledger of the texts that can be URLs of the legacy API, in files that are held as text. */
  readonly accounts: readonly Account[];
  /** Index over the facts; `undefined` when there are none. */
  readonly view: FactIndex | undefined;
  readonly traces: readonly Trace[];
  /** Counts and excerpts of recordings that were judged in batches. */
  readonly recordings: RecordingSummary | undefined;
}

/** Outcome of a run: everything that it prints, and its exit code, before any of it is printed. */
export interface Outcome {
  readonly outputs: readonly OutputFile[];
  /** Text for the summary of a CI step, where there is one. */
  readonly summary: Redacted | undefined;
  /** Text for people, on standard error. */
  readonly notes: Redacted;
  readonly code: number;
}
