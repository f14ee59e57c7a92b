import type { HostOptions } from '../../io/host.ts';
import type { ApiHead, Fact, FailedFile, SourceFile } from '../../model/index.ts';
import type { Area } from '../../rules/api/identify.ts';

/** Data that a thread reads recordings with: the input of an extractor, without functions, which cannot be sent. */
export interface ThreadSetup {
  readonly disk: Required<Pick<HostOptions, 'cwd' | 'roots'>> & Pick<HostOptions, 'packed'>;
  readonly words: readonly string[] | undefined;
  /** Test for a flattened text that may be a URL of the API. */
  readonly addresses: RegExp;
  readonly api: ApiHead;
  /** Areas of the API whose calls are checked in sequence. */
  readonly sequences: ReadonlySet<Area>;
}

/** Message to a thread: a recording to read, or that a batch of the current one was consumed. */
export type ToThread = { readonly read: SourceFile } | 'consumed';

/** Message from a thread: a batch of facts of the current recording, or its end. */
export type FromThread =
  | { readonly facts: readonly Fact[] }
  | {
      readonly failed: readonly FailedFile[];
      /** Files beside the recording that were requested. */
      readonly requested: readonly string[];
    };

/** Number of batches that a thread sends ahead; it waits before the next one. */
export const BATCHES_AHEAD = 32;
