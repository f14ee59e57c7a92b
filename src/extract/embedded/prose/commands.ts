import { closesQuotes } from '../quotes.ts';
import type { FenceLine } from './page.ts';

/** Matches a prompt: `$ curl …`, `user@host:~$ curl …`, `% curl …`; `> ` continues a command. */
const PROMPT = /^(?:\(?[\w.-]*\)?[ \t]*(?:[\w.-]+@[\w.-]+[^$#%\s]*)?[$%])[ \t]+/;
const MORE = /^>[ \t]?/;
const HEREDOC = /<<-?[ \t]*(["']?)([A-Za-z_]\w*)\1/;

/** True where a command continues after these lines. */
const goesOn = (command: string): boolean => {
  if (/\\\r?\n?$/.test(command) || !closesQuotes(command)) return true;
  const [heredoc, , tag = ''] = HEREDOC.exec(command) ?? [];
  return heredoc !== undefined && !new RegExp(String.raw`^\s*${tag}\s*$`, 'm').test(command);
};

/** Maximum number of lines of a command; a longer unclosed one is not a command. */
const MAX_LENGTH = 200;

/**
 * Typed lines of a block that shows a terminal: those after prompts and their continuation lines; the others
 * are output. A block without a prompt is typed as a whole.
 */
export const typedLines = (text: string, lines: readonly FenceLine[]): readonly FenceLine[] => {
  const said = (line: FenceLine): string => text.slice(line.from, line.end);
  if (!lines.some((line) => PROMPT.test(said(line)))) return lines;
  const typed: FenceLine[] = [];
  let command: string | undefined;
  let length = 0;
  for (const line of lines) {
    const prompt = PROMPT.exec(said(line))?.[0];
    const isMore = command !== undefined && length < MAX_LENGTH && goesOn(command);
    if (prompt === undefined && !isMore) {
      command = undefined;
      continue;
    }
    const sign = (isMore ? MORE.exec(said(line))?.[0] : prompt) ?? '';
    typed.push({ ...line, from: line.from + sign.length });
    const rest = said(line).slice(sign.length);
    command = isMore ? command + rest : rest;
    length = isMore ? length + 1 : 0;
  }
  return typed;
};
