import type { Span } from '../../../model/index.ts';
import { CodeBuilder } from '../code-builder.ts';
import type { Spelled, BuiltCode } from '../code-builder.ts';
import type { Expression } from './hcl.ts';

/** Shell variable that replaces an expression: `var.base`. */
export const terraformVariable = (written: string): string =>
  `tf_${written.replaceAll(/\W+/g, '_').slice(0, 60)}`;

const TEMPLATE = /\$?\$\{|%?%\{/g;

/** End of the expression that opens at an offset, after its bracket. */
const closing = (text: string, from: number, to: number): number => {
  let open = 1;
  for (let at = from; at < to; at++) {
    if (text[at] === '{') open++;
    else if (text[at] === '}' && --open === 0) return at + 1;
  }
  return to;
};

type Write = (builder: CodeBuilder, start: number, end: number) => void;

/** Spelling of expressions in the surrounding text. */
type Around = Pick<BuiltCode, 'spelling' | 'newline'>;

/** Adds a template with its expressions as variables; `write` adds the text between them. */
const writeTemplate = (
  builder: CodeBuilder,
  text: string,
  { start, end }: Span,
  write: Write,
  around: Around,
): void => {
  let done = start;
  TEMPLATE.lastIndex = start;
  for (let found = TEMPLATE.exec(text); found !== null && found.index < end; found = TEMPLATE.exec(text)) {
    const { index, 0: sign } = found;
    if (sign.length === 3) {
      // `$${` escapes `${`.
      write(builder, done, index);
      done = index + 1;
      continue;
    }
    write(builder, done, index);
    done = closing(text, index + 2, end);
    const name = terraformVariable(text.slice(index + 2, done - 1).trim());
    const span = { start: index, end: done };
    builder.write(`\${${name}}`, { ...around, span, covers: done - index });
    TEMPLATE.lastIndex = done;
  }
  write(builder, done, end);
};

const inString =
  (text: string): Write =>
  (builder, start, end) => {
    if (start >= end) return;
    try {
      const said = String(JSON.parse(`"${text.slice(start, end)}"`));
      builder.write(said, { span: { start, end }, spelling: 'json-string' });
    } catch {
      builder.write(text.slice(start, end), { span: { start, end }, spelling: 'fixed' });
    }
  };

/** Adds the lines of a here-document, without the indentation that `<<-` removes. */
const writeHeredoc = (
  builder: CodeBuilder,
  text: string,
  lines: readonly Span[],
  indented: boolean,
): void => {
  const widths = lines
    .map(({ start, end }) => /^[ \t]*(?=\S)/.exec(text.slice(start, end))?.[0].length)
    .filter((width) => width !== undefined);
  const width = indented && widths.length > 0 ? Math.min(...widths) : 0;
  for (const { start, end } of lines) {
    const lead = /^[ \t]*/.exec(text.slice(start, end))![0].slice(0, width);
    const newline = (text.startsWith('\r\n', end - 2) ? '\r\n' : '\n') + lead;
    writeTemplate(
      builder,
      text,
      { start: start + lead.length, end },
      (to, from, until) => {
        if (from < until) to.verbatim(text, from, until, newline);
      },
      { spelling: 'plain', newline },
    );
  }
};

/** Text of an expression, its nested expressions as variables; `undefined` where it is unknown. */
export const spelledIn = (text: string, value: Expression | undefined): Spelled | undefined => {
  const builder = new CodeBuilder();
  if (value?.kind === 'string')
    writeTemplate(builder, text, value.span, inString(text), { spelling: 'json-string' });
  else if (value?.kind === 'heredoc') writeHeredoc(builder, text, value.lines, value.indented);
  else if (value?.kind === 'name') builder.add(`\${${terraformVariable(value.name)}}`);
  else return undefined;
  return builder.spelled;
};
