// Prints each line of code in reports on the fixtures that loses something to redaction, with what it was. Every line here
// should hide a credential; what hides none is to be mended in src/redact. `npm run masking -- FOLDER…` looks elsewhere.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'bin/migrate.js');
const given = process.argv.slice(2);
const folders = given.length > 0 ? given : ['fixtures/projects', 'fixtures/corpus', 'fixtures/cases'];

const plain = (html) =>
  html
    .replaceAll(/<\/?mark>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Lines of code that a report shows, each once: file, number and text. */
const linesOf = (html) => {
  const lines = new Map();
  for (const [, file, body] of html.matchAll(/<article[^>]* data-file="([^"]*)"[^>]*>([^]*?)<\/article>/g))
    for (const [, number, text] of body.matchAll(/^ *(?:<pre>)? *(\d+) \| (.*)$/gm))
      lines.set(`${plain(file)}:${number}`, plain(text));
  return lines;
};

let total = 0;
const changed = [];
for (const folder of folders) {
  const cwd = join(root, folder);
  const flags = [
    'scan',
    '.',
    '-f',
    'html',
    '--no-config',
    '--no-ignore',
    '--exit-zero',
    '--today',
    '2026-11-21',
  ];
  const { stdout } = spawnSync(process.execPath, [bin, ...flags], { cwd, encoding: 'utf8', maxBuffer: 1e9 });
  for (const [place, shown] of linesOf(stdout)) {
    const [, file, line] = /^(.*):(\d+)$/.exec(place);
    if (!existsSync(join(cwd, file))) continue;
    const lines = readFileSync(join(cwd, file), 'utf8').split(/\r\n?|\n/);
    const text = (lines[line - 1] ?? '').replaceAll('\t', '  ');
    total++;
    if (shown.includes('•••')) changed.push(`${folder}/${place}\n    ${text.trim()}\n    ${shown.trim()}`);
  }
}
/** Lines in which something is given to a name for credentials: they should hide it. */
const CREDENTIAL =
  /auth|password|private_key|Bearer|Basic|digest|DigestAuth|-u |--user|user:|@h\b|example-only|fakeuser|\/\//i;
const harmless = changed.filter(
  (entry) => !CREDENTIAL.test(entry.split('\n')[1].replaceAll(/https?:\/\//g, '')),
);
const languages = new Map();
for (const entry of changed) {
  const language = /\.?([\w-]+):\d+\n/.exec(entry)[1];
  languages.set(language, (languages.get(language) ?? 0) + 1);
}
const counts = [...languages].sort((a, b) => b[1] - a[1]).map(([language, count]) => `${language} ${count}`);
process.stdout.write(
  `${changed.join('\n')}\n${counts.join(', ')}\n${changed.length} of ${total} lines of code lose something, ${harmless.length} of them without a name for credentials.\n`,
);
