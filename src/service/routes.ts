import { lookUp, split, trieOf } from '../rules/api/trie.ts';
import type { TrieNode, Templated } from '../rules/api/trie.ts';
import type { Api, Endpoint, OperationInfo, Resource } from '../model/index.ts';
import { anonymous } from '../rules/load/api.ts';

/** Call of the service that a request makes. */
export interface Route {
  readonly area: Resource['area'] | 'legacy' | 'versioned';
  /** Operation name, e.g. `clusters.list` (contract §5). */
  readonly operation: string;
  /** The versioned operation; for a legacy call the one that replaces it. */
  readonly info: OperationInfo | undefined;
  /** `v1.0` or `v1.5`. */
  readonly legacyVersion: string | undefined;
  readonly product: string;
  /** Path below the base with named parameters: `/groups/{groupId}/alerts`. */
  readonly template: string;
  /** Values of the template's parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Storage key of the resource: its path below the base as the versioned API spells it. */
  readonly path: string;
  /** True when the path ends in a parameter. */
  readonly isItem: boolean;
  /** Parameters that name a single resource below this path; none where it is no list of resources. */
  readonly itemParameters: readonly string[];
}

export type Routed =
  | { readonly kind: 'route'; readonly route: Route }
  | { readonly kind: 'wrong-method'; readonly area: Route['area']; readonly allow: readonly string[] }
  | { readonly kind: 'unknown'; readonly area: Route['area'] | undefined };

interface OperationRow extends Templated {
  readonly info: OperationInfo;
}

type ResourceRow = Templated & { readonly resource: Resource };

/** The paths of a service. */
export interface Router {
  readonly api: Api;
  readonly product: string;
  readonly resources: TrieNode<ResourceRow>;
  readonly operations: TrieNode<OperationRow>;
  readonly legacy: ReadonlyMap<string, TrieNode<Endpoint>>;
  /** Parameters that name a single resource below a path, where it is a list: `databaseName` and `username` of `databaseUsers`. */
  readonly itemParameters: ReadonlyMap<string, readonly string[]>;
}

/** The first path that continues a list with parameters alone names them. */
const itemParametersIn = ({ operations, endpoints }: Api): Router['itemParameters'] => {
  const found = new Map<string, readonly string[]>();
  for (const path of [...operations.map((each) => each.path), ...endpoints.map((each) => each.template)]) {
    const [tail = ''] = /(?:\/\{\w+\})*$/.exec(path) ?? [];
    const names = Array.from(tail.matchAll(/\w+/g), ([name]) => name);
    const list = path.slice(0, path.length - tail.length);
    if (names.length > 0 && !found.has(list)) found.set(list, names);
  }
  return found;
};

/** Router for the API description, for one product. */
export const routerOf = (api: Api, product: string): Router => ({
  api,
  product,
  resources: trieOf(
    api.resources.map((resource) => ({
      method: resource.method,
      path: anonymous(resource.path),
      resource,
    })),
  ),
  operations: trieOf(
    api.operations.map((info) => ({ method: info.method, path: anonymous(info.path), info })),
  ),
  legacy: new Map(
    api.legacyVersions.map((version) => [
      version,
      trieOf(api.endpoints.filter(({ base }) => base === version)),
    ]),
  ),
  itemParameters: itemParametersIn(api),
});

/** The value of a parameter in a segment: `{logName}.gz`. */
const parameterIn = (template: string, segment: string): readonly [string, string] | undefined => {
  const [, before, name, after] = /^(.*)\{(.*)\}(.*)$/.exec(template) ?? [];
  if (name === undefined) return undefined;
  return [name, segment.slice(before!.length, segment.length - after!.length)];
};

const parametersOf = (template: string, segments: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    split(template)
      .map((part, at) => parameterIn(part, segments[at] ?? ''))
      .filter((entry) => entry !== undefined),
  );

const filled = (template: string, values: readonly string[]): string => {
  let at = 0;
  return template.replaceAll(/\{[^}]*\}/g, () => encodeURIComponent(values[at++] ?? ''));
};

const nameOf = (info: OperationInfo): string => info.name ?? `${info.method} ${info.path || '/'}`;

interface Found {
  readonly router: Router;
  readonly area: Route['area'];
  readonly segments: readonly string[];
}

const routeTo = (found: Found, template: string, rest: Partial<Route>): Route => {
  const parameters = parametersOf(template, found.segments);
  const values = Object.values(parameters);
  const canonical = rest.info?.path ?? template;
  const fits = (canonical.match(/\{/g)?.length ?? 0) === values.length;
  const path = fits ? filled(canonical, values) : filled(template, values);
  return {
    area: found.area,
    operation: '',
    info: undefined,
    legacyVersion: undefined,
    product: found.router.product,
    template,
    parameters,
    path,
    isItem: (fits ? canonical : template).endsWith('}'),
    itemParameters: found.router.itemParameters.get(fits ? canonical : template) ?? [],
    ...rest,
  };
};

const wrongMethod = <Row extends Templated>(node: TrieNode<Row>, { area, segments }: Found): Routed => {
  const rows = lookUp(node, segments, undefined);
  if (rows.length === 0) return { kind: 'unknown', area };
  const methods = new Set(rows.map(({ method }) => method));
  if (methods.has('GET')) methods.add('HEAD');
  return { kind: 'wrong-method', area, allow: [...methods].toSorted() };
};

const toRoute = (route: Route): Routed => ({ kind: 'route', route });

const legacyRoute = (method: string, found: Found, version: string): Routed => {
  const { router, segments } = found;
  const node = router.legacy.get(version)!;
  const [row] = lookUp(node, segments, method);
  if (row === undefined) return wrongMethod(node, found);
  const info = row.v2 === null ? undefined : lookUp(router.operations, split(row.v2), row.method)[0]?.info;
  const operation = info === undefined ? `${row.method} ${row.template}` : nameOf(info);
  return toRoute(routeTo(found, row.template, { operation, info, legacyVersion: version }));
};

const versionedRoute = (method: string, found: Found): Routed => {
  const { router, segments } = found;
  const [row] = lookUp(router.operations, segments, method);
  if (row === undefined) return wrongMethod(router.operations, found);
  return toRoute(routeTo(found, row.info.path, { operation: nameOf(row.info), info: row.info }));
};

const resourceRoute = (router: Router, method: string, segments: readonly string[]): Routed => {
  const [any] = lookUp(router.resources, segments, undefined);
  const [row] = lookUp(router.resources, segments, method);
  const area = any?.resource.area;
  if (area === undefined) return { kind: 'unknown', area: undefined };
  const found = { router, area, segments };
  if (row === undefined) return wrongMethod(router.resources, found);
  return toRoute(routeTo(found, row.resource.path, { operation: row.resource.name }));
};

/**
 * Route of a path; `segments` are decoded. HEAD is routed like GET. A legacy path of another product is
 * unknown.
 */
export const routeOf = (router: Router, method: string, segments: readonly string[]): Routed => {
  const verb = method === 'HEAD' ? 'GET' : method;
  const [first, product, version, ...rest] = segments;
  const { api } = router;
  if (first === 'api' && product === router.product && version !== undefined) {
    if (version === api.version) return versionedRoute(verb, { router, area: 'versioned', segments: rest });
    if (api.legacyVersions.includes(version))
      return legacyRoute(verb, { router, area: 'legacy', segments: rest }, version);
  }
  return resourceRoute(router, verb, segments);
};
