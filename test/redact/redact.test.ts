import { describe, expect, it } from 'vitest';
import { redactCommand } from '../../src/redact/command.ts';
import { redactAssignment } from '../../src/redact/source-line.ts';
import { redactText } from '../../src/redact/redact.ts';

describe('redactText', () => {
  it.each([
    'https://me:hunter2@cloud.mongodb.com/api',
    'mongodb+srv://admin:hunter2@cluster0.mongodb.net/x',
    'Authorization: Bearer hunter2hunter2',
    'Basic aHVudGVyMjpodW50ZXIy is hunter2'.replace(' is hunter2', ''),
    'password: "hunter2"',
    "apiKey='hunter2'",
    'client_secret=hunter2&grant_type=client_credentials',
    'PRIVATE_KEY=hunter2',
    '"clientSecret": "hun\\"ter2 hunter2"',
    '-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----',
    'mdb_sa_sk_hunter2hunter2',
    'eyJhbGciOi.hunter2.hunter2',
  ])('leaves nothing of the credential in %s', (text) => {
    expect(redactText(text)).toContain('•••');
    expect(redactText(text)).not.toMatch(/hunter2|aHVudGVy/);
  });

  it.each(['12345678-90ab-cdef-1234-567890abcdef', '5f1a2b3c4d5e6f7a8b9c0d1e', 'kx92Jd81Ls02Ma83Nd74'])(
    'masks the key %s wherever it stands',
    (key) => {
      expect(redactText(`in "${key}" here`)).toBe('in "•••" here');
    },
  );

  it.each([
    'The request needs HTTP Basic authentication.',
    'Use mongodb-atlas-api-client@4.2.1 or newer.',
    'application/vnd.atlas.2023-02-01+json',
    '/api/atlas/v2/groups/{groupId}/clusters/{clusterName}',
    'replicationSpecs[].regionConfigs[].electableSpecs.instanceSize',
  ])('keeps %s', (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe('long runs', () => {
  it.each(['wqzkvhrtplmxcbgd', 'QWEDZemZHC79ECWZkEOuoooW', 'kx-Jd_Ls-Ma_Nd-pq_Rs'])(
    'that are no words are masked: %s',
    (run) => {
      expect(redactText(`key ${run}`)).toBe('key •••');
    },
  );

  it.each([
    'getV2ClustersByGroupIdAndName',
    'providerBackupEnabled',
    'X-Content-Type-Options',
    'mongodb_atlas_cluster_outage_simulation',
    'LEGACY_CLUSTER_ADMINISTRATION_BASE_URL',
    'replicationSpecsRegionConfigsElectable',
  ])('of words are names: %s', (run) => {
    expect(redactText(`key ${run}`)).toBe(`key ${run}`);
  });
});

const shown = (text: string) => redactAssignment(text, new Set(['providerSettings']));

describe('redactAssignment', () => {
  it.each([
    'ATLAS_BASE_URL=https://cloud.mongodb.com/api/atlas/v1.0',
    'export BASE="https://cloud.mongodb.com/api/atlas/v1.0"',
    '  - url: https://cloud.mongodb.com/api/atlas/v1.0/groups',
    'providerSettings:',
    '  numShards: 1',
    '  backupEnabled: true',
  ])('keeps %s', (text) => {
    expect(shown(text)).toBe(text);
  });

  it.each([
    'PRIVATE_KEY=hunter',
    "  password: 'hunter'",
    '- name: hunter',
    'URL=https://me:hunter@cloud.mongodb.com/api/atlas/v1.0',
    'URL=/api/atlas/v1.0 # hunter',
    '  hunter',
    'auth: { user: hunter, url: /api/atlas/v1.0 }',
  ])('masks what %s says', (text) => {
    expect(shown(text)).not.toContain('hunter');
  });
});

describe('redactCommand', () => {
  it.each([
    `curl -s --digest -H 'Accept: application/json' "https://cloud.mongodb.com/api/atlas/v1.0/groups/$GROUP/clusters"`,
    'curl -X POST "$BASE/groups" | jq',
    'export BASE=https://cloud.mongodb.com/api/atlas/v1.0',
    '  -u "$KEY:$SECRET" \\',
    `curl -d '{"providerSettings":{"diskIOPS":100},"numShards":1}' "$URL"`,
    `  -d "{\\"paused\\": true, \\"name\\": \\"$NAME\\"}" \\`,
    '  "providerSettings": { "diskIOPS": 3000, "volumeType": null },',
    'curl -s --max-time 30 "$URL" 2>/dev/null | jq .results[0].id',
    'curl -X PATCH -d @body.json "$URL" > /dev/null 2>&1',
    "curl -d 'grant_type=client_credentials' --request=POST $URL",
    'while true; do export GROUP=$1; done',
  ])('keeps %s', (text) => {
    expect(redactCommand(text, new Set())).toBe(text);
  });

  it.each([
    `curl -u 'me:hunter' $URL`,
    'curl -uhunter $URL',
    'curl -H "X-Key: hunter" $URL',
    'PASS=hunter curl $URL # hunter',
    `  "apiKey": "hunter",`,
    `curl -d '{"a":"hunter"}' $URL`,
    'curl "$URL?x=hunter"',
    "curl -d 'hunter",
    'curl -u hunter: $URL',
    'curl -su "$KEY:hunter" $URL',
    'curl --user=hunter $URL',
    'curl -b sid=hunter $URL',
    "curl -H 'hunter' $URL",
    `curl -d '{"a":hunter}' $URL`,
    'curl -d "a=1&b=hunter" $URL',
    '{"password": "hunter", "x": hunter}',
    `curl -d "{\\"a\\":\\"hunter\\"}" $URL`,
    'read -s hunter2hunter',
    `curl -d '{"otp": 90210, "name": "hunter"}' $URL`,
  ])('masks what %s says', (text) => {
    expect(redactCommand(text, new Set())).not.toMatch(/hunter|90210/);
  });

  it('leaves the flags of this tool as they are', () => {
    expect(redactText('--severity token-reuse=error')).toBe('--severity token-reuse=error');
    expect(redactText('--severity token-reuse=hunter2')).toBe('--severity token-reuse=•••');
  });
});
