import type { JSONScanner } from 'jsonc-parser';
import { BUDGETS } from '../../../model/index.ts';
import type { InsertionPoint, ListTree, Member, ObjectTree, Slot, Span, Tree } from '../../../model/index.ts';
import { gapIn } from './gap.ts';
import type { SpelledText } from './spelled-text.ts';
import { SCAN_PROBLEMS, TOKEN } from './tokens.ts';

/** Maximum nesting; deeper documents are refused, since code that walks a tree may recurse. */
const MAX_DEPTH = BUDGETS.jsonNesting.max;

/** Mistake in a text, without quoting it, and the offset in the text. */
export interface JsonProblem {
  readonly offset: number;
  readonly problem: string;
}

/**
 * Tree of a text. After a problem the tree contains what precedes it, and the objects and lists that it
 * interrupts are not `complete`.
 */
export interface ParsedJson {
  readonly tree: Tree | undefined;
  readonly problem: JsonProblem | undefined;
}

interface MemberShape {
  readonly key: Slot;
  readonly value: Tree;
  readonly span: Span;
  readonly separator: string;
}

/** Data about an object when the parser is at its closing brace. */
interface EndOfObject {
  readonly open: number;
  readonly shapes: readonly MemberShape[];
  /** Offset after a trailing comma. */
  readonly trailingComma: number | undefined;
  readonly commentAtEnd: boolean;
}

/**
 * Parses JSON with comments and trailing commas into a tree, keeping every duplicate member. `fixed` texts
 * (recordings) have no insertion points and no removals. State: the position in the text and the first
 * problem, which ends the parsing.
 */
export class JsonParser {
  private problem: JsonProblem | undefined;
  private token: number = TOKEN.end;
  private depth = 0;
  private commentBefore = false;
  private readonly file: string;
  private readonly source: SpelledText;
  private readonly spelling: 'json-string' | 'fixed';
  private readonly scanner: JSONScanner;

  /** `scanner` must scan `source.text`, trivia included. */
  constructor(file: string, source: SpelledText, spelling: 'json-string' | 'fixed', scanner: JSONScanner) {
    this.file = file;
    this.source = source;
    this.spelling = spelling;
    this.scanner = scanner;
  }

  parse(): ParsedJson {
    // A byte order mark is not JSON, but is not reported either.
    if (this.source.text.startsWith('\uFEFF')) this.scanner.setPosition(1);
    this.next();
    const tree = this.value();
    if (this.problem === undefined && this.token !== TOKEN.end)
      this.fail('text follows after the end of the document');
    return { tree, problem: this.problem };
  }

  private next(): void {
    this.commentBefore = false;
    do {
      this.token = this.scanner.scan();
      if (this.token === TOKEN.lineComment || this.token === TOKEN.blockComment) this.commentBefore = true;
      const problem = SCAN_PROBLEMS.get(this.scanner.getTokenError());
      if (problem !== undefined) this.fail(problem);
    } while (this.token >= TOKEN.lineComment && this.token <= TOKEN.triviaEnd);
  }

  private fail(problem: string): void {
    this.problem ??= { offset: this.scanner.getTokenOffset(), problem };
  }

  private value(): Tree | undefined {
    if (this.problem !== undefined) return undefined;
    if (this.token === TOKEN.openBrace || this.token === TOKEN.openBracket) return this.nested();
    if (this.token === TOKEN.string) return this.string();
    const value = this.scalar();
    if (value === undefined) {
      this.fail(
        this.token === TOKEN.end ? 'the text ends where a value is expected' : 'a value is expected here',
      );
      return undefined;
    }
    const span = this.here();
    this.next();
    return { kind: 'scalar', file: this.file, span, value, slot: undefined };
  }

  private nested(): Tree | undefined {
    if (this.depth >= MAX_DEPTH) {
      this.fail(`values are nested more than ${MAX_DEPTH} deep`);
      return undefined;
    }
    this.depth++;
    const tree = this.token === TOKEN.openBrace ? this.object() : this.list();
    this.depth--;
    return tree;
  }

  private scalar(): number | boolean | null | undefined {
    if (this.token === TOKEN.number) return Number(this.scanner.getTokenValue());
    if (this.token === TOKEN.true || this.token === TOKEN.false) return this.token === TOKEN.true;
    return this.token === TOKEN.null ? null : undefined;
  }

