/** A planted credential: where a call carries it, and the texts that no output may hold. */
export interface Canary {
  readonly kind: string;
  readonly at: 'header' | 'answer-header' | 'query' | 'form' | 'json' | 'answer' | 'user';
  readonly name: string;
  readonly value: string;
  readonly marks: readonly string[];
}

const canary = (
  kind: string,
  at: Canary['at'],
  name: string,
  value: string,
  marks: readonly string[] = [value],
): Canary => ({ kind, at, name, value, marks });

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const JWT = `eyJhbGciOiJIUzI1NiJ9.${base64('{"sub":"canary"}').replaceAll('=', '')}.c4narySignature`;
const PEM = '-----BEGIN PRIVATE KEY-----\nMIIEcanaryPemBody7Qx9\n-----END PRIVATE KEY-----';

/** One of each kind that recordings and code are known to hold. All are made up. */
export const CANARIES: readonly Canary[] = [
  canary('bearer', 'header', 'Authorization', 'Bearer canaryBearer7', ['canaryBearer7']),
  canary('basic', 'header', 'Proxy-Authorization', `Basic ${base64('canary:basic-pass')}`, [
    base64('canary:basic-pass'),
  ]),
  canary(
    'digest',
    'header',
    'X-Forwarded-Authorization',
    'Digest username="canaryuser", response="canaryresp"',
    ['canaryuser', 'canaryresp'],
  ),
  canary('cookie', 'header', 'Cookie', 'sid=canarycookie; theme=canarytheme', [
    'canarycookie',
    'canarytheme',
  ]),
  canary('unknown header', 'header', 'X-Internal', 'canaryheader'),
  canary('key header', 'header', 'X-Api-Key', 'canaryapikeyheader'),
  canary('letter case', 'header', 'x-CSRF-token', 'canarycsrf'),
  canary('address in a header', 'header', 'Referer', 'https://h.test/?t=canaryreferer', ['canaryreferer']),
  canary('comment of a client', 'header', 'User-Agent', 'bot/1.0 (canaryagent)', ['canaryagent']),
  canary('no date', 'answer-header', 'Date', 'canarydate'),
  canary('no number', 'answer-header', 'Content-Length', 'canarylength'),
  canary('set-cookie', 'answer-header', 'Set-Cookie', 'sid=canarysetcookie; Path=/', ['canarysetcookie']),
  canary('location', 'answer-header', 'Location', 'https://h.test/cb?code=canarylocation', [
    'canarylocation',
  ]),
  canary('nonce', 'answer-header', 'WWW-Authenticate', 'Bearer nonce="canarynonce"', ['canarynonce']),
  canary('token in a query', 'query', 'access_token', 'canaryquerytoken'),
  canary('code', 'query', 'code', 'canarycode'),
  canary('plain value', 'query', 'q', 'canaryquery'),
  canary('signature', 'query', 'X-Amz-Signature', 'canarysig'),
  canary('client secret', 'form', 'client_secret', 'canaryclientsecret'),
  canary('password', 'form', 'password', 'canary pass word', ['canary pass', 'canary+pass', 'canary%20pass']),
  canary('assertion', 'form', 'SAMLResponse', base64('<saml>canary</saml>')),
  canary('refresh token', 'form', 'refresh_token', 'canaryrefresh'),
  canary('private key', 'json', 'privateKey', '7a1c2f3e-aaaa-4bbb-8ccc-cafecafe0001'),
  canary('camel case', 'json', 'apiKey', 'canarycamel'),
  canary('snake case', 'json', 'API_KEY', 'canarysnake'),
  canary('kebab case', 'json', 'connection-string', 'canarykebab'),
  canary('digits', 'json', 'passcode', '90210775533'),
  canary('service account', 'json', 'note', 'mdb_sa_sk_canaryServiceAccount'),
  canary('user in an address', 'json', 'proxy', 'https://me:canaryuserpass@h.test/x', ['canaryuserpass']),
  canary('connection string', 'json', 'uri', 'mongodb+srv://app:canarysrv@c0.ab.mongodb.net/x', [
    'canarysrv',
  ]),
  canary('jwt', 'json', 'comment', JWT),
  canary('pem', 'json', 'blob', PEM, ['MIIEcanaryPemBody7Qx9']),
  canary('cloud key', 'json', 'text', 'AKIACANARYCANARY7X'),
  canary('hub token', 'json', 'label', 'ghp_canaryCanaryCanaryCanary1234'),
  canary('e-mail', 'json', 'owner', 'canary.person@leak.test'),
  canary('nested JSON', 'json', 'payload', '{"inner":{"secretKey":"canarynested"}}', ['canarynested']),
  canary('base64', 'json', 'data', base64('{"password":"canarybase64"}'), [
    'canarybase64',
    base64('{"password":"canarybase64"}'),
  ]),
  canary('plain text', 'json', 'description', 'canary says hello', ['canary says']),
  canary('answered token', 'answer', 'access_token', 'canaryanswertoken'),
  canary('answered address', 'answer', 'mongoURIWithOptions', 'mongodb://u:canarymongo@h.test/', [
    'canarymongo',
  ]),
  canary('user and password', 'user', '', 'me:canaryurluser', ['canaryurluser']),
];

/** What a call carries, taken from the table. */
export interface Planted {
  readonly headers: readonly (readonly [string, string])[];
  readonly answerHeaders: readonly (readonly [string, string])[];
  readonly query: string;
  readonly form: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
  readonly user: string;
}

const of = (at: Canary['at']): readonly (readonly [string, string])[] =>
  CANARIES.filter((each) => each.at === at).map(({ name, value }) => [name, value]);

/** Every canary, in the place of a call where it belongs. */
export const planted: Planted = {
  headers: of('header'),
  answerHeaders: of('answer-header'),
  query: new URLSearchParams(Object.fromEntries(of('query'))).toString(),
  form: new URLSearchParams(Object.fromEntries(of('form'))).toString(),
  body: {
    name: 'canaryname',
    providerSettings: { providerName: 'AWS', instanceSizeName: 'M10', regionName: 'US_EAST_1' },
    replicationFactor: 3,
    ...Object.fromEntries(of('json')),
    deep: [{ Deeper: Object.fromEntries(of('json').map(([name, value]) => [name, value])) }],
  },
  answer: { numShards: 1, ...Object.fromEntries(of('answer')), results: [Object.fromEntries(of('answer'))] },
  user: of('user')[0]![1],
};

/** Every text that no output may hold. */
export const MARKS: readonly string[] = CANARIES.flatMap(({ marks }) => marks);
