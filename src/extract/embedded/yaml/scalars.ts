import type { ScalarTree } from '../../../model/index.ts';
import { CodeBuilder } from '../code-builder.ts';
import type { Spelled } from '../code-builder.ts';
import { linesIn } from '../lines.ts';

/** Lines of a literal block, verbatim without the block's indentation. */
const literal = (file: string, { span, value }: ScalarTree): Spelled | undefined => {
  const said = String(value).split('\n');
  const builder = new CodeBuilder();
  let index = -1;
  for (const { line, start, end } of linesIn(file.slice(span.start, span.end))) {
    index++;
    if (index === 0) continue;
    const own = said[index - 1] ?? '';
    const indent = line.slice(0, line.length - own.length);
    if (!line.endsWith(own) || indent.trim() !== '') return undefined;
    const eol = file.startsWith('\r\n', span.start + end - 2) ? '\r\n' : '\n';
    const from = span.start + start + indent.length;
    builder.verbatim(file, from, span.start + end, eol + indent);
  }
  return builder.spelled;
};

/** Words of a folded block, line by line: a line break cannot be inserted into it. */
const folded = (file: string, { span, value }: ScalarTree): Spelled | undefined => {
  const said = String(value);
  const builder = new CodeBuilder();
  let done = 0;
  let isHeader = true;
  for (const { line, start } of linesIn(file.slice(span.start, span.end))) {
    const text = line.trim();
    if (isHeader || text === '') {
      isHeader = false;
      continue;
    }
    const at = said.indexOf(text, done);
    if (at === -1 || said.slice(done, at).trim() !== '') return undefined;
    const from = span.start + start + line.indexOf(text);
    builder.add(said.slice(done, at)).verbatim(file, from, from + text.length, 'none');
    done = at + text.length;
  }
  return builder.add(said.slice(done)).spelled;
};

/** Text of a scalar and its spelling, for code in it; text that cannot be mapped is read but never edited. */
export const spelledScalar = (file: string, tree: ScalarTree): Spelled => {
  const { slot, value, span } = tree;
  const text = String(value);
  if (slot !== undefined) {
    const newline = slot.spelling === 'yaml-double' || slot.spelling === 'json-string' ? undefined : 'none';
    return new CodeBuilder().write(text, {
      span: slot.span,
      spelling: slot.spelling,
      ...(newline && { newline }),
    }).spelled;
  }
  const lead = file.charAt(span.start);
  const block = lead === '|' ? literal(file, tree) : lead === '>' ? folded(file, tree) : undefined;
  return block ?? new CodeBuilder().write(text, { span, spelling: 'fixed' }).spelled;
};
