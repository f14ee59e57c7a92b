import { FLUENT_DOTNET_KINDS, FLUENT_JVM_KINDS } from './fluent-kinds.ts';
import { JVM_KINDS, nothing, type RequestKind } from './kinds.ts';

const DOTNET_KINDS: readonly RequestKind[] = [
  {
    library: 'System.Net.Http',
    starts: { 'new HttpRequestMessage': { given: ['method', 'url'] } },
    types: ['HttpRequestMessage'],
    steps: {
      'Headers.Add': 'added header',
      'Headers.TryAddWithoutValidation': 'added header',
      'Headers.Accept.Add': 'Accept',
      'Headers.Accept.ParseAdd': 'Accept',
      'Headers.UserAgent.Add': 'nothing',
      'Headers.UserAgent.ParseAdd': 'nothing',
    },
    writes: 'Headers.Add',
    byStatements: true,
    initializes: true,
    sends: ['SendAsync', 'Send'],
    clients: ['HttpClient'],
  },
  {
    library: 'System.Net',
    starts: Object.fromEntries(
      [
        'WebRequest.Create',
        'WebRequest.CreateHttp',
        'HttpWebRequest.Create',
        'HttpWebRequest.CreateHttp',
      ].map((name) => [name, { given: ['url'] as const, method: 'GET' }]),
    ),
    types: ['HttpWebRequest', 'WebRequest'],
    steps: {
      'Headers.Add': 'added header',
      'Headers.Set': 'header',
      ...nothing('GetRequestStream', 'GetRequestStreamAsync', 'Abort'),
    },
    headerProperties: { Accept: 'Accept', ContentType: 'Content-Type', UserAgent: 'User-Agent' },
    byStatements: true,
    sends: [],
    reads: ['GetResponse', 'GetResponseAsync'],
  },
  {
    library: 'RestSharp',
    starts: { 'new RestRequest': { given: ['url', 'method'] } },
    types: ['RestRequest'],
    steps: {
      AddHeader: 'added header',
      AddOrUpdateHeader: 'added header',
      AddJsonBody: 'JSON body',
      AddBody: 'body',
      ...nothing('AddUrlSegment', 'AddQueryParameter', 'AddParameter'),
    },
    writes: 'AddHeader',
    byStatements: true,
    sends: ['ExecuteAsync', 'Execute', 'GetAsync', 'PostAsync', 'ExecuteGetAsync', 'ExecutePostAsync'],
    clients: ['RestClient'],
    changedBy:
      /\b(?:AddDefaultHeaders|AddDefaultParameter|Interceptors?|ConfigureMessageHandler|ConfigureWebRequest)\b/,
  },
];

/** Kinds of requests of all languages that are lowered here; the imports of the file select one. */
export const REQUEST_KINDS: readonly RequestKind[] = [
  ...JVM_KINDS,
  ...FLUENT_JVM_KINDS,
  ...DOTNET_KINDS,
  ...FLUENT_DOTNET_KINDS,
];
