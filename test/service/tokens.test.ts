import { describe, expect, it } from 'vitest';
import { CLIENT, FORM, V2, accept, basic, testService } from './world.ts';
import type { Sent, TestService } from './world.ts';

const TOKEN = '/api/oauth/token';
const REVOKE = '/api/oauth/revoke';
const HEADERS = { authorization: CLIENT, 'content-type': FORM };
const GRANT = 'grant_type=client_credentials';

const generate = (service: TestService, rest: Sent = {}) =>
  service.send('POST', TOKEN, { headers: HEADERS, body: GRANT, ...rest });

const revoke = (service: TestService, token: string, rest: Sent = {}) =>
  service.send('POST', REVOKE, {
    headers: HEADERS,
    body: `token=${token}&token_type_hint=access_token`,
    ...rest,
  });

const list = (service: TestService, token: string) =>
  service.send('GET', V2, {
    auth: 'none',
    headers: { ...accept('2023-02-01'), authorization: `Bearer ${token}` },
  });

describe('generating a token (§2.3, §4.2)', () => {
  it('gives a signed token of three parts for an hour, with the headers of §7.2', () => {
    const { status, headers, json } = generate(testService());
    expect(status).toBe(200);
    expect(json).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_in: 3600,
      token_type: 'Bearer',
    });
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.atlas.2023-01-01+json;charset=utf-8',
      'strict-transport-security': 'max-age=31536000; includeSubdomains',
      vary: 'Accept-Encoding',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-permitted-cross-domain-policies': 'none',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-mongodb-service-version': expect.stringMatching(/gitHash=.*versionString=/),
      'x-envoy-upstream-service-time': '0',
      'content-length': expect.stringMatching(/^\d+$/),
      server: 'reference-service',
    });
  });

  it('prints and wraps as the query asks', () => {
    const service = testService();
    expect(service.send('POST', `${TOKEN}?pretty=true`, { headers: HEADERS, body: GRANT }).text).toMatch(
      /^\{\n {2}"/,
    );
    const { json, headers } = service.send('POST', `${TOKEN}?envelope=true`, {
      headers: HEADERS,
      body: GRANT,
    });
    expect(json).toEqual({ content: expect.objectContaining({ token_type: 'Bearer' }), status: 200 });
    expect(headers['x-reference-assumptions']).toContain('envelope');
    expect(service.send('POST', `${TOKEN}?pretty=please`, { headers: HEADERS, body: GRANT }).status).toBe(
      400,
    );
  });

  it('takes a request without grant_type, and says that it assumes it may', () => {
    const { status, headers } = generate(testService(), { body: '' });
    expect([status, headers['x-reference-assumptions']]).toEqual([200, 'token-version, grant-type']);
    const strict = testService({ seed: { configuration: { tokens: { requireGrantType: true } } } });
    expect(generate(strict, { body: '' }).json).toMatchObject({ error: 'unsupported_grant_type' });
  });

  it.each([
    ['another grant', { body: 'grant_type=password' }, 400, 'unsupported_grant_type', 'Invalid grant type.'],
    [
      'JSON',
      { headers: { ...HEADERS, 'content-type': 'application/json' }, body: '{}' },
      400,
      'invalid_request',
      'The provided credentials are not valid.',
    ],
    [
      'a field twice',
      { body: `${GRANT}&${GRANT}` },
      400,
      'invalid_request',
      'The provided credentials are not valid.',
    ],
    [
      'a broken escape',
      { body: 'grant_type=%zz' },
      400,
      'invalid_request',
      'The provided credentials are not valid.',
    ],
    [
      'another charset',
      { headers: { ...HEADERS, 'content-type': `${FORM};charset=utf-16` } },
      400,
      'invalid_request',
      'The provided credentials are not valid.',
    ],
    [
      'no credentials',
      { headers: { 'content-type': FORM } },
      401,
      'invalid_client',
      'Invalid credentials provided.',
    ],
    [
      'a wrong secret',
      { headers: { ...HEADERS, authorization: basic('mdb_sa_id_reference', 'x') } },
      401,
      'invalid_client',
      'Invalid credentials provided.',
    ],
    [
      'a Bearer token',
      { headers: { ...HEADERS, authorization: 'Bearer x' } },
      401,
      'invalid_client',
      'Invalid credentials provided.',
    ],
    [
      'credentials that are no base64',
      { headers: { ...HEADERS, authorization: 'Basic ???' } },
      400,
      'invalid_request',
      'The provided credentials are not valid.',
    ],
  ] as const)('refuses %s', (_, rest, status, error, text) => {
    const received = generate(testService(), rest);
    expect([received.status, received.json]).toEqual([status, { error, error_description: text }]);
    expect(received.headers['x-reference-assumptions']).toBe('token-error');
  });

  it('gives a 401 a Digest challenge and its content type (§5, §7.2)', () => {
    const { headers } = generate(testService(), { headers: { 'content-type': FORM } });
    expect(headers['content-type']).toBe('application/json;charset=ISO-8859-1');
    expect(headers['www-authenticate']).toMatch(
      /^Digest realm="[^"]+", domain="", nonce="[^"]+", algorithm=MD5, qop="auth", op="auth", stale=false$/,
    );
  });

  it('keeps to the IP access list (§5)', () => {
    const seed = {
      serviceAccounts: [{ clientId: 'a', clientSecret: 'b', accessList: ['10.0.0.0/8', '::1'] }],
    };
    const headers = { ...HEADERS, authorization: basic('a', 'b') };
    const service = testService({ seed });
    expect(generate(service, { headers, remote: '10.1.2.3' }).status).toBe(200);
    expect(generate(service, { headers, remote: '::ffff:10.1.2.3' }).status).toBe(200);
    const refused = generate(service, { headers, remote: '127.0.0.1' });
    expect(refused).toMatchObject({
      status: 403,
      headers: { 'strict-transport-security': 'max-age=300', 'content-type': 'application/json' },
      json: {
        error: 'access_denied',
        error_description: 'IP access list validation failed for the service account.',
      },
    });
  });

  it('answers ten requests a minute (§8)', () => {
    const service = testService();
    for (let at = 0; at < 10; at += 1) {
      expect(generate(service).status).toBe(200);
      service.clock.now += 1000;
    }
    const headers = { ...HEADERS, host: 'example.test' };
    const { status, json, headers: answered } = generate(service, { headers });
    expect([status, answered['retry-after']]).toEqual([429, '50']);
    expect(json).toEqual({
      error: 'rate_limited',
      error_description:
        'Resource http://example.test/api/oauth/token is limited to 10 requests every 1 minutes.',
    });
    expect(revoke(service, 'x').status, 'each resource has its own').toBe(200);
    service.clock.now += 50_000;
    expect(generate(service).status).toBe(200);
    expect(generate(service).status).toBe(429);
  });

  it('fails as the seed wants it to', () => {
    const seed = {
      faults: [
        { operation: 'tokens.generate', status: 503, times: 1, retryAfter: 7 },
        { operation: 'tokens.generate', status: 500 },
      ] as const,
    };
    const service = testService({ seed });
    expect(generate(service)).toMatchObject({ status: 503, headers: { 'retry-after': '7' } });
    expect(generate(service)).toMatchObject({
      status: 500,
      json: { error: 'server_error', error_description: 'Unexpected error.' },
    });
    expect(generate(service).status).toBe(200);
  });

  it('knows one method', () => {
    const { status, headers, json } = testService().send('GET', TOKEN, { headers: HEADERS });
    expect([status, headers['allow'], json['error']]).toEqual([405, 'POST', 'invalid_request']);
  });
});

