import { describe, expect, test } from 'vitest';
import { entriesOf, flatten } from '../../../../src/model/index.ts';
import type { ObjectTree, RequestFact } from '../../../../src/model/index.ts';
import { CLUSTERS, entry, extract, har, requestsIn, responsesIn, seen, shown, single } from './recordings.ts';

const urlOf = (request: RequestFact | undefined): string => flatten(request!.urls[0]!);

const sent = async (request: object) => {
  const fact = (await single(entry({ request: { method: 'POST', ...request } }))).request!;
  return { hasBody: fact.hasBody, body: seen(fact.body) };
};

const cluster = (name: string) => ({ name, numShards: 1 });

/** Indices of the exchanges that are left of the entries. */
const exchanges = async (entries: readonly object[]) =>
  requestsIn((await extract(har(entries))).facts).map((request) => request.exchange);

describe('an exchange', () => {
  test('is an address, a request and a response', async () => {
    const { facts } = await single(entry({ request: { method: 'get' } }));
    expect(facts.map((fact) => [fact.kind, fact.origin])).toStrictEqual([
      ['url', 'recording'],
      ['request', 'recording'],
      ['response', 'recording'],
    ]);
    const [url, request, response] = facts;
    expect(request).toMatchObject({
      method: 'GET',
      client: 'har',
      hasBody: false,
      exchange: 0,
      time: Date.UTC(2026, 9, 3, 10),
    });
    expect(response).toMatchObject({ status: 200, exchange: 0, request: (request as RequestFact).id });
    expect(url).toMatchObject({ use: 'value', span: request!.span, text: (request as RequestFact).urls[0] });
  });

  test('has places in the file: address, header values, status, members of an escaped body', async () => {
    const body = JSON.stringify({ name: 'Ü"\n', providerSettings: { instanceSizeName: 'M10' } }, null, 2);
    const posted = entry({
      request: {
        method: 'POST',
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        postData: { mimeType: 'application/json', text: body },
      },
    });
    const text = '\uFEFF' + har([{ comment: 'é😀' }, posted], 1).replaceAll('/api/', '\\/api\\/');
    const { facts } = await extract(text);
    const slice = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
    const request = requestsIn(facts)[0]!;
    expect(slice(request.span)).toBe(CLUSTERS.replaceAll('/api/', '\\/api\\/'));
    expect(urlOf(request)).toBe(CLUSTERS);
    expect(request.exchange).toBe(1);
    expect(slice(entriesOf(request.headers, 'content-type')[0]!.place.span)).toBe('application/json');
    expect(slice(responsesIn(facts)[0]!.span)).toBe('200');
    const member = (request.body as ObjectTree).members[1]!;
    expect(slice(member.key.span)).toBe('providerSettings');
    expect(slice(member.value.span)).toBe('{\\n    \\"instanceSizeName\\": \\"M10\\"\\n  }');
    expect(seen(request.body)).toStrictEqual(JSON.parse(body));
  });

  test.each([
    ['never reached a server', { response: { status: 0 } }],
    ['failed', { response: { status: -1 } }],
    ['is a tunnel', { request: { method: 'CONNECT' } }],
    ['comes from a cache', { _fromCache: 'disk' }],
    ['is a socket', { _resourceType: 'websocket' }],
    ['is a socket by its address', { request: { url: 'wss://x/api/atlas/v1.0' } }],
    [
      'is a preflight',
      {
        request: { method: 'OPTIONS', headers: [{ name: 'Access-Control-Request-Method', value: 'GET' }] },
      },
    ],
    ['calls something else', { request: { url: 'https://example.com/' } }],
    ['has no request', { request: { url: 1 } }],
  ])('that %s is no call', async (_, one) => {
    expect((await single(entry(one))).facts).toStrictEqual([]);
  });

  test('without an answer is a call', async () => {
    const { request, response } = await single({ request: { method: 'GET', url: CLUSTERS, headers: [] } });
    expect(request).toBeDefined();
    expect(response).toBeUndefined();
  });
});

