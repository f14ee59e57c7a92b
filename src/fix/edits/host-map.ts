import { firstWhere, piecesOf } from '../../model/index.ts';
import type { CodePiece, Edit, Embedded, HeaderInsertion, Span } from '../../model/index.ts';
import { decode } from './decode.ts';
import type { Decoded } from './decode.ts';
import { spell } from './spelling.ts';
import { requoted } from './yaml-scalar.ts';

/** The way from a text inside a file to the file. */
export interface HostMap {
  /** Position of a span in the host file; a character without one has that of its neighbor. */
  span(span: Span): Span;
  /** The edits of the file that make the text what the edit makes of it; `undefined` where there are none. */
  edits(edit: Edit): readonly Edit[] | undefined;
}

/** Character of the text: its piece, and its position in the text of the piece's span. */
interface Unit {
  readonly piece: CodePiece;
  readonly index: number;
}

const isInside = ({ at, length }: CodePiece, unit: number): boolean => at <= unit && unit < at + length;

/** Index of the last piece that begins at the unit or before it. */
const lastBefore = (pieces: readonly CodePiece[], unit: number): number =>
  firstWhere(pieces, ({ at }) => at > unit) - 1;

class Mapper implements HostMap {
  private readonly pieces: readonly CodePiece[];
  private readonly value: string;
  private readonly host: string;
  private readonly decoded = new Map<string, Decoded | undefined>();

  constructor(embedded: Embedded, value: string, host: string) {
    this.pieces = piecesOf(embedded);
    this.value = value;
    this.host = host;
  }

  /** Value of a piece's span; `undefined` where it no longer matches the text. */
  private read(piece: CodePiece): Decoded | undefined {
    const { at, from, length, covers } = piece;
    const decoded = this.spelledIn(piece);
    const said = decoded?.value.slice(from, from + length);
    return covers === undefined && said === this.value.slice(at, at + length) ? decoded : undefined;
  }

  private spelledIn({ span, spelling }: CodePiece): Decoded | undefined {
    const key = `${span.start} ${spelling}`;
    if (!this.decoded.has(key))
      this.decoded.set(key, decode(this.host.slice(span.start, span.end), spelling));
    return this.decoded.get(key);
  }

  /** Position of an expression that the text replaces with other characters. */
  private expression(piece: CodePiece): Span {
    const { span, from, covers = 0 } = piece;
    const decoded = this.spelledIn(piece);
    const [start, end] = [decoded?.starts[from], decoded?.ends[from + covers - 1]];
    return start === undefined || end === undefined
      ? span
      : { start: span.start + start, end: span.start + end };
  }

  private unitAt(unit: number): Unit | undefined {
    for (let at = lastBefore(this.pieces, unit); at >= 0; at--) {
      const piece = this.pieces[at]!;
      if (isInside(piece, unit)) return { piece, index: piece.from + unit - piece.at };
      if (piece.length > 0) return undefined;
    }
    return undefined;
  }

  /** Position of a unit in the host file. */
  private placeOf({ piece, index }: Unit): Span {
    if (piece.covers !== undefined) return this.expression(piece);
    const decoded = this.read(piece);
    const { start, end } = piece.span;
    if (decoded === undefined) return { start, end };
    return { start: start + decoded.starts[index]!, end: start + decoded.ends[index]! };
  }

  span({ start, end }: Span): Span {
    const first = this.unitAt(start) ?? this.next(start);
    const last = (end > start ? this.unitAt(end - 1) : undefined) ?? this.before(end);
    const from = first === undefined ? (this.pieces.at(-1)?.span.end ?? 0) : this.placeOf(first).start;
    if (end === start && this.unitAt(start) === undefined && last !== undefined) {
      const at = this.placeOf(last).end;
      return { start: at, end: at };
    }
    const to = end > start && last !== undefined ? this.placeOf(last).end : from;
    return { start: from, end: Math.max(from, to) };
  }

  private next(unit: number): Unit | undefined {
    const piece = this.pieces.slice(lastBefore(this.pieces, unit) + 1).find(({ length }) => length > 0);
    return piece && { piece, index: piece.from };
  }

  private before(unit: number): Unit | undefined {
    const piece = this.pieces
      .slice(0, lastBefore(this.pieces, unit) + 1)
      .findLast(({ at, length }) => length > 0 && at < unit);
    return piece && { piece, index: piece.from + Math.min(piece.length, unit - piece.at) - 1 };
  }

