import type { CodePiece, EmbeddedCode, Form, Slot, Span, Spelling } from '../../model/index.ts';

/** Text and its spelling in a file, part by part. */
export interface Spelled {
  readonly text: string;
  readonly pieces: readonly CodePiece[];
}

/** Spelling of a piece; `from` where it is not the start of its span's text. */
export interface BuiltCode {
  readonly span: Span;
  readonly spelling: Spelling;
  readonly from?: number;
  readonly newline?: CodePiece['newline'];
  readonly covers?: number;
  readonly shared?: Slot | undefined;
}

/** Builds code from parts of a file and from text that only the extractor of its language sees. */
export class CodeBuilder {
  private readonly texts: string[] = [];
  private readonly pieces: CodePiece[] = [];
  private length = 0;

  /** Adds text that is not in the file. */
  add(text: string): this {
    this.texts.push(text);
    this.length += text.length;
    return this;
  }

  /** Adds text that the file spells. */
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

  /** Adds text that is verbatim in the file. */
  verbatim(file: string, start: number, end: number, newline?: CodePiece['newline']): this {
    const written: BuiltCode = { span: { start, end }, spelling: 'plain' };
    return this.write(file.slice(start, end), newline === undefined ? written : { ...written, newline });
  }

  /** Adds a text with its pieces. */
  append({ text, pieces }: Spelled): this {
    for (const piece of pieces) this.pieces.push({ ...piece, at: piece.at + this.length });
    return this.add(text);
  }

  get spelled(): Spelled {
    return { text: this.texts.join(''), pieces: this.pieces };
  }
}

/** Replacement of a match; `undefined` keeps it. */
type Replacement = (match: RegExpExecArray) => string | undefined;

/** Copies a spelled text from start to end, a part at a time. State: the copied length. */
class Copier {
  private done = 0;
  private next = 0;
  private readonly builder: CodeBuilder;
  private readonly spelled: Spelled;

  constructor(builder: CodeBuilder, spelled: Spelled) {
    this.builder = builder;
    this.spelled = spelled;
  }

  /** Copies up to an offset. */
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

  /** Adds a text in place of the units up to an offset. */
  put(text: Spelled, end: number): void {
    this.builder.append(text);
    this.done = end;
  }

  /** Replaces some units, which represent an expression of the file, by a text. */
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

/** Spelled text with matches replaced by text that is not in the file: `${{ env.BASE }}` by `${BASE}`. */
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

/** Spelled text with matches replaced by text that is spelled elsewhere in the file. */
export const expanded = (
  spelled: Spelled,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => Spelled | undefined,
): Spelled => {
  const builder = new CodeBuilder();
  const copier = new Copier(builder, spelled);
  for (const match of spelled.text.matchAll(pattern)) {
    const text = replace(match);
    if (text === undefined) continue;
    copier.copyTo(match.index);
    copier.put(text, match.index + match[0].length);
  }
  copier.copyTo(spelled.text.length);
  return builder.spelled;
};

/** Language as named in a document. */
export interface Language {
  /** Format of its extractor, if there is one. */
  readonly form: Form | undefined;
  readonly name: string;
  /** Extension of its files. */
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
