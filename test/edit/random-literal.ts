import * as fc from 'fast-check';

export type Syntax = 'js' | 'json' | 'jsonc' | 'yaml-flow' | 'yaml-block';

/** One member of a random literal: its layout is drawn, its key is given when it is written. */
export interface RandomMember {
  readonly value: number | readonly RandomMember[];
  readonly blankBefore: boolean;
  readonly lead: number;
  readonly floating: boolean;
  readonly before: boolean;
  readonly after: boolean;
  readonly trail: boolean;
  readonly sharesLine: boolean;
}

export interface Style {
  readonly syntax: Syntax;
  readonly oneLine: boolean;
  readonly eol: '\n' | '\r\n';
  readonly indent: string;
  readonly trailingComma: boolean;
  readonly commaFirst: boolean;
  readonly padded: boolean;
  readonly bom: boolean;
}

/** A literal as text, and what a test may ask of it. */
export interface Written {
  readonly text: string;
  readonly value: Value;
  /** Comment text → names of the members that it may go with; empty: it always stays. */
  readonly comments: ReadonlyMap<string, readonly string[]>;
  readonly names: readonly string[];
}

export type Value = number | { readonly [name: string]: Value };

const member = (depth: number): fc.Arbitrary<RandomMember> =>
  fc.record({
    value:
      depth === 0
        ? fc.nat(9)
        : fc.oneof(
            { weight: 3, arbitrary: fc.nat(9) },
            { weight: 1, arbitrary: fc.array(member(depth - 1), { minLength: 1, maxLength: 3 }) },
          ),
    blankBefore: fc.nat(4).map((n) => n === 0),
    lead: fc.nat(5).map((n) => Math.max(0, n - 3)),
    floating: fc.nat(7).map((n) => n === 0),
    before: fc.nat(7).map((n) => n === 0),
    after: fc.nat(7).map((n) => n === 0),
    trail: fc.nat(3).map((n) => n === 0),
    sharesLine: fc.nat(5).map((n) => n === 0),
  });

export const literal: fc.Arbitrary<readonly RandomMember[]> = fc.array(member(2), {
  minLength: 1,
  maxLength: 6,
});

export const style = (syntax: Syntax): fc.Arbitrary<Style> =>
  fc.record({
    syntax: fc.constant(syntax),
    oneLine: syntax === 'yaml-block' ? fc.constant(false) : fc.boolean(),
    eol: fc.constantFrom('\n' as const, '\r\n' as const),
    indent: syntax.startsWith('yaml') ? fc.constantFrom('  ', '    ') : fc.constantFrom('  ', '    ', '\t'),
    trailingComma: syntax === 'json' ? fc.constant(false) : fc.boolean(),
    commaFirst: syntax === 'js' ? fc.nat(4).map((n) => n === 0) : fc.constant(false),
    padded: fc.boolean(),
    bom: syntax === 'json' ? fc.constant(false) : fc.boolean(),
  });

/** Writes a literal in a style, and notes every comment with the members it is about. */
class Writer {
  readonly comments = new Map<string, readonly string[]>();
  readonly names: string[] = [];

  constructor(readonly style: Style) {}

  get hasComments(): boolean {
    return this.style.syntax !== 'json';
  }

  comment(owners: readonly string[], inline: boolean): string {
    const id = `c${this.comments.size}c`;
    this.comments.set(id, owners);
    if (inline) return `/* ${id} */`;
    return this.style.syntax.startsWith('yaml') ? `# ${id}` : `// ${id}`;
  }

  key(): string {
    const name = `k${this.names.length}`;
    this.names.push(name);
    return name;
  }

  written(name: string): string {
    return this.style.syntax.startsWith('json') ? `"${name}"` : name;
  }

  literal(members: readonly RandomMember[], depth: number): { text: string; value: Value } {
    if (this.style.syntax === 'yaml-block') return this.block(members, depth);
    return this.style.oneLine ? this.oneLine(members, depth) : this.lines(members, depth);
  }

