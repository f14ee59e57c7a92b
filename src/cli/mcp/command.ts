import { optionsFrom } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import type { Terminal } from '../../io/terminal.ts';
import { UsageError } from '../../model/index.ts';

/** `migrate mcp`: tools for coding agents over the Model Context Protocol, below the working directory. */
export const mcpCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const { paths, 'allow-write': allowWrite, ...others } = flags;
  const [extra] = paths as readonly string[];
  if (extra !== undefined)
    throw new UsageError('"migrate mcp" takes no paths: it works in the folder that it is started in.');
  optionsFrom(others, [], 'scan');
  const { serve } = await import('./server.ts');
  return serve({ terminal, flags: others, allowWrite: allowWrite === true });
};
