import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';
import { Client } from './client.ts';
import type { Range } from './client.ts';

interface Action {
  readonly title: string;
  readonly kind: string;
  readonly isPreferred?: boolean;
  readonly edit: { readonly changes: Readonly<Record<string, { range: Range; newText: string }[]>> };
}

const BASE = "export const base = 'https://cloud.mongodb.com/api/atlas/v1.0';\n";
const CALL =
  "import { base } from './base';\nexport const f = (id) => fetch(`${base}/groups/${id}/alerts`);\n";
const ALONE = "fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups');\n";
const EVERYWHERE = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

const uriIn = (cwd: string, file: string): string => pathToFileURL(join(cwd, file)).href;

const started = async (files: Readonly<Record<string, string>>, args: readonly string[] = []) => {
  const cwd = temporaryTree({ 'package.json': '{}', ...files });
  const client = new Client(cwd, ['--stdio', '--today', '2026-11-21', ...args]);
  const capabilities = await client.start(cwd);
  return { cwd, client, capabilities, uri: (file: string) => uriIn(cwd, file) };
};

const actions = (client: Client, uri: string, only?: readonly string[], range: Range = EVERYWHERE) =>
  client.request<Action[]>('textDocument/codeAction', {
    textDocument: { uri },
    range,
    context: { diagnostics: [], ...(only && { only }) },
  });

const apply = (text: string, edits: readonly { range: Range; newText: string }[]): string =>
  TextDocument.applyEdits(TextDocument.create('x:', '', 0, text), [...edits]);

const recordedOn = (day: string) =>
  `1.2.3.4 - - [${day}/Oct/2026:10:00:00 +0000] "GET /api/atlas/v1.0/groups HTTP/1.1" 200 12 "-" "curl"\n`;

