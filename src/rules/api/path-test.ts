import type { Api } from '../../model/index.ts';
import { legacySegments, otherMediaTemplates } from './telling-paths.ts';

const patternOf = (api: Api): RegExp => {
  const first = new Set(api.endpoints.flatMap(({ path }) => path.split('/')[1] ?? []));
  return new RegExp(String.raw`[/'"\`](?:${[...first].join('|')})(?=[/'"\`?])`);
};

/** Tests whether a text contains the beginning of a path of the API, after its base: `/groups/`, `'orgs'`. Loads the endpoints on first use. */
export const pathTest = (api: Api): ((text: string) => boolean) => {
  let pattern: RegExp | undefined;
  return (text) => (pattern ??= patternOf(api)).test(text);
};

const escaped = (text: string): string => text.replaceAll('.', String.raw`\.`);

/**
 * Tests whether a text has a segment that only legacy paths have, `/groups/${id}/whitelist` and `'whitelist'`, or may be a path
 * that the versioned API does not have, `fts/analyzers`, or one of an endpoint that responds with another media type than JSON:
 * `logs/mongodb.gz`.
 */
export const tellingPathTest = (api: Api): ((text: string) => boolean) => {
  let pattern: RegExp | undefined;
  const build = (): RegExp => {
    const { renamed, removed } = legacySegments(api);
    const names = (segments: typeof renamed): string => segments.map(({ before }) => before).join('|');
    const ends = new Set(otherMediaTemplates(api).map(({ end }) => escaped(end)));
    const word = String.raw`(?:^|/)(?:${names(renamed)})(?:[/?\0]|$)`;
    const last = String.raw`/(?:${names(removed)})(?:[/?\0]|$)`;
    return new RegExp(String.raw`${word}|${last}|/[^/\s]*(?:${[...ends].join('|')})(?:\?|$)`);
  };
  return (text) => (pattern ??= build()).test(text);
};
