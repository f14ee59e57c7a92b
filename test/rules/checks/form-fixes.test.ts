import { describe, expect, it } from 'vitest';
import { findingsIn, fixedFiles } from '../../fixtures/pipeline.ts';

const HEADERS =
  "headers: { Authorization: `Basic ${basic}`, 'Content-Type': 'application/x-www-form-urlencoded' }";

const revoke = (body: string, headers = HEADERS): string =>
  `export const f = (basic: string, token: string) => fetch('https://cloud.mongodb.com/api/oauth/revoke', { method: 'POST', ${headers}, body: ${body} });`;

const safe = async (code: string): Promise<string> => (await fixedFiles({ 'a.ts': code }, 'safe'))['a.ts']!;

describe('a form that lacks what is known', () => {
  it.each([
    ['`token=${token}`', '`token_type_hint=access_token&token=${token}`'],
    ["'token=x'", "'token=x&token_type_hint=access_token'"],
    ["'token=' + token", "'token_type_hint=access_token&token=' + token"],
    ['new URLSearchParams({ token })', "new URLSearchParams({ token, token_type_hint: 'access_token' })"],
    ['`token=${token}&token_type_hint=ACCESS_TOKEN`', '`token=${token}&token_type_hint=access_token`'],
  ])('%s becomes %s', async (before, after) => {
    const fixed = await safe(revoke(before));
    expect(fixed).toBe(revoke(after));
    expect(await findingsIn({ 'a.ts': fixed })).toEqual([]);
  });

  it.each(['`${form}`', '`${form}&token=${token}`', '`token=${token}&token_type_hint=${token}`', 'form'])(
    'may be right for all that is seen: %s',
    async (body) => {
      const code = `declare const form: string; ${revoke(body)}`;
      expect(await findingsIn({ 'a.ts': code })).toEqual([]);
    },
  );

  it('gets its content type where only that is wrong', async () => {
    const body = "'token=x&token_type_hint=access_token'";
    expect(await safe(revoke(body, HEADERS.replace('x-www-form-urlencoded', 'json')))).toBe(revoke(body));
  });

  it.each([
    revoke('`token=${token}&token_type_hint=refresh_token`'),
    `const FORM = 'token=x'; ${revoke('FORM')} fetch('https://example.com/', { method: 'POST', body: FORM });`,
    `const headers = { 'Content-Type': 'application/json' }; ${revoke("'token=x&token_type_hint=access_token'", 'headers')}`,
    revoke('JSON.stringify({ token })', HEADERS.replace('x-www-form-urlencoded', 'json')),
  ])('is left to a person where more is at stake: %s', async (code) => {
    const rules = (await findingsIn({ 'a.ts': code })).map(({ rule }) => rule);
    expect(rules).toEqual(['revoke-request']);
    expect(await safe(code)).toBe(code);
  });
});

describe('a token request', () => {
  it('has its credentials in the header', async () => {
    const code =
      "import axios from 'axios'; export const f = (id: string, secret: string) => axios.post('https://cloud.mongodb.com/api/oauth/token', new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }));";
    const [finding] = await findingsIn({ 'a.ts': code });
    expect(finding?.message).toContain('it takes HTTP Basic, not client_id and client_secret in the body');
  });
});

const at = (scheme: string): string =>
  `export const f = (g: string, b: string) => fetch(\`https://cloud.mongodb.com/prometheus/v1.0/groups/\${g}/discovery?targetScheme=${scheme}\`, { headers: { Authorization: \`Basic \${b}\` } });`;

describe('a discovery request', () => {
  it('has its scheme in capitals, and another word is left alone', async () => {
    expect(await safe(at('private'))).toBe(at('PRIVATE'));
    expect(await safe(at('vpc'))).toBe(at('vpc'));
  });
});
