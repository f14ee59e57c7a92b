import { describe, expect, it } from 'vitest';
import type { RequestFact, Tree } from '../../../src/model/index.ts';
import { findingsIn } from '../../fixtures/pipeline.ts';
import { Sample, headers, judged, request } from './build.ts';

const HOST = 'https://cloud.mongodb.com';
const FORM = 'application/x-www-form-urlencoded';

/** What is said of a call of `path` with these properties. */
const said = (path: string, more: Partial<RequestFact>, type = FORM) => {
  const sample = new Sample(`post('${HOST}${path}', { 'Content-Type': '${type}' })`);
  const set = headers([sample.header('Content-Type', type)]);
  const call = request(sample.place('post('), [sample.textOf(`${HOST}${path}`)], {
    method: 'POST',
    auth: 'basic',
    headers: set,
    hasBody: true,
    ...more,
  });
  return judged([sample], [call]).map(({ rule, severity, data }) => [rule, severity, data['problems']]);
};

const text = (value: string): Tree => ({
  kind: 'scalar',
  file: 'a.ts',
  span: { start: 0, end: 1 },
  value,
  slot: undefined,
});

const hidden: Tree = { kind: 'opaque', file: 'a.ts', span: { start: 0, end: 1 }, pure: true };

const post = (body: string) =>
  findingsIn({
    'a.ts': `import axios from 'axios'; import qs from 'qs';
export const f = (id: string, secret: string, form: unknown) =>
  axios.post('https://cloud.mongodb.com/api/oauth/token', ${body}, { auth: { username: id, password: secret } });`,
  });

describe('token-request', () => {
  const path = '/api/oauth/token';
  const body = text('grant_type=client_credentials');

  it.each<[string, Partial<RequestFact>, string, string]>([
    ['the method', { body, method: 'GET' }, 'error', 'the method is POST, not GET'],
    ['the credentials', { body, auth: 'digest' }, 'error', 'it takes HTTP Basic, not Digest'],
    ['another grant', { body: text('grant_type=x') }, 'error', 'grant_type must be client_credentials'],
    ['no grant', { hasBody: false }, 'warning', 'the field grant_type is missing'],
  ])('tells of %s', (_, more, severity, problem) => {
    expect(said(path, more)).toEqual([['token-request', severity, problem]]);
  });

  it('tells of a body that is no form', () => {
    expect(said(path, { body }, 'application/json')).toEqual([
      ['token-request', 'error', `its body is sent as application/json and must be ${FORM}`],
    ]);
  });

  it.each<Partial<RequestFact>>([
    { body },
    { body: hidden },
    { body: undefined },
    { body, auth: undefined, client: 'axios' },
    { body, method: undefined },
  ])('is silent about what is right or cannot be seen', (more) => expect(said(path, more)).toEqual([]));

  it('tells of what fetch surely does not send', () => {
    const none = { body, client: 'fetch', auth: undefined, headers: headers([]) };
    expect(said(path, none).map(([, , problems]) => problems)).toEqual([
      'it takes HTTP Basic, and no credentials are sent; its body must be application/x-www-form-urlencoded, and there is no Content-Type',
    ]);
    expect(said(path, { ...none, client: 'axios' })).toEqual([]);
    expect(said(path, { ...none, headers: headers([], undefined, false) })).toEqual([]);
  });

  it('is silent about a form that axios sends as one', async () => {
    const fields = "{ grant_type: 'client_credentials' }";
    expect((await post(fields)).map(({ rule }) => rule)).toEqual(['token-request']);
    for (const body of [`new URLSearchParams(${fields})`, `qs.stringify(${fields})`, 'form'])
      expect(await post(body)).toEqual([]);
  });

  it('takes the grant from the query', () => {
    expect(said(`${path}?grant_type=client_credentials`, { hasBody: false })).toEqual([]);
  });
});

describe('revoke-request', () => {
  it('needs both fields', () => {
    expect(said('/api/oauth/revoke', { body: text('token=x') })).toEqual([
      ['revoke-request', 'error', 'the field token_type_hint is missing'],
    ]);
    expect(said('/api/oauth/revoke', { body: text('token=x&token_type_hint=access_token') })).toEqual([]);
  });
});

describe('discovery-request', () => {
  const path = '/prometheus/v1.0/groups/x/discovery';

  it.each([
    ['?targetScheme=PUBLIC', []],
    ['', []],
    ['?targetScheme=other', [['discovery-request', 'error', 'targetScheme must be PUBLIC or PRIVATE']]],
  ])('%s', (query, expected) => {
    expect(said(path + query, { method: 'GET', hasBody: false })).toEqual(expected);
  });
});