describe('headers', () => {
  test.each([
    ['objects', [{ name: 'accept', value: 'a/b' }]],
    ['pairs', [['accept', 'a/b']]],
    ['pairs with lists', [['accept', ['a/b']]]],
    ['a map', { accept: 'a/b' }],
    ['a map of lists', { accept: ['a/b'] }],
  ])('may be %s', async (_, headers) => {
    const { request } = await single(entry({ request: { headers } }));
    expect(shown(request!.headers)).toStrictEqual([['accept', 'a/b']]);
    expect(request!.headers.complete).toBe(true);
  });

  test.each([[[]], [{}], [undefined]])('that were not kept (%j) are not missing', async (headers) => {
    const { request } = await single(entry({ request: { headers } }));
    expect(request!.headers).toStrictEqual({ entries: [], complete: false, gap: undefined });
  });

  test('are seen only when they are known to hold no secret', async () => {
    const headers = [
      { name: ':path', value: '/x?access_token=s3cret' },
      { name: ':authority', value: 'cloud.mongodb.com' },
      { name: 'Authorization', value: 'Digest username="s3cret", response="s3cret"' },
      { name: 'Cookie', value: 's3cret' },
      { name: 'X-Custom', value: 's3cret' },
      { name: 'User-Agent', value: 'Bearer s3cret' },
      { name: 'content-length', value: 12 },
    ];
    const { request, facts } = await single(entry({ request: { headers } }));
    expect(shown(request!.headers)).toStrictEqual([
      [':path', null],
      [':authority', 'cloud.mongodb.com'],
      ['Authorization', null],
      ['Cookie', null],
      ['X-Custom', null],
      ['User-Agent', null],
      ['content-length', '12'],
    ]);
    expect(request!.auth).toBe('digest');
    expect(JSON.stringify(facts)).not.toContain('s3cret');
  });
});

describe('bodies', () => {
  test.each([
    ['a text', { postData: { text: '{"a":1}' } }, true, { a: 1 }],
    [
      'JSON sent as a form',
      { postData: { mimeType: 'application/x-www-form-urlencoded', text: '{"a":1}' } },
      true,
      { a: 1 },
    ],
    ['base64', { postData: { text: 'eyJhIjoxfQ==', encoding: 'base64' } }, true, { a: 1 }],
    [
      'a form',
      {
        postData: {
          mimeType: 'application/x-www-form-urlencoded; charset=utf-8',
          text: 'grant_type=client_credentials&b=%C3%BC+x&c',
        },
      },
      true,
      { grant_type: 'client_credentials', b: 'ü x', c: '' },
    ],
    [
      'a form taken apart',
      { postData: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: 'b' }] } },
      true,
      { a: 'b' },
    ],
    ['an empty text and no fields', { postData: { text: '', params: [] } }, false, undefined],
    [
      'nothing, with a length',
      { postData: undefined, headers: [{ name: 'Content-Length', value: '7' }] },
      true,
      undefined,
    ],
    ['nothing, of unknown size', { postData: undefined, bodySize: -1 }, undefined, undefined],
    ['no JSON', { postData: { mimeType: 'application/json', text: '{"a":' } }, true, undefined],
    ['chunks', { postData: { text: '["H4sIAAAA"]', encoding: 'base64' } }, true, undefined],
  ])('may be %s', async (_, request, hasBody, body) => {
    expect(await sent(request)).toStrictEqual({ hasBody, body });
  });

  test('in base64 have one place', async () => {
    const postData = { text: 'eyJhIjoxfQ==', encoding: 'base64' };
    const text = har([entry({ request: { postData } })]);
    const { facts } = await extract(text);
    const body = requestsIn(facts)[0]!.body as ObjectTree;
    for (const { span } of [body, body.members[0]!.key, body.members[0]!.value])
      expect(text.slice(span.start, span.end)).toBe('eyJhIjoxfQ==');
  });

  test('of answers are kept once for each way they are built', async () => {
    const text = JSON.stringify({ results: [cluster('a'), cluster('b'), { name: 'c' }], totalCount: 3 });
    const { response } = await single(entry({ response: { content: { text } } }));
    expect(seen(response!.body)).toStrictEqual({
      results: [{ name: 'a', numShards: 1 }, '?', { name: 'c' }],
      totalCount: 3,
    });
  });

  test('hold no secrets', async () => {
    const text = JSON.stringify({
      access_token: 's3cret',
      nested: [{ clientSecret: 's3cret', apiKeys: 'x', 'private-key': 12 }],
      mongoURI: 'mongodb://user:s3cret@a,b',
      note: 'Bearer s3cret',
      any: 'eyJs3cret.eyJs3cret.s3cret',
      token_type: 'Bearer',
      expires_in: 3600,
    });
    const form = 'token=s3cret&token_type_hint=access_token&client_id=s3cret';
    const { facts, request, response } = await single(
      entry({
        request: { postData: { mimeType: 'application/x-www-form-urlencoded', text: form } },
        response: { content: { text } },
      }),
    );
    expect(seen(request!.body)).toStrictEqual({
      token: '?',
      token_type_hint: 'access_token',
      client_id: '?',
    });
    expect(seen(response!.body)).toMatchObject({ access_token: '?', token_type: 'Bearer', expires_in: 3600 });
    expect(JSON.stringify(facts)).not.toContain('s3cret');
  });
});

