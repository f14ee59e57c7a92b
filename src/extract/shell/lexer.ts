import type { Span } from '../../model/index.ts';
import { heredocFrom, openCommand } from './open-command.ts';
import type { OpenCommand, PendingHeredoc } from './open-command.ts';
import { bracedVariable, plainVariable, quotedPart, textPart } from './parts.ts';
import {
  BLANK,
  BRACED,
  COMMENT,
  CONTINUED,
  HEREDOC,
  HERE_STRING,
  IN_DEFAULT,
  IN_DOUBLE,
  NAME,
  PLAIN,
  REDIRECT,
} from './tokens.ts';
import type { Command, ListAssignment, WordPart, ShellQuote, ShellText, Word } from './words.ts';

/** Maximum depth of substitutions. */
const MAX_DEPTH = 40;

/**
 * Splits a shell script into simple commands, including those in substitutions; control words are separate
 * commands or lead one. Never fails: text that is not shell becomes words. State: the position in the script
 * and the pending here-documents. The library unbash is not used: it takes three times the CPU and finds the
 * same curl calls (measured on 424 scripts).
 */
export class ShellLexer {
  readonly lists: ListAssignment[] = [];
  readonly commands: Command[] = [];
  readonly comments: Span[] = [];
  private at = 0;
  private depth = 0;
  private pending: PendingHeredoc[] = [];
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads the whole script. */
  read(): void {
    while (this.at < this.text.length) {
      this.commandsUntil(undefined);
      this.at++; // A closing bracket without an opening one, as in the patterns of `case`.
    }
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }

  private comment(): void {
    const start = this.at;
    const [comment = ''] = this.match(COMMENT) ?? [];
    this.comments.push({ start, end: start + comment.trimEnd().length });
  }

  private commandsUntil(close: ')' | '`' | undefined): readonly Command[] {
    const first = this.commands.length;
    let open = openCommand(undefined);
    const finish = (pipes: boolean): void => {
      if (open.words.length > 0) this.commands.push(open);
      open = openCommand(pipes && open.words.length > 0 ? open : undefined);
    };
    while (this.at < this.text.length) {
      this.match(BLANK);
      const unit = this.text[this.at];
      if (unit === undefined || unit === close || (unit === ')' && close === undefined)) break;
      if (unit === '#') this.comment();
      else if (';&|()\n\r'.includes(unit) && !this.text.startsWith('&>', this.at)) {
        const pipes = unit === '|' && this.text[this.at - 1] !== '|' && this.text[this.at + 1] !== '|';
        this.at++;
        // A pipe may end its line.
        if (!/[\r\n]/.test(unit) || open.words.length > 0) finish(pipes);
        if (unit === '\n') this.readHeredocs();
      } else if (!this.redirected(open)) this.readWord(open, close);
    }
    finish(false);
    return this.commands.slice(first);
  }

  /** Skips a redirection; true when there was one. */
  private redirected(open: OpenCommand): boolean {
    const here = this.match(HERE_STRING) === null ? this.match(HEREDOC) : undefined;
    if (here === undefined) {
      const word = this.word(undefined);
      const [only] = word?.parts ?? [];
      open.input = word;
      if (only?.kind === 'text' && word?.parts.length === 1)
        open.heredoc = { start: only.start, end: only.end, literal: only.quote === 'single' };
      return true;
    }
    if (here !== null) {
      const tag = here[2] ?? here[3] ?? here[4] ?? '';
      const literal = here[4] === undefined || here[0].includes('\\');
      this.pending.push({ tag, tabs: here[1] === '-', literal, into: open });
      return true;
    }
    const [redirect] = this.match(REDIRECT) ?? [];
    if (redirect === undefined) return false;
    if (/[\d-]$/.test(redirect)) return true;
    const word = this.word(undefined);
    if (/^1?>>?\s*$/.test(redirect)) open.output = word;
    else if (redirect.trim() === '<') open.input = word;
    return true;
  }

  private readHeredocs(): void {
    for (const here of this.pending.splice(0)) {
      const start = this.at;
      const { end, next } = heredocFrom(this.text, start, here);
      this.at = next;
      here.into.heredoc = { start, end, literal: here.literal };
    }
  }

  private readWord(open: OpenCommand, close: ')' | '`' | undefined): void {
    const word = this.word(close);
    if (word === undefined) {
      this.at++;
      return;
    }
    const name = /^([A-Za-z_]\w*)\+?=$/.exec(this.text.slice(word.start, word.end))?.[1];
    if (name === undefined || this.text[this.at] !== '(') open.words.push(word);
    else this.lists.push({ name, words: this.list() });
  }

