import { appendOutput, writeOutputs } from '../io/output.ts';
import type { Written } from '../io/output.ts';
import type { Terminal } from '../io/terminal.ts';
import type { Redacted } from '../model/index.ts';

/** Everything that a run says, and how it ends, before any of it is said. */
export interface Conclusion {
  readonly outputs: readonly Written[];
  /** For the summary of a CI step, where there is one. */
  readonly summary: Redacted | undefined;
  /** For people, on standard error. */
  readonly notes: Redacted;
  readonly code: number;
}

/** File that a CI step's summary is added to. */
export const summaryFile = ({ env }: Terminal): string | undefined => env['GITHUB_STEP_SUMMARY'] || undefined;

/** Says it; the exit code. Throws UsageError where a report cannot be written. */
export const announce = ({ outputs, summary, notes, code }: Conclusion, terminal: Terminal): number => {
  writeOutputs(outputs, terminal);
  const file = summaryFile(terminal);
  if (summary !== undefined && file !== undefined) appendOutput(file, summary);
  if (notes !== '') terminal.err(notes);
  return code;
};
