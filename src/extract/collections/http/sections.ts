/** Line without its line break; offsets are those of the file. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Request: a request line with its continuation lines, headers, and a body. */
export interface Section {
  readonly method: string | undefined;
  /** Pieces of the URL, which may continue in indented lines. */
  readonly url: readonly Line[];
  readonly headers: readonly Line[];
  /** The last line of the head. */
  readonly headEnd: number;
  readonly body: Line | undefined;
  /** True when a script may change the request before it is sent. */
  readonly scripted: boolean;
}

/** `@name = value`. */
export interface Assignment {
  readonly name: string;
  readonly value: Line;
}

export interface RequestFile {
  readonly sections: readonly Section[];
  readonly assignments: readonly Assignment[];
}

const METHOD = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT)[ \t]+/i;
const VERSION = /(?<=[ \t])HTTP\/[\d.]+$/i;
const ASSIGNMENT = /^@([\w.-]+)[ \t]*=(.*)$/;
const COMMENT = /^[ \t]*(?:#|\/\/)/;
const CONTINUED = /^([ \t]+)(\S+)[ \t]*$/;
const SEPARATOR = /^###/;

const linesOf = (text: string): readonly Line[] =>
  Array.from(text.matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g), ({ index, 0: whole }) => {
    const line = whole.replace(/[\r\n]+$/, '');
    const mark = index === 0 && line.startsWith('\uFEFF') ? 1 : 0;
    return { start: index + mark, end: index + line.length, text: line.slice(mark) };
  });

const piece = ({ start }: Line, from: number, text: string): Line => ({
  start: start + from,
  end: start + from + text.length,
  text,
});

/** Body without the response handlers of tools after it (`> {% … %}`, `>> file`, `<> file`). */
const bodyLines = (lines: readonly Line[]): readonly Line[] => {
  const end = lines.findIndex(({ text }) => /^(?:>\s*(?:\{%|\S)|>>|<>)/.test(text));
  const own = end === -1 ? lines : lines.slice(0, end);
  const last = own.findLastIndex(({ text }) => text.trim() !== '');
  const first = own.findIndex(({ text }) => text.trim() !== '');
  return first === -1 ? [] : own.slice(first, last + 1);
};

const bodyOf = (fileText: string, lines: readonly Line[]): Line | undefined => {
  const own = bodyLines(lines);
  const [first] = own;
  const last = own.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return { start: first.start, end: last.end, text: fileText.slice(first.start, last.end) };
};

/** Method and URL of a request line, which does not begin with white space. */
const requestIn = (line: Line): { readonly method: string | undefined; readonly url: Line } | undefined => {
  const [lead = '', method] = METHOD.exec(line.text) ?? [];
  const url = line.text.slice(lead.length).trimEnd().replace(VERSION, '').trimEnd();
  return /^\S/.test(url) ? { method, url: piece(line, lead.length, url) } : undefined;
};

/** Lines before a request: comments, assignments and scripts that run before it, which may change its headers. */
const skipLead = (lines: readonly Line[]): { readonly at: number; readonly scripted: boolean } => {
  let scripted = false;
  let inScript = false;
  for (const [at, { text }] of lines.entries()) {
    if (/^<\s*\{%/.test(text)) inScript = true;
    else if (/^<\s*\S/.test(text)) scripted = true;
    if (inScript && /headers?\b/i.test(text)) scripted = true;
    const plain = !inScript && text.trim() !== '' && !COMMENT.test(text) && !text.startsWith('@');
    if (inScript && text.includes('%}')) inScript = false;
    else if (plain && !text.startsWith('<')) return { at, scripted };
  }
  return { at: lines.length, scripted };
};

const sectionOf = (fileText: string, lines: readonly Line[]): Section | undefined => {
  const { at, scripted } = skipLead(lines);
  const first = lines[at];
  const request = first && requestIn(first);
  if (first === undefined || request === undefined) return undefined;
  const url = [request.url];
  const rest = lines.slice(at + 1);
  let next = 0;
  for (
    let more = CONTINUED.exec(rest[next]?.text ?? '');
    more !== null;
    more = CONTINUED.exec(rest[next]?.text ?? '')
  ) {
    url.push(piece(rest[next]!, more[1]?.length ?? 0, more[2] ?? ''));
    next++;
  }
  const blank = rest.findIndex(({ text }, index) => index >= next && text.trim() === '');
  const headEnd = blank === -1 ? rest.length : blank;
  const headers = rest.slice(next, headEnd).filter(({ text }) => !COMMENT.test(text));
  const end = (rest[headEnd - 1] ?? first).end;
  return {
    method: request.method,
    url,
    headers,
    headEnd: end,
    body: bodyOf(fileText, rest.slice(headEnd)),
    scripted,
  };
};

/** Parses a request file. Never fails: text that is not a request is left out. */
export const sectionsOf = (text: string): RequestFile => {
  const groups: Line[][] = [[]];
  const assignments: Assignment[] = [];
  for (const line of linesOf(text)) {
    const assigned = ASSIGNMENT.exec(line.text);
    if (SEPARATOR.test(line.text)) groups.push([]);
    else groups.at(-1)!.push(line);
    if (assigned === null) continue;
    const value = (assigned[2] ?? '').trim();
    assignments.push({ name: assigned[1] ?? '', value: piece(line, line.text.lastIndexOf(value), value) });
  }
  return { sections: groups.flatMap((lines) => sectionOf(text, lines) ?? []), assignments };
};
