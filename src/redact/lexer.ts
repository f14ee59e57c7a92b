import type { Span } from '../model/index.ts';
import type { Lexis, Quote } from './lexis.ts';
import { SECRET_NAME } from './redact.ts';
import { endOfExpression } from './expressions.ts';

/** A comment, or a string with its quotes, in a program. */
export interface Token extends Span {
  readonly kind: 'comment' | 'string' | 'module';
  /** Its content, where it is a string; a comment without its sign. */
  readonly inner: Span;
  readonly quote: Quote | undefined;
  /** True for a value assigned to a name of a credential. */
  readonly isSecret: boolean;
  /** True where a key is possible. */
  readonly mayBeKey: boolean;
}

/** Open brackets, with the context of their content. */
interface Bracket {
  readonly sign: string;
  secret: boolean;
  readonly isImport: boolean;
  /** Offset of the part after the last separator. */
  from: number;
}

/** Names of login data other than credentials. */
const LOGIN = /(?:^|[^A-Za-z])(?:digest_?)?auth\b|(?:Digest|Basic)_?Auth|credential|log[-_]?in\b/i;
const IMPORT = /^\s*(?:import|from|require|require_relative|include|use|source|load)\s*[\w.]{0,40}\s*\(?\s*$/;
const MAX_PART_LENGTH = 300;
/** Receivers of method calls: `session.post(…)` sends no session. */
const RECEIVER = /[\w$]+(?:\??\.|->)/g;

/** True where the code before a value marks it as a credential: by its name, or by the called function. */
const isGivenToSecret = (before: string): boolean => {
  const names = before.replaceAll(RECEIVER, '');
  return SECRET_NAME.test(names) || LOGIN.test(names);
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const openerOf = (lexis: Lexis): RegExp => {
  const comments = [
    ...lexis.lineComments.map((sign) => `(?:${sign})[^\\n]*`),
    ...lexis.blockComments.map(([open, close]) => `${escaped(open)}[^]*?(?:${escaped(close)}|$)`),
  ];
  const quotes = lexis.quotes.map(({ open }, index) => `(?<q${index}>${open})`);
  const heredoc = lexis.heredoc === undefined ? [] : [`(?<heredoc>${lexis.heredoc})`];
  return new RegExp(
    [
      `(?<comment>${comments.join('|')})`,
      ...heredoc,
      ...quotes,
      '[()[\\]{}\\n,;]',
      ...(lexis.regex ? ['/'] : []),
    ].join('|'),
    'g',
  );
};

const openers = new Map<Lexis, RegExp>();

/** End of the string whose content starts at an offset; an unclosed single-line string ends with its line. */
const endOf = (text: string, from: number, { close, escape, doubled, lines, hole }: Quote): number => {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === escape) at += 1;
    else if (hole !== undefined && text.startsWith(hole[0], at)) at = endOfExpression(text, at, hole) - 1;
    else if (text.startsWith(close, at)) {
      if (!(doubled && text.startsWith(close, at + close.length))) return at + close.length;
      at += close.length;
    } else if (!lines && text[at] === '\n') return at;
  }
  return text.length;
};

/** Tokens of a program in their order; state: brackets that are open, and texts that begin on the next line. */
class Lexer {
  readonly #tokens: Token[] = [];
  readonly #brackets: Bracket[] = [{ sign: '', secret: false, isImport: false, from: 0 }];
  readonly #pending: string[] = [];
  readonly #next: RegExp;
  readonly #text: string;
  readonly #lexis: Lexis;

  constructor(text: string, lexis: Lexis) {
    this.#text = text;
    this.#lexis = lexis;
    let opener = openers.get(lexis);
    if (opener === undefined) openers.set(lexis, (opener = openerOf(lexis)));
    this.#next = new RegExp(opener);
  }

  read(): readonly Token[] {
    this.#outside();
    for (let found = this.#next.exec(this.#text); found !== null; found = this.#next.exec(this.#text)) {
      const [sign] = found;
      const groups = found.groups ?? {};
      if (groups['comment'] !== undefined && sign !== '') this.#comment(found.index, sign);
      else if (groups['heredoc'] !== undefined) this.#pending.push(groups['tag'] ?? '');
      else if (sign === '/') this.#regex(found.index);
      else if (sign.length === 1 && '()[]{},;\n'.includes(sign)) this.#sign(sign, found.index);
      else this.#string(found.index, sign, groups);
      if (this.#next.lastIndex === found.index) this.#next.lastIndex += 1;
    }
    return this.#tokens;
  }

  /** Text before the code of a page that has both. */
  #outside(): void {
    const { starts } = this.#lexis;
    const end = starts === undefined || this.#text.startsWith(starts) ? -1 : this.#text.indexOf(starts);
    if (end === -1) return;
    const span = { start: 0, end };
    this.#push('string', span, span, { open: '', close: '', lines: true });
  }

