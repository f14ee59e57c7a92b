import type { Terminal } from '../src/io/terminal.ts';

/** A command with what it printed: standard output as it is, standard error behind `2> `, then the exit code. */
export interface Step {
  /** The line behind `$ `, where it calls another program than ours. */
  readonly shell: string | undefined;
  readonly args: readonly string[];
  readonly stdin: string;
  readonly expected: string;
  readonly start: number;
  readonly end: number;
}

/** A Markdown file that shows commands at work: files, then commands that run on them in order. */
export interface Transcript {
  readonly files: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const BLOCK = /^```(\S*)(?: file=(\S+))?\n([^]*?)^```$/gm;

/** Words of a command line; quotes keep spaces, nothing else is special. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');

const stepOf = (body: string, start: number): Step => {
  const [head = '', ...rest] = body.split('\n');
  const [, piped = '', command = ''] = /^\$ (?:echo '([^']*)' \| )?migrate ?(.*)$/.exec(head) ?? [];
  const expected = rest.join('\n');
  const shell = /^\$ ((?:git|cat|ls) .*)$/.exec(head)?.[1];
  const from = start + head.length + 1;
  return {
    shell,
    args: wordsOf(command),
    stdin: piped === '' ? '' : `${piped}\n`,
    expected,
    start: from,
    end: from + expected.length,
  };
};

export const parseTranscript = (markdown: string): Transcript => {
  const files: Record<string, string> = {};
  const steps: Step[] = [];
  for (const match of markdown.matchAll(BLOCK)) {
    const [all, language = '', file, body = ''] = match;
    if (file !== undefined) files[file] = body;
    else if (language === 'console') steps.push(stepOf(body, match.index + all.indexOf('\n') + 1));
  }
  return { files, steps };
};

/** A terminal that remembers what was printed. */
export const recordingTerminal = (
  cwd: string,
  stdin = '',
): { terminal: Terminal; printed: () => string; out: () => string } => {
  let out = '';
  let err = '';
  const terminal: Terminal = {
    cwd,
    env: {},
    outIsTty: false,
    errIsTty: false,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    stdin: () => Promise.resolve(Buffer.from(stdin)),
  };
  return { terminal, out: () => out, printed: () => out + err.replace(/^(?=[^])/gm, '2> ') };
};
