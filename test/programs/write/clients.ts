import type { Module } from './module.ts';
import type { Tape } from './tape.ts';

/** A request to write; all are expressions of the file that it is written into. */
export interface Outgoing {
  /** A quoted method, or an expression. */
  readonly method: string;
  readonly url: string;
  readonly headers: string | undefined;
  readonly body: string | undefined;
  /** What code on the way adds to the chain of superagent, or does with a request of Node. */
  readonly link?: (request: string) => string;
}

/** Statements that send, and the expression of the answer's JSON after them. */
export interface Sending {
  readonly lines: readonly string[];
  readonly json: string;
}

export const CLIENTS = [
  'fetch',
  'axios',
  'got',
  'ky',
  'undici',
  'node-fetch',
  'request-promise',
  'superagent',
  'https',
] as const;
export type Client = (typeof CLIENTS)[number];

const optionsOf = (members: readonly (readonly [string, string | undefined])[]): string => {
  const given = members.filter((member): member is readonly [string, string] => member[1] !== undefined);
  return `{ ${given.map(([key, value]) => (key === value ? key : `${key}: ${value}`)).join(', ')} }`;
};

const isGet = (method: string): boolean => method === `'GET'`;
const isLiteral = (method: string): boolean => /^'\w+'$/.test(method);
const verbOf = (method: string): string => method.slice(1, -1).toLowerCase();

const methodOf = (method: string): string | undefined => (isGet(method) ? undefined : method);

const call = (callee: string, url: string, options: string): string =>
  options === '{  }' ? `${callee}(${url})` : `${callee}(${url}, ${options})`;

const jsonBody = (body: string | undefined): string | undefined =>
  body === undefined
    ? undefined
    : body === 'body'
      ? 'body && JSON.stringify(body)'
      : `JSON.stringify(${body})`;

const viaFetch = (callee: string, { method, url, headers, body }: Outgoing): Sending => ({
  lines: [
    `const res = await ${call(
      callee,
      url,
      optionsOf([
        ['method', methodOf(method)],
        ['headers', headers],
        ['body', jsonBody(body)],
      ]),
    )};`,
  ],
  json: 'await res.json()',
});

const viaFetchRequest = (callee: string, { method, url, headers, body }: Outgoing): Sending => ({
  lines: [
    `const req = new Request(${url}, ${optionsOf([
      ['method', method],
      ['headers', headers],
      ['body', jsonBody(body)],
    ])});`,
    `const res = await ${callee}(req);`,
  ],
  json: 'await res.json()',
});

const axiosForms = ['verb', 'options', 'request', 'url and options'] as const;

const viaData = (text: string): Sending => ({ lines: [`const res = await ${text};`], json: 'res.data' });

const viaAxios = (tape: Tape, callee: string, { method, url, headers, body }: Outgoing): Sending => {
  const form = tape.choose('axios', axiosForms);
  const config = optionsOf([['headers', headers]]);
  const full = optionsOf([
    ['method', method],
    ['url', url],
    ['headers', headers],
    ['data', body],
  ]);
  if (form === 'request') return viaData(`${callee}.request(${full})`);
  if (form === 'options') return viaData(`${callee}(${full})`);
  if (form === 'url and options' || !isLiteral(method))
    return viaData(
      `${callee}(${url}, ${optionsOf([
        ['method', method],
        ['headers', headers],
        ['data', body],
      ])})`,
    );
  const verb = verbOf(method);
  if (verb === 'get' || verb === 'delete') return viaData(call(`${callee}.${verb}`, url, config));
  const last = headers === undefined ? '' : `, ${config}`;
  return viaData(`${callee}.${verb}(${url}, ${body ?? '{}'}${last})`);
};

const viaGot = (tape: Tape, callee: string, { method, url, headers, body }: Outgoing): Sending => {
  const verb = isLiteral(method) && tape.choose('got', ['verb', 'options']) === 'verb';
  const options = optionsOf([
    ['method', verb ? undefined : method],
    ['headers', headers],
    ['json', body],
  ]);
  return {
    lines: [
      `const answer = await ${call(verb ? `${callee}.${verbOf(method)}` : callee, url, options)}.json()${''};`,
    ],
    json: 'answer',
  };
};

