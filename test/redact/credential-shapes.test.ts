import { describe, expect, test } from 'vitest';
import { redactCommand } from '../../src/redact/command.ts';
import { redactPath, redactPointer } from '../../src/redact/names.ts';
import { redactCredentials, redactText, SECRET_NAME } from '../../src/redact/redact.ts';
import { CREDENTIALS, IDENTIFIERS } from '../../src/redact/credential-shapes.ts';

/** Characters that no word has in this order; put together here, so that no scanner takes them for a secret of somebody. */
const run = (length: number, letters = 'Zq7Xv2Kw9Jp4Tn6Rb3Hd8Lm5Fg1Cs0Y'): string =>
  letters.repeat(Math.ceil(length / letters.length)).slice(0, length);
const hex = (length: number): string => run(length, '7c4e9a1f03bd58c6');

/** A text of each shape, and the part of it that must not be seen. */
const SAMPLES: Readonly<Record<string, readonly [text: string, secret: string]>> = {
  'private key': [`-----BEGIN PRIVATE KEY-----\n${run(40)}\n-----END PRIVATE KEY-----`, run(40)],
  'user of a URL': ['https://hunter2@example.com', 'hunter2'],
  'user and password of a URL': ['mongodb+srv://me:hun/ter2@cluster0.example.net/x', 'hun/ter2'],
  'Authorization header': ['Bearer hunter2', 'hunter2'],
  'JSON Web Token': [`eyJ${run(20)}.${run(20)}.${run(20)}`, run(20)],
  'Atlas service account': [`mdb_sa_sk_${run(30)}`, run(30)],
  'AWS access key': [`AKIA${run(16, 'Q7XV2KWZJ4TN6RB3')}`, run(16, 'Q7XV2KWZJ4TN6RB3')],
  'Azure client secret': [`abc8Q~${run(34)}`, run(34)],
  'Azure storage key': [`AccountKey=${run(86)}==`, run(86)],
  'Google API key': [`AIza${run(35)}`, run(35)],
  'Google access token': [`ya29.${run(40)}`, run(40)],
  GitHub: [`ghp_${run(36)}`, run(36)],
  GitLab: [`glpat-${run(20)}`, run(20)],
  npm: [`npm_${run(36)}`, run(36)],
  PyPI: [`pypi-${run(40)}`, run(40)],
  'Docker Hub': [`dckr_pat_${run(27)}`, run(27)],
  'Docker Swarm': [`SWMTKN-1-${run(30)}-${run(25)}`, run(25)],
  Heroku: [`HRKU-${run(20)}`, run(20)],
  Resend: [`re_${run(22)}`, run(22)],
  'HashiCorp Vault': [`hvs.${run(24)}`, run(24)],
  'HCP Terraform': [`${run(14)}.atlasv1.${run(60)}`, run(60)],
  Stripe: [`sk_live_${run(24)}`, run(24)],
  Slack: [`xoxb-${run(12)}-${run(24)}`, run(24)],
  Twilio: [`SK${hex(32)}`, hex(32)],
  SendGrid: [`SG.${run(22)}.${run(43)}`, run(22)],
  Mailgun: [`key-${hex(32)}`, hex(32)],
  'model providers': [`sk-${run(40)}`, run(40)],
  DigitalOcean: [`dop_v1_${hex(64)}`, hex(64)],
  Databricks: [`dapi${hex(32)}`, hex(32)],
  Atlassian: [`ATATT3x${run(30)}=AB`, run(30)],
  Shopify: [`shpat_${hex(32)}`, hex(32)],
  Square: [`sq0atp-${run(22)}`, run(22)],
  Grafana: [`glsa_${run(32)}`, run(32)],
  'New Relic': [`NRAK-${run(27)}`, run(27)],
  Sentry: [`sntrys_${run(40)}`, run(40)],
  Doppler: [`dp.pt.${run(40)}`, run(40)],
  Postman: [`PMAK-${hex(24)}-${hex(34)}`, hex(34)],
  Linear: [`lin_api_${run(40)}`, run(40)],
  age: [`AGE-SECRET-KEY-1${run(58, 'QPZRY9X8GF2TVDW0')}`, run(58, 'QPZRY9X8GF2TVDW0')],
  'Telegram bot': [`123456789:AA${run(33)}`, run(33)],
  'AWS secret key': ['x4Qk9ZbWv7RtY2LmPq/8HsJd3FgKc0N+TzXwBv5Q', 'x4Qk9ZbWv7RtY2LmPq'],
  'webhook of Slack': [`https://hooks.slack.com/services/T1/B2/${run(24)}`, run(24)],
  'webhook of Discord': [`https://discord.com/api/webhooks/1/${run(30)}`, run(30)],
  'webhook of Teams': [`https://x.webhook.office.com/webhookb2/${run(30)}`, run(30)],
  'webhook of Zapier': [`https://hooks.zapier.com/hooks/catch/1/${run(7)}`, run(7)],
  'webhook of another kind': [`https://example.com/webhooks/in/${run(20)}`, run(20)],
  'random word': [`nfp_${run(36)}`, run(36)],
  'hexadecimal key': [hex(32), hex(32)],
  'private key of Atlas': ['7c4e9a1f-03bd-58c6-9a1f-7c4e9a1f03bd', '7c4e9a1f-03bd-58c6-9a1f-7c4e9a1f03bd'],
  'version of a media type': [`application/vnd.atlas.${run(20)}+json`, run(20)],
  'e-mail address': ['hunter2@example.com', 'hunter2'],
  'word of base64': ['aHVudGVyMg==', 'aHVudGVyMg'],
};