  /** True where only editable text of the file is between two positions. */
  private isWhole({ start, end }: Span): boolean {
    let at = start;
    for (let index = lastBefore(this.pieces, start); index >= 0 && at < end; index++) {
      const piece = this.pieces[index];
      if (piece === undefined || piece.at > at || this.read(piece) === undefined) return false;
      at = Math.max(at, piece.at + piece.length);
    }
    return at >= end;
  }

  /** Insertion position: before the character there, else after the previous one. */
  private insertion(at: number): { readonly piece: CodePiece; readonly at: number } | undefined {
    const words = this.pieces.find((piece) => piece.at === at && piece.length === 0);
    if (words !== undefined) return { piece: words, at: words.span.start };
    const behind = at > 0 ? this.unitAt(at - 1) : undefined;
    const ahead = this.unitAt(at);
    const [unit, side] =
      ahead !== undefined && this.read(ahead.piece) !== undefined
        ? ([ahead, 'start'] as const)
        : ([behind, 'end'] as const);
    const decoded = unit && this.read(unit.piece);
    if (unit === undefined || decoded === undefined) return this.besideExpression(at, behind, ahead);
    const { starts } = decoded;
    if (side === 'start' && unit.index > 0 && starts[unit.index] === starts[unit.index - 1]) return undefined;
    return { piece: unit.piece, at: this.placeOf(unit)[side] };
  }

  private besideExpression(
    at: number,
    behind: Unit | undefined,
    ahead: Unit | undefined,
  ): { readonly piece: CodePiece; readonly at: number } | undefined {
    if (behind?.piece.covers !== undefined && behind.piece.at + behind.piece.length === at)
      return { piece: behind.piece, at: this.expression(behind.piece).end };
    if (ahead?.piece.covers !== undefined && ahead.piece.at === at)
      return { piece: ahead.piece, at: this.expression(ahead.piece).start };
    return undefined;
  }

  private placeOfEdit({ start, end }: Span): { piece: CodePiece; span: Span } | undefined {
    if (start === end) {
      const found = this.insertion(start);
      return found && { piece: found.piece, span: { start: found.at, end: found.at } };
    }
    const [first, last] = [this.unitAt(start), this.unitAt(end - 1)];
    if (first === undefined || last === undefined || !this.isWhole({ start, end })) return undefined;
    const span = { start: this.placeOf(first).start, end: this.placeOf(last).end };
    return span.start < span.end ? { piece: first.piece, span } : undefined;
  }

  edits({ span, text }: Edit): readonly Edit[] | undefined {
    const found = this.placeOfEdit(span);
    if (found === undefined) return undefined;
    const { piece } = found;
    if (piece.header !== undefined) {
      const header = headerAs(text, piece.header);
      return header === undefined ? undefined : [{ span: found.span, text: header }];
    }
    if (piece.spelling === 'yaml-plain')
      return /[\r\n]/.test(text) ? undefined : requoted(this.host, piece.span, { span: found.span, text });
    const written = writtenAs(text, piece);
    return written === undefined ? undefined : [{ span: found.span, text: written }];
  }
}

/** A header that is put in as an option of curl, as the document writes one. */
const headerAs = (text: string, { before, separator, after }: HeaderInsertion): string | undefined => {
  const [, , name, value] = /^\s*-H (['"])([\w-]+): ([^'"\\$`]*)\1$/.exec(text) ?? [];
  if (name === undefined || value === undefined) return undefined;
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
  return `${before}${key}${separator}${JSON.stringify(value)}${after}`;
};

/** The text as the piece spells it, its line breaks as they are written there. */
const writtenAs = (text: string, { spelling, newline }: CodePiece): string | undefined => {
  if (newline === undefined) return spell(text, spelling);
  const lines = text.split(/\r?\n/);
  if (newline === 'none') return lines.length > 1 ? undefined : spell(text, spelling);
  return lines.map((line) => spell(line, spelling)).join(newline);
};

/** Maps an embedded text with the value `value` to its file with the text `host`. */
export const hostMapOf = (embedded: Embedded, value: string, host: string): HostMap =>
  new Mapper(embedded, value, host);
