import { OutgoingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { Answer } from './api.ts';
import type { Headers as Sent, World } from './world.ts';

// Stand-ins for HTTP clients: they record what the real ones would send. Where a real one can be driven without a
// socket (fetch's Request, Node's OutgoingMessage, axios with an adapter) it does the work.

type Bag = Record<string, unknown>;
type HeaderBag = Readonly<Record<string, string>> | Headers | readonly (readonly [string, string])[];

const bagOf = (value: unknown): Bag => (value ?? {}) as Bag;

const sentOf = (headers: Headers): Sent => [...headers].map(([name, value]) => [name, value] as const);

/** What Node makes of header objects: of two spellings the later one stays. */
const nodeHeaders = (headers: unknown): Sent => {
  const message = new OutgoingMessage();
  for (const [name, value] of Object.entries(bagOf(headers)))
    if (value !== undefined) message.setHeader(name, value as string);
  return message.getHeaderNames().map((name) => [name, String(message.getHeader(name))] as const);
};

const responseOf = ({ status, json, type }: Answer): Response =>
  new Response(JSON.stringify(json), { status, headers: { 'content-type': type } });

/** `fetch`, by the Request of the platform, which joins the spellings of one header. */
export const fetchOf =
  (world: World) =>
  async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const body = request.body === null ? undefined : await request.clone().text();
    return responseOf(world.send(request.method, request.url, sentOf(request.headers), body));
  };

interface AxiosConfig {
  readonly method?: string;
  readonly headers: { toJSON(): Record<string, string> };
  readonly data?: unknown;
}
interface Axios {
  create(defaults: unknown): Axios;
  getUri(config: unknown): string;
  [key: string]: unknown;
}

const realAxios = createRequire(import.meta.url)('axios') as Axios;

/** The real axios in front of an adapter, with defaults that no other program shares. */
export const axiosOf = (world: World): unknown => {
  const adapter = async (config: AxiosConfig) => {
    const headers = Object.entries(config.headers.toJSON()).map(
      ([name, value]) => [name, String(value)] as const,
    );
    const { status, json, type } = world.send(
      config.method ?? 'get',
      realAxios.getUri(config),
      headers,
      config.data,
    );
    return { data: json, status, statusText: '', headers: { 'content-type': type }, config, request: {} };
  };
  const own = realAxios.create({ adapter });
  const { AxiosHeaders, isAxiosError, AxiosError } = realAxios;
  return Object.assign(own, { AxiosHeaders, isAxiosError, AxiosError, default: own });
};

interface GotOptions extends Bag {
  readonly headers?: Record<string, string>;
  readonly hooks?: { readonly beforeRequest?: readonly ((options: Bag) => void)[] };
  readonly handlers?: readonly ((options: Bag, next: (options: Bag) => unknown) => unknown)[];
}

const lowered = (headers: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(bagOf(headers)).map(([name, value]) => [name.toLowerCase(), value as string]),
  );

const withPrefix = (prefix: unknown, url: string): string =>
  prefix === undefined || prefix === '' ? url : `${String(prefix).replace(/\/$/, '')}/${url}`;

