import type { CodePiece, EmbeddedCode, Form, Slot, Span, Spelling } from '../../model/index.ts';

/** Text as it is spelled in a file: what it says, and how each part of it is written there. */
export interface Spelled {
  readonly text: string;
  readonly pieces: readonly CodePiece[];
}

/** How a piece is written; `from` where it is not the first of what its span spells. */
export interface BuiltCode {
  readonly span: Span;
  readonly spelling: Spelling;
  readonly from?: number;
  readonly newline?: CodePiece['newline'];
  readonly covers?: number;
  readonly shared?: Slot | undefined;
}

/** Puts code together out of what a file spells and of what only the reader of its language has to see. */
export class CodeBuilder {
  private readonly texts: string[] = [];
  private readonly pieces: CodePiece[] = [];
  private length = 0;

  /** Text that is written nowhere in the file. */
  add(text: string): this {
    this.texts.push(text);
    this.length += text.length;
    return this;
  }

  /** Text that the file spells. */
  write(text: string, { span, spelling, from = 0, newline, covers, shared }: BuiltCode): this {
    this.pieces.push({
      at: this.length,
      length: text.length,
      span,
      spelling,
      from,
      ...(newline !== undefined && { newline }),
      ...(covers !== undefined && { covers }),
      ...(shared !== undefined && { shared }),
    });
    return this.add(text);
  }

  /** Text that stands in the file as it is. */
  verbatim(file: string, start: number, end: number, newline?: CodePiece['newline']): this {
    const written: BuiltCode = { span: { start, end }, spelling: 'plain' };
    return this.write(file.slice(start, end), newline === undefined ? written : { ...written, newline });
  }

  /** A text with its pieces. */
  append({ text, pieces }: Spelled): this {
    for (const piece of pieces) this.pieces.push({ ...piece, at: piece.at + this.length });
    return this.add(text);
  }

  get spelled(): Spelled {
    return { text: this.texts.join(''), pieces: this.pieces };
  }
}

/** What stands in the stead of a match; `undefined` leaves it as it is. */
type Replacement = (match: RegExpExecArray) => string | undefined;

/** Takes a spelled text over from its start to its end, a part at a time. State: how far it came. */
class Copier {
  private done = 0;
  private next = 0;
  private readonly builder: CodeBuilder;
  private readonly spelled: Spelled;

  constructor(builder: CodeBuilder, spelled: Spelled) {
    this.builder = builder;
    this.spelled = spelled;
  }

  /** Takes what stands before an offset. */
  copyTo(end: number): void {
    const { text, pieces } = this.spelled;
    for (let piece = pieces[this.next]; piece !== undefined && piece.at < end; piece = pieces[this.next]) {
      const from = Math.max(piece.at, this.done);
      const to = Math.min(piece.at + piece.length, end);
      if (from > this.done) this.builder.add(text.slice(this.done, from));
      if (to > from || piece.length === 0)
        this.builder.write(text.slice(from, to), { ...piece, from: piece.from + from - piece.at });
      this.done = Math.max(this.done, to);
      if (piece.at + piece.length > end) return;
      this.next++;
    }
    if (end > this.done) this.builder.add(text.slice(this.done, end));
    this.done = end;
  }

  /** Puts a text in the stead of some units, which stand for an expression of the file. */
  replace(text: string, at: number, length: number): void {
    const piece = this.spelled.pieces[this.next];
    const isInside = piece !== undefined && piece.at <= at && at + length <= piece.at + piece.length;
    if (!isInside || piece.covers !== undefined) this.builder.add(text);
    else
      this.builder.write(text, {
        span: piece.span,
        spelling: piece.spelling,
        from: piece.from + at - piece.at,
        covers: length,
        ...(piece.newline !== undefined && { newline: piece.newline }),
      });
    this.done = at + length;
  }
}

/** A spelled text in which matches are replaced by what the file does not spell: `${{ env.BASE }}` by `${BASE}`. */
export const substituted = (spelled: Spelled, pattern: RegExp, replace: Replacement): Spelled => {
  const builder = new CodeBuilder();
  const copier = new Copier(builder, spelled);
  let changed = false;
  for (const match of spelled.text.matchAll(pattern)) {
    const text = replace(match);
    if (text === undefined || text === match[0]) continue;
    changed = true;
    copier.copyTo(match.index);
    copier.replace(text, match.index, match[0].length);
  }
  if (!changed) return spelled;
  copier.copyTo(spelled.text.length);
  return builder.spelled;
};

/** A language, as the one who writes it down calls it. */
export interface Language {
  /** The reader of it, where there is one. */
  readonly form: Form | undefined;
  readonly name: string;
  /** How files of it are called. */
  readonly extension: string;
}

/** Code at an offset of a file. */
export const codeAt = (file: string, at: number, language: Language, spelled: Spelled): EmbeddedCode => ({
  path: `${file}#${at}.${language.extension}`,
  file,
  form: language.form,
  language: language.name,
  ...spelled,
});
