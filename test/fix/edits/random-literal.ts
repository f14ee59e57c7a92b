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
  /** True when what happens to every comment and blank line is beyond doubt, so that the bytes can be foretold. */
  readonly plain: boolean;
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

/** A member with its name, by which its comments are known too. */
export type Named = Omit<RandomMember, 'value'> & {
  readonly name: string;
  readonly value: number | readonly Named[];
};

/** Gives every member of the tree a name of its own. */
export const named = (members: readonly RandomMember[], counter = { next: 0 }): readonly Named[] =>
  members.map((each) => {
    const name = `k${counter.next++}`;
    return { ...each, name, value: typeof each.value === 'number' ? each.value : named(each.value, counter) };
  });

export const namesOf = (members: readonly Named[]): readonly string[] =>
  members.flatMap(({ name, value }) => [name, ...(typeof value === 'number' ? [] : namesOf(value))]);

/** The members without some of them. */
export const pruned = (members: readonly Named[], gone: ReadonlySet<string>): readonly Named[] =>
  members
    .filter(({ name }) => !gone.has(name))
    .map((each) => ({
      ...each,
      value: typeof each.value === 'number' ? each.value : pruned(each.value, gone),
    }));

interface Piece {
  readonly text: string;
  readonly value: Value;
}

/** Writes a literal in a style, and notes every comment with the members it is about. */
class Writer {
  readonly comments = new Map<string, readonly string[]>();
  readonly style: Style;
  plain = true;

  constructor(style: Style) {
    this.style = style;
  }

  get hasComments(): boolean {
    return this.style.syntax !== 'json';
  }

  comment(id: string, owners: readonly string[], inline: boolean): string {
    this.comments.set(id, owners);
    if (inline) return `/* ${id} */`;
    return this.style.syntax.startsWith('yaml') ? `# ${id}` : `// ${id}`;
  }

  key(name: string): string {
    return this.style.syntax.startsWith('json') ? `"${name}"` : name;
  }

  literal(members: readonly Named[], depth: number): Piece {
    if (members.length === 0) return { text: '{}', value: {} };
    if (this.style.syntax === 'yaml-block') return this.block(members, depth);
    return this.style.oneLine ? this.oneLine(members, depth) : this.lines(members, depth);
  }

  content({ value }: Named, depth: number): Piece {
    return typeof value === 'number' ? { text: String(value), value } : this.literal(value, depth + 1);
  }

  oneLine(members: readonly Named[], depth: number): Piece {
    const value: Record<string, Value> = {};
    const inline = this.style.syntax === 'js' || this.style.syntax === 'jsonc';
    const parts = members.map((each) => {
      const { name } = each;
      const inner = this.content(each, depth);
      value[name] = inner.value;
      const before = inline && each.before ? `${this.comment(`${name}~before`, [name], true)} ` : '';
      const after = inline && each.after ? ` ${this.comment(`${name}~after`, [name], true)}` : '';
      return `${before}${this.key(name)}: ${inner.text}${after}`;
    });
    const pad = this.style.padded ? ' ' : '';
    const end = this.style.trailingComma ? ',' : '';
    return { text: `{${pad}${parts.join(', ')}${end}${pad}}`, value };
  }

  /** Comment lines above a member: one that stands alone, and those that lead it. */
  above(each: Named, indent: string, first: boolean): string[] {
    const { name, lead, blankBefore, floating } = each;
    // A blank line makes a comment below it a heading; it and a comment that stands alone may end up at a border.
    if (floating || blankBefore) this.plain = false;
    const lines = blankBefore && !first ? [''] : [];
    if (!this.hasComments) return lines;
    if (floating) lines.push(indent + this.comment(`${name}~floating`, [], false), '');
    for (let n = 0; n < lead; n += 1) lines.push(indent + this.comment(`${name}~lead${n}`, [name], false));
    return lines;
  }

  lines(members: readonly Named[], depth: number): Piece {
    const { eol, trailingComma, commaFirst } = this.style;
    const indent = this.style.indent.repeat(depth + 1);
    const value: Record<string, Value> = {};
    const lines: string[] = [];
    let lineOwners: string[] = [];
    for (const [at, each] of members.entries()) {
      const { name } = each;
      const previous = members[at - 1];
      const shares =
        each.sharesLine && !commaFirst && previous?.trail === false && typeof previous.value === 'number';
      if (shares) this.plain = false;
      else lines.push(...this.above(each, indent, at === 0));
      lineOwners = shares && typeof each.value === 'number' ? [...lineOwners, name] : [name];
      const inner = this.content(each, depth);
      value[name] = inner.value;
      const comma = commaFirst || (at === members.length - 1 && !trailingComma) ? '' : ',';
      const trail =
        this.hasComments && each.trail ? ` ${this.comment(`${name}~trail`, lineOwners, false)}` : '';
      const text = `${this.key(name)}: ${inner.text}${comma}${trail}`;
      if (shares) lines.push(`${lines.pop()!} ${text}`);
      else lines.push(indent + (commaFirst && at > 0 ? ', ' : '') + text);
    }
    return { text: ['{', ...lines, this.style.indent.repeat(depth) + '}'].join(eol), value };
  }

  block(members: readonly Named[], depth: number): Piece {
    const { eol } = this.style;
    const indent = this.style.indent.repeat(depth);
    const value: Record<string, Value> = {};
    const lines: string[] = [];
    for (const [at, each] of members.entries()) {
      const { name } = each;
      // What stands at the top of a document speaks of all of it.
      if (depth === 0 && at === 0 && each.lead > 0) this.plain = false;
      lines.push(...this.above(each, indent, at === 0));
      const inner = this.content(each, depth);
      const nested = typeof each.value !== 'number' && inner.text !== '{}';
      const trail =
        each.trail && typeof each.value === 'number'
          ? ` ${this.comment(`${name}~trail`, [name], false)}`
          : '';
      value[name] = inner.value;
      lines.push(`${indent}${name}:${nested ? eol : ' '}${inner.text}${trail}`);
    }
    return { text: lines.join(eol), value };
  }
}

export const write = (members: readonly Named[], style: Style): Written => {
  const writer = new Writer(style);
  const { text, value } = writer.literal(members, 0);
  const head = (style.bom ? '\ufeff' : '') + (style.syntax === 'js' ? 'x = ' : '');
  const tail = style.syntax === 'js' ? ';' : '';
  return { text: head + text + tail + style.eol, value, comments: writer.comments, plain: writer.plain };
};
