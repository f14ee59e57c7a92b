import { BEFORE_BLOCK, BEFORE_OPERAND, COLON, CONDITIONS, COUNT, FLAGS } from './code-grammar.ts';
import { GENERIC, matchAt, SMALL, stringKind, TAG } from './code-grammar.ts';
import type { LexerContext, Literal, LiteralKind } from './code-grammar.ts';
import { endOfChunk, endOfComment, endOfLine, endOfRegex, endOfString } from './code-scan.ts';
import { endOfText, endOfWord, isWordCharacter } from './code-scan.ts';
import { SECRET_NAME } from './redact.ts';

/**
 * Literals and comments of TypeScript, JavaScript, JSX and JSON, in the order of a text. It reads what may be wrong code,
 * needs no parser, and takes linear time. Where it takes one thing for another, more is a literal than should be.
 */
export class CodeLexer {
  readonly #text: string;
  readonly #jsx: boolean;
  readonly #found: Literal[] = [];
  readonly #contexts: LexerContext[] = [];
  #at = 0;
  /** The word or sign before, `''` at the beginning; `value` for a literal. */
  #last = '';
  /** True where a value ends before, so that an operator follows. */
  #ended = false;
  #name = '';
  /** Word before the dot of `.#name`. */
  #receiver = '';
  /** True in a value assigned to a name of a secret. */
  #secret = false;

  constructor(text: string, jsx: boolean) {
    this.#text = text;
    this.#jsx = jsx;
    if (text.startsWith('#!')) this.#comment(endOfLine(text, 0));
  }

  /** The literals of a text up to an offset, and whatever begins there, ascending; it is not read further than needed. */
  upTo(end: number): readonly Literal[] {
    while (this.#at < Math.min(end, this.#text.length)) this.#step();
    return this.#found;
  }

  #step(): void {
    const kind = this.#contexts.at(-1)?.kind;
    if (kind === 'template') this.#chunk();
    else if (kind === 'children') this.#children();
    else if (kind === 'tag' || kind === 'closing tag') this.#tag(kind);
    else this.#code();
  }

