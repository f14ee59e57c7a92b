/** Edit distances above this make the diff one large hunk instead of a slow search for small ones. */
const MAX_SEARCH_LENGTH = 1500;
const CONTEXT = 3;

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
};

const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;

const escapedUnit = (unit: string): string =>
  ESCAPES[unit] ?? [...new TextEncoder().encode(unit)].map(octal).join('');

/** A path as git quotes it in patches: in C style where it has a quote, a backslash or a control character. */
const quotedPath = (prefix: string, path: string): string => {
  const name = prefix + path;
  // oxlint-disable-next-line no-control-regex -- these are what git quotes
  const escaped = name.replace(/["\\\u0000-\u001f\u007f-\u009f\p{Bidi_Control}]/gu, escapedUnit);
  if (escaped !== name) return `"${escaped}"`;
  // Without the tab, a name with spaces would be read as a name and a date.
  return name.includes(' ') ? `${name}\t` : name;
};

interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

const NO_NEWLINE = '\\ No newline at end of file';

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const marked = (sign: string, line: string): readonly string[] =>
  line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, NO_NEWLINE];

/** One hunk from the first line that differs to the last. */
const singleHunk = (before: string, after: string): Hunk => {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const start = Math.max(0, head - CONTEXT);
  const context = Math.max(0, tail - CONTEXT);
  return {
    oldStart: start + 1,
    oldLines: old.length - context - start,
    newStart: start + 1,
    newLines: fresh.length - context - start,
    lines: [
      ...old.slice(start, head).flatMap((line) => marked(' ', line)),
      ...old.slice(head, old.length - tail).flatMap((line) => marked('-', line)),
      ...fresh.slice(head, fresh.length - tail).flatMap((line) => marked('+', line)),
      ...old.slice(old.length - tail, old.length - context).flatMap((line) => marked(' ', line)),
    ],
  };
};

/** A hunk that holds no line of one side starts, by convention, at the line before it. */
const range = (start: number, count: number): string => `${count === 0 ? start - 1 : start},${count}`;

const hunkText = ({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string =>
  [`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`, ...lines].join('\n') + '\n';

/**
 * Unified diff of one file for `git apply`, run in the repository root or the directory that `path` is
 * relative to; empty without changes. Line endings, byte order marks and a missing final newline are content:
 * applying the diff gives exactly `after`.
 */
export const unifiedDiff = async (path: string, before: string, after: string): Promise<string> => {
  if (before === after) return '';
  const { structuredPatch } = await import('diff');
  const patch = structuredPatch(path, path, before, after, undefined, undefined, {
    context: CONTEXT,
    maxEditLength: MAX_SEARCH_LENGTH,
  });
  const hunks: readonly Hunk[] = patch?.hunks ?? [singleHunk(before, after)];
  return `--- ${quotedPath('a/', path)}\n+++ ${quotedPath('b/', path)}\n${hunks.map(hunkText).join('')}`;
};