test('every shape has a sample', () => {
  expect([...CREDENTIALS, ...IDENTIFIERS].map((shape) => shape.of).toSorted()).toEqual(
    Object.keys(SAMPLES).toSorted(),
  );
});

describe('what has the shape of a credential is masked in a text', () => {
  test.each(Object.entries(SAMPLES))('%s', (_of, [text, secret]) => {
    for (const said of [text, `look: ${text} is here`, `(${text})`, `"${text}"`])
      expect(redactText(said)).not.toContain(secret);
    expect(redactText(`look: ${text} is here`)).toMatch(/^look: .* is here$/s);
  });
});

const sureOf = new Set(CREDENTIALS.map((shape) => shape.of));

describe('what only credentials look like is masked in names, pointers and commands', () => {
  test.each(Object.entries(SAMPLES).filter(([of]) => sureOf.has(of)))('%s', (_of, [text, secret]) => {
    expect(redactCredentials(text)).not.toContain(secret);
    expect(redactPath(`config/${text}.json`)).not.toContain(secret);
    if (!text.includes('/')) expect(redactPointer(`/a/${text}/b`)).not.toContain(secret);
    expect(redactCommand(`echo ${text}`, new Set())).not.toContain(secret);
  });
});

test.each(['aHVudGVyMg==', 'c2VjcmV0MTIzNA==', 'dG9wc2VjcmV0MQ='])(
  'a word of a shell that ends like base64 is none: %s',
  (word) => {
    for (const line of [`curl ${word}`, `tool --login ${word} x`, `run "${word}"`, `run '${word}'`])
      expect(redactCommand(line, new Set())).not.toContain(word.slice(0, -2));
  },
);

test.each([
  'main.3f2a.js',
  'src/clusters/replication-specs.ts',
  'fixtures/2023-02-01/tokens.json',
  'npm_config_registry',
  'task-list.yaml',
  'deadbeefdeadbeefdeadbeefdeadbeef.txt'.replaceAll(/\d/g, 'a'),
  'src/webhooks/handlers.ts',
  'a/20231115T101112.har',
  'TestMigratesV2ClustersOfVersion20230201With3RegionsAnd2Shards.java',
  'assets/index-DiwrgTda.js',
  '01HF3ZK5Y8QW9V7N2X4M6R0PCT.json',
  '5e2211c17a3e5a48f5497de3.json',
])('the name %s is shown', (name) => {
  expect(redactPath(name)).toBe(name);
});

test.each([
  'baseURL=x',
  'export BASE_URL=',
  'const pageSize = 100',
  'GET /groups?itemsPerPage=500&pretty=true',
])('%s is no credential', (text) => {
  expect(redactText(text)).toBe(text);
});

test('names of secrets', () => {
  for (const name of ['pin', 'PIN', 'pin_code', 'user-pin', 'accountKey', 'webhookUrl', 'SLACK_WEBHOOK'])
    expect([name, SECRET_NAME.test(name)]).toEqual([name, true]);
  for (const name of ['mapping', 'spinner', 'pinned', 'ping', 'shipping'])
    expect([name, SECRET_NAME.test(name)]).toEqual([name, false]);
});

describe('a key of base64 is masked as a whole, with its signs', () => {
  const KEYS = [
    'x4Qk9ZbWv7RtY2LmPq/8HsJd3FgKc0N+TzXwBv5Q',
    'Zq7/Xw2Kd9+Lm4Vb8Jt1Rp6Yc3Hs5Gf0Nz/QkTxW',
    'q9X+kZ3vB7/wN1tR5mL8yJ4pH6sD2fG0cK+xQzVbTrWm==',
  ];

  test.each(KEYS)('%s', (key) => {
    for (const said of [`the key is ${key} today`, `KEY=${key}`, `key:${key}`, `<${key}>`])
      expect(redactText(said)).toBe(said.replace(key, '•••'));
  });

  test.each(['/api/atlas/groups/x4Qk9ZbWv7RtY2LmPq8Hs/clusters', 'src/extract/source/evaluate/classes'])(
    'but not the words of the path %s',
    (path) => expect(redactText(`in ${path}`)).toContain(path.split('/').at(-1)),
  );
});
