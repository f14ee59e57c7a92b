/** Role of an argument of a project's own client; `other` is passed over. */
export type ClientArgument = 'method' | 'url' | 'headers' | 'body' | 'options' | 'other';

/**
 * A project's own HTTP client, as its configuration describes it (contract §9, `clients`). Its calls are requests
 * of the API, however the client is written.
 */
export interface ConfiguredClient {
  /** True for the files whose configuration names the client. */
  appliesTo(file: string): boolean;
  /** How its calls are written, or end: `atlas.get` is also `this.atlas.get`. Never empty. */
  readonly callee: readonly string[];
  /** Package, or file relative to the working directory (`./src/http.ts`), that the callee comes from; without it the name is enough. */
  readonly module?: string;
  /** What the arguments are, in order. */
  readonly args: readonly ClientArgument[];
  /** Method where a call names none; without it the callee's last name where that is a method, else GET. */
  readonly method?: string;
  /** What the client writes before the addresses that it is given. */
  readonly base?: string;
  /** Names of the members of an options argument. */
  readonly options?: Readonly<
    Partial<Record<'url' | 'method' | 'headers' | 'body' | 'base' | 'host' | 'path', string>>
  >;
  /** False: it sends no header but those of the call. */
  readonly addsHeaders?: boolean;
  /** Member of the result that holds the parsed answer; without it the result is the answer. */
  readonly answer?: string;
}
