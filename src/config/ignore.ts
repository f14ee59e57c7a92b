import type { Config } from './config.ts';

/** Patterns of the key `ignore`: files to skip, and positions in documents to silence. */
export interface Ignores {
  readonly files: readonly string[];
  readonly places: readonly { readonly pattern: string; readonly pointer: string }[];
}

/** `config/*.json#/baseUrl`: a pattern of documents and an RFC 6901 pointer. Recordings are ignored as whole files. */
const PLACE = /^(.+\.(?:jsonc?|ya?ml))#((?:\/.*)?)$/i;

export const splitIgnores = ({ ignore = [] }: Pick<Config, 'ignore'>): Ignores => ({
  files: ignore.filter((entry) => !PLACE.test(entry)),
  places: ignore.flatMap((entry) => {
    const [, pattern, pointer] = PLACE.exec(entry) ?? [];
    return pattern === undefined || pointer === undefined ? [] : [{ pattern, pointer }];
  }),
});
