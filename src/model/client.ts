/** Role of an argument of a project's own client; `other` is passed over. */
export type ClientArgument = 'method' | 'url' | 'headers' | 'body' | 'options' | 'other';

/**
 * A project's own HTTP client, as its configuration describes it (contract §9, `clients`). Its calls are requests
 * of the API, however the client is written.
 */
export interface ConfiguredClient {
  /** True for the files whose configuration names the client. */
  appliesTo(file: string): boolean;
  /** Callees, or their ends: `atlas.get` also matches `this.atlas.get`. Never empty. */
  readonly callee: readonly string[];
  /** Package, or file relative to the working directory (`./src/http.ts`), that the callee comes from; without it the name is enough. */
  readonly module?: string;
  /** Roles of the arguments, in order. */
  readonly args: readonly ClientArgument[];
  /** Method where a call names none; without it the callee's last name where that is a method, else GET. */
  readonly method?: string;
  /** Base URL that the client puts before the URLs that it is given. */
  readonly base?: string;
  /** Names of the members of an options argument. */
  readonly options?: Readonly<
    Partial<Record<'url' | 'method' | 'headers' | 'body' | 'base' | 'host' | 'path', string>>
  >;
  /** False: it sends no header but those of the call. */
  readonly addsHeaders?: boolean;
  /** Field of the result that holds the parsed response; without it the result is the response. */
  readonly answer?: string;
}
