/** How clients are constructed, and the types of variables that hold them. */
export interface ClientKind {
  readonly library: string;
  readonly starts: readonly string[];
  readonly types: readonly string[];
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
  { library: 'RestSharp', starts: [], types: ['RestClient'] },
  { library: 'org.apache.http', ...APACHE_CLIENT },
  { library: 'org.apache.hc', ...APACHE_CLIENT },
];

/** Calls after which every request of a client may be modified. */
export const CHANGES_REQUESTS = /intercept|header|filter|processor|initializer|customiz|authenticator$/i;
