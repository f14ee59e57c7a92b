import type { Span } from '../../../model/index.ts';

/** Expression, as far as requests and commands need it. Offsets are those of the file. */
export type Expression =
  | { readonly kind: 'string'; readonly span: Span; readonly whole: Span }
  | {
      readonly kind: 'heredoc';
      readonly lines: readonly Span[];
      readonly indented: boolean;
      readonly whole: Span;
    }
  | { readonly kind: 'list'; readonly items: readonly Expression[]; readonly whole: Span }
  | { readonly kind: 'object'; readonly entries: readonly Attribute[]; readonly whole: Span }
  | { readonly kind: 'name'; readonly name: string; readonly whole: Span }
  | { readonly kind: 'other'; readonly whole: Span };

/** `name = value`. */
export interface Attribute {
  readonly name: string;
  readonly start: number;
  readonly value: Expression;
}

/** `type "label" { … }`. */
export interface HclBlock {
  readonly type: string;
  readonly labels: readonly string[];
  readonly attributes: readonly Attribute[];
  readonly blocks: readonly HclBlock[];
}

const SPACE = /(?:[ \t\r]|#[^\n]*|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))*/y;
const LINES = /(?:\s|#[^\n]*|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))*/y;
const NAME = /[A-Za-z_][\w-]*/y;
const TRAVERSAL = /[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[(?:"[^"\n]*"|\d+)\])*/y;
const HEREDOC = /<<(-?)([A-Za-z_]\w*)[^\n]*\n/y;
const MAX_DEPTH = 60;

/** Parses HCL without failing: other text is skipped. State: the position in the text. */
class HclReader {
  private at = 0;
  private depth = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }

  /** Body of a block, up to its bracket. */
  body(): Pick<HclBlock, 'attributes' | 'blocks'> {
    const attributes: Attribute[] = [];
    const blocks: HclBlock[] = [];
    while (this.at < this.text.length) {
      this.match(LINES);
      if (this.text[this.at] === '}') break;
      const start = this.at;
      const name = this.match(NAME)?.[0];
      if (name === undefined) {
        this.at++;
        continue;
      }
      this.match(SPACE);
      if (this.text[this.at] === '=' && this.text[this.at + 1] !== '=') {
        this.at++;
        attributes.push({ name, start, value: this.expression() });
      } else {
        const block = this.block(name);
        if (block !== undefined) blocks.push(block);
      }
    }
    return { attributes, blocks };
  }

  private block(type: string): HclBlock | undefined {
    const labels: string[] = [];
    for (;;) {
      this.match(SPACE);
      if (this.text[this.at] === '"') {
        const { start, end } = this.quoted();
        labels.push(this.text.slice(start, end));
      } else {
        const label = this.match(NAME)?.[0];
        if (label === undefined) break;
        labels.push(label);
      }
    }
    if (this.text[this.at] !== '{' || this.depth >= MAX_DEPTH) return undefined;
    this.at++;
    this.depth++;
    const inside = this.body();
    this.depth--;
    this.at++;
    return { type, labels, ...inside };
  }

  /** Content of a string; its expressions may contain strings. */
  private quoted(): Span {
    const start = ++this.at;
    let open = 0;
    for (; this.at < this.text.length; this.at++) {
      const unit = this.text[this.at];
      if (unit === '\n' && open === 0) break;
      if (unit === '\\') this.at++;
      else if (
        (unit === '$' || unit === '%') &&
        this.text[this.at + 1] === '{' &&
        this.text[this.at - 1] !== unit
      ) {
        open++;
        this.at++;
      } else if (unit === '}' && open > 0) open--;
      else if (unit === '"') {
        if (open === 0) break;
        this.at = this.closing(this.at + 1);
      }
    }
    const end = Math.min(this.at, this.text.length);
    this.at = end + 1;
    return { start, end };
  }

  private closing(from: number): number {
    const found = this.text.indexOf('"', from);
    return found === -1 ? this.text.length : found;
  }

  expression(): Expression {
    this.match(SPACE);
    const start = this.at;
    const found = this.simple(start);
    // `a + b`, `f(x)`, `c ? a : b`: an expression of several values is unknown.
    this.match(SPACE);
    if (found !== undefined && /[\n,}\])]|^$/.test(this.text[this.at] ?? '')) return found;
    this.rest();
    return { kind: 'other', whole: { start, end: this.at } };
  }

  private simple(start: number): Expression | undefined {
    const unit = this.text[start];
    const whole = (): Span => ({ start, end: this.at });
    if (unit === '"') return { kind: 'string', span: this.quoted(), whole: whole() };
    const heredoc = this.match(HEREDOC);
    if (heredoc !== null) return { ...this.heredoc(heredoc), whole: whole() };
    if (this.depth < MAX_DEPTH && (unit === '[' || unit === '{')) {
      this.depth++;
      this.at++;
      const inside = unit === '[' ? this.list() : this.object();
      this.depth--;
      return { ...inside, whole: whole() };
    }
    const name = this.match(TRAVERSAL)?.[0];
    return name === undefined ? undefined : { kind: 'name', name, whole: whole() };
  }

  private heredoc([, dash, tag = '']: RegExpExecArray): {
    kind: 'heredoc';
    lines: Span[];
    indented: boolean;
  } {
    const lines: Span[] = [];
    while (this.at < this.text.length) {
      const start = this.at;
      const next = this.text.indexOf('\n', start);
      this.at = next === -1 ? this.text.length : next + 1;
      if (this.text.slice(start, this.at).trim() === tag) {
        // The line break ends the attribute.
        this.at = next === -1 ? this.text.length : next;
        break;
      }
      lines.push({ start, end: this.at });
    }
    return { kind: 'heredoc', lines, indented: dash === '-' };
  }

  private list(): { kind: 'list'; items: Expression[] } {
    const items: Expression[] = [];
    while (this.at < this.text.length) {
      this.match(LINES);
      if (this.text[this.at] === ']') break;
      const before = this.at;
      if (this.text[this.at] === ',') this.at++;
      else items.push(this.expression());
      if (this.at === before) this.at++;
    }
    this.at++;
    return { kind: 'list', items };
  }

  private object(): { kind: 'object'; entries: Attribute[] } {
    const entries: Attribute[] = [];
    while (this.at < this.text.length) {
      this.match(LINES);
      const start = this.at;
      const unit = this.text[start];
      if (unit === '}') break;
      const key = unit === '"' ? this.quoted() : this.nameHere();
      this.match(SPACE);
      if (key === undefined || !/[=:]/.test(this.text[this.at] ?? '')) {
        if (this.at === start) this.at++;
        continue;
      }
      this.at++;
      entries.push({ name: this.text.slice(key.start, key.end), start, value: this.expression() });
      this.match(SPACE);
      if (this.text[this.at] === ',') this.at++;
    }
    this.at++;
    return { kind: 'object', entries };
  }

  private nameHere(): Span | undefined {
    const start = this.at;
    return this.match(NAME) === null ? undefined : { start, end: this.at };
  }

  /** Skips the rest of an expression, to the end of its line or the enclosing bracket. */
  private rest(): void {
    let open = 0;
    for (; this.at < this.text.length; this.at++) {
      const unit = this.text[this.at]!;
      if (unit === '"') {
        this.quoted();
        this.at--;
      } else if ('([{'.includes(unit)) open++;
      else if (')]}'.includes(unit)) {
        if (open === 0) return;
        open--;
      } else if (open === 0 && (unit === '\n' || unit === ',')) return;
    }
  }
}

/** Blocks and attributes of a file of HCL, as one block without a type. */
export const hclIn = (text: string): HclBlock => ({ type: '', labels: [], ...new HclReader(text).body() });

/** The value of an attribute. */
export const attributeOf = ({ attributes }: HclBlock, name: string): Expression | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value;
