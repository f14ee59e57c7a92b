import type { Chain } from './chain.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { isTypeOf, type Lowering, textIn, typeOfName } from './lowering.ts';

/** Addition of a call to a client: its base URL, one header, or a client that sends for it. */
export type Sets = 'base' | 'header' | 'client' | 'nothing';

/** Kind of client: its constructors, and the types of variables that hold one. */
export interface ClientKind {
  readonly library: string;
  readonly starts: readonly string[];
  readonly types: readonly string[];
  /** Types of builders; one that is given from elsewhere may add headers. */
  readonly builders?: readonly string[];
  /** Additions of a builder's calls; any other call may add headers. */
  readonly sets?: Readonly<Record<string, Sets>>;
  /** Method that a fix calls to add a header. */
  readonly writes?: string;
}

const APACHE_CLIENT: Omit<ClientKind, 'library'> = {
  starts: [
    'HttpClients.createDefault',
    'HttpClients.createSystem',
    'HttpClients.custom',
    'HttpClientBuilder.create',
    'new DefaultHttpClient',
  ],
  types: ['CloseableHttpClient', 'HttpClient', 'DefaultHttpClient'],
};

export const CLIENT_KINDS: readonly ClientKind[] = [
  {
    library: 'okhttp3',
    starts: ['new OkHttpClient', 'new OkHttpClient.Builder'],
    types: ['OkHttpClient', 'Call.Factory'],
  },
  ...['org.springframework.web.reactive.function.client', 'org.springframework.web.client'].map(
    (library, at): ClientKind => {
      const type = at === 0 ? 'WebClient' : 'RestClient';
      return {
        library,
        starts: [`${type}.builder`, `${type}.create`],
        types: [type],
        builders: [`${type}.Builder`],
        sets: {
          create: 'base',
          baseUrl: 'base',
          defaultHeader: 'header',
          builder: 'nothing',
          build: 'nothing',
          codecs: 'nothing',
          clientConnector: 'nothing',
          exchangeStrategies: 'nothing',
          defaultUriVariables: 'nothing',
        },
        writes: 'defaultHeader',
      };
    },
  ),
  {
    library: 'retrofit2',
    starts: ['new Retrofit.Builder'],
    types: ['Retrofit'],
    sets: {
      baseUrl: 'base',
      client: 'client',
      build: 'nothing',
      addConverterFactory: 'nothing',
      addCallAdapterFactory: 'nothing',
      validateEagerly: 'nothing',
    },
  },
  ...['javax.ws.rs', 'jakarta.ws.rs'].map((library): ClientKind => ({
    library,
    starts: ['ClientBuilder.newClient', 'ClientBuilder.newBuilder'],
    types: ['Client'],
  })),
  { library: 'System.Net.Http', starts: [], types: ['HttpClient', 'IHttpClientFactory'] },
  { library: 'RestSharp', starts: [], types: ['RestClient'] },
  { library: 'org.apache.http', ...APACHE_CLIENT },
  { library: 'org.apache.hc', ...APACHE_CLIENT },
];

/** Calls after which every request of a client may be modified. */
export const CHANGES_REQUESTS = /intercept|header|filter|processor|initializer|customiz|authenticator$/i;

/** Packages whose interceptors and authenticators write no header but `Authorization`. */
const HARMLESS_HOOKS = ['com.burgstaller.okhttp', 'okhttp3.logging'];

/** True for an interceptor or authenticator of such a package: one that is made there, or a variable of its type. */
export const isHarmlessHook = (ctx: Lowering, node: Cst): boolean => {
  const text = textIn(ctx, node);
  const made = /^(?:new\s+)?([A-Z]\w*)\s*[(<]/.exec(text)?.[1];
  const type = made ?? (/^\w+$/.test(text) ? typeOfName(ctx, text) : undefined);
  return type !== undefined && HARMLESS_HOOKS.some((library) => isTypeOf(ctx, type, library));
};

/** True for a type of clients. */
export const isClient = (ctx: Lowering, type: string): boolean =>
  CLIENT_KINDS.some(({ library, types }) => types.includes(type) && isTypeOf(ctx, type, library));

/** Kind of the client that a chain makes, if any. */
export const clientKindOf = (ctx: Lowering, { root, made: making, links }: Chain): ClientKind | undefined => {
  const last = links.at(-1)?.name;
  const type = making?.type ?? (root ? textIn(ctx, root) : '');
  const start = making ? `new ${type}` : `${type}.${links[0]?.name ?? ''}`;
  if (links.length > 1 && last !== 'build') return undefined;
  const made = CLIENT_KINDS.find(
    ({ library, starts }) => starts.includes(start) && isTypeOf(ctx, type, library),
  );
  if (made || last !== 'build' || making || !root) return made;
  const builder = ctx.typeOf(root);
  return builder === undefined
    ? undefined
    : CLIENT_KINDS.find(
        ({ library, builders }) => builders?.includes(builder) && isTypeOf(ctx, builder, library),
      );
};
