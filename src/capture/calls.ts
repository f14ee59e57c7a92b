import type { Duplex } from 'node:stream';
import { CALL_SITE_HEADER } from '../intercept/settings.ts';
import type { Target } from '../intercept/sockets.ts';
import { resetOf } from './reset.ts';
import type { IncomingCall, Headers, Incoming, Outgoing } from './exchange.ts';

/** Headers in their order and letter case; of HTTP/2 without the pseudo headers. */
export const pairsOf = (raw: readonly string[]): Headers => {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at < raw.length; at += 2)
    if (!raw[at]!.startsWith(':')) pairs.push([raw[at]!, raw[at + 1] ?? '']);
  return pairs;
};

const isDefault = ({ port, secure }: Target): boolean => port === (secure ? 443 : 80);

const originOf = (target: Target): string => {
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  return `${target.secure ? 'https' : 'http'}://${host}${isDefault(target) ? '' : `:${target.port}`}`;
};

const trailIn = (text: string | undefined): readonly string[] => {
  try {
    return text === undefined ? [] : decodeURIComponent(text).split('\n');
  } catch {
    return [];
  }
};

const isSite = ([name]: readonly [string, string]): boolean => name.toLowerCase() === CALL_SITE_HEADER;

/** A request that came in over a connection to the target; `socket` carries it, below its encryption. */
export const incomingCallOf = (
  request: Incoming,
  response: Outgoing,
  target: Target,
  socket: Duplex,
): IncomingCall => {
  const all = pairsOf(request.rawHeaders);
  const path = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '');
  return {
    request,
    response,
    started: Date.now(),
    url: originOf(target) + (path.startsWith('/') ? path : `/${path}`),
    headers: all.filter((pair) => !isSite(pair)),
    trail: trailIn(all.find(isSite)?.[1]),
    reset: resetOf(response, socket),
  };
};
