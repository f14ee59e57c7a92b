import type { Options, RawFlags } from '../../config/options.ts';
import { optionsFrom } from '../../config/options.ts';
import { unifiedDiff } from '../../fix/diff.ts';
import { isInside } from '../../io/roots.ts';
import { silentTerminal } from '../../io/terminal.ts';
import type { Terminal } from '../../io/terminal.ts';
import { UsageError } from '../../model/index.ts';
import type { Redacted } from '../../model/index.ts';
import { applyFixes } from '../../pipeline/apply-fixes.ts';
import { collect } from '../../pipeline/collect.ts';
import { extract } from '../../pipeline/extract.ts';
import { judge } from '../../pipeline/judge.ts';
import { openRun } from '../../pipeline/open-run.ts';
import { reportOf } from '../../pipeline/outcome.ts';
import { joined, rendered, say, word } from '../../redact/gate.ts';
import { maskedDiff, maskedDiffText } from '../../report/masked-diff.ts';
import { fixedText, writeFixes } from '../commands/fix.ts';
import type { Given } from './arguments.ts';
import { captured } from './captured.ts';
import type { Captured } from './captured.ts';
import { findingsText } from './findings-text.ts';
import type { ToolResult } from './protocol.ts';
import type { ToolName } from './tool-list.ts';

/** What a server was started with. */
export interface Session {
  readonly terminal: Terminal;
  /** Flags that hold for every tool: configuration, target, day. */
  readonly flags: RawFlags;
  readonly allowWrite: boolean;
}

type Tool = (given: Given, session: Session) => Promise<ToolResult>;

const DEFAULT_LIMIT = 50;

/** A path of a client, which lies below the folder of the server. Throws UsageError otherwise. */
const inFolder = (path: string, { terminal: { cwd } }: Session): string => {
  if (isInside(cwd, path)) return path;
  throw new UsageError(`"${path}" lies outside the folder that this server works in.`);
};

const pathsIn = ({ paths = [] }: Given, session: Session): readonly string[] =>
  (paths as readonly string[]).map((path) => inFolder(path, session));

const optionsOf = (given: Given, session: Session, command: 'scan' | 'fix', more: RawFlags): Options =>
  optionsFrom({ ...session.flags, cache: false, ...more }, pathsIn(given, session), command);

const refuseReadOnly = ({ allowWrite }: Session, what: string): void => {
  if (!allowWrite)
    throw new UsageError(
      `this server only reads: ${what} needs it to be started with "migrate mcp --allow-write".`,
    );
};

const done = (text: Redacted): ToolResult => ({ text, isError: false });

const scan: Tool = async (given, session) => {
  const { rule, limit = DEFAULT_LIMIT } = given;
  const options = optionsOf(given, session, 'scan', rule === undefined ? {} : { rule });
  const run = await openRun(options, silentTerminal(session.terminal.cwd));
  const { report } = await reportOf(run, await judge(run, await extract(run, await collect(run))));
  return done(rendered(findingsText, { report, limit: Math.max(0, Number(limit)) }));
};

const MASKED = word(
  'Values that may be credentials are masked in this diff: write the fixes with "write".\n',
);

const fix: Tool = async (given, session) => {
  const { cwd } = session.terminal;
  const isWritten = given['write'] === true;
  if (isWritten) refuseReadOnly(session, '"write"');
  const unsafe = given['unsafe'] === true;
  const options = optionsOf(given, session, 'fix', { unsafe, diff: !isWritten });
  const run = await openRun(options, silentTerminal(cwd));
  const fixed = await applyFixes(run, await collect(run));
  if (isWritten) await writeFixes(fixed.settled, options, cwd);
  const diffs = await Promise.all(
    fixed.settled.files.map(async ({ file, before, after }) =>
      maskedDiff({ file, before, after, diff: await unifiedDiff(file, before, after) }),
    ),
  );
  const { report } = await reportOf(run, fixed.left);
  return done(
    joined([
      ...diffs.map((diff) => maskedDiffText(diff)),
      ...(diffs.some(({ isMasked }) => isMasked) && !isWritten ? [MASKED] : []),
      fixedText(fixed, options),
      say`${report.summary.findings} findings are left.\n`,
    ]),
  );
};

/** What a command of the command line printed; its reasons alone where it could not do its job. */
const resultOf = ({ out, err, code }: Captured): ToolResult =>
  code === 2 ? { text: err, isError: true } : done(joined([out, err]));

const explain: Tool = async ({ id, at }, session) => {
  const { explain: run } = await import('../commands/explain.ts');
  if ((id === undefined) === (at === undefined)) throw new UsageError('give "id" or "at", one of them.');
  if (at !== undefined) inFolder(String(at).replace(/(?::\d+)+$/, ''), session);
  const flags = { ...session.flags, ...(at === undefined ? { paths: [id] } : { at, paths: [] }) };
  return resultOf(await captured(session.terminal, (terminal) => run(flags, terminal)));
};

const convert: Tool = async ({ payload, ...given }, session) => {
  const { convert: run } = await import('../commands/convert.ts');
  const { target } = session.flags;
  const flags = { ...(target === undefined ? {} : { target }), ...given, stdin: true, paths: [] };
  return resultOf(await captured(session.terminal, (terminal) => run(flags, terminal), String(payload)));
};

const prove: Tool = async ({ command, ...given }, session) => {
  refuseReadOnly(session, 'running a command');
  const { prove: run } = await import('../commands/prove.ts');
  const { baseline: _, ...flags } = session.flags;
  const all = { ...flags, ...given, paths: command };
  return resultOf(await captured(session.terminal, (terminal) => run(all, terminal)));
};

/** What each tool of the list does. */
export const TOOL_RUNS: Readonly<Record<ToolName, Tool>> = { scan, explain, fix, convert, prove };
