import { flatten, HOLE, OWN_ORIGIN } from '../../model/index.ts';
import type { Place, ServedFact, Text } from '../../model/index.ts';
import type { CheckContext, RequestNote } from './check.ts';
import { factsOfKind } from './fact-index.ts';
import type { ApiCall, ResolvedUrl } from './fact-index.ts';
import { because, message } from './message.ts';
import { areNested } from './places.ts';

/** Clients of browsers that have no base: an address without a host goes to the server that the page comes from. */
const OF_PAGE: ReadonlySet<string> = new Set(['fetch', 'XMLHttpRequest', 'jquery', '$']);

/** Where an address goes, as far as its host tells: surely to the page's own server, to what cannot be seen, to the API. */
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

/** True where what is served is named so that it can only be meant for the API: with the product, not `/api` alone. */
const namesProduct = ({ path }: ServedFact, product: string): boolean => path.split('/')[2] === product;

const isOutside = (file: string): boolean => file.startsWith('../') || file.startsWith('/');

/**
 * The place that serves or forwards such an address: of a path alone anywhere in the tree that the request is sent from, of
 * a host that cannot be seen in the same project.
 */
const servedAt = (
  host: Host,
  { address }: ResolvedUrl,
  file: string,
  { facts, settings: { projectOf } }: CheckContext,
): Place | undefined =>
  factsOfKind(facts, 'served').find((fact) => {
    if (isOutside(fact.file) !== isOutside(file)) return false;
    if (host !== 'open') return true;
    return namesProduct(fact, address.product) && areNested(projectOf(fact.file), projectOf(file));
  });

const noteOn = ({ request }: ApiCall, url: ResolvedUrl, context: CheckContext): RequestNote | undefined => {
  const host = hostOf(url, request.client);
  if (host === 'known' || url.address.area !== 'legacy') return undefined;
  const at = servedAt(host, url, request.file, context);
  if (at === undefined && host !== 'own') return undefined;
  const note = at === undefined ? because(request, message('ownServer')) : because(at, message('servedHere'));
  return { kind: 'doubt', requests: [request.id], note };
};

const isSent = ({ request: { headers, origin } }: ApiCall): boolean =>
  headers.unwritten !== true && (origin === 'authored' || origin === 'collection');

/**
 * Doubts about requests whose address names no host of the service: what answers them may be a route or a proxy of the
 * project, which would have to change too.
 */
export const unprovenHostNotes = (context: CheckContext): readonly RequestNote[] =>
  context.view.calls
    .filter(isSent)
    .flatMap((call) => call.located.flatMap((url) => noteOn(call, url, context) ?? []));