/** `got`: names are lowered, the later one stays; hooks may change what is sent. */
export const gotOf = (world: World, defaults: GotOptions = {}): unknown => {
  const call = (input: unknown, given: GotOptions = {}): unknown => {
    const own = typeof input === 'string' || input instanceof URL ? given : (input as GotOptions);
    const url = String(typeof input === 'string' || input instanceof URL ? input : own['url']);
    const headers = { ...lowered(defaults.headers), ...lowered(own.headers) };
    const json = own['json'] ?? defaults['json'];
    if (json !== undefined) headers['content-type'] ??= 'application/json';
    const options: Bag = {
      ...defaults,
      ...own,
      headers,
      url: withPrefix(own['prefixUrl'] ?? defaults['prefixUrl'], url),
    };
    if (own['responseType'] === 'json') headers['accept'] ??= 'application/json';
    for (const handler of [...(defaults.handlers ?? []), ...(own.handlers ?? [])])
      handler(options, (passed) => Object.assign(options, passed));
    for (const hook of [...(defaults.hooks?.beforeRequest ?? []), ...(own.hooks?.beforeRequest ?? [])])
      hook(options);
    const send = (): Answer => {
      const sent = Object.entries(lowered(options['headers'])).filter(([, value]) => value !== undefined);
      return world.send(String(own['method'] ?? 'GET'), String(options['url']), sent, own['body'] ?? json);
    };
    const answer = Promise.resolve().then(send);
    // Who asks for the JSON only looks at one of them.
    answer.catch(() => {});
    const response = answer.then((found) => ({ body: JSON.stringify(found.json), statusCode: found.status }));
    const whole = response.then((found) =>
      own['responseType'] === 'json' ? { ...found, body: JSON.parse(found.body) as unknown } : found,
    );
    response.catch(() => {});
    whole.catch(() => {});
    return Object.assign(whole, {
      json: () => answer.then((found) => found.json),
      text: () => response.then(({ body }) => body),
    });
  };
  const got = call as unknown as Bag;
  for (const method of ['get', 'post', 'put', 'patch', 'delete', 'head'])
    got[method] = (input: unknown, options: GotOptions = {}) =>
      call(input, { ...options, method: method.toUpperCase() });
  got['extend'] = (more: GotOptions) =>
    gotOf(world, {
      ...defaults,
      ...more,
      headers: { ...lowered(defaults.headers), ...lowered(more.headers) },
      handlers: [...(defaults.handlers ?? []), ...(more.handlers ?? [])],
      hooks: {
        beforeRequest: [...(defaults.hooks?.beforeRequest ?? []), ...(more.hooks?.beforeRequest ?? [])],
      },
    });
  got['default'] = got;
  return got;
};

interface KyOptions extends Bag {
  readonly headers?: HeaderBag;
  readonly hooks?: { readonly beforeRequest?: readonly ((request: Request) => Request | void)[] };
}

const merged = (...sets: readonly (HeaderBag | undefined)[]): Headers => {
  const all = new Headers();
  for (const set of sets)
    for (const [name, value] of new Headers(set as ConstructorParameters<typeof Headers>[0]))
      all.set(name, value);
  return all;
};

/** `ky`: fetch with defaults, whose headers the call's own ones replace by name. */
export const kyOf = (world: World, defaults: KyOptions = {}): unknown => {
  const call = (input: string | URL, own: KyOptions = {}): unknown => {
    const headers = merged(defaults.headers, own.headers);
    if (own['json'] !== undefined && !headers.has('content-type'))
      headers.set('content-type', 'application/json');
    const body = own['json'] === undefined ? own['body'] : JSON.stringify(own['json']);
    const url = withPrefix(own['prefixUrl'] ?? defaults['prefixUrl'], String(input));
    const answer = Promise.resolve().then(() => {
      let request = new Request(url, {
        method: String(own['method'] ?? 'GET'),
        headers,
        ...(body === undefined ? {} : { body: body as string }),
      });
      for (const hook of [...(defaults.hooks?.beforeRequest ?? []), ...(own.hooks?.beforeRequest ?? [])])
        request = hook(request) ?? request;
      return responseOf(world.send(request.method, request.url, sentOf(request.headers), body));
    });
    answer.catch(() => {});
    return Object.assign(answer, {
      json: () => answer.then((response) => response.json()),
      text: () => answer.then((response) => response.text()),
    });
  };
  const ky = call as unknown as Bag;
  for (const method of ['get', 'post', 'put', 'patch', 'delete'])
    ky[method] = (input: string, options: KyOptions = {}) =>
      call(input, { ...options, method: method.toUpperCase() });
  const more = (options: KyOptions) =>
    kyOf(world, {
      ...defaults,
      ...options,
      headers: merged(defaults.headers, options.headers),
      hooks: {
        beforeRequest: [...(defaults.hooks?.beforeRequest ?? []), ...(options.hooks?.beforeRequest ?? [])],
      },
    });
  ky['extend'] = more;
  ky['create'] = (options: KyOptions) => kyOf(world, options);
  ky['default'] = ky;
  return ky;
};

