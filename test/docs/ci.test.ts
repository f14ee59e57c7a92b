import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryTree } from '../fixtures/temporary.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const blocks = (document: string, language: string): readonly string[] =>
  [...read(document).matchAll(/^ *```(\w+)\n([^]*?)^ *```$/gm)]
    .filter(([, kind]) => kind === language)
    .map(([, , body]) => body!);

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly [{ readonly env: Readonly<Record<string, string>>; readonly run: string }];
  };
}
const action = parse(read('action.yml')) as Action;
const [step] = action.runs.steps;

const variableOf = (input: string): string => `INPUT_${input.toUpperCase().replaceAll('-', '_')}`;

const LEGACY = 'export const url = "https://cloud.mongodb.com/api/atlas/v1.0";\n';

/** Runs the step of the action as a runner does, with these inputs. */
const runStep = (cwd: string, inputs: Readonly<Record<string, string>>) => {
  const runner = mkdtempSync(join(tmpdir(), 'runner-'));
  const defaults = Object.entries(action.inputs).map(([name, input]) => [variableOf(name), input.default]);
  const given = Object.entries(inputs).map(([name, value]) => [variableOf(name), value]);
  const env: Record<string, string> = {
    ...process.env,
    ...Object.fromEntries([...defaults, ...given]),
    GITHUB_ACTION_PATH: root,
    GITHUB_OUTPUT: join(runner, 'output'),
    GITHUB_STEP_SUMMARY: join(runner, 'summary'),
  };
  const done = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd,
    env,
    encoding: 'utf8',
  });
  const file = (name: string): string =>
    existsSync(join(runner, name)) ? readFileSync(join(runner, name), 'utf8') : '';
  const outputs = Object.fromEntries(
    file('output')
      .split('\n')
      .map((line) => line.split('=')),
  ) as Record<string, string>;
  return { ...done, outputs, summary: file('summary') };
};

describe('action.yml', () => {
  it('hands every input over as a variable, and none as text of its script', () => {
    const script = read('action/scan.sh');
    for (const name of Object.keys(action.inputs).filter((each) => each !== 'working-directory')) {
      expect(step.env[variableOf(name)]).toBe(`\${{ inputs.${name} }}`);
      expect(script).toContain(variableOf(name));
    }
    expect(step.run + script).not.toContain('${{');
  });

  it('annotates, sums up, writes reports and sets its outputs', () => {
    const cwd = temporaryTree({
      'src/a.ts': LEGACY,
      'other/b.ts': LEGACY,
      '-lead $(touch pwned).ts': LEGACY,
    });
    const paths = 'src\n\n-lead $(touch pwned).ts\n';
    const done = runStep(cwd, { paths, sarif: 'out put.sarif', html: 'out.html' });
    expect(done.status).toBe(1);
    expect(done.stdout.match(/^::error file=/gm)).toHaveLength(2);
    expect(done.outputs).toMatchObject({ 'exit-code': '1', findings: '2', errors: '2', warnings: '0' });
    expect(Object.keys(action.outputs).filter((name) => !Object.hasOwn(done.outputs, name))).toEqual([]);
    expect(done.summary).toContain('### migrate: 2 findings');
    expect(existsSync(join(cwd, 'pwned'))).toBe(false);
    expect(readFileSync(join(cwd, 'out put.sarif'), 'utf8')).toContain('"2.1.0"');
    expect(existsSync(join(cwd, 'out.html'))).toBe(true);
  });

  it('passes where nothing is at the gate, and says when the scan could not be done', () => {
    const cwd = temporaryTree({ 'a.ts': LEGACY });
    expect(runStep(cwd, { 'fail-on': 'never' })).toMatchObject({ status: 0, outputs: { findings: '1' } });
    const failed = runStep(cwd, { config: 'nowhere.json' });
    expect(failed).toMatchObject({ status: 2, outputs: { 'exit-code': '2' } });
    expect(failed.stderr).toContain('nowhere.json');
  });
});

interface Job {
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
  readonly artifacts: { readonly reports: Readonly<Record<string, string>> };
}

describe('templates/gitlab.yml', () => {
  const job = (parse(read('templates/gitlab.yml')) as Record<string, Job>)['atlas-api-migrate']!;
  const scan = (cwd: string, variables: Readonly<Record<string, string>> = {}) =>
    spawnSync(
      'bash',
      [
        '-eo',
        'pipefail',
        '-c',
        job.script[1]!.replace('npx --no atlas-api-migrate', '"$0" "$1"'),
        process.execPath,
        join(root, 'bin/migrate.js'),
      ],
      { cwd, env: { ...process.env, ...job.variables, ...variables }, encoding: 'utf8' },
    );

  it('scans and writes the reports that it names', () => {
    const cwd = temporaryTree({ 'a b/a.ts': LEGACY });
    const done = scan(cwd, { MIGRATE_PATH: 'a b' });
    expect([done.status, done.stderr]).toEqual([1, expect.stringContaining('1 error found')]);
    for (const file of Object.values(job.artifacts.reports)) expect(existsSync(join(cwd, file))).toBe(true);
    expect(scan(cwd, { MIGRATE_FAIL_ON: 'never' }).status).toBe(0);
    expect(scan(cwd, { MIGRATE_BASELINE: 'no where.txt' }).stderr).toContain('no where.txt');
  });

  it('is what docs/ci.md includes', () => {
    const example = parse(blocks('docs/ci.md', 'yaml').at(-1)!) as {
      include: readonly [{ file: string }];
      'atlas-api-migrate': { variables: object };
    };
    expect(existsSync(join(root, example.include[0].file))).toBe(true);
    for (const name of Object.keys(example['atlas-api-migrate'].variables))
      expect(job.variables).toHaveProperty(name);
  });
});

describe('docs/ci.md', () => {
  it('uses inputs and outputs that the action has', () => {
    const workflow = parse(blocks('docs/ci.md', 'yaml')[0]!) as {
      jobs: Record<string, { steps: readonly { id?: string; with?: object }[] }>;
    };
    const own = workflow.jobs['atlas-api-migrate']!.steps.find(({ id }) => id === 'migrate');
    for (const name of Object.keys(own!.with!)) expect(action.inputs).toHaveProperty(name);
    for (const [, name] of read('docs/ci.md').matchAll(/steps\.migrate\.outputs\.([\w-]+)/g))
      expect(action.outputs).toHaveProperty(name!);
  });
});

describe('docs/editors.md', () => {
  interface Task {
    readonly args: readonly string[];
    readonly problemMatcher: { readonly pattern: Readonly<Record<string, string | number>> };
  }
  const { tasks } = JSON.parse(blocks('docs/editors.md', 'json')[0]!) as { tasks: readonly [Task] };

  it('has a task for VS Code whose problem matcher reads what the task prints', () => {
    const cwd = temporaryTree({ 'src/a b:c.ts': `\n${LEGACY}` });
    const args = tasks[0].args.slice(2);
    const { stdout } = spawnSync(process.execPath, [join(root, 'bin/migrate.js'), ...args], {
      cwd,
      encoding: 'utf8',
    });
    const { regexp, ...groups } = tasks[0].problemMatcher.pattern;
    const match = new RegExp(String(regexp)).exec(stdout.trimEnd());
    const parts = Object.fromEntries(Object.entries(groups).map(([name, at]) => [name, match?.[Number(at)]]));
    expect(parts).toMatchObject({
      file: 'src/a b:c.ts',
      line: '2',
      column: '46',
      severity: 'error',
      code: 'legacy-base-url',
      message: expect.stringMatching(/^\/api\/atlas\/v1\.0 is .*\.$/),
    });
  });
});
