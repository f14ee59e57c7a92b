import { optionsFrom } from '../../config/options.ts';
import type { Options, RawFlags } from '../../config/options.ts';
import { isInFolder } from '../../io/roots.ts';
import type { Terminal } from '../../io/terminal.ts';
import { UsageError } from '../../model/index.ts';
import type { Redacted } from '../../model/index.ts';
import type { GivenArguments } from './arguments.ts';
import type { ToolResult } from './protocol.ts';

/** Start options of a server. */
export interface Session {
  readonly terminal: Terminal;
  /** Flags that hold for every tool: configuration, target, day. */
  readonly flags: RawFlags;
  readonly allowWrite: boolean;
}

/** Uses a tool. Throws UsageError for what the client did wrong. */
export type Tool = (given: GivenArguments, session: Session) => Promise<ToolResult>;

/** A path of a client, which lies below the folder of the server. Throws UsageError otherwise. */
export const inFolder = (path: string, { terminal: { cwd } }: Session): string => {
  if (isInFolder(cwd, path)) return path;
  throw new UsageError(`"${path}" is outside the folder of this server.`);
};

const pathsIn = ({ paths = [] }: GivenArguments, session: Session): readonly string[] =>
  (paths as readonly string[]).map((path) => inFolder(path, session));

/** The options of a tool that reads files. */
export const toolOptions = (
  given: GivenArguments,
  session: Session,
  command: 'scan' | 'fix',
  more: RawFlags,
): Options => optionsFrom({ ...session.flags, cache: false, ...more }, pathsIn(given, session), command);

/** Throws UsageError on a server that only reads. */
export const refuseReadOnly = ({ allowWrite }: Session, what: string): void => {
  if (!allowWrite)
    throw new UsageError(`this server is read-only: ${what} needs "migrate mcp --allow-write".`);
};

export const done = (text: Redacted): ToolResult => ({ text, isError: false });
