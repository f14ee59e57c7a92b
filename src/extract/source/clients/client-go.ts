import type { ResponseShape, CallShape, ClientRow, OptionNames } from './client-row.ts';
import { NO_OPTIONS, ROW } from './client-shapes.ts';

const RESPONSE: ResponseShape = {
  properties: { Body: 'text' },
  methods: {},
};

const OPTIONS: OptionNames = {
  ...NO_OPTIONS,
  url: ['url'],
  base: ['baseURL'],
  body: ['body'],
  json: ['json'],
};

const SENT: CallShape = { args: ['options'], method: 'GET' };

const under = (prefix: string): Record<string, CallShape> => ({
  [`${prefix}Do`]: SENT,
  [`${prefix}RoundTrip`]: SENT,
  [`${prefix}Get`]: { args: ['url'], method: 'GET' },
  [`${prefix}Head`]: { args: ['url'], method: 'HEAD' },
  [`${prefix}Post`]: { args: ['url', 'content-type', 'body'], method: 'POST' },
  [`${prefix}PostForm`]: { args: ['url', 'body'], method: 'POST' },
});

const HTTP: Omit<ClientRow, 'name' | 'modules'> = {
  ...ROW,
  spellings: 'fold',
  calls: { ...under(''), ...under('DefaultClient.'), 'DefaultTransport.RoundTrip': SENT },
  options: OPTIONS,
  response: RESPONSE,
  transport: 'Transport',
};

/** Constructors of a client or transport of a package with the standard library's HTTP semantics. */
const made = (...paths: readonly string[]): ClientRow['instances'] => paths.map((path) => ({ path }));

/** Clients of Go; a request is an object that is created before it is sent. */
export const GO_CLIENTS: readonly ClientRow[] = [
  { ...HTTP, name: 'net/http', modules: ['go:net/http'], instances: made('Client', 'Transport') },
  {
    ...HTTP,
    name: 'digest',
    modules: [
      'go:github.com/mongodb-forks/digest',
      'go:github.com/bobziuchkovski/digest',
      'go:github.com/Sectorbob/mlab-ns2/gae/ns/digest',
      'go:github.com/icholy/digest',
      'go:github.com/rkl-/digest',
      'go:github.com/ryanjdew/http-digest-auth-client',
      'go:github.com/xinsnake/go-http-digest-auth-client',
    ],
    instances: made(
      'NewTransport',
      'NewTransportWithHTTPTransport',
      'Transport',
      'Client',
      'NewClient',
      'NewDigestTransport',
    ),
    onlyInstances: true,
  },
  {
    ...HTTP,
    name: 'oauth2',
    modules: ['go:golang.org/x/oauth2', 'go:golang.org/x/oauth2/clientcredentials'],
    instances: made('Config', 'Client', 'NewClient', 'Transport'),
    onlyInstances: true,
  },
  {
    ...HTTP,
    name: 'retryablehttp',
    modules: ['go:github.com/hashicorp/go-retryablehttp'],
    instances: made('NewClient', 'Client', 'StandardClient'),
  },
  {
    ...HTTP,
    name: 'resty',
    modules: [
      'go:github.com/go-resty/resty',
      'go:gopkg.in/resty.v1',
      'go:gopkg.in/resty.v0',
      'go:resty.dev/v3',
    ],
    instances: [{ path: 'New', defaults: 0 }],
    calls: { Do: SENT },
    onlyInstances: true,
    objectBodyIsJson: true,
    response: { properties: {}, methods: { Body: 'text' } },
    transport: undefined,
  },
  {
    ...HTTP,
    name: 'sling',
    modules: ['go:github.com/dghubble/sling'],
    calls: { Do: SENT },
    objectBodyIsJson: true,
    transport: undefined,
  },
];
