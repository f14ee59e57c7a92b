import type { Api } from '../../model/index.ts';

const versionsOf = (api: Api): readonly string[] => [...api.legacyVersions, api.version];

/** Pieces of a base in a list of segments: `['api', 'atlas', 'v1.0']`. */
export const segmentWords = (api: Api): readonly string[] => {
  const pairs = api.products.flatMap((product) => [
    ['api', product],
    ...api.legacyVersions.map((version) => [product, version]),
  ]);
  return pairs.flatMap(([first, second]) =>
    ["'", '"'].flatMap((quote) => ['', ' '].map((gap) => `${first}${quote},${gap}${quote}${second}`)),
  );
};

/**
 * Words that a URL of the service cannot be spelled without, whole or in pieces: part of its path, or its host.
 */
export const addressWords = (api: Api): readonly string[] => [
  ...api.products.flatMap((product) => [`api/${product}`, ...versionsOf(api).map((v) => `${product}/${v}`)]),
  ...api.resources.map(({ path }) => path.split('/').slice(1, 3).join('/')),
  'prometheus/v',
  ...segmentWords(api),
  ...api.hosts,
];

/** Words that a vendor media type cannot be spelled without. */
export const mediaWords = (api: Api): readonly string[] => api.products.map((product) => `vnd.${product}`);
