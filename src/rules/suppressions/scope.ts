import type { Span, SuppressionFact } from '../../model/index.ts';
import { directiveOf } from './directive.ts';
import { Lines } from './lines.ts';
import type { Directive, Suppression } from '../checks/suppression.ts';

interface Parsed {
  readonly fact: SuppressionFact;
  readonly directive: Directive;
}

const isBlank = (text: string): boolean => /^\s*$/.test(text);

/** Where the comments of one file count, looked up line by line. */
class Scopes {
  readonly #text: string;
  readonly #lines: Lines;
  /** End of the suppressions that are alone on their lines, one below the other, by where they begin. */
  readonly #alone = new Map<number, number>();
  /** End of a line with its continuations, by where it begins. */
  readonly #continued = new Map<number, number>();

  /** The comments are in order. */
  constructor(all: readonly Parsed[], text: string) {
    this.#text = text;
    this.#lines = new Lines(text);
    for (const { fact } of all.toReversed()) {
      const { start, end } = fact.span;
      const [from, to] = [this.#lines.before(start), this.#lines.after(end)];
      if (isBlank(text.slice(from, start)) && isBlank(text.slice(end, to)))
        this.#alone.set(from, this.#alone.get(to) ?? to);
    }
  }

  of({ fact, directive }: Parsed): Span {
    const { start, end } = fact.span;
    if (directive.kind === 'file') return { start: 0, end: this.#text.length };
    if (directive.kind === 'line') return { start: this.#lines.before(start), end: this.#lines.after(end) };
    if (fact.next !== undefined) return fact.next;
    const below = this.#lines.after(end);
    const next = this.#alone.get(below) ?? below;
    return { start: next, end: this.#afterContinued(next) };
  }

  /** Offset after a line and its backslash continuations: no comment can be inserted between these. */
  #afterContinued(from: number): number {
    const known = this.#continued.get(from);
    if (known !== undefined) return known;
    let end = this.#lines.after(from);
    while (end < this.#text.length && /\\\r?\n?$/.test(this.#text.slice(Math.max(from, end - 3), end)))
      end = this.#lines.after(end);
    this.#continued.set(from, end);
    return end;
  }
}

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
  const scopes = new Scopes(parsed, text);
  const written = parsed
    .filter((each) => !closing.has(each))
    .map((each): Suppression => {
      const { fact, directive } = each;
      if (directive.kind === 'end') return { fact, directive, scope: undefined, end: undefined };
      if (directive.kind !== 'start') return { fact, directive, scope: scopes.of(each), end: undefined };
      const end = blocks.get(each)?.fact;
      const scope = { start: fact.span.end, end: end?.span.start ?? text.length };
      return { fact, directive, scope, end };
    });
  return [...configured, ...others, ...written];
};
