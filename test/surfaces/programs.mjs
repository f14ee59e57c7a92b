/**
 * `node programs.mjs ruby|php|lua|java`: parses or compiles the programs of fixtures/corpus before and after `fix`, and runs those of Ruby,
 * PHP and Lua with clients that record what they send: each call of the API is there once, migrated; all others are as they were.
 * Programs that need packages are parsed only, and those of Java are named as skipped.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problemsOf } from './sent.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const driver = (name) => join(root, 'test/surfaces/drivers', name);

const LANGUAGES = {
  ruby: {
    extension: '.rb',
    parses: (files) => files.map((file) => ['ruby', ['-c', file]]),
    runs: ['ruby', driver('run.rb')],
    foreign: /^require ['"](?:faraday|httparty|rest-client|http)['"]/m,
  },
  php: {
    extension: '.php',
    parses: (files) => files.map((file) => ['php', ['-l', file]]),
    runs: ['php', driver('run.php')],
    foreign: /^use (?:GuzzleHttp|Symfony|Illuminate)\b|\bwp_remote_|\bGuzzleHttp\\/m,
  },
  lua: {
    extension: '.lua',
    parses: (files) => files.map((file) => ['lua', ['-e', `assert(loadfile([==[${file}]==]))`]]),
    runs: ['lua', driver('run.lua')],
    foreign: /(?!)/,
  },
  java: {
    extension: '.java',
    parses: (files, folder) => [['javac', ['-d', join(folder, 'classes'), ...files]]],
    foreign: /^import (?:static )?(?!java\.|javax\.net|com\.example|example|acme)[\w.]+\.[\w.]+\.[A-Z*]/m,
  },
};

const [, , chosen = ''] = process.argv;
const language = LANGUAGES[chosen];
const corpus = join(root, 'fixtures/corpus', chosen);
const work = mkdtempSync(join(tmpdir(), `migrate-${chosen}-`));

const run = (program, args, cwd, env = {}) => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    timeout: 20_000,
    env: { ...process.env, ...env },
  });
  return { status, text: `${stdout}${stderr}` };
};

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(language.extension))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const faults = (folder) =>
  language.parses(filesIn(folder), folder).flatMap(([program, args]) => {
    const { status, text } = run(program, args, folder);
    return status === 0 ? [] : [text.trim()];
  });

/** What the programs of a folder send, those of one file after another. */
const sent = (folder) =>
  filesIn(folder).flatMap((program, at) => {
    const record = join(folder, `record-${at}.jsonl`);
    const [name, ...args] = language.runs;
    run(name, args, folder, { RECORD: record, PROGRAM: program });
    return existsSync(record)
      ? readFileSync(record, 'utf8')
          .trim()
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : [];
  });

const check = (name) => {
  const label = JSON.parse(readFileSync(join(corpus, name, 'label.json'), 'utf8'));
  const [before, fixed] = ['before', 'fixed'].map((kind) => join(work, name, kind));
  for (const folder of [before, fixed]) cpSync(join(corpus, name, 'before'), folder, { recursive: true });
  const isForeign = filesIn(before).some((path) => language.foreign.test(readFileSync(path, 'utf8')));
  run(process.execPath, [join(root, 'bin/migrate.js'), 'fix', '--allow-dirty', '--no-config', '.'], fixed);
  const compiles = language.runs !== undefined || !isForeign;
  const problems = compiles && faults(before).length === 0 ? faults(fixed) : [];
  if (!compiles || isForeign || !language.runs) return { name, problems, requests: 0, isForeign };
  const isMended = label.findings.length > 0 && label.findings.every(({ fix }) => fix === 'safe');
  const was = sent(before);
  problems.push(...problemsOf(was, sent(fixed), isMended));
  return { name, problems, requests: was.length, isForeign };
};

const results = readdirSync(corpus).map(check);
rmSync(work, { recursive: true, force: true });
for (const { name, problems } of results)
  for (const problem of problems) console.error(`${name}: ${problem}`);
const requests = results.reduce((sum, result) => sum + result.requests, 0);
const apart = results.filter(({ isForeign }) => isForeign).map(({ name }) => name);
console.log(`${results.length} programs of ${chosen}, ${requests} requests before and after`);
if (apart.length > 0) console.log(`need packages, not run: ${apart.join(', ')}`);
process.exitCode = results.some(({ problems }) => problems.length > 0) ? 1 : 0;
