import { commentSignOf } from '../../model/index.ts';
import type { Edit, Finding } from '../../model/index.ts';

/** Sign of a line comment in files that are no programs, by name. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:jsonc|groovy)$|(?:^|\/)jenkinsfile[^/]*$/i, '//'],
  [/\.(?:ya?ml|sh|bash|zsh|ksh|tf|http|rest)$|(?:^|\/)(?:\.env[^/]*|Makefile|Dockerfile)$/i, '#'],
];

const signFor = (file: string): string | undefined =>
  commentSignOf(file) ?? SIGNS.find(([names]) => names.test(file))?.[1];

const startOfLine = (text: string, at: number): number =>
  Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;

/** A reason stays on its line, and ends no comment. */
const asReason = (reason: string): string => reason.replace(/\s+/g, ' ').replaceAll('*/', '* /').trim();

/**
 * Edit that writes `// migrate-ignore-next-line <ids>: <reason>` above the line of the findings; `undefined`
 * in files without comments.
 */
export const suppressionComment = (
  text: string,
  findings: readonly Finding[],
  reason: string,
): Edit | undefined => {
  const [first] = findings;
  const sign = first && signFor(first.file);
  if (first === undefined || sign === undefined) return undefined;
  const start = startOfLine(text, first.span.start);
  const from = start === 0 && text.startsWith('\uFEFF') ? 1 : start;
  const indent = /^[ \t]*/.exec(text.slice(from))![0];
  const end = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  const ids = [...new Set(findings.map(({ rule }) => rule))].toSorted().join(', ');
  const comment = `${indent}${sign} migrate-ignore-next-line ${ids}: ${asReason(reason)}${end}`;
  return { span: { start: from, end: from }, text: comment };
};
