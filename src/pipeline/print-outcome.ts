import { appendOutput, writeOutputs } from '../io/output.ts';
import type { Terminal } from '../io/terminal.ts';
import { wrappedText } from '../report/wrap.ts';
import type { Outcome } from './run.ts';

/** File that a CI step's summary is added to. */
export const summaryFile = ({ env }: Terminal): string | undefined => env['GITHUB_STEP_SUMMARY'] || undefined;

/** Prints and writes what a run came to; the exit code. Throws UsageError where a report cannot be written. */
export const printOutcome = ({ outputs, summary, notes, code }: Outcome, terminal: Terminal): number => {
  writeOutputs(outputs, terminal);
  const file = summaryFile(terminal);
  if (summary !== undefined && file !== undefined) appendOutput(file, summary);
  if (notes !== '') terminal.err(wrappedText(notes, terminal.errColumns));
  return code;
};
