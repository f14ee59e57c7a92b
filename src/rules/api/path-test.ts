import type { Api } from '../../model/index.ts';
import { renamedSegments } from './renames.ts';

const patternOf = (api: Api): RegExp => {
  const first = new Set(api.endpoints.flatMap(({ path }) => path.split('/')[1] ?? []));
  return new RegExp(String.raw`[/'"\`](?:${[...first].join('|')})(?=[/'"\`?])`);
};

/** Tests whether a text contains the beginning of a path of the API, after its base: `/groups/`, `'orgs'`. Loads the endpoints on first use. */
export const pathTest = (api: Api): ((text: string) => boolean) => {
  let pattern: RegExp | undefined;
  return (text) => (pattern ??= patternOf(api)).test(text);
};

/** Tests whether a text is, or contains as a segment, a name that only legacy paths have: `/groups/${id}/whitelist`, `'whitelist'`. */
export const renamedPathTest = (api: Api): ((text: string) => boolean) => {
  let pattern: RegExp | undefined;
  const build = (): RegExp => {
    const names = renamedSegments(api).map(({ before }) => before);
    return new RegExp(String.raw`(?:^|/)(?:${names.join('|')})(?:[/?\0]|$)`);
  };
  return (text) => (pattern ??= build()).test(text);
};
