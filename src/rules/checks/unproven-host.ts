import { flatten, HOLE, OWN_ORIGIN } from '../../model/index.ts';
import type { Place, ServedFact, Text } from '../../model/index.ts';
import type { CheckContext, RequestNote } from './check.ts';
import { factsOfKind } from './facts-of-kind.ts';
import type { ApiCall, ResolvedUrl } from './fact-index.ts';
import { because, message } from './message.ts';
import { areNested } from './places.ts';
import { hasMoved } from './remaining.ts';

/** Clients of browsers that have no base: a URL without a host goes to the server that the page comes from. */
const OF_PAGE: ReadonlySet<string> = new Set(['fetch', 'XMLHttpRequest', 'jquery', '$']);

/** Kind of a URL's host: the page's own server, an unknown one, or one of the API. */
type Host = 'own' | 'path' | 'open' | 'known';

const startsWithOrigin = ({ parts: [first] }: Text): boolean =>
  first?.kind === 'hole' && first.name === OWN_ORIGIN;

const hostOf = ({ text, address }: ResolvedUrl, client: string): Host => {
  if (address.host !== undefined) return 'known';
  if (startsWithOrigin(text)) return 'own';
  const flat = flatten(text).trimStart();
  if (flat.startsWith(HOLE) || flat.includes('://')) return 'open';
  return flat.startsWith('/') && OF_PAGE.has(client) ? 'own' : 'path';
};

/** True where a served path contains the product, so that it can only be one of the API, unlike `/api`. */
const namesProduct = ({ path }: ServedFact, product: string): boolean => path.split('/')[2] === product;

/** True where a path of one of the versions is served, and not whatever lies below the product. */
const serves = ({ path }: ServedFact, versions: readonly string[]): boolean =>
  path.split('/').some((segment) => versions.includes(segment));

const isOutside = (file: string): boolean => file.startsWith('../') || file.startsWith('/');

/**
 * Position that serves or forwards the URL: anywhere in the tree for a path without a host, in the same
 * project for an unknown host.
 */
const servedAt = (
  host: Host,
  { address }: ResolvedUrl,
  file: string,
  { facts, settings: { projectOf } }: CheckContext,
  isMeant: (fact: ServedFact) => boolean,
): Place | undefined =>
  factsOfKind(facts, 'served').find((fact) => {
    if (!isMeant(fact) || isOutside(fact.file) !== isOutside(file)) return false;
    if (host !== 'open') return true;
    return namesProduct(fact, address.product) && areNested(projectOf(fact.file), projectOf(file));
  });

const noteOn = ({ request }: ApiCall, url: ResolvedUrl, context: CheckContext): RequestNote | undefined => {
  const host = hostOf(url, request.client);
  if (host === 'known' || url.address.area !== 'legacy') return undefined;
  const at = servedAt(host, url, request.file, context, (fact) => !serves(fact, [context.api.version]));
  if (at === undefined && host !== 'own') return undefined;
  const note = at === undefined ? because(request, message('ownServer')) : because(at, message('servedHere'));
  return { kind: 'doubt', requests: [request.id], note };
};

/**
 * Position that serves the legacy path for a request without a host, which requests the versioned path now.
 */
const staleNote = (call: ApiCall, url: ResolvedUrl, context: CheckContext): RequestNote | undefined => {
  const host = hostOf(url, call.request.client);
  if (host === 'known') return undefined;
  const servedOf = (versions: readonly string[]): Place | undefined =>
    servedAt(host, url, call.request.file, context, (fact) => serves(fact, versions));
  const at = servedOf(context.api.legacyVersions);
  if (at === undefined || servedOf([context.api.version]) !== undefined) return undefined;
  const { product, version } = url.address;
  return {
    kind: 'doubt',
    requests: [call.request.id],
    note: because(at, message('servedHere')),
    remains: { base: `/api/${product}`, replacement: version ?? null, version: null },
  };
};

const isSent = ({ request: { headers, origin } }: ApiCall): boolean =>
  headers.unwritten !== true && (origin === 'authored' || origin === 'collection');

/**
 * Doubts about requests whose URL names no host of the service: what handles them may be a route or a proxy
 * of the project, which would have to change too.
 */
export const unprovenHostNotes = (context: CheckContext): readonly RequestNote[] =>
  context.view.calls
    .filter(isSent)
    .flatMap((call) =>
      call.located.flatMap((url) => (hasMoved(call) ? staleNote : noteOn)(call, url, context) ?? []),
    );