  private list(): readonly Word[] {
    this.at++;
    const words: Word[] = [];
    while (this.at < this.text.length) {
      this.match(/(?:\s|\\\r?\n)*/y);
      if (this.text[this.at] === '#') this.comment();
      else if (this.text[this.at] === ')') break;
      else {
        const word = this.word(')');
        if (word === undefined) this.at++;
        else words.push(word);
      }
    }
    this.at++;
    return words;
  }

  private word(close: ')' | '`' | undefined): Word | undefined {
    const start = this.at;
    const parts: WordPart[] = [];
    // A line continuation after a word is not part of it.
    let end = start;
    for (; ; end = this.at) {
      while (this.match(CONTINUED) !== null);
      const unit = this.text[this.at];
      if (unit === undefined || (unit === '`' && close === '`')) break;
      if (unit === '"') this.quoted(parts);
      else if (unit === '$' || unit === '`') parts.push(this.expansion('none'));
      else {
        const part = this.literal(unit);
        if (part === undefined) break;
        parts.push(part);
      }
    }
    // Unclosed constructs end with the script.
    this.at = Math.min(end, this.text.length);
    return this.at === start ? undefined : { start, end: this.at, parts };
  }

  private literal(unit: string): ShellText | undefined {
    const from = this.at;
    if (unit === "'" || unit === '\\') {
      const { part, next } = quotedPart(this.text, from);
      this.at = next;
      return part;
    }
    const found = this.match(PLAIN)?.[0];
    return found === undefined ? undefined : textPart(from, this.at, found, 'none');
  }

  private quoted(parts: WordPart[]): void {
    this.at++;
    const first = parts.length;
    while (this.at < this.text.length && this.text[this.at] !== '"') {
      const from = this.at;
      const found = this.match(IN_DOUBLE)?.[0];
      if (found !== undefined)
        parts.push(textPart(from, this.at, found.replaceAll(/\\([\\"`])/g, '$1'), 'double'));
      else if (this.text[this.at] === '\\') {
        this.at = Math.min(this.text.length, this.at + 2);
        const escaped = this.text.slice(from, this.at);
        const value = escaped === '\\$' ? '$' : escaped === '\\\n' ? '' : escaped;
        parts.push(textPart(from, this.at, value, 'double'));
      } else parts.push(this.expansion('double'));
    }
    if (parts.length === first) parts.push(textPart(this.at, this.at, '', 'double'));
    this.at++;
  }

  private expansion(quote: ShellQuote): WordPart {
    if (this.text.startsWith('$((', this.at)) return this.skipTo('))');
    if (this.text.startsWith('$(', this.at)) return this.substitution(2, ')');
    if (this.text[this.at] === '`') return this.substitution(1, '`');
    const name = this.match(NAME);
    if (name !== null) return plainVariable(name, quote);
    const braced = this.match(BRACED);
    if (braced !== null) return bracedVariable(braced, this.defaultValue(quote), quote);
    if (this.text.startsWith('${', this.at)) return this.skipTo('}');
    this.at++;
    return textPart(this.at - 1, this.at, '$', quote);
  }

  /** Text of `${name:-text}` up to the closing brace. */
  private defaultValue(quote: ShellQuote): Word {
    const start = this.at;
    if (this.depth >= MAX_DEPTH) return { start, end: start, parts: [this.skipTo('}')] };
    this.depth++;
    const parts: WordPart[] = [];
    for (let unit = this.text[start]; unit !== undefined && unit !== '}'; unit = this.text[this.at]) {
      const from = this.at;
      if (unit === '"') this.quoted(parts);
      else if (unit === '$' || unit === '`') parts.push(this.expansion(quote));
      else if (unit === '\\' || (unit === "'" && quote === 'none')) parts.push(this.literal(unit)!);
      else {
        const found = this.match(IN_DEFAULT)![0];
        parts.push(textPart(from, this.at, found, quote));
      }
    }
    this.depth--;
    return { start, end: Math.min(this.at++, this.text.length), parts };
  }

  private skipTo(close: string): WordPart {
    const found = this.text.indexOf(close, this.at);
    this.at = found === -1 ? this.text.length : found + close.length;
    return { kind: 'hole', commands: [] };
  }

  private substitution(length: number, close: ')' | '`'): WordPart {
    if (this.depth >= MAX_DEPTH) return this.skipTo(close);
    this.depth++;
    this.at += length;
    const commands = this.commandsUntil(close);
    this.at++;
    this.depth--;
    return { kind: 'hole', commands };
  }
}
