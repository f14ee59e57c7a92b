import type { Span } from '../../../model/index.ts';

/** A cell of code: the strings of its source, each without its quotes. */
export interface Cell {
  readonly strings: readonly Span[];
}

/** Metadata of a notebook, and its cells of code. */
export interface Notebook {
  readonly language: string;
  readonly cells: readonly Cell[];
}

const BLANK = /[\s,:]*/y;
const SIGN = /["{}[\]]/g;
const LITERAL = /[^\s,:\]}]*/y;

/**
 * Reads a notebook without creating objects for its outputs, which may be images of many megabytes. State:
 * the position in the text. Text that is not JSON ends it.
 */
class Scanner {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  private blank(): string {
    BLANK.lastIndex = this.at;
    BLANK.exec(this.text);
    this.at = BLANK.lastIndex;
    return this.text[this.at] ?? '';
  }

  /** Skips a string; returns its content without the quotes. */
  private string(): Span {
    const start = this.at + 1;
    let end = this.text.indexOf('"', start);
    for (; end !== -1; end = this.text.indexOf('"', end + 1)) {
      let slashes = 0;
      while (this.text[end - 1 - slashes] === '\\') slashes++;
      if (slashes % 2 === 0) break;
    }
    const close = end === -1 ? this.text.length : end;
    this.at = close + 1;
    return { start, end: close };
  }

  private skip(): void {
    const sign = this.blank();
    if (sign === '"') this.string();
    else if (sign === '{' || sign === '[') this.skipNested();
    else {
      LITERAL.lastIndex = this.at;
      LITERAL.exec(this.text);
      this.at = Math.max(LITERAL.lastIndex, this.at + 1);
    }
  }

  private skipNested(): void {
    let depth = 0;
    do {
      SIGN.lastIndex = this.at;
      const found = SIGN.exec(this.text);
      if (found === null) {
        this.at = this.text.length;
        return;
      }
      this.at = found.index;
      if (found[0] === '"') this.string();
      else {
        depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
        this.at++;
      }
    } while (depth > 0);
  }

  /** Reads each member of the object that begins here; `read` consumes its value. */
  private members(read: (name: string) => void): void {
    if (this.blank() !== '{') {
      this.skip();
      return;
    }
    this.at++;
    while (this.at < this.text.length) {
      const sign = this.blank();
      if (sign === '}') break;
      if (sign !== '"') {
        this.at = this.text.length;
        return;
      }
      const { start, end } = this.string();
      this.blank();
      read(this.text.slice(start, end));
    }
    this.at++;
  }

  private items(read: () => void): void {
    if (this.blank() !== '[') {
      this.skip();
      return;
    }
    this.at++;
    while (this.at < this.text.length && this.blank() !== ']') read();
    this.at++;
  }

  private strings(): readonly Span[] {
    const sign = this.blank();
    if (sign === '"') return [this.string()];
    const found: Span[] = [];
    this.items(() => {
      if (this.blank() === '"') found.push(this.string());
      else this.skip();
    });
    return found;
  }

  private textHere(): string {
    const sign = this.blank();
    if (sign !== '"') {
      this.skip();
      return '';
    }
    const { start, end } = this.string();
    return this.text.slice(start, end);
  }

  private cell(): Cell | undefined {
    let kind = '';
    let strings: readonly Span[] = [];
    this.members((name) => {
      if (name === 'cell_type') kind = this.textHere();
      else if (name === 'source' || name === 'input') strings = this.strings();
      else this.skip();
    });
    return kind === 'code' && strings.length > 0 ? { strings } : undefined;
  }

  private language(): string {
    let found = '';
    this.members((name) => {
      if (name !== 'language_info' && name !== 'kernelspec') this.skip();
      else
        this.members((key) => {
          const isName = key === (name === 'kernelspec' ? 'language' : 'name');
          if (isName) found ||= this.textHere();
          else this.skip();
        });
    });
    return found;
  }

  read(): Notebook {
    const cells: Cell[] = [];
    let language = '';
    this.members((name) => {
      if (name === 'cells')
        this.items(() => {
          const cell = this.cell();
          if (cell !== undefined) cells.push(cell);
        });
      else if (name === 'metadata') language = this.language();
      else this.skip();
    });
    return { language: language || 'python', cells };
  }
}

/** The cells of code of a Jupyter notebook, and their language. */
export const notebookIn = (text: string): Notebook => new Scanner(text).read();
