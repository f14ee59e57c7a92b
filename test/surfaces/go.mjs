/**
 * Compiles and runs the programs of fixtures/corpus/go that need the standard library only, before and after `fix`, with a
 * transport that records what they send: each call of the API is there once, migrated, with one dated Accept; all others are as they were.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problemsOf } from './sent.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const corpus = join(root, 'fixtures/corpus/go');
const work = mkdtempSync(join(tmpdir(), 'migrate-go-'));

const RECORDER = `package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
)

type recorder struct{}

func (recorder) RoundTrip(r *http.Request) (*http.Response, error) {
	body := ""
	if r.Body != nil {
		data, _ := io.ReadAll(r.Body)
		body = string(data)
	}
	file, err := os.OpenFile(os.Getenv("RECORD"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	json.NewEncoder(file).Encode(map[string]interface{}{"method": r.Method, "url": r.URL.String(), "headers": r.Header, "body": body})
	answer := io.NopCloser(strings.NewReader("{\\"results\\": []}"))
	return &http.Response{StatusCode: 200, Status: "200 OK", Header: http.Header{}, Body: answer, Request: r}, nil
}

func init() { http.DefaultTransport = recorder{} }
`;

const run = (cwd, program, args, env = {}) => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', ...env },
  });
  return { status, text: `${stdout}${stderr}` };
};

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.go'))
    .map((entry) => join(entry.parentPath, entry.name));

const isOwn = (text) => !/"(?:github\.com|gopkg\.in)\//.test(text);

const mainOf = (folder) => filesIn(folder).find((path) => /^func main\(\)/m.test(readFileSync(path, 'utf8')));

/** What a program sends, one line a request; nothing for a package without `func main`. */
const sent = (folder) => {
  const main = mainOf(folder);
  if (main === undefined) return [];
  const record = join(folder, 'record.jsonl');
  writeFileSync(join(dirname(main), 'zz_recorder.go'), RECORDER);
  run(dirname(main), 'go', ['run', '.'], { RECORD: record });
  return existsSync(record)
    ? readFileSync(record, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
};

const check = (name) => {
  const label = JSON.parse(readFileSync(join(corpus, name, 'label.json'), 'utf8'));
  const folders = ['before', 'fixed'].map((kind) => join(work, name, kind));
  for (const folder of folders) {
    cpSync(join(corpus, name, 'before'), folder, { recursive: true });
    if (!existsSync(join(folder, 'go.mod')))
      writeFileSync(join(folder, 'go.mod'), 'module example.com/app\n\ngo 1.19\n');
  }
  const [before, fixed] = folders;
  const compiled = run(before, 'go', ['vet', './...']).status === 0;
  run(fixed, process.execPath, [join(root, 'bin/migrate.js'), 'fix', '--allow-dirty', '--no-config', '.']);
  const problems = [];
  const vetted = run(fixed, 'go', ['vet', './...']);
  if (compiled && vetted.status !== 0) problems.push(vetted.text);
  const unformatted = run(fixed, 'gofmt', ['-l', '.']).text.trim();
  if (unformatted !== '') problems.push(`gofmt would change ${unformatted}`);
  if (compiled && filesIn(fixed).some((path) => path.endsWith('_test.go'))) {
    const tested = run(fixed, 'go', ['test', './...']);
    if (tested.status !== 0) problems.push(tested.text);
  }
  const isMended = label.findings.length > 0 && label.findings.every(({ fix }) => fix === 'safe');
  const isRun = compiled && mainOf(before) !== undefined;
  const [was, is] = isRun ? [sent(before), sent(fixed)] : [[], []];
  if (isRun && isMended && is.length === 0) problems.push('nothing was sent');
  problems.push(...problemsOf(was, is, isMended));
  return { name, problems, requests: was.length, isRun, compiled };
};

const names = readdirSync(corpus).filter((name) =>
  filesIn(join(corpus, name, 'before')).every((path) => isOwn(readFileSync(path, 'utf8'))),
);
const results = names.map(check);
rmSync(work, { recursive: true, force: true });
for (const { name, problems } of results)
  for (const problem of problems) console.error(`${name}: ${problem}`);
const requests = results.reduce((sum, result) => sum + result.requests, 0);
console.log(`${results.length} programs of Go, ${requests} requests before and after`);
const listed = (title, chosen) => {
  const found = results.filter(chosen).map(({ name }) => name);
  if (found.length > 0) console.log(`${title}: ${found.join(', ')}`);
};
listed('without func main, compiled only', ({ isRun, compiled }) => compiled && !isRun);
listed('need files that are not here, formatted only', ({ compiled }) => !compiled);
process.exitCode = results.some(({ problems }) => problems.length > 0) ? 1 : 0;
