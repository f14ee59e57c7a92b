import type { Terminal } from '../../io/terminal.ts';
import { UsageError } from '../../model/index.ts';
import { optionsFrom } from '../../config/options.ts';
import type { Options, RawFlags } from '../../config/options.ts';

/** `migrate lsp`: the language server, over standard input and output. Settings are those of configurations. */
export const lspCommand = async (flags: RawFlags, { err }: Terminal): Promise<number> => {
  const { paths, stdio: _stdio, ...others } = flags;
  const [extra] = paths as readonly string[];
  if (extra !== undefined)
    throw new UsageError('"migrate lsp" takes no paths: editors say which files are open.');
  const given = optionsFrom(others, [], 'scan');
  const options = (trusted: boolean): Options => ({
    ...given,
    codeConfig: trusted && given.codeConfig === 'run' ? 'run' : 'ignore',
  });
  const { serveEditor } = await import('../lsp/server.ts');
  return serveEditor(options, err);
};
