import { redactText } from '../redact/redact.ts';
import type { Report } from './report.ts';

/** Head of every report: which tool judged, for which target, on which day (`yyyy-mm-dd`). */
export const headOf = ({
  tool,
  target,
  today,
}: {
  readonly tool: { readonly name: string; readonly version: string };
  readonly target: string;
  readonly today: string;
}): Pick<Report, 'tool' | 'target' | 'today'> => ({
  tool: { name: redactText(tool.name), version: redactText(tool.version) },
  target: redactText(target),
  today: redactText(today),
});
