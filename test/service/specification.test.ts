import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPackageFile } from '../../src/io/package.ts';
import type { Json } from '../../src/model/index.ts';
import type { Configuration } from '../../src/service/configuration.ts';
import { CLIENT, FORM, GROUP, V1, V2, basic, digest, testService } from './world.ts';
import type { Received, Sent, TestService } from './world.ts';

// docs/reference-service.md says which request shows each statement of the specification; here they are sent.

const document = readFileSync(new URL('../../docs/reference-service.md', import.meta.url), 'utf8');

interface Row {
  readonly section: string;
  readonly statement: string;
  readonly request: string;
  readonly answer: string;
}

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const rows: Row[] = [];
for (const line of document.slice(document.indexOf('| section')).split('\n').slice(2)) {
  if (!line.startsWith('|')) continue;
  const [section = '', statement = '', request = '', answer = ''] = cellsOf(line);
  const above = rows.at(-1);
  rows.push({
    section: section === '' ? above!.section : section,
    statement: statement === '' ? above!.statement : statement,
    request,
    answer,
  });
}

const codes = (cell: string): readonly string[] =>
  Array.from(cell.matchAll(/`([^`]+)`/g), ([, code]) => code!);

const ACCOUNTS = [
  { clientId: 'mdb_sa_id_reference', clientSecret: 'reference' },
  { clientId: 'far', clientSecret: 'away', accessList: ['203.0.113.0/24'] },
];

const AUTHORIZATIONS: Readonly<Record<string, string>> = {
  prom: basic('prom', 'reference'),
  client: CLIENT,
  far: basic('far', 'away'),
};

const tokenFrom = (service: TestService): string =>
  String(
    service.send('POST', '/api/oauth/token', {
      headers: { authorization: CLIENT, 'content-type': FORM },
      body: 'grant_type=client_credentials',
    }).json['access_token'],
  );

const serviceFor = (parts: readonly string[]): TestService => {
  const after = (word: string): string | undefined =>
    parts.find((part) => part.startsWith(`${word} `))?.slice(word.length + 1);
  const fault = after('fault');
  return testService({
    legacy: parts.includes('legacy gone') ? 'gone' : 'on',
    today: after('today') ?? '2026-11-21',
    seed: {
      serviceAccounts: ACCOUNTS,
      ...(fault === undefined
        ? {}
        : { faults: [{ operation: 'tokens.generate', status: Number(fault) as 500 | 503 }] }),
      ...(parts.includes('strict') ? { configuration: { tokens: { revokeUnknown: 'refuse' } } } : {}),
    },
  });
};

const TOKENS: Readonly<Record<string, (service: TestService) => string>> = {
  '{token}': tokenFrom,
  '{expired}': (service) => {
    const token = tokenFrom(service);
    service.clock.now += 3_600_000;
    return token;
  },
  '{revoked}': (service) => {
    const token = tokenFrom(service);
    service.send('POST', '/api/oauth/revoke', {
      headers: { authorization: CLIENT, 'content-type': FORM },
      body: `token=${token}&token_type_hint=access_token`,
    });
    return token;
  },
};

const filled = (text: string): string =>
  text
    .replaceAll('{discovery}', '/prometheus/v1.0/groups/{group}/discovery')
    .replaceAll('{v1}', V1)
    .replaceAll('{v2}', V2)
    .replaceAll('{group}', GROUP);

const OPTION = /^(?:today|legacy|fault|×) |^strict$|^keys$|^\{\w+\}$/;

const authorizationOf = (parts: readonly string[], method: string, target: string, service: TestService) => {
  const token = parts.find((part) => Object.hasOwn(TOKENS, part));
  const user = parts.find((part) => Object.hasOwn(AUTHORIZATIONS, part));
  if (token !== undefined) return `Bearer ${TOKENS[token]!(service)}`;
  if (user !== undefined) return AUTHORIZATIONS[user];
  if (!parts.includes('keys')) return undefined;
  const { headers } = service.send(method, target, { auth: 'none' });
  return digest(headers['www-authenticate'] ?? '', { method, target });
};

const typeOf = (body: string): string => (body.startsWith('{') ? 'application/json' : FORM);

const sendRow = (cell: string): Received => {
  const [line = '', ...parts] = codes(cell);
  const [method = '', target = ''] = filled(line).split(' ');
  const service = serviceFor(parts);
  const authorization = authorizationOf(parts, method, target, service);
  const rest = parts.filter((part) => !OPTION.test(part) && !Object.hasOwn(AUTHORIZATIONS, part));
  const headers = new Map(
    rest.filter((part) => /^[\w-]+: /.test(part)).map((part) => part.split(': ', 2) as [string, string]),
  );
  const written = rest.find((part) => !/^[\w-]+: /.test(part));
  const body = written?.includes('{token}') ? written.replace('{token}', tokenFrom(service)) : written;
  if (authorization !== undefined) headers.set('authorization', authorization);
  if (body !== undefined && !headers.has('Content-Type')) headers.set('Content-Type', typeOf(body));
  const sent: Sent = { auth: 'none', headers: [...headers], ...(body === undefined ? {} : { body }) };
  // Fetching a token for a row counts as a request; a minute later it is forgotten.
  if (parts.includes('{token}') || body !== written) service.clock.now += 60_000;
  const times = Number(parts.find((part) => part.startsWith('× '))?.slice(2) ?? 1);
  return Array.from({ length: times }, () => service.send(method, target, sent)).at(-1)!;
};

const at = (value: Json | undefined, pointer: string): Json | undefined => {
  let found: Json | undefined = value;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Readonly<Record<string, Json>>)[step];
  }
  return found;
};

const checkBody = (code: string, received: Received): void => {
  const [, pointer = '', verb, text = ''] = /^(\/\S*)(?: (=|~|absent) ?(.*))?$/.exec(code) ?? [];
  const value = at(received.json, pointer);
  if (verb === '=') expect(value, code).toEqual(JSON.parse(filled(text)));
  else if (verb === '~') expect(value, code).toContain(text);
  else if (verb === 'absent') expect(value, code).toBeUndefined();
  else expect(value, code).toBeDefined();
};

const checkHeader = (code: string, received: Received): void => {
  const colon = code.indexOf(': ');
  const value = received.headers[code.slice(0, colon)];
  const wanted = code.slice(colon + 2);
  if (wanted === 'absent') expect(value, code).toBeUndefined();
  else expect(value, code).toContain(wanted);
};

const check = (answer: string, received: Received): void => {
  const [status, ...rest] = codes(answer);
  expect(received.status, received.text.slice(0, 300)).toBe(Number(status));
  for (const code of rest) (code.startsWith('/') ? checkBody : checkHeader)(code, received);
};

describe('the table of the documentation', () => {
  const statements = JSON.parse(readPackageFile('rules/api/specification.json')) as readonly {
    readonly section: string;
    readonly says: string;
  }[];

  it('has a row for every statement of the specification', () => {
    const told = new Set(
      rows.map(({ section, statement }) => `${section} ${statement.replaceAll('\\', '')}`),
    );
    expect(statements.filter(({ section, says }) => !told.has(`§${section} ${says}`))).toEqual([]);
  });

  it.each(rows)('$section $request: $answer', ({ request, answer }) => check(answer, sendRow(request)));
});

describe('what the documentation says of assumptions', () => {
  it('is what the configuration says', () => {
    const { assumptions } = JSON.parse(readPackageFile('rules/service/service.json')) as Configuration;
    const told = Object.fromEntries(
      Array.from(document.matchAll(/^\| `([a-z][a-z-]+)` +\| (.+?) +\|$/gm), ([, name, text]) => [
        name!,
        text!,
      ]),
    );
    expect(told).toEqual(assumptions);
  });

  it('names every assumption that an answer can rest on', () => {
    const { assumptions } = JSON.parse(readPackageFile('rules/service/service.json')) as Configuration;
    const met = new Set(
      rows.flatMap(({ request }) => (sendRow(request).headers['x-reference-assumptions'] ?? '').split(', ')),
    );
    met.delete('');
    expect([...met].filter((name) => !Object.hasOwn(assumptions, name))).toEqual([]);
    expect(Object.keys(assumptions).filter((name) => !met.has(name))).toEqual([]);
  });
});
