import type { Api } from '../model/index.ts';

const rootOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('/api/') ? 3 : 2)
    .join('/');

/** Paths below which hosts of the API serve it: `/api/atlas/`, `/api/oauth/`, `/prometheus/`. The same hosts serve other APIs. */
export const apiRoots = ({ products, resources }: Api): readonly string[] => [
  ...new Set([
    ...products.map((product) => `/api/${product}/`),
    ...resources.map(({ path }) => `${rootOf(path)}/`),
  ]),
];

/** True for a URL below one of these paths. */
export const isApiCall = (url: string, roots: readonly string[]): boolean => {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replaceAll(/\/{2,}/g, '/');
  return roots.some((root) => path.startsWith(root));
};