  get #open(): Bracket {
    return this.#brackets.at(-1)!;
  }

  /** Code after the last separator, up to a maximum length. */
  #part(end: number): string {
    return this.#text.slice(Math.max(this.#open.from, end - MAX_PART_LENGTH), end);
  }

  #comment(start: number, text: string): void {
    const end = start + text.length;
    const sign = /^[#/*<;=-]{1,2}(?:begin)?/.exec(text)?.[0].length ?? 1;
    this.#push('comment', { start, end }, { start: start + sign, end }, undefined);
  }

  #push(kind: Token['kind'], span: Span, inner: Span, quote: Quote | undefined): void {
    const before = this.#part(span.start);
    const isSecret = this.#open.secret || isGivenToSecret(before);
    const mayBeKey = /(?:^|[{,(\n|;])\s*$/.test(before) || before.trim() === '';
    this.#tokens.push({ kind, ...span, inner, quote, isSecret, mayBeKey });
    this.#next.lastIndex = span.end;
  }

  #string(start: number, sign: string, groups: Readonly<Record<string, string | undefined>>): void {
    const index = this.#lexis.quotes.findIndex((_, at) => groups[`q${at}`] !== undefined);
    const quote = this.#lexis.quotes[index]!;
    const from = start + sign.length;
    const end = endOf(this.#text, from, quote);
    const isClosed =
      end - quote.close.length >= from && this.#text.startsWith(quote.close, end - quote.close.length);
    const inner = { start: from, end: isClosed ? end - quote.close.length : end };
    const isModule = this.#open.isImport || IMPORT.test(this.#part(start));
    this.#push(isModule ? 'module' : 'string', { start, end }, inner, quote);
    // `header("Authorization", "…")`: what follows the name is its value.
    if (this.#open.sign !== '{' && SECRET_NAME.test(this.#text.slice(from, Math.min(inner.end, from + 80))))
      this.#open.secret = true;
  }

  #regex(start: number): void {
    if (
      !/(?:^|[(,=~!|&;{[\n]|\w:|\b(?:if|unless|when|and|or|not|return|while|until))[ \t]*$/.test(
        this.#part(start),
      )
    )
      return;
    const quote: Quote = { open: '/', close: '/', escape: '\\' };
    const end = endOf(this.#text, start + 1, quote);
    this.#push('string', { start, end }, { start: start + 1, end: Math.max(start + 1, end - 1) }, quote);
  }

  #sign(sign: string, at: number): void {
    if ('([{'.includes(sign)) this.#enter(sign, at);
    else if (')]}'.includes(sign)) {
      if (this.#brackets.length > 1) this.#brackets.pop();
      if (sign === '}') this.#open.from = at + 1;
    } else if (sign === '\n') this.#line(at);
    else this.#open.from = at + 1;
  }

  #enter(sign: string, at: number): void {
    const before = this.#part(at);
    const isValue =
      sign !== '{' || /[=:(,[>]\s*@?$/.test(before) || SECRET_NAME.test(/[\w.]*\s*$/.exec(before)![0]);
    const secret = isValue && (this.#open.secret || isGivenToSecret(before));
    this.#brackets.push({ sign, secret, isImport: IMPORT.test(before), from: at + 1 });
  }

  #line(at: number): void {
    for (const tag of this.#pending.splice(0)) this.#heredoc(tag);
    const { sign } = this.#open;
    const goesOn =
      sign === '(' ||
      sign === '[' ||
      (sign === '{' ? /[=:,+.|&(\\`>][ \t\r]*$/ : /[=,+.|&(\\`][ \t\r]*$/).test(this.#part(at));
    if (!goesOn) this.#open.from = at + 1;
  }

  /** A text of whole lines, up to the one that has its tag. */
  #heredoc(tag: string): void {
    const start = this.#next.lastIndex;
    const close = new RegExp(String.raw`^[ \t]*${tag}\b`, 'gm');
    close.lastIndex = start;
    const found = close.exec(this.#text);
    if (found === null || found.index === start) return;
    const span = { start, end: found.index - 1 };
    this.#push('string', span, span, { open: '', close: '', lines: true, ...heredocHoles(this.#lexis) });
  }
}

const heredocHoles = ({ quotes }: Lexis): Pick<Quote, 'hole' | 'variables'> => {
  const { hole, variables } = quotes.find((quote) => quote.hole !== undefined) ?? {};
  return { ...(hole && { hole }), ...(variables && { variables }) };
};

/** The comments and strings of a program, ascending. */
export const tokensOf = (text: string, lexis: Lexis): readonly Token[] => new Lexer(text, lexis).read();
