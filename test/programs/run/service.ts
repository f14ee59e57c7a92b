import { answer } from '../../../src/service/answer.ts';
import { newGroups } from '../../../src/service/new-projects.ts';
import { CLIENT, FORM, testService } from '../../service/world.ts';
import type { TestService } from '../../service/world.ts';
import type { Sent } from './world.ts';

/** A service, and a token that it takes. */
interface Asked extends TestService {
  readonly token: string;
}

const started = (legacy: 'on' | 'gone'): Asked => {
  const service = testService({ legacy, acceptsAnyCredentials: true });
  const { json } = service.send('POST', '/api/oauth/token', {
    headers: { authorization: CLIENT, 'content-type': FORM },
    body: 'grant_type=client_credentials',
  });
  return { ...service, token: String(json['access_token']) };
};

let services: { readonly before: Asked; readonly after: Asked } | undefined;

/** Status and error code of the reference service, which keeps nothing of what it is sent. */
const askedOf = ({ world, token }: Asked, { method, url, headers, body }: Sent): string => {
  const { pathname, search } = new URL(url);
  const own = headers.filter(([name]) => name.toLowerCase() !== 'authorization');
  const sent = own.map(([name, value]) => [name.toLowerCase(), value] as const);
  const request = {
    method,
    target: pathname + search,
    headers: [['authorization', `Bearer ${token}`] as const, ...sent],
    body: Buffer.from(body ?? ''),
    remote: '127.0.0.1',
  };
  for (const change of newGroups(world, request)) world.store.apply(change);
  const { answer: given } = answer(world, request, 'test');
  if (given.status < 400) return 'accepted';
  const { errorCode, detail } = JSON.parse(Buffer.from(given.body).toString('utf8')) as Record<
    string,
    string
  >;
  return `${given.status} ${errorCode}: ${detail}`;
};

const isType = ([name]: readonly [string, string]): boolean => name.toLowerCase() === 'content-type';

/** A request with the Content-Type of another: a client's own one is refused, but that says nothing of the migration. */
const typedLike = (before: Sent, { headers }: Sent): Sent => {
  const others = before.headers.filter((header) => !isType(header));
  return { ...before, headers: [...others, ...headers.filter(isType)] };
};

/**
 * What the reference service without the unversioned API says against a migrated request: that it refuses it where it took
 * the request as it was, or that there is no such endpoint, version or method. `undefined` where it says nothing.
 */
export const refusedByService = (before: Sent, after: Sent): string | undefined => {
  services ??= { before: started('on'), after: started('gone') };
  const was = askedOf(services.before, typedLike(before, after));
  const is = askedOf(services.after, after);
  const isWrong = was === 'accepted' || !/^(?:400|404 CLUSTER_NOT_FOUND)/.test(is);
  return is === 'accepted' || is === was || !isWrong ? undefined : `${is} (before: ${was})`;
};
