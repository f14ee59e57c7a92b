/** Kind of a piece of code that is no name or sign. At a `doubt` it cannot be determined how the line goes on. */
export type LiteralKind =
  | 'string'
  | 'key'
  | 'name'
  | 'module'
  | 'template'
  | 'chunk'
  | 'regex'
  | 'comment'
  | 'number'
  | 'text'
  | 'doubt';

/** A literal or a comment: its span, and its content. */
export interface Literal {
  readonly kind: LiteralKind;
  readonly start: number;
  readonly end: number;
  /** True for what is given to a name that secrets have. */
  readonly secret: boolean;
  /** Chunks of a template literal of one line, without its signs, and the literals of its expressions. */
  readonly inside?: readonly Literal[];
}

/** Context of a lexer: brackets of code, a chunk of a template, a tag of JSX, or the text between two tags. */
export interface LexerContext {
  readonly kind: '(' | '[' | '{' | 'template' | 'tag' | 'closing tag' | 'children';
  /** Start, and the number of literals before it. */
  readonly start: number;
  readonly before: number;
  /** Value of `secret` outside. */
  readonly secret: boolean;
  /** True where `/` after the closing bracket is a division. */
  readonly value: boolean;
}

/** Words that an operand follows. */
export const BEFORE_OPERAND: ReadonlySet<string> = new Set(
  'return typeof case in of delete void throw new else do instanceof yield await default extends'.split(' '),
);
export const CONDITIONS: ReadonlySet<string> = new Set(['if', 'while', 'for', 'with']);
export const BEFORE_BLOCK: ReadonlySet<string> = new Set([
  '',
  ')',
  '=>',
  ';',
  '{',
  '}',
  '>',
  'else',
  'try',
  'finally',
  'do',
]);
/** `<T,>`, `<T extends U>`, `<T>(a: T) =>`: type parameters where a JSX tag is possible. */
export const GENERIC =
  /<\s{0,9}[\w$]{1,40}\s{0,9}(?:,|extends\b)|<[^<>{}'"`/=]{1,80}> {0,9}\([^<>{}]{0,200}\)[^<>{}=]{0,80}=>/y;
export const TAG = /<(?:>|[A-Za-z_$])/y;
/** Objects whose values are looked up by name. */
const LOOKUPS = /^(?:headers|values|services|env|environment|searchParams|params|query|config|settings)$/i;
/** Functions of test runners whose first argument is a title. */
const TITLED = /^(?:it|test|describe|suite|specify|context)$/;
export const COLON = /\s{0,40}:/y;
export const FLAGS = /[a-z]{0,8}/y;
/** Numbers safe to print: few digits before trailing zeros (`30000`). */
export const COUNT = /^(?:\d{1,5}0{0,12}|0x\w{1,4})$/;
export const SMALL = /^\d{1,2}$/;

/** Match of a sticky pattern at an offset. */
export const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

/**
 * Kind of a string, by the preceding word or sign: a module, a lookup key (`headers.get('date')`), or the
 * title of a test. `name` is the word before the bracket, `receiver` the word before its dot.
 */
export const stringKind = (last: string, name: string, receiver: string): LiteralKind => {
  if (last === 'from' || last === 'import') return 'module';
  if (last !== '(') return 'string';
  if (name === 'require' || name === 'import') return 'module';
  const isLookup = (name === 'get' || name === 'has') && LOOKUPS.test(receiver);
  return isLookup || (receiver === '' && TITLED.test(name)) ? 'name' : 'string';
};
