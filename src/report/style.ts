import { styleText } from 'node:util';
import type { Redacted, Severity } from '../model/index.ts';
import { rendered } from '../redact/gate.ts';

type Format = Parameters<typeof styleText>[0];

const COLORS: Readonly<Record<Severity, Format>> = { error: 'red', warning: 'yellow', info: 'cyan' };

/** Writes with colors or without, as the caller decided once for the stream. */
export interface Painter {
  severity(severity: Severity): string;
  bold(text: string): string;
  dim(text: string): string;
  mark(severity: Severity, text: string): string;
  /** A line of a diff. */
  diff(kind: 'hunk' | 'same' | 'removed' | 'added', line: string): string;
}

const DIFF_COLORS = { hunk: 'cyan', removed: 'red', added: 'green' } as const;

export const painter = (color: boolean): Painter => {
  const paint = (format: Format, text: string) =>
    color ? styleText(format, text, { validateStream: false }) : text;
  return {
    severity: (severity) => paint(COLORS[severity], severity),
    bold: (text) => paint('bold', text),
    dim: (text) => paint('dim', text),
    mark: (severity, text) => paint(COLORS[severity], text),
    diff: (kind, line) => (kind === 'same' ? line : paint(DIFF_COLORS[kind], line)),
  };
};

/** A text of the scanned tree without characters that a terminal would obey. */
export const printable = (text: string): string =>
  text.replaceAll('\t', '  ').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');

/** The same, of a redacted text. */
export const printed = (text: Redacted): Redacted => rendered((inner: Redacted) => printable(inner), text);

/** What a terminal obeys in a message: all but ends of lines, and the colours and erasures that this tool writes. */
// oxlint-disable-next-line no-control-regex -- these are what a terminal obeys
const OBEYED = /(\u001B\[[\d;]*[mK])|[\p{Cc}\p{Bidi_Control}]/gu;

/** A message without characters that a terminal would obey and this tool does not write. */
export const tamed = (text: string): string =>
  text.replace(OBEYED, (found, own?: string) => own ?? (/[\n\r\t]/.test(found) ? found : '\uFFFD'));

/**
 * Escapes lines that a GitHub runner would execute: `::name::` at the start of any line of any step, and
 * `##[name]` anywhere in one. A file of such a name is shown as `./::name::`, which is the same file.
 */
export const disarmed = (text: string): string =>
  text.replaceAll('##[', '## [').replace(/^([^\S\n]*)(?=::)/gm, '$1./');
