/** Kind of text that a fact comes from; it decides what may be edited and how sure a finding is. */
export type Origin =
  /** written by people: source code, configuration */
  | 'authored'
  /** written by people as a collection, fixture or mock of traffic */
  | 'collection'
  /** evidence: never edited */
  | 'recording'
  /** generated or bundled: never edited, reported as "rebuild" */
  | 'generated';

/** The syntax of a file: which extractor reads it. */
export type Form =
  | 'typescript'
  | 'python'
  | 'go'
  | 'java'
  | 'powershell'
  | 'csharp'
  | 'ruby'
  | 'lua'
  | 'php'
  | 'kotlin'
  | 'json'
  | 'yaml'
  | 'env'
  | 'shell'
  // files that hold code of other languages
  | 'asciidoc'
  | 'command-file'
  | 'component'
  | 'dockerfile'
  | 'jenkinsfile'
  | 'makefile'
  | 'markdown'
  | 'notebook'
  | 'restructured-text'
  | 'terraform'
  // collections and fixtures that people write
  | 'bruno'
  | 'http'
  | 'insomnia'
  | 'nock'
  | 'postman'
  | 'postman-yaml'
  | 'wiremock'
  // recordings
  | 'access-log'
  | 'burp'
  | 'cassette'
  | 'curl-log'
  | 'har'
  | 'mitmproxy'
  | 'otlp';

/** A file as text. `text` keeps its byte order mark and line ends; it is empty for recordings, which are read as bytes. */
export interface SourceFile {
  /** Relative to the working directory, forward slashes. */
  readonly path: string;
  readonly form: Form;
  readonly text: string;
  readonly origin: Origin;
}

/** A file that was discovered and not read, with the reason in a word or two (`binary`, `not UTF-8`, …). */
export interface SkippedFile {
  readonly file: string;
  readonly reason: string;
  /** True for a file that the user named and that cannot be opened. */
  readonly isRefused?: boolean;
}

/** A file that could not be read or parsed. It may still have findings from before the position where it broke. */
export interface FailedFile {
  readonly file: string;
  readonly message: string;
  /** Position of the break; nothing after it becomes a finding. */
  readonly from?: number;
  /** True for a recording that is not what its format says: nothing in it is evidence. */
  readonly isMalformed?: boolean;
}
