import { nothing, type RequestKind, type Start } from './kinds.ts';

// Requests that a client starts and a last call sends: `client.get().uri("/groups").retrieve()`. Pure data.

const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

const started = (given: Start['given'] = []): Record<string, Start> =>
  Object.fromEntries(VERBS.map((method) => [method.toLowerCase(), { given, method }]));

const SPRING: Omit<RequestKind, 'library' | 'clients' | 'types'> = {
  starts: {},
  begins: { ...started(), method: { given: ['method'] } },
  steps: {
    uri: 'url',
    header: 'added header',
    accept: 'Accept',
    contentType: 'Content-Type',
    bodyValue: 'body',
    body: 'body',
    retrieve: 'send',
    exchange: 'send',
    exchangeToMono: 'send',
    exchangeToFlux: 'send',
    ...nothing('cookie', 'cookies', 'attribute', 'acceptCharset', 'ifModifiedSince'),
  },
  writes: 'header',
  sends: [],
};

const JAX_RS: Omit<RequestKind, 'library'> = {
  starts: {},
  begins: { target: { given: ['url'] } },
  changedBy: /\.register\((?!\s*(?:HttpAuthenticationFeature|Jackson|Logging|MultiPart|Json)\w*)/,
  types: ['WebTarget', 'Invocation.Builder'],
  steps: {
    path: 'path',
    request: 'Accept',
    accept: 'Accept',
    header: 'added header',
    ...nothing('queryParam', 'resolveTemplate', 'cookie', 'property', 'matrixParam'),
    get: 'send GET',
    delete: 'send DELETE',
    head: 'send HEAD',
    post: 'send POST',
    put: 'send PUT',
  },
  writes: 'header',
  sends: [],
  clients: ['Client'],
};

/** Requests of Java and Kotlin whose client starts them. */
export const FLUENT_JVM_KINDS: readonly RequestKind[] = [
  {
    library: 'org.springframework.web.reactive.function.client',
    types: ['WebClient.RequestHeadersSpec', 'WebClient.RequestBodySpec'],
    clients: ['WebClient'],
    ...SPRING,
  },
  {
    library: 'org.springframework.web.client',
    types: ['RestClient.RequestHeadersSpec', 'RestClient.RequestBodySpec'],
    clients: ['RestClient'],
    ...SPRING,
  },
  { library: 'javax.ws.rs', ...JAX_RS },
  { library: 'jakarta.ws.rs', ...JAX_RS },
  {
    library: 'com.github.kittinunf.fuel',
    starts: Object.fromEntries(
      VERBS.map((method) => [`Fuel.${method.toLowerCase()}`, { given: ['url'], method }]),
    ),
    ofTexts: Object.fromEntries(
      VERBS.map((method) => [`http${method[0]!}${method.slice(1).toLowerCase()}`, { given: [], method }]),
    ),
    types: [],
    steps: {
      header: 'header',
      appendHeader: 'added header',
      set: 'header',
      body: 'body',
      jsonBody: 'body',
      ...nothing('timeout', 'timeoutRead', 'authentication', 'digest', 'basic', 'also'),
      ...Object.fromEntries(
        [
          'response',
          'responseString',
          'responseJson',
          'responseObject',
          'awaitString',
          'awaitStringResponse',
        ].map((name) => [name, 'send' as const]),
      ),
    },
    writes: 'header',
    sends: [],
  },
];

const SENT = ['Json', 'String', 'Stream', 'Bytes', ''];

/** `GetJsonAsync`, `GetAsync` and so on: each sends by its method. */
const flurlSends = Object.fromEntries(
  (['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const).flatMap((method) =>
    SENT.map((kind) => [
      `${method[0]!}${method.slice(1).toLowerCase()}${kind}Async`,
      `send ${method}` as const,
    ]),
  ),
);

/** Requests of .NET that are built on a text. */
export const FLUENT_DOTNET_KINDS: readonly RequestKind[] = [
  {
    library: 'Flurl',
    starts: {},
    ofTexts: Object.fromEntries(
      [
        'AppendPathSegment',
        'AppendPathSegments',
        'SetQueryParam',
        'SetQueryParams',
        'WithHeader',
        'WithBasicAuth',
        'WithOAuthBearerToken',
        'WithTimeout',
        'AllowHttpStatus',
        ...Object.keys(flurlSends),
      ].map((name) => [name, { given: [] }]),
    ),
    types: ['IFlurlRequest'],
    steps: {
      AppendPathSegment: 'path',
      AppendPathSegments: 'path',
      WithHeader: 'header',
      WithBasicAuth: 'Authorization',
      WithOAuthBearerToken: 'Authorization',
      ...nothing(
        'SetQueryParam',
        'SetQueryParams',
        'WithTimeout',
        'AllowHttpStatus',
        'AllowAnyHttpStatus',
        'ConfigureAwait',
      ),
      ...flurlSends,
    },
    writes: 'WithHeader',
    sends: [],
  },
];
