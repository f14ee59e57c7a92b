/** An exchange, whatever form it is recorded in. */
export interface Exchange {
  readonly method?: string;
  readonly url: string;
  /** Sent headers; none: the form keeps none. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status?: number;
  readonly answers?: Readonly<Record<string, string>>;
  readonly answer?: string;
  readonly seconds?: number;
}

/** What a form keeps of an exchange: where it keeps less, some traps cannot be laid in it. */
export type Kept =
  | 'calls without headers'
  | 'headers'
  | 'sent bodies'
  | 'answers'
  | 'times'
  | 'no status'
  | 'sockets';

export interface Writer {
  /** A form, or one of its dialects. */
  readonly name: string;
  readonly file: string;
  readonly keeps: readonly Kept[];
  readonly write: (exchanges: readonly Exchange[]) => string;
}

const quoted = (text: string): string => JSON.stringify(text);
const timeOf = ({ seconds = 0 }: Exchange): Date => new Date(Date.UTC(2026, 8, 1) + seconds * 1000);
const entries = (record: Readonly<Record<string, string>> = {}) => Object.entries(record);

const harEntry =
  (named: (name: string, value: string) => unknown) =>
  (exchange: Exchange): object => {
    const { method = 'GET', url, headers, body, status = 200, answers, answer } = exchange;
    return {
      startedDateTime: timeOf(exchange).toISOString(),
      request: {
        method,
        url,
        headers: entries(headers).map(([name, value]) => named(name, value)),
        ...(body === undefined
          ? {}
          : { postData: { mimeType: headers?.['Content-Type'] ?? '', text: body } }),
      },
      response: {
        status,
        headers: entries(answers).map(([name, value]) => named(name, value)),
        content: answer === undefined ? {} : { text: answer },
      },
    };
  };

const har = (
  name: string,
  named: (name: string, value: string) => unknown,
  more: object = {},
  write = (text: string): string => text,
): Writer => ({
  name,
  file: 'a.har',
  keeps: ['calls without headers', 'headers', 'sent bodies', 'answers', 'times', 'no status', 'sockets'],
  write: (exchanges) =>
    write(
      JSON.stringify({
        log: {
          version: '1.2',
          ...more,
          entries: exchanges.map(harEntry(named)),
          creator: { name, version: '1' },
        },
      }),
    ),
});

const yamlHeaders = (headers: Readonly<Record<string, string>> | undefined, indent: string): string =>
  entries(headers).length === 0
    ? ' {}\n'
    : `\n${entries(headers)
        .map(([name, value]) => `${indent}${name}:\n${indent}- ${quoted(value)}\n`)
        .join('')}`;

const vcr = (exchange: Exchange): string => {
  const { method = 'GET', url, headers, body = '', status = 200, answers, answer = '' } = exchange;
  return (
    `- request:\n    method: ${method.toLowerCase()}\n    uri: ${url}\n    body:\n      encoding: UTF-8\n` +
    `      string: ${quoted(body)}\n    headers:${yamlHeaders(headers, '      ')}  response:\n    status:\n` +
    `      code: ${status}\n      message: OK\n    headers:${yamlHeaders(answers, '      ')}    body:\n` +
    `      encoding: UTF-8\n      string: ${quoted(answer)}\n  recorded_at: ${timeOf(exchange).toUTCString()}\n`
  );
};

const vcrpy = (exchange: Exchange): string => {
  const { method = 'GET', url, headers, body, status = 200, answers, answer = '' } = exchange;
  return (
    `- request:\n    body: ${body === undefined ? 'null' : quoted(body)}\n    headers:${yamlHeaders(headers, '      ')}` +
    `    method: ${method}\n    uri: ${url}\n  response:\n    body:\n      string: ${quoted(answer)}\n` +
    `    headers:${yamlHeaders({ Date: timeOf(exchange).toUTCString(), ...answers }, '      ')}    status:\n` +
    `      code: ${status}\n      message: OK\n`
  );
};

const goVcr = (exchange: Exchange): string => {
  const { method = 'GET', url, headers, body = '', status = 200, answers, answer = '' } = exchange;
  return (
    `    - request:\n        body: ${quoted(body)}\n        form: {}\n        headers:${yamlHeaders(headers, '            ')}` +
    `        url: ${url}\n        method: ${method}\n      response:\n        body: ${quoted(answer)}\n` +
    `        headers:${yamlHeaders({ Date: timeOf(exchange).toUTCString(), ...answers }, '            ')}` +
    `        status: ${status} X\n        code: ${status}\n`
  );
};

/** Headers as curl shows those that it sends, or gets. */
const marked = (mark: string, all: Readonly<Record<string, string>> | undefined): string =>
  entries(all)
    .map(([name, value]) => `${mark} ${name}: ${value}\n`)
    .join('');

const curlLog = (exchange: Exchange): string => {
  const { method = 'GET', url, headers, body, status = 200, answers, answer } = exchange;
  const { host, pathname, search } = new URL(url);
  const date = { Date: timeOf(exchange).toUTCString() };
  const length = body === undefined ? '' : `> Content-Length: ${body.length}\n`;
  return (
    `*   Trying 192.0.2.1:443...\n* Connected to ${host} (192.0.2.1) port 443\n> ${method} ${pathname}${search} HTTP/1.1\n` +
    `> Host: ${host}\n${marked('>', headers)}${length}>\n< HTTP/1.1 ${status} OK\n${marked('<', { ...date, ...answers })}<\n` +
    `${answer === undefined ? '' : `${answer}\n`}* Connection #0 to host ${host} left intact\n`
  );
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const combined = (exchange: Exchange): string => {
  const { method = 'GET', url, status = 200 } = exchange;
  const { host, pathname, search } = new URL(url);
  const date = timeOf(exchange);
  const day = `${String(date.getUTCDate()).padStart(2, '0')}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
  return `${host}:443 192.0.2.1 - - [${day}:${date.toISOString().slice(11, 19)} +0000] "${method} ${pathname}${search} HTTP/1.1" ${status} 12 "-" "x/1"\n`;
};

const jsonLine = (exchange: Exchange): string => {
  const { method = 'GET', url, status = 200 } = exchange;
  const { host, pathname, search } = new URL(url);
  const request = { method, host, uri: pathname + search };
  return `${JSON.stringify({ ts: timeOf(exchange).getTime() / 1000, request, status })}\n`;
};

const attribute = (key: string, value: object) => ({ key, value });

const span = (exchange: Exchange): object => {
  const { method = 'GET', url, status = 200 } = exchange;
  return {
    startTimeUnixNano: `${timeOf(exchange).getTime()}000000`,
    attributes: [
      attribute('http.request.method', { stringValue: method }),
      attribute('url.full', { stringValue: url }),
      attribute('http.response.status_code', { intValue: String(status) }),
    ],
  };
};

const sized = (text: string, type: string): string => `${Buffer.byteLength(text)}:${text}${type}`;

/** A value as mitmproxy dumps it. */
const netstring = (value: unknown): string => {
  if (value === null) return sized('', '~');
  if (typeof value === 'number') return sized(String(value), Number.isInteger(value) ? '#' : '^');
  if (typeof value === 'string') return sized(value, ',');
  if (Array.isArray(value)) return sized(value.map(netstring).join(''), ']');
  const members = Object.entries(value as object).map(([key, one]) => sized(key, ';') + netstring(one));
  return sized(members.join(''), '}');
};

const flow = (exchange: Exchange): string => {
  const { method = 'GET', url, headers, body = '', status = 200, answers, answer = '' } = exchange;
  const { host, pathname, search } = new URL(url);
  const time = timeOf(exchange).getTime() / 1000 + 0.5;
  return netstring({
    version: 20,
    type: 'http',
    request: {
      method,
      scheme: 'https',
      host,
      port: 443,
      authority: '',
      path: pathname + search,
      http_version: 'HTTP/1.1',
      headers: entries(headers),
      content: body,
      timestamp_start: time,
    },
    response: {
      status_code: status,
      reason: 'OK',
      headers: entries(answers),
      content: answer,
      timestamp_start: time,
    },
  });
};

const lower = (name: string, value: string) => ({ name: name.toLowerCase(), value });
const titled = (name: string, value: string) => ({ name, value });

const httpText = (first: string, headers: Readonly<Record<string, string>>, body = ''): string =>
  `${[first, ...entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n${body}`;

const burpMessage = (name: string, isEncoded: boolean, text: string): string =>
  `    <${name} base64="${isEncoded}"><![CDATA[${isEncoded ? Buffer.from(text).toString('base64') : text}]]></${name}>\n`;

/** `Tue Sep 01 00:00:00 UTC 2026` */
const javaDate = (date: Date): string =>
  date.toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/, '$1 $3 $2 $5 UTC $4');

const burpItem =
  (isEncoded: boolean) =>
  (exchange: Exchange): string => {
    const { method = 'GET', url, headers, body, status = 200, answers = {}, answer } = exchange;
    const { host, pathname, search } = new URL(url);
    const request = httpText(`${method} ${pathname}${search} HTTP/1.1`, { Host: host, ...headers }, body);
    const response = burpMessage('response', isEncoded, httpText(`HTTP/1.1 ${status} OK`, answers, answer));
    return (
      `  <item>\n    <time>${javaDate(timeOf(exchange))}</time>\n    <url><![CDATA[${url}]]></url>\n` +
      `    <host ip="192.0.2.1">${host}</host>\n    <port>443</port>\n    <protocol>https</protocol>\n` +
      `    <method><![CDATA[${method}]]></method>\n    <path><![CDATA[${pathname}${search}]]></path>\n` +
      `    <extension>null</extension>\n${burpMessage('request', isEncoded, request)}` +
      (status === 0
        ? '    <status></status>\n    <response base64="true"></response>\n'
        : `    <status>${status}</status>\n${response}`) +
      `    <comment></comment>\n  </item>\n`
    );
  };

const burp = (name: string, isEncoded: boolean): Writer => ({
  name,
  file: 'a.log',
  keeps: ['headers', 'sent bodies', 'answers', 'times', 'no status'],
  write: (exchanges) =>
    `<?xml version="1.0"?>\n<!DOCTYPE items [\n<!ELEMENT items (item*)>\n<!ATTLIST items burpVersion CDATA "">\n]>\n` +
    `<items burpVersion="2025.8.1" exportTime="Sat Oct 03 12:00:00 UTC 2026">\n${exchanges.map(burpItem(isEncoded)).join('')}</items>\n`,
});

/** Every form of recordings, in the dialects that differ. */
export const writers: readonly Writer[] = [
  har('har', titled),
  har('har, lower case', lower, { pages: [] }),
  har('har, pairs', (name, value) => [name, value]),
  har('har, lists', (name, value) => ({ name, value: [value] })),
  har('har, escaped', titled, {}, (text) => text.replaceAll('/', String.raw`\/`)),
  har('har, Polly', lower, { _recordingName: 'x' }),
  {
    name: 'cassette, VCR',
    file: 'a.yml',
    keeps: ['calls without headers', 'headers', 'sent bodies', 'answers', 'times'],
    write: (exchanges) => `---\nhttp_interactions:\n${exchanges.map(vcr).join('')}recorded_with: VCR 6.1.0\n`,
  },
  {
    name: 'cassette, vcrpy',
    file: 'a.yaml',
    keeps: ['calls without headers', 'headers', 'sent bodies', 'answers', 'times'],
    write: (exchanges) => `interactions:\n${exchanges.map(vcrpy).join('')}version: 1\n`,
  },
  {
    name: 'cassette, go-vcr',
    file: 'a.yaml',
    keeps: ['calls without headers', 'headers', 'sent bodies', 'answers', 'times'],
    write: (exchanges) => `---\nversion: 2\ninteractions:\n${exchanges.map(goVcr).join('')}`,
  },
  {
    name: 'curl-log',
    file: 'a.log',
    keeps: ['headers', 'answers', 'times'],
    write: (exchanges) => exchanges.map(curlLog).join(''),
  },
  {
    name: 'access-log, combined',
    file: 'a.log',
    keeps: ['calls without headers', 'times'],
    write: (exchanges) => exchanges.map(combined).join(''),
  },
  {
    name: 'access-log, JSON lines',
    file: 'a.log',
    keeps: ['calls without headers', 'times'],
    write: (exchanges) => exchanges.map(jsonLine).join(''),
  },
  {
    name: 'otlp',
    file: 'a.json',
    keeps: ['calls without headers', 'times'],
    write: (exchanges) =>
      JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: exchanges.map(span) }] }] }),
  },
  burp('burp, base64', true),
  burp('burp, plain', false),
  {
    name: 'mitmproxy',
    file: 'a.log',
    keeps: ['calls without headers', 'headers', 'sent bodies', 'answers', 'times'],
    write: (exchanges) => exchanges.map(flow).join(''),
  },
];