/** `undici.request`: each header as it is spelled, two spellings are two headers. */
export const undiciOf = (world: World): unknown => ({
  fetch: fetchOf(world),
  Headers,
  Request,
  Response,
  request: async (url: unknown, options: Bag = {}) => {
    const headers = Object.entries(bagOf(options['headers'])).map(
      ([name, value]) => [name, String(value)] as const,
    );
    const { status, json } = world.send(
      String(options['method'] ?? 'GET'),
      String(url),
      headers,
      options['body'],
    );
    return {
      statusCode: status,
      headers: {},
      body: { json: async () => json, text: async () => JSON.stringify(json) },
    };
  },
});

type Listener = (value?: unknown) => void;

/** `https.request` and `https.get`, with Node's own handling of headers. */
export const httpsOf = (world: World): unknown => {
  const request = (input: unknown, second?: unknown, third?: unknown): unknown => {
    const named = typeof input === 'string' || input instanceof URL;
    const options = bagOf(named ? (typeof second === 'function' ? {} : second) : input);
    const callback = [second, third].find((value) => typeof value === 'function') as Listener | undefined;
    const host = options['hostname'] ?? options['host'];
    const url =
      host === undefined && named
        ? String(input)
        : `https://${String(host)}${String(options['path'] ?? '/')}`;
    const headers = new Map(nodeHeaders(options['headers']));
    const body: string[] = [];
    const self = {
      on: () => self,
      setHeader: (name: string, value: string) => void headers.set(name.toLowerCase(), value),
      removeHeader: (name: string) => void headers.delete(name.toLowerCase()),
      getHeader: (name: string) => headers.get(name.toLowerCase()),
      write: (text: string) => void body.push(text),
      end: (text?: unknown) => {
        if (typeof text === 'string') body.push(text);
        const answer = world.send(
          String(options['method'] ?? 'GET'),
          url,
          [...headers],
          body.length === 0 ? undefined : body.join(''),
        );
        const response = {
          statusCode: answer.status,
          headers: {},
          setEncoding: () => {},
          resume: () => {},
          on: (event: string, listener: Listener) => {
            if (event === 'data') queueMicrotask(() => listener(JSON.stringify(answer.json)));
            if (event === 'end') queueMicrotask(() => queueMicrotask(() => listener()));
            return response;
          },
        };
        callback?.(response);
        return self;
      },
    };
    return self;
  };
  const get = (...args: readonly unknown[]) =>
    (request as (...all: unknown[]) => { end(): unknown })(...args).end();
  const module = { request, get };
  return { ...module, default: module };
};

