import { flatten, HOLE } from '../../model/index.ts';
import type { Api, Destination, Text } from '../../model/index.ts';
import { addressOf } from '../api/identify.ts';
import type { Address } from '../api/identify.ts';
import type { ApiCall } from './fact-index.ts';

/** A host that is written out, with its scheme. */
const SEEN_HOST = new RegExp(`^[a-z][a-z+.-]*://[^/?#${HOLE}]+(?=[/?#]|$)`, 'i');

const AREAS: Readonly<Partial<Record<Address['area'], Destination>>> = {
  legacy: 'legacy',
  versioned: 'versioned',
};

/** Name of the API at the beginning of a path, where it is written out. */
const OTHER_NAME = new RegExp(`^/api/([^/?#${HOLE}]+)(?=[/?#]|$)`);

/** True for `/api/public/…`: another API of the same hosts, or of a page's own server, whatever follows. */
const isOtherApi = (path: string, { products }: Api): boolean => {
  const name = OTHER_NAME.exec(path)?.[1];
  return name !== undefined && !products.includes(name);
};

/** Destination of a URL: `elsewhere` for a known host or path that is not of this API. */
export const destinationOf = (text: Text, api: Api): Destination => {
  const address = addressOf(text, api);
  if (address !== undefined) return AREAS[address.area] ?? 'beside';
  const flat = flatten(text);
  const origin = SEEN_HOST.exec(flat)?.[0];
  if (origin === undefined) return isOtherApi(flat, api) ? 'elsewhere' : 'unknown';
  const host = origin.toLowerCase().replace(/:\d+$/, '');
  const isOurs = api.hosts.some((name) => host.endsWith(name.toLowerCase()));
  const isOpen = isOurs && flat.includes(HOLE) && !isOtherApi(flat.slice(origin.length), api);
  return isOpen ? 'unknown' : 'elsewhere';
};

/** True where the request surely goes, or may go, to another service. */
export const goesElsewhere = ({ request }: ApiCall, api: Api): boolean =>
  request.urls.some((text) => destinationOf(text, api) === 'elsewhere');
