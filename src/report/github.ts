import type { Severity } from '../model/index.ts';
import type { Render } from './report.ts';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

const escapeText = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Workflow commands, which a GitHub run shows at the lines they name. */
export const github: Render = ({ report }) =>
  report.findings
    .map(({ severity, file, start, end, rule, message }) => {
      const place = `file=${escapeProperty(file)},line=${start.line},endLine=${end.line},col=${start.column},endColumn=${end.column}`;
      return `::${COMMANDS[severity]} ${place},title=${escapeProperty(rule)}::${escapeText(message)}\n`;
    })
    .join('');