  private string(): Tree {
    const slot = this.slot();
    const span = this.here();
    this.next();
    return { kind: 'scalar', file: this.file, span, value: slot.value, slot };
  }

  private list(): ListTree {
    const start = this.scanner.getTokenOffset();
    const items: Tree[] = [];
    this.next();
    while (this.token !== TOKEN.closeBracket) {
      const item = this.value();
      if (item !== undefined) items.push(item);
      if (!this.separated(TOKEN.closeBracket, 'a comma or a closing bracket is expected here')) break;
    }
    const complete = this.problem === undefined;
    const span = this.span(start, this.close());
    return { kind: 'list', file: this.file, span, items, complete };
  }

  private object(): ObjectTree {
    const open = this.scanner.getTokenOffset();
    const members: MemberShape[] = [];
    let trailingComma: number | undefined;
    this.next();
    while (this.token !== TOKEN.closeBrace) {
      const member = this.member();
      if (member !== undefined) members.push(member);
      trailingComma = this.token === TOKEN.comma ? this.scanner.getPosition() : undefined;
      const commented = this.commentBefore;
      if (!this.separated(TOKEN.closeBrace, 'a comma or a closing brace is expected here')) break;
      this.commentBefore ||= commented;
    }
    return this.objectOf({ open, shapes: members, trailingComma, commentAtEnd: this.commentBefore });
  }

  /** Skips the comma after a member; false when the object or list cannot continue. */
  private separated(close: number, problem: string): boolean {
    if (this.problem !== undefined) return false;
    if (this.token === TOKEN.comma) this.next();
    else if (this.token === TOKEN.end) this.fail('the text ends before its last bracket is closed');
    else if (this.token !== close) this.fail(problem);
    return this.problem === undefined;
  }

  private member(): MemberShape | undefined {
    if (this.token !== TOKEN.string) {
      this.fail(
        this.token === TOKEN.end
          ? 'the text ends inside an object'
          : 'a field name in double quotes is expected here',
      );
      return undefined;
    }
    const start = this.scanner.getTokenOffset();
    const key = this.slot();
    const keyEnd = this.scanner.getPosition();
    this.next();
    if (this.token !== TOKEN.colon) this.fail('a colon is expected after the field name');
    if (this.problem === undefined) this.next();
    const valueStart = this.scanner.getTokenOffset();
    const value = this.value();
    if (value === undefined) return undefined;
    const separator = this.source.text.slice(keyEnd, valueStart);
    return { key, value, span: { start, end: this.lastEnd }, separator };
  }

  /** End of the last value; the token after it may be far away. */
  private lastEnd = 0;

  private here(): Span {
    this.lastEnd = this.scanner.getPosition();
    return this.span(this.scanner.getTokenOffset(), this.lastEnd);
  }

  /** Offset after the current closing bracket, or after all that was read. */
  private close(): number {
    this.lastEnd = this.scanner.getPosition();
    if (this.problem === undefined) this.next();
    return this.lastEnd;
  }

  private span(start: number, end: number): Span {
    return this.source.spanAt(start, end);
  }

  private slot(): Slot {
    const start = this.scanner.getTokenOffset() + 1;
    const end = Math.max(start, this.scanner.getPosition() - 1);
    const value = this.scanner.getTokenValue();
    return { file: this.file, span: this.span(start, end), value, spelling: this.spelling };
  }

  private objectOf({ open, shapes, trailingComma, commentAtEnd }: EndOfObject): ObjectTree {
    const complete = this.problem === undefined;
    const { file } = this;
    const span = this.span(open, this.close());
    const editable = complete && this.spelling !== 'fixed';
    const siblings = shapes.map((shape) => this.span(shape.span.start, shape.span.end));
    const members = shapes.map(({ key, value }, index): Member => {
      const place = { file, span: siblings[index] ?? key.span };
      const removal = editable ? ({ kind: 'member', container: span, siblings, index } as const) : undefined;
      return { key, value, place, removal, certain: true };
    });
    const gap = editable ? this.gap({ open, shapes, trailingComma, commentAtEnd }) : undefined;
    return { kind: 'object', file, span, members, complete, gap };
  }

  private gap({ open, shapes, trailingComma, commentAtEnd }: EndOfObject): InsertionPoint {
    const separator = shapes.at(-1)?.separator ?? '';
    const members = shapes.map((shape) => shape.span);
    return gapIn(this.file, this.source.text, { open, members, separator, trailingComma, commentAtEnd });
  }
}
