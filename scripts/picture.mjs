// Draws docs/terminal.svg: what `migrate scan` prints of a small program, colors included. With --check nothing is written,
// and the exit code is 1 when the picture is not what it would be.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const target = new URL('../docs/terminal.svg', import.meta.url);
const bin = fileURLToPath(new URL('../bin/migrate.js', import.meta.url));

const PROGRAM = `const base = 'https://cloud.mongodb.com/api/atlas/v1.0';

export const alerts = (group, auth) =>
  fetch(\`\${base}/groups/\${group}/alerts\`, { headers: { Authorization: auth } });
`;

const printed = () => {
  const cwd = mkdtempSync(join(tmpdir(), 'migrate-picture-'));
  try {
    mkdirSync(join(cwd, 'src'));
    writeFileSync(join(cwd, 'src/alerts.mjs'), PROGRAM);
    const flags = ['scan', 'src', '--color', '--no-config', '--today', '2026-11-21'];
    const { stdout, stderr } = spawnSync(process.execPath, [bin, ...flags], { cwd, encoding: 'utf8' });
    return `$ npx migrate scan src\n${stdout}${stderr.replace(/^note: .*\n/m, '')}`.trimEnd();
  } finally {
    rmSync(cwd, { recursive: true });
  }
};

const CLASSES = { 1: 'b', 2: 'd', 31: 'r', 33: 'y', 36: 'c' };
const ENDS = new Set(['22', '39']);
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A line with its colors as spans, and its width in characters. */
const drawn = (line) => {
  // oxlint-disable-next-line no-control-regex -- colors begin with it
  const parts = line.split(/\u001B\[(\d+)m/);
  let style;
  let width = 0;
  const spans = parts.map((part, index) => {
    if (index % 2 === 1) {
      style = ENDS.has(part) ? undefined : CLASSES[part];
      return '';
    }
    width += part.length;
    const text = escape(part);
    return style === undefined || part === '' ? text : `<tspan class="${style}">${text}</tspan>`;
  });
  return { text: spans.join(''), width };
};

const CHARACTER = 7.83;
const LINE = 19;
const EDGE = 18;

const picture = (text) => {
  const lines = text.split('\n').map(drawn);
  const width = Math.ceil(Math.max(...lines.map((line) => line.width)) * CHARACTER) + 2 * EDGE;
  const height = lines.length * LINE + 2 * EDGE;
  const rows = lines.map(
    (line, index) =>
      `<text x="${EDGE}" y="${EDGE + 14 + index * LINE}" xml:space="preserve">${line.text}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>What migrate scan prints</title>
<style>text{font:13px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#e6e6e6}.b{font-weight:bold}.d{fill:#9a9a9a}.r{fill:#ff7b72}.y{fill:#e3b341}.c{fill:#79c0ff}</style>
<rect width="100%" height="100%" rx="8" fill="#161b22"/>
${rows.join('\n')}
</svg>
`;
};

const text = picture(printed());
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('docs/terminal.svg is not what the tool prints: run "npm run docs".');
  process.exitCode = 1;
}