/** `superagent`: chained; of two spellings Node keeps the later one. */
export const superagentOf = (world: World): unknown => {
  type Plugin = (request: unknown) => unknown;
  const start = (method: string, [defaults, plugins]: [Bag, Plugin[]], url: string, given?: unknown) => {
    let body: unknown = given;
    const self = {
      header: { ...defaults } as Bag,
      url,
      use: (plugin: Plugin) => {
        plugin(self);
        return self;
      },
      set: (name: string | Bag, value?: string) => {
        Object.assign(self.header, typeof name === 'string' ? { [name]: value } : name);
        return self;
      },
      unset: (name: string) => {
        delete self.header[name];
        return self;
      },
      accept: (type: string) => self.set('Accept', type === 'json' ? 'application/json' : type),
      type: (type: string) => self.set('Content-Type', type === 'json' ? 'application/json' : type),
      auth: () => self,
      query: () => self,
      send: (value: unknown) => {
        body = value;
        return self;
      },
      // A request of superagent is a thenable.
      // oxlint-disable-next-line unicorn/no-thenable
      then: (resolve: (value: unknown) => unknown, reject: (error: unknown) => unknown) =>
        Promise.resolve()
          .then(() => {
            const lower = Object.keys(self.header).map((name) => name.toLowerCase());
            if (typeof body === 'object' && body !== null && !lower.includes('content-type'))
              self.header['Content-Type'] = 'application/json';
            const { status, json } = world.send(method, url, nodeHeaders(self.header), body);
            return { status, body: json, text: JSON.stringify(json) };
          })
          .then(resolve, reject),
    };
    for (const plugin of plugins) plugin(self);
    return self;
  };
  const verbsOf = (defaults: [Bag, Plugin[]]): Bag => ({
    ...Object.fromEntries(
      ['get', 'post', 'put', 'patch', 'delete'].map((method) => [
        method,
        (url: string, body?: unknown) => start(method.toUpperCase(), defaults, url, body),
      ]),
    ),
    del: (url: string) => start('DELETE', defaults, url),
  });
  const agent = () => {
    const defaults: Bag = {};
    const plugins: Plugin[] = [];
    const made: Bag = verbsOf([defaults, plugins]);
    made['use'] = (plugin: Plugin) => {
      plugins.push(plugin);
      return made;
    };
    made['set'] = (name: string | Bag, value?: string) => {
      Object.assign(defaults, typeof name === 'string' ? { [name]: value } : name);
      return made;
    };
    return made;
  };
  const module = { ...verbsOf([{}, []]), agent };
  return { ...module, default: module };
};

type Callback = (error: unknown, response: unknown, body: unknown) => void;

/** `request`: options or an address first, a callback last; promises where it is request-promise. */
export const requestOf = (world: World, defaults: Bag = {}): unknown => {
  const call = (input: unknown, second?: unknown, third?: unknown): unknown => {
    const options = {
      ...defaults,
      ...(typeof input === 'string'
        ? { url: input, ...(typeof second === 'object' ? (second as Bag) : {}) }
        : bagOf(input)),
    };
    const callback = [second, third].find((value) => typeof value === 'function') as Callback | undefined;
    const headers: Bag = { ...bagOf(defaults['headers']), ...bagOf(options['headers']) };
    const has = (name: string) => Object.keys(headers).some((key) => key.toLowerCase() === name);
    const json = options['json'];
    if (json !== undefined && json !== false && !has('accept')) headers['accept'] = 'application/json';
    const body = typeof json === 'object' ? json : options['body'];
    if (json !== undefined && body !== undefined && !has('content-type'))
      headers['content-type'] = 'application/json';
    const base = options['baseUrl'];
    const path = String(options['url'] ?? options['uri']);
    const url = base === undefined ? path : `${String(base).replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
    const promise = Promise.resolve().then(() => {
      const answer = world.send(String(options['method'] ?? 'GET'), url, nodeHeaders(headers), body);
      const value = json === undefined ? JSON.stringify(answer.json) : answer.json;
      callback?.(null, { statusCode: answer.status, body: value }, value);
      return value;
    });
    return promise;
  };
  const request = call as unknown as Bag;
  for (const method of ['get', 'post', 'put', 'patch', 'delete', 'del'])
    request[method] = (input: unknown, second?: unknown, third?: unknown) => {
      const own = { method: method === 'del' ? 'DELETE' : method.toUpperCase() };
      return typeof input === 'string'
        ? call(
            input,
            { ...(typeof second === 'object' ? second : {}), ...own },
            typeof second === 'function' ? second : third,
          )
        : call({ ...bagOf(input), ...own }, second, third);
    };
  request['defaults'] = (more: Bag) =>
    requestOf(world, {
      ...defaults,
      ...more,
      headers: { ...bagOf(defaults['headers']), ...bagOf(more['headers']) },
    });
  request['default'] = request;
  return request;
};
