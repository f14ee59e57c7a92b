import type { ResponseShape, CallShape, ClientRow, OptionNames } from './client-row.ts';
import { NO_OPTIONS, ROW } from './client-shapes.ts';

const RESPONSE: ResponseShape = {
  properties: {},
  methods: {
    body: 'text',
    string: 'text',
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

/** Clients of Java and Kotlin. */
export const JVM_CLIENTS: readonly ClientRow[] = [
  built('java.net.http', 'java.net.http'),
  built('HttpURLConnection', 'java.net'),
  built('OkHttp', 'okhttp3', ['okhttp3.OkHttpClient', 'OkHttpClient']),
  built('Apache HttpClient', 'org.apache.http', [
    'org.apache.http.client.HttpClient',
    'org.apache.http.impl.client.CloseableHttpClient',
    'CloseableHttpClient',
  ]),
  built('Apache HttpClient 5', 'org.apache.hc', [
    'org.apache.hc.client5.http.impl.classic.CloseableHttpClient',
  ]),
  { ...built('RestTemplate', 'org.springframework.web.client'), objectBodyIsJson: true },
  {
    ...built('RestTemplate that is made elsewhere', 'RestTemplate'),
    objectBodyIsJson: true,
    presumed: true,
  },
  built('Unirest', 'kong.unirest'),
];

/** Clients of .NET. */
export const DOTNET_CLIENTS: readonly ClientRow[] = [
  {
    ...built('HttpClient (.NET)', 'System.Net.Http', [], 'csharp'),
    instances: [{ path: 'client', defaults: 0 }],
    ownFirst: true,
  },
  {
    ...built('RestSharp', 'RestSharp', ['RestClient'], 'csharp'),
    instances: [{ path: 'client' }, { path: 'RestClient', base: 0 }],
  },
];
