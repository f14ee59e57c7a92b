/** The part of yauzl, which has no types of its own, that is used here. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export interface Entry {
    /** Its bytes as written in the archive when `decodeStrings` is false. */
    readonly fileName: Buffer;
    readonly compressedSize: number;
    readonly uncompressedSize: number;
    isEncrypted(): boolean;
  }

  export interface ZipFile {
    /** May be called once; ends early with an error where the list of entries is broken. */
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
    close(): void;
  }

  export const openPromise: (
    path: string,
    options: { readonly decodeStrings: false; readonly autoClose: false },
  ) => Promise<ZipFile>;

  /** Why a name is refused (absolute, `..`, backslashes), or null. */
  export const validateFileName: (name: string) => string | null;
}