  #push(kind: LiteralKind, end: number, secret = this.#secret): void {
    this.#found.push({ kind, start: this.#at, end, secret });
    this.#at = end;
  }

  #open(kind: LexerContext['kind'], length: number, value: boolean, secret = false): void {
    const [start, before] = [this.#at, this.#found.length];
    this.#contexts.push({ kind, start, before, secret: this.#secret, value });
    this.#secret = secret;
    this.#sign(length);
  }

  #close(length: number): LexerContext | undefined {
    const context = this.#contexts.pop();
    this.#sign(length);
    this.#secret = context?.secret ?? false;
    this.#ended = context?.value ?? false;
    return context;
  }

  /** A sign of code, after which an operand may follow. */
  #sign(length: number): void {
    this.#last = this.#text.slice(this.#at, this.#at + length);
    this.#at += length;
    this.#ended = false;
  }

  #value(name = ''): void {
    [this.#last, this.#name, this.#ended] = ['value', name, true];
  }

  #comment(end: number): void {
    this.#push('comment', end, false);
  }

  #code(): void {
    const [text, at] = [this.#text, this.#at];
    const code = text.charCodeAt(at);
    if (code === 10 || code === 32 || code === 9 || code === 13) this.#space(code);
    else if (code >= 48 && code <= 57) this.#number();
    else if (isWordCharacter(code)) this.#word();
    else if (code === 34 || code === 39) this.#string();
    else if (code === 96) this.#open('template', 1, true, this.#secret);
    else if (code === 47) this.#slash();
    else if (code === 60) this.#angle();
    else this.#bracketOrSign(text[at]!);
  }

  #space(code: number): void {
    // A statement may end with its line.
    if (code === 10 && this.#ended) this.#secret = false;
    do this.#at++;
    while (this.#text.charCodeAt(this.#at) === 32);
  }

  #number(): void {
    const end = endOfWord(this.#text, this.#at);
    const digits = this.#text.slice(this.#at, end).replaceAll('_', '');
    const shown = this.#secret ? SMALL.test(digits) : COUNT.test(digits);
    this.#push('number', end, !shown);
    this.#value();
  }

  #word(): void {
    const end = endOfWord(this.#text, this.#at);
    const word = this.#text.slice(this.#at, end);
    const member = this.#last === '.';
    this.#at = end;
    this.#last = word;
    this.#receiver = member ? this.#name || '.' : '';
    this.#name = word;
    this.#ended = member || !BEFORE_OPERAND.has(word);
  }

  #string(): void {
    const [text, start] = [this.#text, this.#at];
    const end = endOfString(text, start);
    const inBraces = this.#contexts.at(-1)?.kind === '{' && (this.#last === '{' || this.#last === ',');
    const isKey = inBraces && matchAt(COLON, text, end) !== undefined;
    this.#push(isKey ? 'key' : stringKind(this.#last, this.#name, this.#receiver), end);
    this.#value(text.slice(start + 1, end - 1));
  }

  #slash(): void {
    const [text, at] = [this.#text, this.#at];
    const follows = text[at + 1];
    if (follows === '/') return this.#comment(endOfLine(text, at));
    if (follows === '*') return this.#comment(endOfComment(text, at));
    const end = this.#ended ? -1 : endOfRegex(text, at);
    if (end === -1) return this.#divide();
    this.#push('regex', end + matchAt(FLAGS, text, end)!.length);
    this.#value();
  }

  /** A slash without an operand before it does not divide: it is part of invalid code. */
  #divide(): void {
    if (!this.#ended) this.#push('doubt', this.#at, false);
    this.#sign(1);
  }

  #angle(): void {
    const [text, at] = [this.#text, this.#at];
    const tag = this.#jsx && !this.#ended && matchAt(TAG, text, at) !== undefined;
    if (!tag) return this.#sign(1);
    const generic = matchAt(GENERIC, text, at);
    if (generic === undefined) return this.#open('tag', 1, true);
    // A text between tags may look like parameters.
    if (generic.endsWith('>')) this.#push('doubt', at, false);
    this.#sign(1);
  }

  #bracketOrSign(sign: string): void {
    if (sign === '(') this.#open('(', 1, !CONDITIONS.has(this.#last));
    else if (sign === '[') this.#open('[', 1, true, this.#secret);
    else if (sign === '{') this.#open('{', 1, !this.#ended && !BEFORE_BLOCK.has(this.#last));
    else if (sign === ')' || sign === ']' || sign === '}') this.#bracket(sign);
    else if (sign === ',' || sign === ';') this.#separator();
    else this.#operator(sign);
  }

  /** In invalid code `}` also closes brackets left open in its braces; others close only their own kind. */
  #bracket(sign: ')' | ']' | '}'): void {
    const kind = ({ ')': '(', ']': '[', '}': '{' } as const)[sign];
    const isInner = (): boolean => ['(', '['].includes(this.#contexts.at(-1)?.kind ?? '');
    if (sign === '}') while (isInner()) this.#contexts.pop();
    if (this.#contexts.at(-1)?.kind === kind) this.#close(1);
    else this.#sign(1);
  }

  #separator(length = 1): void {
    this.#secret = this.#contexts.at(-1)?.kind === '[' && this.#secret;
    this.#sign(length);
  }

  #operator(sign: string): void {
    const { [this.#at + 1]: follows = '' } = this.#text;
    // `x++ / 2`, `x! / 2`
    if (this.#ended && (sign + follows === '++' || sign + follows === '--')) this.#at += 2;
    else if (this.#ended && sign === '!' && follows !== '=') this.#at++;
    else if (sign === '=' && follows === '>') this.#separator(2);
    else this.#assignment(sign, follows);
  }

  #assignment(sign: string, follows: string): void {
    const gives = sign === ':' || (sign === '=' && follows !== '=' && !'=!<>'.includes(this.#last || ' '));
    if (gives && this.#ended && SECRET_NAME.test(this.#name)) this.#secret = true;
    this.#sign(1);
  }

  #chunk(): void {
    const [text, at] = [this.#text, this.#at];
    const end = endOfChunk(text, at);
    this.#push('chunk', end);
    if (text[end] === '$') this.#open('{', 2, false, this.#secret);
    else if (end < text.length) this.#endTemplate();
  }

  #endTemplate(): void {
    const { start, before } = this.#close(1)!;
    this.#value();
    if (endOfLine(this.#text, start) < this.#at) return;
    const inside = this.#found.splice(before);
    this.#found.push({ kind: 'template', start, end: this.#at, secret: this.#secret, inside });
  }

  #children(): void {
    const [text, at] = [this.#text, this.#at];
    const sign = text[at];
    if (sign === '{') this.#open('{', 1, false);
    else if (sign === '<') this.#open(text[at + 1] === '/' ? 'closing tag' : 'tag', 1, true);
    else this.#push('text', endOfText(text, at), false);
  }

  #tag(kind: 'tag' | 'closing tag'): void {
    const [text, at] = [this.#text, this.#at];
    const sign = text[at]!;
    if (sign === '/' && text[at + 1] === '>' && kind === 'tag') this.#endElement(2);
    else if (sign === '>') this.#endTag(kind);
    else if (sign === '{') this.#open('{', 1, false);
    else if (sign === '"' || sign === "'") this.#attribute(sign);
    else if (sign === '/' && (text[at + 1] === '*' || text[at + 1] === '/')) this.#slash();
    else this.#at++;
  }

  /** A text in a tag knows no escapes and may go on over lines. */
  #attribute(quote: string): void {
    const close = this.#text.indexOf(quote, this.#at + 1);
    this.#push('string', close === -1 ? this.#text.length : close + 1);
  }

  #endElement(length: number): void {
    this.#close(length);
    this.#value();
  }

  #endTag(kind: 'tag' | 'closing tag'): void {
    this.#close(1);
    if (kind === 'tag') this.#open('children', 0, true);
    else this.#endElement(0);
  }
}