const issued = (service: TestService): string => String(generate(service).json['access_token']);

describe('revoking a token (§2.4, §4.3)', () => {
  it('ends the token, without a body', () => {
    const service = testService();
    const token = issued(service);
    expect(list(service, token).status).toBe(200);
    const { status, text, headers } = revoke(service, token);
    expect([status, text, headers['content-type']]).toEqual([200, '', undefined]);
    expect(list(service, token).status).toBe(401);
    expect(revoke(service, token), 'a second time is no mistake').toMatchObject({ status: 200, changes: [] });
  });

  it.each([
    ['no token', 'token_type_hint=access_token'],
    ['no hint', 'token=a.b.c'],
    ['another hint', 'token=a.b.c&token_type_hint=refresh_token'],
    ['nothing', ''],
  ])('refuses %s', (_, body) => {
    const { status, json } = revoke(testService(), '', { body });
    expect([status, json['error']]).toEqual([400, 'invalid_request']);
  });

  it('says of a token that is none of the client’s what the configuration says', () => {
    const { status, headers } = revoke(testService(), 'a.b.c');
    expect([status, headers['x-reference-assumptions']]).toEqual([200, 'revoke-unknown']);
    const strict = testService({ seed: { configuration: { tokens: { revokeUnknown: 'refuse' } } } });
    expect(revoke(strict, 'a.b.c')).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  it('does not end a token of another client', () => {
    const seed = {
      serviceAccounts: [
        { clientId: 'mdb_sa_id_reference', clientSecret: 'reference' },
        { clientId: 'other', clientSecret: 'o' },
      ],
    };
    const service = testService({ seed });
    const token = issued(service);
    revoke(service, token, { headers: { ...HEADERS, authorization: basic('other', 'o') } });
    expect(list(service, token).status).toBe(200);
  });
});

describe('a token', () => {
  it('is valid for expires_in seconds', () => {
    const service = testService();
    const token = String(generate(service).json['access_token']);
    service.clock.now += 3_599_000;
    expect(list(service, token).status).toBe(200);
    service.clock.now += 1000;
    expect(list(service, token).status).toBe(401);
  });

  it('counts only as it was signed', () => {
    const service = testService();
    const [header = '', claims = '', signature = ''] = String(generate(service).json['access_token']).split(
      '.',
    );
    const forged = Buffer.from(
      Buffer.from(claims, 'base64url')
        .toString()
        .replace(/"exp":\d+/, '"exp":9999999999'),
    ).toString('base64url');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const token of [
      `${header}.${forged}.${signature}`,
      `${none}.${claims}.`,
      `${header}.${claims}`,
      'x',
    ])
      expect(list(service, token).status, token.slice(0, 20)).toBe(401);
  });
});
