import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { expect, it } from 'vitest';
import { analyse } from '../../../src/pipeline/analyse.ts';
import { openScope } from '../../../src/cli/lsp/analysis.ts';
import { collect } from '../../../src/pipeline/collect.ts';
import { extract } from '../../../src/pipeline/extract.ts';
import { judge } from '../../../src/pipeline/judge.ts';
import { withTexts } from '../../../src/pipeline/open-run.ts';
import type { Run } from '../../../src/pipeline/run.ts';
import { optionsFrom } from '../../../src/config/options.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';

const PROJECTS = fileURLToPath(new URL('../../../fixtures/projects', import.meta.url));
const options = optionsFrom({ today: '2026-11-21' }, [], 'scan');

/** What a person may do to a file: each changes what is found in it, or in files that import it. */
const EDITS: Readonly<Record<string, (text: string) => string>> = {
  shift: (text) => `\n${text}`,
  migrate: (text) => text.replaceAll('/api/atlas/v1.0', '/api/atlas/v2'),
  revert: (text) => text.replaceAll('/api/atlas/v2', '/api/atlas/v1.0'),
  empty: () => '',
  add: (text) => `${text}\nfetch('https://cloud.mongodb.com/api/atlas/v1.0/orgs');\n`,
  hide: (text) => text.replaceAll('export ', ''),
  header: (text) => text.replaceAll(/accept/gi, 'x-accept'),
  breakIt: (text) => `${text}\n}}}`,
  unlink: (text) => text.replace(/from '\.[^']*'/, "from './nowhere'"),
};

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:[cm]?[jt]s|json|yaml|env)$/.test(path) && statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();

it('finds after every change what a scan from the start finds', { timeout: 120_000 }, async () => {
  const cwd = temporaryTree({ 'package.json': '{}' });
  // Twice, since few files are looked at together.
  for (const copy of ['one', 'two']) cpSync(PROJECTS, join(cwd, copy), { recursive: true });
  const files = filesIn(cwd);
  const step = record({ file: nat(files.length - 1), edit: constantFrom(...Object.keys(EDITS)) });
  await assert(
    asyncProperty(array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const open = [...new Set(steps.map(({ file }) => files[file]!))];
      let texts = new Map(open.map((path) => [path, readFileSync(join(cwd, path), 'utf8')]));
      let job = await openScope(options, cwd, '.', texts);
      await analyse(job);
      for (const { file, edit } of steps) {
        const path = files[file]!;
        texts = new Map([...texts, [path, EDITS[edit]!(texts.get(path)!)]]);
        job = await withTexts(job, texts);
        const { report } = await analyse(job);
        const fresh = await analyse(await openScope(options, cwd, '.', texts));
        expect(report.findings).toEqual(fresh.report.findings);
      }
    }),
    { numRuns: Number(process.env['LSP_RUNS'] ?? 4) },
  );
});

const scan = async (run: Run) => judge(run, await extract(run, await collect(run)));

it('looks again only at the files that depend on a change', async () => {
  const padding = `/* ${'x'.repeat(9000)} */\n`;
  const call = (base: string) =>
    `${padding}import { base } from './${base}';\nexport const f = (id) => fetch(\`\${base}/groups/\${id}\`);\n`;
  const base = "export const base = 'https://cloud.mongodb.com/api/atlas/v1.0';\n";
  const files = {
    'a.ts': base,
    'b.ts': base,
    'useA.ts': call('a'),
    'useB.ts': call('b'),
    'c.ts': `${padding}${base}`,
  };
  const cwd = temporaryTree({ 'package.json': '{}', ...files });
  const run = await openScope(options, cwd, '.', new Map([['a.ts', base]]));
  const before = await scan(run);
  const changed = withTexts(run, new Map([['a.ts', base.replace('v1.0', 'v2')]]));
  const after = await scan(changed);
  const kept = new Set(after.facts.filter((fact) => before.facts.includes(fact)).map(({ file }) => file));
  expect([...kept].toSorted()).toEqual(['b.ts', 'c.ts', 'useB.ts']);
  expect(after.findings.map(({ file }) => file)).not.toContain('a.ts');
});