describe('addresses', () => {
  test('have holes for credentials', async () => {
    const url =
      'https://user:s3cret@cloud.mongodb.com/api/atlas/v1.0/groups?pretty=true&access_token=s3cret&itemsPerPage=1';
    const text = har([entry({ request: { url } })]);
    const { facts } = await extract(text);
    const request = requestsIn(facts)[0]!;
    expect(urlOf(request)).toBe(
      'https://\0@cloud.mongodb.com/api/atlas/v1.0/groups?pretty=true&access_token=\0&itemsPerPage=1',
    );
    const known = request.urls[0]!.parts.flatMap((part) => (part.kind === 'known' ? [part.slot] : []));
    expect(known.map(({ span }) => text.slice(span.start, span.end))).toStrictEqual(
      known.map(({ value }) => value),
    );
    expect(JSON.stringify(facts)).not.toContain('s3cret');
  });
});

describe('a Digest login', () => {
  const challenge = {
    status: 401,
    headers: [{ name: 'WWW-Authenticate', value: 'Digest realm="x", nonce="s3cret"' }],
  };
  const digest = [
    { name: 'Authorization', value: 'Digest username="x"' },
    { name: 'Accept', value: 'application/json' },
  ];
  test('is one exchange, that of the repeat', async () => {
    const first = entry({ request: { method: 'PATCH' }, response: challenge });
    const repeat = entry({ request: { method: 'PATCH', headers: digest } });
    expect(await exchanges([first, repeat])).toStrictEqual([1]);
    expect(await exchanges([first, entry(), repeat, repeat])).toStrictEqual([1, 2, 3]);
    expect(await exchanges([first, first, repeat, repeat])).toStrictEqual([2, 3]);
  });

  test('is one exchange where the credentials are wrong, or were removed from the recording', async () => {
    expect(
      await exchanges([
        entry({ response: challenge }),
        entry({ request: { headers: digest }, response: challenge }),
      ]),
    ).toStrictEqual([1]);
    const bare = entry({ response: { status: 401, headers: [] } });
    expect(await exchanges([bare, entry({ request: { headers: [] } })])).toStrictEqual([1]);
  });

  test('that was not repeated is not judged by its empty body', async () => {
    const { request } = await single(entry({ request: { method: 'POST' }, response: challenge }));
    expect(request!.hasBody).toBeUndefined();
  });

  test('is not seen in a 401 of another kind', async () => {
    const basic = entry({
      response: { status: 401, headers: [{ name: 'WWW-Authenticate', value: 'Basic' }] },
    });
    expect(await exchanges([basic, entry()])).toStrictEqual([0, 1]);
  });
});

