import type { Options } from '../config/options.ts';
import type { Selection } from '../io/changed.ts';
import type { Terminal } from '../io/terminal.ts';
import { say } from '../redact/gate.ts';
import { redactPath } from '../redact/names.ts';

/** The files that the run is about, where it is about those that changed; tells of submodules among them. */
export const selectionOf = async (
  options: Options,
  { cwd, err }: Terminal,
): Promise<Selection | undefined> => {
  const { changes, quiet } = options;
  const selection = changes && (await (await import('../io/changed.ts')).selectChanged(cwd, changes));
  if (!quiet)
    for (const path of selection?.submodules ?? [])
      err(
        say`hint: ${redactPath(path)} is a submodule: what changed in it is seen from inside of it only.\n`,
      );
  return selection;
};
