import { describe, expect, it } from 'vitest';
import { V1, V2, accept, basic, digest, testService } from './world.ts';
import type { TestService } from './world.ts';

const challengeOf = (service: TestService, target: string): string =>
  service.send('GET', target, { auth: 'none' }).headers['www-authenticate'] ?? '';

const call = (service: TestService, target: string, authorization: string, method = 'GET') =>
  service.send(method, target, {
    auth: 'none',
    headers: { ...accept('2023-02-01'), authorization },
  });

const signed = (service: TestService, rest: Partial<Parameters<typeof digest>[1]> = {}): string =>
  digest(challengeOf(service, V2), { method: 'GET', target: V2, ...rest });

describe('HTTP Digest (§5)', () => {
  it('lets a key pair in, on both forms of the API', () => {
    const service = testService();
    expect(call(service, V2, signed(service)).status).toBe(200);
    expect(call(service, V1, digest(challengeOf(service, V1), { method: 'GET', target: V1 })).status).toBe(
      200,
    );
  });

  it.each([
    ['another key', { name: 'other' }],
    ['another secret', { secret: 'other' }],
    ['another method', { method: 'DELETE' }],
    ['another address', { target: `${V2}/orders` }],
  ])('refuses the digest of %s', (_, rest) => {
    const service = testService();
    const { status, headers } = call(service, V2, signed(service, rest));
    expect([status, headers['www-authenticate']]).toEqual([401, expect.stringContaining('stale=false')]);
  });

  it('takes each count of a nonce once', () => {
    const service = testService();
    const challenge = challengeOf(service, V2);
    const use = (nc: number) => call(service, V2, digest(challenge, { method: 'GET', target: V2, nc }));
    expect([use(1), use(2), use(2), use(3)].map(({ status }) => status)).toEqual([200, 200, 401, 200]);
    expect(use(1).headers['www-authenticate']).toContain('stale=true');
  });

  it('takes a nonce ten times where the seed says so, and the next one from then on', () => {
    const service = testService({ seed: { configuration: { digest: { usesOfNonce: 10 } } } });
    const challenge = challengeOf(service, V2);
    const use = (from: string, nc: number) =>
      call(service, V2, digest(from, { method: 'GET', target: V2, nc }));
    const statuses = Array.from({ length: 11 }, (_, at) => use(challenge, at + 1).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 401]);
    const { headers } = use(challenge, 12);
    expect(headers['www-authenticate']).toContain('stale=true');
    expect(use(headers['www-authenticate']!, 1).status).toBe(200);
  });

  it('says that an old nonce is stale, to those who know the key', () => {
    const service = testService();
    const right = signed(service);
    const wrong = signed(service, { secret: 'other' });
    service.clock.now += 300_000;
    expect(call(service, V2, right).headers['www-authenticate']).toContain('stale=true');
    expect(call(service, V2, wrong).headers['www-authenticate']).toContain('stale=false');
  });

  it('takes only nonces of its own', () => {
    const service = testService();
    const challenge = challengeOf(service, V2).replace(/nonce="[^"]*"/, 'nonce="mwq00000.0011.2233"');
    expect(call(service, V2, digest(challenge, { method: 'GET', target: V2 })).status).toBe(401);
  });

  it.each([
    'Digest',
    'Digest ,,,',
    'Digest username="public", username="public"',
    'Digest username="public',
    `Digest username="public", realm="MMS Public API", nonce="x", uri="${V2}", response="y"`,
    'Negotiate abc',
    '',
  ])('refuses %j', (authorization) => {
    expect(call(testService(), V2, authorization).status).toBe(401);
  });

  it('takes neither MD5-sess nor a digest without qop', () => {
    const service = testService();
    expect(call(service, V2, signed(service).replace('algorithm=MD5', 'algorithm=MD5-sess')).status).toBe(
      401,
    );
    expect(call(service, V2, signed(service).replace('qop=auth, ', '')).status).toBe(401);
  });
});

describe('other schemes', () => {
  it('takes HTTP Basic for the administration API only where the seed says so', () => {
    const authorization = basic('public', 'private');
    expect(call(testService(), V2, authorization).status).toBe(401);
    const seed = { configuration: { administration: { schemes: ['digest', 'basic'] } } };
    expect(call(testService({ seed }), V2, authorization).status).toBe(200);
    expect(call(testService({ seed }), V2, basic('public', 'x')).status).toBe(401);
  });

  it('keeps to the access list of a token’s account', () => {
    const seed = {
      serviceAccounts: [
        { clientId: 'mdb_sa_id_reference', clientSecret: 'reference', accessList: ['127.0.0.1'] },
      ],
    };
    const service = testService({ seed });
    expect(service.send('GET', V1).status).toBe(200);
    const { status, json } = service.send('GET', V1, { remote: '10.0.0.1' });
    expect([status, json['errorCode']]).toEqual([403, 'ACCESS_DENIED']);
  });
});
