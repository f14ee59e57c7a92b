import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const V1 = '/api/atlas/v1.0';

const line = (request: string, time = '03/Oct/2026:23:30:00 -0200'): string =>
  `1.2.3.4 - - [${time}] "${request} HTTP/1.1" 200 12 "-" "x"\n`;

const CODE = {
  'src/groups.ts': `export const groups = () => fetch('https://cloud.mongodb.com${V1}/groups');\n`,
  'src/orgs.ts': `export const orgs = () => fetch('https://cloud.mongodb.com${V1}/orgs');\n`,
};
const LOGS = {
  'logs/access.log': line(`GET ${V1}/groups`).repeat(412) + line(`DELETE ${V1}/groups/1`),
};

const scanIn = async (folder: string, ...args: readonly string[]) => {
  const { terminal, out, printed } = recordingTerminal(folder);
  const code = await run(['scan', '--today', '2026-11-21', ...args], terminal);
  return { code, out: out(), printed: printed() };
};

const scan = (...args: readonly string[]) => scanIn(temporaryTree({ ...CODE, ...LOGS }), ...args);

interface Json {
  readonly findings: readonly { file: string; seen?: { count: number; last: string }; sites?: unknown[] }[];
  readonly calls?: { readonly sites: readonly unknown[]; readonly elsewhere: readonly unknown[] };
}

interface Related {
  readonly message: { readonly text: string };
  readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
}

const json = async (...args: readonly string[]): Promise<Json> =>
  JSON.parse((await scan('-f', 'json', ...args)).out) as Json;

describe('scan --by-call', () => {
  it('names the line of a call, and not a caller of other code that changes its client', async () => {
    const client = [
      'import requests',
      'from requests.auth import HTTPDigestAuth',
      'class Atlas:',
      '    def __init__(self, public_key, private_key):',
      '        self.session = requests.Session()',
      '        self.session.auth = HTTPDigestAuth(public_key, private_key)',
      '    def clusters(self, group):',
      `        return self.session.get("https://cloud.mongodb.com${V1}/groups/" + group + "/clusters").json()`,
      '',
    ];
    const report =
      'from client import Atlas\ndef main():\n    api = Atlas(1, 2)\n    print(api.clusters("g"))\n';
    const tool = `import urllib.request\nreq = urllib.request.Request("https://cloud.mongodb.com${V1}/orgs")\nurllib.request.urlopen(req)\n`;
    const files = { 'client.py': client.join('\n'), 'report.py': report, 'tool.py': tool };
    const { out } = await scanIn(temporaryTree(files), '--by-call');
    expect(out).toContain('  tool.py:3:1  GET /orgs\n');
  });

  it('shows which calls were seen, which never, and which come from elsewhere', async () => {
    const { out, code } = await scan('--by-call');
    expect(code).toBe(1);
    expect(out).toBe(
      [
        'Calls in the scanned code that were recorded: 1',
        '  src/groups.ts:1:29  GET /groups',
        '      recorded 412 times, last 2026-10-04, first at logs/access.log:1:47 (exchange 0)',
        '',
        'Calls in the scanned code that no scanned recording shows: 1',
        '  src/orgs.ts:1:27  GET /orgs',
        '',
        'Recorded calls without matching code: 1',
        '  logs/access.log:413:50 (exchange 412)  DELETE /groups/{groupId}',
        '      recorded once, last 2026-10-04',
        '',
      ].join('\n'),
    );
  });

  it('has tables of Markdown and JSON, and no other format', async () => {
    expect((await scan('--by-call', '-f', 'markdown')).out).toContain(
      '| GET /groups | src/groups.ts:1:29 | recorded 412 times, last 2026-10-04 |',
    );
    const { calls } = await json('--by-call');
    expect(calls?.sites).toHaveLength(2);
    const refused = await scan('--by-call', '-f', 'sarif');
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.printed).toContain('--by-call --format takes pretty, json, markdown, not "sarif"');
  });

  it('lists calls where nothing was recorded, and says so', async () => {
    const { out, printed } = await scanIn(temporaryTree(CODE), '--by-call');
    expect(out).toContain('that no scanned recording shows: 2');
    expect(printed).toContain('the scanned files contain no recording');
  });

  it('takes dates that are none for no date', async () => {
    const odd = `{"method":"GET","path":"${V1}/groups","status":200,"time":1e300}\n`;
    const { out } = await scanIn(temporaryTree({ ...CODE, 'a.log': odd.repeat(3) }), '--by-call');
    expect(out).toContain('recorded 3 times, first at a.log:1:');
  });
});

describe('reports with recordings', () => {
  it('say in every finding about a call how often it was seen, and keep to their schema', async () => {
    const report = await json();
    const groups = report.findings.filter(({ file }) => file === 'src/groups.ts');
    expect(groups.length).toBeGreaterThan(0);
    for (const { seen } of groups)
      expect(seen).toMatchObject({ count: 412, last: '2026-10-04T01:30:00.000Z' });
    expect(report.findings.find(({ file }) => file === 'src/orgs.ts')?.seen).toMatchObject({
      count: 0,
      last: null,
    });
    expect(report.findings.find(({ file }) => file === 'logs/access.log')?.sites).toHaveLength(1);
    const schema: unknown = JSON.parse(readFileSync('rules/schema/report.schema.json', 'utf8'));
    const valid = new Ajv2020().compile(schema as object);
    expect(valid(report) || valid.errors).toBe(true);
  });

  it('say it in words and as related locations', async () => {
    expect((await scan()).out).toContain('; recorded 412 times, last 2026-10-04]\n');
    expect((await scan()).out).toContain('; not in the scanned recordings]\n');
    const sarif = JSON.parse((await scan('-f', 'sarif')).out) as {
      runs: { results: { relatedLocations?: Related[] }[] }[];
    };
    const related = sarif.runs[0]!.results.flatMap(({ relatedLocations = [] }) => relatedLocations);
    const filesOf = (text: string) =>
      new Set(
        related
          .filter(({ message }) => message.text === text)
          .map(({ physicalLocation }) => physicalLocation.artifactLocation.uri),
      );
    expect(filesOf('A recorded call.')).toEqual(new Set(['logs/access.log']));
    expect(filesOf('This line makes such calls.')).toEqual(new Set(['src/groups.ts']));
  });

  it('say nothing of it where nothing was recorded', async () => {
    const { out } = await scanIn(temporaryTree(CODE), '-f', 'json');
    const report = JSON.parse(out) as Json;
    expect(report.calls).toBeUndefined();
    expect(report.findings.filter((finding) => 'seen' in finding || 'sites' in finding)).toEqual([]);
  });

  it('are the same from run to run, and as shards that are merged', async () => {
    const folder = temporaryTree({ ...CODE, ...LOGS });
    const whole = await scanIn(folder, '-f', 'json');
    const parts: Record<string, string> = {};
    for (const index of [1, 2, 3])
      parts[`${index}.json`] = (await scanIn(folder, '-f', 'json', '--shard', `${index}/3`)).out;
    const { terminal, out } = recordingTerminal(temporaryTree(parts));
    await run(['merge', ...Object.keys(parts)], terminal);
    expect(out()).toBe(whole.out);
    expect((await scanIn(folder, '-f', 'json')).out).toBe(whole.out);
  });
});
