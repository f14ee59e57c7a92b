/** The query parameters of a request, in order. */
export type Query = readonly (readonly [name: string, value: string])[];

/** Path segments and query of a request target; `undefined` where an escape in the path is malformed. */
export const readTarget = (
  target: string,
): { readonly segments: readonly string[]; readonly query: Query } | undefined => {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/, '');
  const mark = path.indexOf('?');
  const raw = mark < 0 ? path : path.slice(0, mark);
  if (!raw.startsWith('/')) return undefined;
  try {
    const segments = raw.split('/').filter(Boolean).map(decodeURIComponent);
    return { segments, query: [...new URLSearchParams(mark < 0 ? '' : path.slice(mark + 1))] };
  } catch {
    return undefined;
  }
};

/** The value of a parameter, the last one where it is repeated. */
export const queryParameter = (query: Query, name: string): string | undefined =>
  query.findLast(([candidate]) => candidate === name)?.[1];

/** A switch (specification §4.2): false where it is absent, `undefined` where it is neither true nor false. */
export const switchIn = (query: Query, name: string): boolean | undefined => {
  const value = queryParameter(query, name)?.toLowerCase() ?? 'false';
  return value === 'true' || value === 'false' ? value === 'true' : undefined;
};
