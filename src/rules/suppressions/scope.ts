import type { Span, SuppressionFact } from '../../model/index.ts';
import { directiveOf } from './directive.ts';
import type { Directive, Suppression } from '../checks/suppression.ts';

interface Parsed {
  readonly fact: SuppressionFact;
  readonly directive: Directive;
}

/** Offset after the line end that follows `at`. */
const afterLine = (text: string, at: number): number => {
  const end = /\r\n?|\n/g;
  end.lastIndex = at;
  return end.exec(text) === null ? text.length : end.lastIndex;
};

const beforeLine = (text: string, at: number): number =>
  Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;

/** Offset after a line and its backslash continuations: no comment can be inserted between these. */
const afterContinued = (text: string, at: number): number => {
  let end = afterLine(text, at);
  while (end < text.length && /\\\r?\n?$/.test(text.slice(Math.max(at, end - 3), end)))
    end = afterLine(text, end);
  return end;
};

const isBlank = (text: string): boolean => /^\s*$/.test(text);

/** Start of the first line below the comment that holds more than another suppression. */
const nextLine = ({ fact }: Parsed, all: readonly Parsed[], text: string): number => {
  let start = afterLine(text, fact.span.end);
  for (const { fact: next } of all) {
    const { span } = next;
    if (span.start < start || !isBlank(text.slice(start, span.start))) continue;
    const rest = text.slice(span.end, afterLine(text, span.end));
    if (beforeLine(text, span.start) === start && isBlank(rest)) start = afterLine(text, span.end);
  }
  return start;
};

const scopeOf = (parsed: Parsed, all: readonly Parsed[], text: string): Span => {
  const { span } = parsed.fact;
  if (parsed.directive.kind === 'file') return { start: 0, end: text.length };
  if (parsed.directive.kind === 'line')
    return { start: beforeLine(text, span.start), end: afterLine(text, span.end) };
  if (parsed.fact.next !== undefined) return parsed.fact.next;
  const start = nextLine(parsed, all, text);
  return { start, end: afterContinued(text, start) };
};

/** Blocks nest: an end closes the last open start; an unclosed block extends to the end of the file. */
const blocksOf = (all: readonly Parsed[]): ReadonlyMap<Parsed, Parsed | undefined> => {
  const open: Parsed[] = [];
  const blocks = new Map<Parsed, Parsed | undefined>();
  for (const parsed of all) {
    if (parsed.directive.kind === 'start') {
      open.push(parsed);
      blocks.set(parsed, undefined);
    } else if (parsed.directive.kind === 'end') {
      const start = open.pop();
      if (start === undefined) blocks.set(parsed, undefined);
      else blocks.set(start, parsed);
    }
  }
  return blocks;
};

const withoutDirective = (fact: SuppressionFact, scope: Span | undefined): Suppression => ({
  fact,
  directive: undefined,
  scope,
  end: undefined,
});

/** The suppressions of one file, in order, and comments that wanted to be one; `facts` are those of the file. */
export const suppressionsOf = (facts: readonly SuppressionFact[], text: string): readonly Suppression[] => {
  const configured = facts
    .filter(({ comment }) => comment === undefined)
    .map((fact) => withoutDirective(fact, fact.span));
  const others = facts
    .filter(({ comment }) => comment !== undefined && directiveOf(comment) === undefined)
    .map((fact) => withoutDirective(fact, undefined));
  const parsed = facts
    .flatMap((fact) => {
      const directive = fact.comment === undefined ? undefined : directiveOf(fact.comment);
      return directive === undefined ? [] : [{ fact, directive }];
    })
    .toSorted((a, b) => a.fact.span.start - b.fact.span.start);
  const blocks = blocksOf(parsed);
  const closing = new Set(blocks.values());
  const written = parsed
    .filter((each) => !closing.has(each))
    .map((each): Suppression => {
      const { fact, directive } = each;
      if (directive.kind === 'end') return { fact, directive, scope: undefined, end: undefined };
      if (directive.kind !== 'start')
        return { fact, directive, scope: scopeOf(each, parsed, text), end: undefined };
      const end = blocks.get(each)?.fact;
      const scope = { start: fact.span.end, end: end?.span.start ?? text.length };
      return { fact, directive, scope, end };
    });
  return [...configured, ...others, ...written];
};