const viaUndici = (callee: string, { method, url, headers, body }: Outgoing): Sending => ({
  lines: [
    `const res = await ${call(
      callee,
      url,
      optionsOf([
        ['method', methodOf(method)],
        ['headers', headers],
        ['body', jsonBody(body)],
      ]),
    )};`,
  ],
  json: 'await res.body.json()',
});

const viaRequest = (callee: string, { method, url, headers, body }: Outgoing): Sending => ({
  lines: [
    `const answer = await ${callee}(${optionsOf([
      ['method', method],
      ['uri', url],
      ['headers', headers],
      ['body', body],
      ['json', 'true'],
    ])});`,
  ],
  json: 'answer',
});

const viaSuperagent = (
  tape: Tape,
  callee: string,
  { method, url, headers, body, link }: Outgoing,
): Sending => {
  const start = isLiteral(method)
    ? `${callee}.${verbOf(method)}(${url})`
    : `${callee}[${method}.toLowerCase()](${url})`;
  const set =
    headers === undefined
      ? ''
      : tape.once(3, 'superagent:set twice')
        ? `.set(${headers}).set('X-Team', 'a')`
        : `.set(${headers})`;
  const more = link?.('') ?? '';
  const links = more !== '' && tape.once(2) ? more + set : set + more;
  return {
    lines: [`const res = await ${start}${links}${body === undefined ? '' : `.send(${body})`};`],
    json: 'res.body',
  };
};

const HTTPS_FORMS = ['url and options', 'options'] as const;

const viaHttps = (tape: Tape, callee: string, { method, url, headers, body, link }: Outgoing): Sending => {
  // A function that stands for the client takes the address first.
  const form = callee === 'https' ? tape.choose('https', HTTPS_FORMS) : 'url and options';
  const rest = [
    ['method', method],
    ['headers', headers],
  ] as const;
  const options =
    form === 'options'
      ? optionsOf([['hostname', 'target.hostname'], ['path', 'target.pathname + target.search'], ...rest])
      : optionsOf(rest);
  const made = link?.('req') ?? '';
  return {
    lines: [
      ...(form === 'options' ? [`const target = new URL(${url});`] : []),
      'const text = String(await new Promise((resolve, reject) => {',
      `  const req = ${callee === 'https' ? 'https.request' : callee}(${form === 'options' ? '' : `${url}, `}${options}, (res) => {`,
      `    let data = '';`,
      `    res.on('data', (chunk) => { data += chunk; });`,
      `    res.on('end', () => resolve(data));`,
      '  });',
      `  req.on('error', reject);`,
      ...(made === '' ? [] : [`  ${made}`]),
      ...(body === undefined
        ? []
        : [
            body === 'body'
              ? '  if (body) req.write(JSON.stringify(body));'
              : `  req.write(JSON.stringify(${body}));`,
          ]),
      '  req.end();',
      '}));',
    ],
    json: 'JSON.parse(text)',
  };
};

/** Imports a client into a file; gives its name there. */
export const importClient = (client: Client, module: Module): string => {
  switch (client) {
    case 'fetch':
      return 'fetch';
    case 'undici':
      return module.import('undici', 'request');
    case 'node-fetch':
      return module.import('node-fetch', 'fetch', 'default');
    case 'request-promise':
      return module.import('request-promise', 'rp', 'default');
    default:
      return module.import(client, client, 'default');
  }
};

/** Sends by a client or by an instance of it. */
export const sendBy = (tape: Tape, client: Client, callee: string, outgoing: Outgoing): Sending => {
  switch (client) {
    case 'fetch':
      return callee === 'fetch' && tape.once(6, 'fetch:Request')
        ? viaFetchRequest(callee, outgoing)
        : viaFetch(callee, outgoing);
    case 'node-fetch':
    case 'ky':
      return viaFetch(callee, outgoing);
    case 'axios':
      return viaAxios(tape, callee, outgoing);
    case 'got':
      return viaGot(tape, callee, outgoing);
    case 'undici':
      return viaUndici(callee, outgoing);
    case 'request-promise':
      return viaRequest(callee, outgoing);
    case 'superagent':
      return viaSuperagent(tape, callee, outgoing);
    case 'https':
      return viaHttps(tape, callee, outgoing);
  }
};