describe('migrate lsp', { timeout: 60_000 }, () => {
  it.each([
    ['runs where the editor trusts the folder', true, {}, true],
    ['is not run where it does not say so', 'true', {}, false],
    ['is not run with the variable', true, { MIGRATE_NO_CODE_CONFIG: '1' }, false],
  ] as const)('a configuration that is code %s', async (_, trusted, env, ran) => {
    const code = 'require("fs").writeFileSync("ran.txt", ""); module.exports = {};\n';
    const cwd = temporaryTree({ 'a.ts': ALONE, 'migrate.config.js': code });
    const client = new Client(cwd, ['--today', '2026-11-21'], env);
    await client.start(cwd, {}, { trusted });
    client.open(uriIn(cwd, 'a.ts'), ALONE);
    expect(await client.diagnostics(uriIn(cwd, 'a.ts'), 1)).not.toEqual([]);
    expect(existsSync(join(cwd, 'ran.txt'))).toBe(ran);
  });

  it('reports the unsaved text of open documents, incrementally', async () => {
    const { client, uri, capabilities } = await started({ 'a.ts': 'export {};\n' });
    expect(capabilities).toMatchObject({ positionEncoding: 'utf-16', hoverProvider: true });
    const a = uri('a.ts');
    client.open(a, 'export {};\n');
    expect(await client.diagnostics(a, 1)).toEqual([]);
    client.change(a, 2, [
      {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 10 } },
        text: "/* 😀 */ fetch('');",
      },
      {
        range: { start: { line: 0, character: 16 }, end: { line: 0, character: 16 } },
        text: 'https://cloud.mongodb.com/api/atlas/v1.0/groups',
      },
    ]);
    const found = await client.diagnostics(a, 2);
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([
      ['missing-version-header', 1],
      ['legacy-base-url', 1],
    ]);
    const text = "/* 😀 */ fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups');";
    const { start, end } = found[1]!.range;
    expect(text.slice(start.character, end.character)).toMatch(/v1\.0/);
    client.notify('textDocument/didClose', { textDocument: { uri: a } });
    expect(await client.diagnostics(a)).toEqual([]);
  });

  it('offers a fix with all that belongs to it, in files that are not open too', async () => {
    const { client, uri, cwd } = await started({ 'src/base.ts': BASE, 'src/call.ts': CALL });
    const call = uri('src/call.ts');
    client.open(call, CALL);
    await client.diagnostics(call, 1);
    const offered = (await actions(client, call)).filter(({ title }) => !title.startsWith('Ignore'));
    expect(offered).toHaveLength(1);
    const [action] = offered;
    expect(action).toMatchObject({ kind: 'quickfix', isPreferred: true });
    expect(action!.title).toMatch(/and 1 change that belong/);
    const { changes } = action!.edit;
    expect(Object.keys(changes).sort()).toEqual([uri('src/base.ts'), call]);
    const written = [apply(BASE, changes[uri('src/base.ts')]!), apply(CALL, changes[call]!)];
    expect(await run(['fix', '--quiet'], recordingTerminal(cwd).terminal)).toBe(0);
    const fixed = ['src/base.ts', 'src/call.ts'].map((file) => readFileSync(join(cwd, file), 'utf8'));
    expect(written).toEqual(fixed);
  });

  it('says which fixes are unsafe, and applies none of them with all safe ones', async () => {
    const { client, uri } = await started({});
    const [a, b] = [uri('a.ts'), uri('b.ts')];
    client.open(a, BASE);
    client.open(b, `${ALONE}`);
    await client.diagnostics(a, 1);
    await client.diagnostics(b, 1);
    const [unsafe] = await actions(client, a);
    expect(unsafe).toMatchObject({
      title: expect.stringContaining('(unsafe: review it)'),
      isPreferred: false,
    });
    const [all] = await actions(client, a, ['source.fixProject']);
    expect(Object.keys(all!.edit.changes)).toEqual([b]);
    expect(apply(ALONE, all!.edit.changes[b]!)).toContain('/api/atlas/v2/groups');
    expect(await actions(client, a, ['refactor'])).toEqual([]);
  });

  it('fixes on saving what concerns the document, and no other file', async () => {
    const { client, uri } = await started({ 'base.ts': BASE, 'call.ts': CALL, 'other.ts': ALONE });
    const [call, other] = [uri('call.ts'), uri('other.ts')];
    client.open(call, CALL);
    client.open(other, ALONE);
    const [mine] = await actions(client, call, ['source.fixAll']);
    expect(Object.keys(mine!.edit.changes).sort()).toEqual([uri('base.ts'), call]);
    const [alone] = await actions(client, other, ['source.fixAll.migrate']);
    expect(Object.keys(alone!.edit.changes)).toEqual([other]);
    const [whole] = await actions(client, other, ['source']).then((all) =>
      all.filter(({ kind }) => kind === 'source.fixProject.migrate'),
    );
    expect(Object.keys(whole!.edit.changes).sort()).toEqual([uri('base.ts'), call, other].sort());
    client.change(other, 2, [{ text: apply(ALONE, alone!.edit.changes[other]!) }]);
    expect(await client.diagnostics(other, 2)).toEqual([]);
    expect(await actions(client, other, ['source.fixAll'])).toEqual([]);
  });

  it('sees files change that are not open, and asks to be told of them', async () => {
    const cwd = temporaryTree({ 'package.json': '{}', 'base.ts': BASE, 'call.ts': CALL });
    const client = new Client(cwd, ['--stdio', '--today', '2026-11-21']);
    await client.start(cwd, { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } });
    const call = uriIn(cwd, 'call.ts');
    client.open(call, CALL);
    expect(await client.diagnostics(call, 1)).toHaveLength(1);
    expect(client.asked).toContain('client/registerCapability');
    writeFileSync(join(cwd, 'base.ts'), BASE.replace('cloud.mongodb.com', 'api.example.com'));
    const told = (file: string) =>
      client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriIn(cwd, file), type: 2 }] });
    told('photo.png');
    client.change(call, 2, [{ text: `${CALL}\n` }]);
    expect(await client.diagnostics(call, 2)).toHaveLength(1);
    told('base.ts');
    client.change(call, 3, [{ text: `${CALL}\n\n` }]);
    expect(await client.diagnostics(call, 3)).toEqual([]);
  });

  it('takes folders that come and go', async () => {
    const one = temporaryTree({ 'package.json': '{}', 'base.ts': BASE });
    const two = temporaryTree({ 'package.json': '{}', 'base.ts': BASE, 'call.ts': CALL });
    const client = new Client(one, ['--stdio', '--today', '2026-11-21']);
    await client.start(one, { workspace: { workspaceFolders: true } });
    const call = uriIn(two, 'call.ts');
    client.open(call, CALL);
    // Outside of the workspace a document is looked at alone.
    expect(await client.diagnostics(call, 1)).toEqual([]);
    const folder = { uri: pathToFileURL(two).href, name: 'two' };
    const change = (event: object) => client.notify('workspace/didChangeWorkspaceFolders', { event });
    change({ added: [folder], removed: [] });
    client.change(call, 2, [{ text: `${CALL}\n` }]);
    expect(await client.diagnostics(call, 2)).toHaveLength(1);
    change({ added: [], removed: [folder] });
    client.change(call, 3, [{ text: `${CALL}\n\n` }]);
    expect(await client.diagnostics(call, 3)).toEqual([]);
  });

  it('answers many changes with one look at the last, and nothing once it is shut down', async () => {
    const { client, uri } = await started({});
    const a = uri('a.ts');
    client.open(a, ALONE);
    await client.diagnostics(a, 1);
    const before = client.publications;
    for (let version = 2; version < 60; version++)
      client.change(a, version, [{ text: `${ALONE}// ${version}` }]);
    const hovers = Array.from({ length: 10 }, () =>
      client.request('textDocument/hover', { textDocument: { uri: a }, position: { line: 0, character: 0 } }),
    );
    await Promise.all(hovers);
    await client.diagnostics(a, 59);
    expect(client.publications - before).toBeLessThan(5);
    client.change(a, 60, [{ text: `${ALONE}// 60` }]);
    await client.request('shutdown', null);
    const quiet = client.publications;
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(client.publications).toBe(quiet);
    client.notify('exit', {});
    expect(await client.exited).toBe(0);
  });

  it('explains the rule where the finding is, and nothing elsewhere', async () => {
    const { client, uri } = await started({});
    const a = uri('a.ts');
    client.open(a, ALONE);
    const hover = (character: number) =>
      client.request<{ contents: { value: string } } | null>('textDocument/hover', {
        textDocument: { uri: a },
        position: { line: 0, character },
      });
    expect((await hover(ALONE.indexOf('v1.0')))?.contents.value).toMatch(
      /\*\*legacy-base-url\*\* \(error\)[^]*What to do/,
    );
    expect(await hover(ALONE.length - 1)).toBeNull();
  });

  it('tells the deadline of a version, and how often a call was recorded', async () => {
    const log = recordedOn('02') + recordedOn('03');
    const { client, uri } = await started({ 'logs/access.log': log });
    const a = uri('a.ts');
    client.open(uri('logs/access.log'), log);
    const dated =
      "fetch('https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters', { headers: { Accept: 'application/vnd.atlas.2023-01-01+json' } });\n";
    client.open(a, `${ALONE}${dated}`);
    const hover = async (line: number, character: number) =>
      (
        await client.request<{ contents: { value: string } } | null>('textDocument/hover', {
          textDocument: { uri: a },
          position: { line, character },
        })
      )?.contents.value;
    expect(await hover(0, ALONE.indexOf('v1.0'))).toContain(
      'In recordings: recorded 2 times, last 2026-10-03',
    );
    expect(await hover(1, dated.indexOf('2023-01-01'))).toMatch(
      /Deadline: \d{4}-\d\d-\d\d \((?:in )?\d+ days/,
    );
  });

  it('ignores a line with a reason', async () => {
    const { client, uri } = await started({});
    const a = uri('a.ts');
    client.open(a, ALONE);
    const ignore = (await actions(client, a)).find(({ title }) => title.startsWith('Ignore'))!;
    expect(ignore.title).toBe('Ignore legacy-base-url, missing-version-header on this line, with a reason');
    const text = apply(ALONE, ignore.edit.changes[a]!);
    expect(text).toBe(
      `// migrate-ignore-next-line legacy-base-url, missing-version-header: give a reason here\n${ALONE}`,
    );
    client.change(a, 2, [{ text }]);
    expect(await client.diagnostics(a, 2)).toEqual([]);
  });

  it('changes no more than what differs when it fixes a file', async () => {
    const between = Array.from({ length: 20 }, (_, at) => `export const n${at} = ${at};\n`).join('');
    const text = `${ALONE}${between}${ALONE}`;
    const { client, uri } = await started({});
    const a = uri('a.ts');
    client.open(a, text);
    const [all] = await actions(client, a, ['source.fixAll']);
    const edits = all!.edit.changes[a]!;
    expect(edits.map(({ range: { start, end } }) => [start.line, end.line])).toEqual([
      [0, 0],
      [21, 21],
    ]);
    expect(apply(text, edits).split('/api/atlas/v2')).toHaveLength(3);
    expect(apply(text, edits)).toContain(between);
  });

  it('sends no text of a credential', async () => {
    const { client, uri } = await started({});
    const secret = 'mdb_sa_sk_0123456789abcdefghijklmnopqrstuvwxyzAB';
    const text = `fetch('https://user:${secret}@cloud.mongodb.com/api/atlas/v1.0/groups');\n`;
    const a = uri('a.ts');
    client.open(a, text);
    const found = await client.diagnostics(a, 1);
    const all = JSON.stringify([found, await actions(client, a)]);
    expect(all).not.toContain(secret);
  });

  it('minds configurations and ignored files, and says once what is wrong with one', async () => {
    const { client, uri, cwd } = await started({
      'migrate.config.json': '{ "rules": { "legacy-base-url": "info" }, "ignore": ["off.ts"] }',
      'a.ts': BASE,
      'off.ts': BASE,
    });
    const [a, off] = [uri('a.ts'), uri('off.ts')];
    client.open(a, BASE);
    client.open(off, BASE);
    expect((await client.diagnostics(a, 1)).map(({ severity }) => severity)).toEqual([3]);
    expect(await client.diagnostics(off, 1)).toEqual([]);
    writeFileSync(join(cwd, 'migrate.config.json'), '{ "rule": {} }');
    client.notify('textDocument/didSave', { textDocument: { uri: a } });
    expect(await client.message()).toMatch(/unknown key "rule"/);
    writeFileSync(join(cwd, 'migrate.config.json'), '{}');
    client.change(a, 2, [{ text: BASE }]);
    expect((await client.diagnostics(a, 2)).map(({ severity }) => severity)).toEqual([1]);
  });

  it('takes a document without a workspace, one without a file, and one that is nothing', async () => {
    const cwd = temporaryTree({ 'alone.ts': ALONE, 'beside.ts': ALONE });
    const client = new Client(cwd);
    await client.start(null);
    const alone = uriIn(cwd, 'alone.ts');
    client.open('git:/x', ALONE);
    client.open('file://host%', ALONE);
    client.open('untitled:Untitled-1', ALONE, 'javascript');
    client.open(alone, ALONE);
    expect(await client.diagnostics(alone, 1)).toHaveLength(2);
    expect(await client.diagnostics('untitled:Untitled-1', 1)).toHaveLength(2);
  });

  it('survives what is no message, unknown methods and documents that are not open', async () => {
    const { client, uri } = await started({});
    client.bytes('Content-Length: 5\r\n\r\n{"a":');
    client.raw({ method: 'no/such', params: {} });
    client.raw({
      method: 'textDocument/didChange',
      params: { textDocument: { uri: 'x:y', version: 3 }, contentChanges: [{}] },
    });
    client.raw({ method: 'textDocument/didOpen', params: null });
    await expect(client.request('no/such', {})).rejects.toThrow();
    expect(await actions(client, uri('nowhere.ts'))).toEqual([]);
    const a = uri('a.ts');
    client.open(a, "fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups'\n}}}{{{`${");
    await client.diagnostics(a, 1);
    client.change(a, 2, [
      { range: { start: { line: 50, character: 9 }, end: { line: 90, character: 0 } }, text: 'x' },
    ]);
    await client.diagnostics(a, 2);
    client.change(a, 3, [{ text: ALONE }]);
    expect(await client.diagnostics(a, 3)).toHaveLength(2);
  });

  it('ends when it is told to, and when the client goes away', async () => {
    const { client } = await started({});
    await client.request('shutdown', null);
    client.notify('exit', {});
    expect(await client.exited).toBe(0);
    const { client: left } = await started({});
    left.process.stdin!.end();
    expect(await left.exited).toBe(1);
    expect(await left.errors).toMatch(/^migrate: lsp: the editor closed the connection [^\n]*\n$/);
  });

  it('ends with a reason where a header is broken', async () => {
    const { client } = await started({});
    client.bytes('Content-Lengt: 9\r\n\r\n{"a":');
    expect(await client.exited).toBe(2);
    expect(await client.errors).toMatch(/^migrate: lsp: [^\n]*\(no valid Content-Length header[^\n]*\n$/);
  });
});
