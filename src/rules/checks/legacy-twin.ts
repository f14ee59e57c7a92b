import type { Api, Endpoint, OperationInfo } from '../../model/index.ts';

const keyOf = (method: string, path: string): string => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;

const twins = new WeakMap<Api, ReadonlyMap<string, Endpoint>>();

const twinsOf = (api: Api): ReadonlyMap<string, Endpoint> => {
  const known = twins.get(api);
  if (known !== undefined) return known;
  const rows = api.endpoints.flatMap((endpoint) =>
    endpoint.v2 === null ? [] : [[keyOf(endpoint.method, endpoint.v2), endpoint] as const],
  );
  const found = new Map(rows);
  twins.set(api, found);
  return found;
};

/** The legacy endpoint that an operation took the place of: it knows what to use instead. */
export const legacyTwin = (info: OperationInfo, api: Api): Endpoint | undefined =>
  twinsOf(api).get(keyOf(info.method, info.path));
