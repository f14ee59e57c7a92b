import type { Span } from '../../../model/index.ts';
import { linesIn } from '../lines.ts';

/** Instruction with its argument lines, without the comments between them. */
export interface Instruction {
  readonly name: string;
  readonly start: number;
  readonly lines: readonly Span[];
  /** Lines of its here-documents, without the closing ones. */
  readonly heredocs: readonly (readonly Span[])[];
}

const INSTRUCTION = /^([ \t]*(?:ONBUILD[ \t]+)?([A-Za-z]+))(?:[ \t]|$)/;
const HEREDOC = /<<-?[ \t]*(["']?)([A-Za-z_]\w*)\1/g;

interface Open {
  readonly name: string;
  readonly start: number;
  readonly lines: Span[];
  readonly heredocs: Span[][];
  /** Tags of here-documents that are still open. */
  tags: string[];
}

/** Line continuation character: a directive at the top may make it a backtick. */
const escapeSign = (text: string): string =>
  /^(?:#[ \t]*\w+[ \t]*=.*\r?\n)*#[ \t]*escape[ \t]*=[ \t]*`/i.test(text.slice(0, 500)) ? '`' : '\\';

const tagsIn = (line: string): string[] => Array.from(line.matchAll(HEREDOC), ([, , tag = '']) => tag);

/** The instructions of a Dockerfile. */
export const instructionsIn = (text: string): readonly Instruction[] => {
  const sign = escapeSign(text);
  const found: Instruction[] = [];
  let open: Open | undefined;
  const close = (): void => {
    if (open !== undefined) found.push(open);
    open = undefined;
  };
  for (const { line, start, end } of linesIn(text)) {
    const span = { start, end };
    if (open !== undefined && open.tags.length > 0) {
      if (line.trim() !== open.tags[0]) open.heredocs.at(-open.tags.length)!.push(span);
      else if (open.tags.length > 1) open.tags.shift();
      else close();
      continue;
    }
    if (/^[ \t]*#/.test(line) || (open !== undefined && line.trim() === '')) continue;
    if (open === undefined) {
      const [, lead = '', name = ''] = INSTRUCTION.exec(line) ?? [];
      if (name === '') continue;
      open = {
        name: name.toUpperCase(),
        start,
        lines: [{ start: start + lead.length, end }],
        heredocs: [],
        tags: [],
      };
    } else open.lines.push(span);
    if (line.trimEnd().endsWith(sign)) continue;
    open.tags = open.name === 'RUN' || open.name === 'COPY' ? tagsIn(line) : [];
    open.heredocs.push(...open.tags.map(() => []));
    if (open.tags.length === 0) close();
  }
  close();
  return found;
};
