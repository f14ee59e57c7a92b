import type { Api } from '../../model/index.ts';

const patternOf = (api: Api): RegExp => {
  const first = new Set(api.endpoints.flatMap(({ path }) => path.split('/')[1] ?? []));
  return new RegExp(String.raw`[/'"\`](?:${[...first].join('|')})(?=[/'"\`?])`);
};

/** Tests whether a text contains the beginning of a path of the API, after its base: `/groups/`, `'orgs'`. Loads the endpoints on first use. */
export const pathTest = (api: Api): ((text: string) => boolean) => {
  let pattern: RegExp | undefined;
  return (text) => (pattern ??= patternOf(api)).test(text);
};
