import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const migrate = async (files: Readonly<Record<string, string>>, args: readonly string[], stdin?: string) => {
  const cwd = temporaryTree(files);
  const { terminal, out, printed } = recordingTerminal(cwd, stdin);
  const code = await run(args, terminal);
  return { cwd, code, out: out(), printed: printed() };
};

const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';
const LIST = `fetch('${BASE}/groups/1/clusters');\n`;

describe('a report for people', () => {
  it('counts a call once where its variable has a fallback and stands in .env', async () => {
    const { out } = await migrate(
      {
        '.env': `ATLAS_BASE=${BASE}\n`,
        'a.js': `const base = process.env.ATLAS_BASE ?? '${BASE}';\nfetch(\`\${base}/groups/1/clusters\`);\n`,
      },
      ['versions'],
    );
    expect(out).toMatch(/^clusters\.list .* 1$/m);
  });

  it('says of an empty shard that it is one', async () => {
    const shards = ['1/2', '2/2'].map((shard) => migrate({ 'a.js': '' }, ['scan', '--shard', shard]));
    const texts = (await Promise.all(shards)).map(({ printed }) => printed).toSorted();
    expect(texts[1]).toMatch(/^2> Shard [12]\/2 has no file to report/);
  });

  it('uses a baseline that is there when it sets up a project', async () => {
    const { printed, cwd } = await migrate({ 'migrate-baseline.txt': '' }, ['init', '--yes']);
    expect(printed).toContain('wrote migrate.config.json');
    expect(JSON.parse(readFileSync(join(cwd, 'migrate.config.json'), 'utf8'))).toMatchObject({
      baseline: 'migrate-baseline.txt',
    });
  });

  it('shows no code after a fix that does not exist', async () => {
    const { out } = await migrate({}, ['explain', 'removed-cluster-property']);
    const examples = out.split('  after the fix:\n').slice(1);
    expect(examples.length).toBeGreaterThan(2);
    expect(out).toContain('No fix is offered for this case.');
  });

  it('names the variable that the code sends, not what its only caller gives', async () => {
    const { out } = await migrate(
      {
        'a.js': `const scale = (size) => fetch('${BASE}/groups/1/clusters/a', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ providerSettings: { instanceSizeName: size } }) });\nscale('M10');\n`,
      },
      ['scan'],
    );
    expect(out).toContain('to `size`');
    expect(out).not.toContain('"M10"');
  });

  it('says what is wrong with a payload in words about payloads', async () => {
    const wrong = {
      name: 3,
      providerSettings: { providerName: 'AWX', instanceSizeName: 'M10', regionName: 'X' },
    };
    const { code, printed } = await migrate({}, ['convert', '-'], JSON.stringify(wrong));
    expect(code).toBe(2);
    expect(printed).toContain(
      '/name: as clusters.create: this must be a string, in a legacy cluster payload.',
    );
    expect(printed).toContain('this must be one of AWS, AZURE, GCP, TENANT');
    expect(printed).not.toMatch(/schema|\(type|\(enum/);
  });

  it('converts a template whose name is added later, where it is said to create', async () => {
    const template = {
      providerSettings: { providerName: 'AWS', instanceSizeName: 'M10', regionName: 'US_EAST_1' },
    };
    const guessed = await migrate({}, ['convert', '-'], JSON.stringify(template));
    expect(guessed.code).toBe(2);
    expect(guessed.printed).toContain('for a template, give the operation clusters.create');
    const flags = ['--operation', 'clusters.create'];
    const { code, out } = await migrate({}, ['convert', '-', ...flags], JSON.stringify(template));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      clusterType: 'REPLICASET',
      replicationSpecs: [{ numShards: 1 }],
    });
    expect(out).not.toContain('"name"');
  });

  it.skipIf(process.getuid?.() === 0)(
    'says that a named file cannot be read, with exit 2, and scans the others',
    async () => {
      const cwd = temporaryTree({ 'a.js': LIST, 'b.js': LIST });
      chmodSync(join(cwd, 'a.js'), 0);
      const { terminal, printed } = recordingTerminal(cwd);
      expect(await run(['scan', 'a.js', 'b.js'], terminal)).toBe(2);
      expect(printed()).toContain('skipped (unreadable (EACCES)): a.js');
      expect(printed()).toContain('b.js:');
      expect(printed()).toMatch(/exit 2: cannot read a\.js\.\n$/);
      expect(await run(['scan', '.'], recordingTerminal(cwd).terminal)).toBe(1);
      expect(printed()).not.toContain('internal error');
    },
  );

  it('tells code scanning where the tool is described', async () => {
    const { out } = await migrate({ 'a.js': LIST }, ['scan', '-f', 'sarif']);
    expect(out).toMatch(/"informationUri": "https:\/\/\S+\/@atlas-api-migrate\/cli"/);
  });

  it('takes help as a command, and -v and -V for the version', async () => {
    const help = await migrate({}, ['help', 'scan']);
    expect([help.code, help.out]).toEqual([0, (await migrate({}, ['scan', '--help'])).out]);
    for (const flag of ['-v', '-V']) expect((await migrate({}, [flag])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