describe('a recording that is not whole', () => {
  test('has the facts before the break, and the break', async () => {
    const text = har([entry(), entry(), entry()], 1);
    const cut = text.slice(0, text.lastIndexOf('"response"'));
    const { facts, failed } = await extract(cut);
    expect(requestsIn(facts).map((request) => request.exchange)).toStrictEqual([0, 1, 2]);
    expect(responsesIn(facts)).toHaveLength(2);
    const lines = cut.split('\n');
    expect(failed).toStrictEqual([
      {
        file: 'a.har',
        message: `line ${lines.length}, column ${lines.at(-1)!.length + 1}: the recording ends early inside entry 2; what precedes was read`,
      },
    ]);
  });

  test('never crashes and never quotes, wherever it is cut', async () => {
    const text = har([entry({ response: { content: { text: '{"a":"\\u00e9"}' } } })]);
    for (let length = 0; length < text.length; length += 3) {
      const { facts, failed } = await extract(text.slice(0, length));
      expect(failed).toHaveLength(1);
      expect(failed[0]!.message).toMatch(
        /^line 1, column \d+: the recording ends early (inside entry 0|after [01] entries); what/,
      );
      expect(facts.length).toBeLessThanOrEqual(3);
    }
  });

  test('tells of a malformed entry and reads the others', async () => {
    const text = har([entry(), entry(), entry()]).replace('"bodySize":0', '"bodySize":NaN s3cret');
    const { facts, failed } = await extract(text);
    expect(requestsIn(facts).map((request) => request.exchange)).toStrictEqual([1, 2]);
    expect(failed[0]!.message).toMatch(
      /^line 1, column \d+: entry 0 is not valid JSON: a value is expected here; the/,
    );
  });

  test.each([null, 7, 'text, with [brackets]', [[entry()]], []])(
    'tells of an item that is no entry, and reads the others: %j',
    async (item) => {
      const text = har([entry(), item, entry()]);
      const { facts, failed } = await extract(text);
      expect(requestsIn(facts).map((request) => request.exchange)).toStrictEqual([0, 2]);
      const column = JSON.stringify(entry()).length + text.indexOf('{"startedDateTime"') + 2;
      const message = `line 1, column ${column}: entry 1 is not an object; the other entries were read`;
      expect(failed).toStrictEqual([{ file: 'a.har', message }]);
    },
  );

  test('tells of an entry without the URL of its request', async () => {
    const { failed } = await extract(har([entry(), { ...entry(), request: 'GET' }, entry()]));
    expect(failed[0]!.message).toMatch(/entry 1 has no request with a URL; the other entries were read$/);
  });

  test.each([' {"oops":1}', '\n"', ']', har([entry()])])(
    'tells of what follows its end: %#',
    async (rest) => {
      const text = har([entry()]);
      const { failed } = await extract(`${text}\n\n`);
      expect(failed).toStrictEqual([]);
      const { facts, failed: told } = await extract(text + rest);
      expect(requestsIn(facts).length).toBeGreaterThan(0);
      expect(told[0]!.message).toMatch(/^line \d, column \d+: text follows after the end of the recording/);
      expect(told[0]!.isMalformed).toBe(true);
    },
  );

  test('is nothing to complain of when it is merely empty', async () => {
    expect(await extract(har([]))).toStrictEqual({ facts: [], failed: [] });
    expect(await extract('{"log":{"version":"1.2","creator":{}}}')).toStrictEqual({ facts: [], failed: [] });
  });
});

test('entries without a word of the vocabulary are not parsed, malformed or not', async () => {
  const malformed = { request: { method: 'GET', url: 'https://x/prometheus', headers: [] } };
  const text = har([malformed, entry()]).replace('"GET"', 'NaN').replaceAll('/', '\\/');
  const { facts, failed } = await extract(text, ['api/atlas']);
  expect(failed).toStrictEqual([]);
  expect(requestsIn(facts).map((request) => request.exchange)).toStrictEqual([1]);
});

test('values nested without end are not read', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const text = har([entry({ response: { content: { text: deep } } }), entry()]);
  const { facts } = await extract(text);
  expect(responsesIn(facts).map((response) => response.body === undefined)).toStrictEqual([true, false]);
  const broken = await extract(har([entry(), entry()]).replace('"bodySize":0', `"bodySize":0,"x":${deep}`));
  expect(broken.failed[0]!.message).toContain('nested more than 500 deep');
  expect(requestsIn(broken.facts).map((request) => request.exchange)).toStrictEqual([1]);
});
