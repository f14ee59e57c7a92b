/** A file that holds a shell script, as people write it there. */
export interface Host {
  readonly name: string;
  readonly path: string;
  /** The file around the lines of a script. */
  readonly around: (lines: readonly string[]) => string;
  /** True where it holds one line only. */
  readonly oneLine?: true;
  /** True where the lines stand as they are, so that what is marked there reads as in a script. */
  readonly verbatim?: true;
}

const indented = (lines: readonly string[], prefix: string): string =>
  lines.map((line) => (line === '' ? prefix.trimEnd() : prefix + line)).join('\n');

const step = (scalar: string): string =>
  `on: push\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n      - name: b\n        run: ${scalar}\n        if: always()\n`;

const isPlain = (line: string): boolean => !/: |\s#|^[[\]{}#&*!|>'"%@`\s?:-]|\s$|:$/.test(line);

const quotedYaml = (line: string): string => `'${line.replaceAll("'", "''")}'`;

/** Hosts of shell scripts. */
export const HOSTS: readonly Host[] = [
  {
    name: 'fence',
    path: 'a.md',
    verbatim: true,
    around: (lines) => `# a\n\n\`\`\`bash\n${indented(lines, '')}\n\`\`\`\n\ntext 'of\n`,
  },
  {
    name: 'fence in a list',
    path: 'a.md',
    verbatim: true,
    around: (lines) => `1. a\n\n   ~~~~sh\n${indented(lines, '   ')}\n   ~~~~\n`,
  },
  {
    name: 'fence in a quote',
    path: 'a.md',
    verbatim: true,
    around: (lines) => `> a\n>\n> \`\`\`shell\n${indented(lines, '> ')}\n> \`\`\`\n`,
  },
  {
    name: 'fence with CRLF',
    path: 'a.md',
    around: (lines) => `# a\r\n\r\n\`\`\`bash\r\n${lines.join('\r\n')}\r\n\`\`\`\r\n`,
  },
  {
    name: 'block of AsciiDoc',
    path: 'a.adoc',
    verbatim: true,
    around: (lines) => `= a\n\n[source,bash]\n----\n${indented(lines, '')}\n----\n`,
  },
  {
    name: 'directive of reStructuredText',
    path: 'a.rst',
    verbatim: true,
    around: (lines) => `a\n=\n\n.. code-block:: bash\n\n${indented(lines, '   ')}\n\nb\n`,
  },
  {
    name: 'literal block of a workflow',
    path: 'a.yml',
    verbatim: true,
    around: (lines) => step(`|\n${indented(lines, '          ')}`),
  },
  {
    name: 'double-quoted step',
    path: 'a.yml',
    around: (lines) => step(JSON.stringify(lines.join('\n'))),
  },
  {
    name: 'single-quoted step',
    path: 'a.yml',
    oneLine: true,
    around: ([line = '']) => step(quotedYaml(line)),
  },
  {
    name: 'plain step, where it can be',
    path: 'a.yml',
    oneLine: true,
    around: ([line = '']) => step(isPlain(line) ? line : quotedYaml(line)),
  },
  {
    name: 'recipe',
    path: 'Makefile',
    around: (lines) =>
      `all: a\n${indented(
        lines.map((line) => line.replaceAll('$', '$$$$')),
        '\t',
      )}\n`,
  },
  {
    name: 'here-document of a Dockerfile',
    path: 'Dockerfile',
    verbatim: true,
    around: (lines) => `FROM a\nRUN <<END\n${indented(lines, '')}\nEND\nUSER b\n`,
  },
  {
    name: 'script of a package',
    path: 'package.json',
    around: (lines) => JSON.stringify({ name: 'a', scripts: { b: lines.join('\n') } }, null, 2),
  },
  {
    name: 'cell of a notebook',
    path: 'a.ipynb',
    around: (lines) => {
      const source = ['%%bash\n', ...lines.map((line, at) => (at < lines.length - 1 ? `${line}\n` : line))];
      return JSON.stringify({ cells: [{ cell_type: 'code', outputs: [], source }], nbformat: 4 }, null, 1);
    },
  },
  {
    name: 'cell in one string',
    path: 'a.ipynb',
    around: (lines) =>
      JSON.stringify({ cells: [{ cell_type: 'code', source: `%%sh\n${lines.join('\n')}` }] }),
  },
  { name: 'Procfile', path: 'Procfile', oneLine: true, around: ([line = '']) => `web: ${line}\n` },
  {
    name: 'crontab',
    path: 'crontab',
    oneLine: true,
    around: ([line = '']) => `# a\n*/5 * * * * ${line.replaceAll('%', String.raw`\%`)}\n`,
  },
];
