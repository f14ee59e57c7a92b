import { silentTerminal, type Terminal } from '../../io/terminal.ts';
import { UsageError, type Redacted } from '../../model/index.ts';
import { analyse } from '../../pipeline/analyse.ts';
import { openRun } from '../../pipeline/open-run.ts';
import { joined, rendered } from '../../redact/gate.ts';
import { findingsText } from './findings-text.ts';
import type { ToolResult } from './protocol.ts';
import { done, inFolder, toolOptions, refuseReadOnly } from './session.ts';
import type { Tool } from './session.ts';
import type { ToolName } from './tool-list.ts';

/** Output of a command, and its exit code. */
interface Captured {
  readonly out: Redacted;
  readonly err: Redacted;
  readonly code: number;
}

/** Runs a command of the command line on a terminal that keeps what is printed. */
const captured = async (
  { cwd, env }: Pick<Terminal, 'cwd' | 'env'>,
  run: (terminal: Terminal) => Promise<number>,
  stdin = '',
): Promise<Captured> => {
  const [out, err]: [Redacted[], Redacted[]] = [[], []];
  const code = await run({
    cwd,
    env,
    outIsTty: false,
    errIsTty: false,
    isProtocol: true,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    stdin: () => Promise.resolve(Buffer.from(stdin)),
  });
  return { out: joined(out), err: joined(err), code };
};

const DEFAULT_LIMIT = 50;

const scan: Tool = async (given, session) => {
  const { rule, limit = DEFAULT_LIMIT } = given;
  const options = toolOptions(given, session, 'scan', rule === undefined ? {} : { rule });
  const run = await openRun(options, silentTerminal(session.terminal.cwd));
  const { report } = await analyse(run);
  return done(rendered(findingsText, { report, limit: Math.max(0, Number(limit)) }));
};

const fix: Tool = async (given, session) => (await import('./fix-tool.ts')).fixTool(given, session);

/** Result with the output of a command; with the reasons alone where the command failed. */
const resultOf = ({ out, err, code }: Captured): ToolResult =>
  code === 2 ? { text: err, isError: true } : done(joined([out, err]));

const explain: Tool = async ({ id, at }, session) => {
  const { explainCommand: run } = await import('../commands/explain.ts');
  if ((id === undefined) === (at === undefined)) throw new UsageError('give "id" or "at", one of them.');
  if (at !== undefined) inFolder(String(at).replace(/(?::\d+)+$/, ''), session);
  const flags = { ...session.flags, ...(at === undefined ? { paths: [id] } : { at, paths: [] }) };
  return resultOf(await captured(session.terminal, (terminal) => run(flags, terminal)));
};

const convert: Tool = async ({ payload, ...given }, session) => {
  const { convertCommand: run } = await import('../commands/convert.ts');
  const { target } = session.flags;
  const flags = { ...(target === undefined ? {} : { target }), ...given, stdin: true, paths: [] };
  return resultOf(await captured(session.terminal, (terminal) => run(flags, terminal), String(payload)));
};

const prove: Tool = async ({ command, ...given }, session) => {
  refuseReadOnly(session, 'running a command');
  const { proveCommand: run } = await import('../commands/prove.ts');
  const { baseline: _, ...flags } = session.flags;
  const all = { ...flags, ...given, paths: command };
  return resultOf(await captured(session.terminal, (terminal) => run(all, terminal)));
};

/** Implementation of each tool of the list. */
export const TOOL_RUNS: Readonly<Record<ToolName, Tool>> = { scan, explain, fix, convert, prove };