  oneLine(members: readonly RandomMember[], depth: number): { text: string; value: Value } {
    const value: Record<string, Value> = {};
    const inline = this.style.syntax === 'js' || this.style.syntax === 'jsonc';
    const parts = members.map((each) => {
      const name = this.key();
      const inner = this.content(each, depth);
      value[name] = inner.value;
      const before = inline && each.before ? `${this.comment([name], true)} ` : '';
      const after = inline && each.after ? ` ${this.comment([name], true)}` : '';
      return `${before}${this.written(name)}: ${inner.text}${after}`;
    });
    const pad = this.style.padded ? ' ' : '';
    const end = this.style.trailingComma ? ',' : '';
    return { text: `{${pad}${parts.join(', ')}${end}${pad}}`, value };
  }

  content(each: RandomMember, depth: number): { text: string; value: Value } {
    return typeof each.value === 'number'
      ? { text: String(each.value), value: each.value }
      : this.literal(each.value, depth + 1);
  }

  /** Comment lines above a member: one that stands alone, and those that lead it. */
  above(each: RandomMember, name: string, indent: string, first: boolean): string[] {
    const lines: string[] = [];
    if (each.blankBefore && !first) lines.push('');
    if (!this.hasComments) return lines;
    if (each.floating) lines.push(indent + this.comment([], false), '');
    for (let n = 0; n < each.lead; n += 1) lines.push(indent + this.comment([name], false));
    return lines;
  }

  lines(members: readonly RandomMember[], depth: number): { text: string; value: Value } {
    const { eol, trailingComma, commaFirst } = this.style;
    const indent = this.style.indent.repeat(depth + 1);
    const value: Record<string, Value> = {};
    const lines: string[] = [];
    let lineOwners: string[] = [];
    for (const [at, each] of members.entries()) {
      const name = this.key();
      const last = at === members.length - 1;
      const previous = members[at - 1];
      const shares =
        each.sharesLine && !commaFirst && previous?.trail === false && typeof previous.value === 'number';
      if (!shares) lines.push(...this.above(each, name, indent, at === 0));
      lineOwners = shares && typeof each.value === 'number' ? [...lineOwners, name] : [name];
      const inner = this.content(each, depth);
      value[name] = inner.value;
      const comma = commaFirst || (last && !trailingComma) ? '' : ',';
      const trail = this.hasComments && each.trail ? ` ${this.comment(lineOwners, false)}` : '';
      const text = `${this.written(name)}: ${inner.text}${comma}${trail}`;
      if (shares) lines.push(`${lines.pop()!} ${text}`);
      else lines.push(indent + (commaFirst && at > 0 ? ', ' : '') + text);
    }
    const close = this.style.indent.repeat(depth) + '}';
    return { text: ['{', ...lines, close].join(eol), value };
  }

  block(members: readonly RandomMember[], depth: number): { text: string; value: Value } {
    const { eol } = this.style;
    const indent = this.style.indent.repeat(depth);
    const value: Record<string, Value> = {};
    const lines: string[] = [];
    for (const [at, each] of members.entries()) {
      const name = this.key();
      lines.push(...this.above(each, name, indent, at === 0));
      const nested = typeof each.value !== 'number';
      const trail = each.trail && !nested ? ` ${this.comment([name], false)}` : '';
      const inner = this.content(each, depth);
      value[name] = inner.value;
      lines.push(`${indent}${name}:${nested ? eol : ' '}${inner.text}${trail}`);
    }
    return { text: lines.join(eol), value };
  }
}

export const write = (members: readonly RandomMember[], style: Style): Written => {
  const writer = new Writer(style);
  const { text, value } = writer.literal(members, 0);
  const head = (style.bom ? '\ufeff' : '') + (style.syntax === 'js' ? 'x = ' : '');
  const tail = style.syntax === 'js' ? ';' : '';
  return { text: head + text + tail + style.eol, value, comments: writer.comments, names: writer.names };
};
