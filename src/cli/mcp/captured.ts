import type { Terminal } from '../../io/terminal.ts';
import type { Redacted } from '../../model/index.ts';
import { joined } from '../../redact/gate.ts';

/** Output of a command, and its exit code. */
export interface Captured {
  readonly out: Redacted;
  readonly err: Redacted;
  readonly code: number;
}

/** Runs a command of the command line on a terminal that keeps what is printed. */
export const captured = async (
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
