import type { Terminal } from '../../io/terminal.ts';
import type { FailedFile } from '../../model/index.ts';
import { say } from '../../redact/gate.ts';
import { redactPath } from '../../redact/names.ts';
import { redactText } from '../../redact/redact.ts';
import { printed } from '../../report/style.ts';

/** Names each file that could not be read to its end on standard error, with the position and the reason. */
export const printUnread = (failed: readonly FailedFile[], terminal: Terminal): void => {
  for (const { file, message } of failed)
    terminal.err(say`${printed(redactPath(file))}: ${printed(redactText(message))}\n`);
};
