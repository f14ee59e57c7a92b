import type { ResponseShape, CallShape, ClientRow, OptionNames } from './client-row.ts';
import { NO_OPTIONS, ROW, VERBS } from './client-shapes.ts';

const RESPONSE: ResponseShape = {
  properties: {},
  methods: {
    body: 'text',
    bodyByType: 'text',
    string: 'text',
    bodyAsText: 'text',
    getBody: 'text',
    getEntity: 'text',
    join: 'response',
    execute: 'response',
    get: 'response',
  },
};

const OPTIONS: OptionNames = { ...NO_OPTIONS, url: ['url'], base: ['base'], body: ['body'] };
const SEND: CallShape = { args: ['options'], method: 'GET' };

/** A client whose requests are lowered to objects of their URL, method, headers and body. */
const built = (
  name: string,
  library: string,
  types: readonly string[] = [],
  language = 'java',
): ClientRow => ({
  ...ROW,
  name,
  modules: [library, ...types].map((module) => `${language}:${module}`),
  spellings: 'join',
  instances: [{ path: 'client' }],
  transport: 'transport',
  calls: { send: SEND },
  options: OPTIONS,
  response: RESPONSE,
});

/** A client whose instances have a base URL and headers of their own. */
const withDefaults = (row: ClientRow): ClientRow => ({
  ...row,
  instances: [{ path: 'client', defaults: 0 }],
  ownFirst: true,
});

/** Clients of Java and Kotlin. */
export const JVM_CLIENTS: readonly ClientRow[] = [
  built('java.net.http', 'java.net.http'),
  built('HttpURLConnection', 'java.net'),
  { ...built('OkHttp', 'okhttp3', ['okhttp3.OkHttpClient', 'OkHttpClient']), typedBody: true },
  {
    ...built('Apache HttpClient', 'org.apache.http', [
      'org.apache.http.client.HttpClient',
      'org.apache.http.impl.client.CloseableHttpClient',
      'CloseableHttpClient',
    ]),
    typedBody: true,
  },
  {
    ...built('Apache HttpClient 5', 'org.apache.hc', [
      'org.apache.hc.client5.http.impl.classic.CloseableHttpClient',
    ]),
    typedBody: true,
  },
  {
    ...withDefaults(built('RestTemplate and RestClient', 'org.springframework.web.client')),
    objectBodyIsJson: true,
  },
  {
    ...built('RestTemplate that is made elsewhere', 'RestTemplate'),
    objectBodyIsJson: true,
    heuristic: true,
  },
  built('Unirest', 'kong.unirest'),
  {
    ...withDefaults(built('Ktor', 'io.ktor.client')),
    calls: Object.fromEntries([...VERBS, 'options', 'request'].map((verb) => [verb, SEND])),
  },
  ...[
    ['WebClient', 'org.springframework.web.reactive.function.client'],
    ['JAX-RS client', 'javax.ws.rs'],
    ['JAX-RS client (Jakarta)', 'jakarta.ws.rs'],
    ['Fuel', 'com.github.kittinunf.fuel'],
    ['Retrofit', 'retrofit2'],
    ['Feign', 'feign'],
  ].map(([name = '', library = '']) => withDefaults(built(name, library))),
];

const took = (names: readonly string[], args: CallShape['args'], method: string): [string, CallShape][] =>
  names.map((name) => [name, { args, method }]);

/** Methods of HttpClient that take a URL; a content has its own type, and an object is sent as JSON. */
const DOTNET_CALLS: Record<string, CallShape> = Object.fromEntries([
  ...took(
    ['GetAsync', 'GetStringAsync', 'GetStreamAsync', 'GetByteArrayAsync', 'GetFromJsonAsync'],
    ['url'],
    'GET',
  ),
  ...took(['DeleteAsync'], ['url'], 'DELETE'),
  ...['Post', 'Put', 'Patch'].flatMap((verb) => [
    ...took([`${verb}Async`], ['url', 'other'], verb.toUpperCase()),
    ...took([`${verb}AsJsonAsync`], ['url', 'body'], verb.toUpperCase()),
  ]),
]);

/** Clients of .NET. */
export const DOTNET_CLIENTS: readonly ClientRow[] = [
  {
    ...built('HttpClient (.NET)', 'System.Net.Http', [], 'csharp'),
    instances: [{ path: 'client', defaults: 0 }],
    ownFirst: true,
    // Calls on a client that another class gives: `atlas.Client.GetAsync(url)`.
    calls: { send: SEND, SendAsync: SEND, ...DOTNET_CALLS },
    objectBodyIsJson: true,
  },
  {
    ...built('RestSharp', 'RestSharp', ['RestClient'], 'csharp'),
    instances: [{ path: 'client' }, { path: 'RestClient', base: 0 }],
    // A default header is sent beside one of the request.
    oneObject: true,
  },
  built('HttpWebRequest', 'System.Net', [], 'csharp'),
  withDefaults(built('Refit', 'Refit', [], 'csharp')),
  { ...built('Flurl', 'Flurl', [], 'csharp'), objectBodyIsJson: true },
];
