/** Delimiters of a language's strings. */
export interface Quote {
  /** Pattern of what opens it, with its prefix. */
  readonly open: string;
  readonly close: string;
  /** Escape character of the string. */
  readonly escape?: string;
  /** True where a doubled closing quote is part of the content. */
  readonly doubled?: boolean;
  /** True where it may go on over lines. */
  readonly lines?: boolean;
  /** Signs around an expression in it. */
  readonly hole?: readonly [open: string, close: string];
  /** True where `$name` in it is a variable. */
  readonly variables?: boolean;
}

/** Lexical syntax of a language: its strings and comments. */
export interface Lexis {
  readonly files: RegExp;
  /** Names that Markdown has for it. */
  readonly names: readonly string[];
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  readonly quotes: readonly Quote[];
  /** Pattern of what opens a text of whole lines; `tag` is the line that ends it. */
  readonly heredoc?: string;
  /** Sign with which code begins in a page that holds other text before. */
  readonly starts?: string;
  /** Text after a string that is a key, where one may be. */
  readonly key: RegExp;
  /** True where `/` may open a regular expression. */
  readonly regex?: boolean;
  /** True where words of code may be arguments of a command. */
  readonly words?: boolean;
}

const C_COMMENTS = { lineComments: ['//'], blockComments: [['/*', '*/']] } as const;
const DOUBLE: Quote = { open: '"', close: '"', escape: '\\' };
const SINGLE: Quote = { open: "'", close: "'", escape: '\\' };
const NEVER = /(?!)/;
const DOLLAR: Pick<Quote, 'hole' | 'variables'> = { hole: ['${', '}'], variables: true };
const HASH = ['#{', '}'] as const;

const formatted = (open: string, close: string, rest: Partial<Quote> = {}): readonly Quote[] => [
  { open: `[rRbB]{0,2}[fF][rR]?${open}`, close, escape: '\\', hole: ['{', '}'], ...rest },
  { open: `[rRbBuU]{0,2}${open}`, close, escape: '\\', ...rest },
];

const percent = (open: string, close: string): Quote => ({
  open: `%[qQwWiIrxs]?\\${open}`,
  close,
  escape: '\\',
  lines: true,
  hole: HASH,
});

/**
 * Languages with quoted strings, one row each. TypeScript and JSON, whose tags and expressions nest, have
 * their own lexer.
 */
export const LEXES: readonly Lexis[] = [
  {
    files: /\.pyi?$/i,
    names: ['python', 'py', 'python3'],
    lineComments: ['#'],
    blockComments: [],
    quotes: [
      ...formatted('"""', '"""', { lines: true }),
      ...formatted("'''", "'''", { lines: true }),
      ...formatted('"', '"'),
      ...formatted("'", "'"),
    ],
    key: /^\s*:/,
  },
  {
    files: /\.go$/i,
    names: ['go', 'golang'],
    ...C_COMMENTS,
    quotes: [DOUBLE, SINGLE, { open: '`', close: '`', lines: true }],
    key: /^\s*:/,
  },
  {
    files: /\.(?:java|scala|groovy|gradle)$/i,
    names: ['java', 'scala', 'groovy'],
    ...C_COMMENTS,
    quotes: [{ ...DOUBLE, open: '"""', close: '"""', lines: true }, DOUBLE, SINGLE],
    key: NEVER,
  },
  {
    files: /\.kts?$/i,
    names: ['kotlin', 'kt'],
    ...C_COMMENTS,
    quotes: [{ open: '"""', close: '"""', lines: true, ...DOLLAR }, { ...DOUBLE, ...DOLLAR }, SINGLE],
    key: /^\s+to\b/,
  },
  {
    files: /\.cs$/i,
    names: ['csharp', 'cs', 'c#'],
    // What follows these directives is text: `#region Login`.
    lineComments: ['//', '#[ \\t]*(?:region|endregion|error|warning)\\b'],
    blockComments: C_COMMENTS.blockComments,
    quotes: [
      { open: '\\${1,2}"""', close: '"""', lines: true, hole: ['{', '}'] },
      { open: '"""', close: '"""', lines: true },
      { open: '(?:\\$@|@\\$)"', close: '"', doubled: true, lines: true, hole: ['{', '}'] },
      { open: '@"', close: '"', doubled: true, lines: true },
      { ...DOUBLE, open: '\\$"', hole: ['{', '}'] },
      DOUBLE,
      SINGLE,
    ],
    key: NEVER,
  },
  {
    files: /\.(?:rb|rake|gemspec|ru)$|(?:^|\/)(?:Rakefile|Gemfile|Guardfile)$/i,
    names: ['ruby', 'rb'],
    lineComments: ['#'],
    blockComments: [['=begin', '=end']],
    quotes: [
      { ...DOUBLE, hole: HASH, lines: true },
      { ...SINGLE, lines: true },
      { open: '`', close: '`', escape: '\\', hole: HASH, lines: true },
      { open: '(?<=[\\s(,=])\\?["\'`](?=[\\s,).\\]]|$)', close: '' },
      percent('(', ')'),
      percent('[', ']'),
      percent('{', '}'),
      percent('|', '|'),
    ],
    heredoc: '<<[~-]?["\'`]?(?<tag>[A-Z_][A-Z_0-9]*)\\b["\'`]?',
    key: /^(?::(?!:)|\s*=>)/,
    regex: true,
  },
  {
    files: /\.(?:php|phtml)$/i,
    names: ['php'],
    starts: '<?',
    lineComments: ['//', '#(?!\\[)'],
    blockComments: [['/*', '*/']],
    quotes: [
      { open: '\\?>', close: '<?', lines: true },
      { ...DOUBLE, lines: true, hole: ['{$', '}'], variables: true },
      { ...SINGLE, lines: true },
    ],
    heredoc: '<<<[ \\t]*["\']?(?<tag>[A-Za-z_]\\w*)["\']?',
    key: /^\s*=>/,
  },
  {
    files: /\.ps[m1]?1$|\.psd1$/i,
    names: ['powershell', 'pwsh', 'ps1', 'posh'],
    lineComments: ['#'],
    blockComments: [['<#', '#>']],
    quotes: [
      { open: '@"(?=[ \\t]*\\r?\\n)', close: '\n"@', lines: true, hole: ['$(', ')'], variables: true },
      { open: "@'(?=[ \\t]*\\r?\\n)", close: "\n'@", lines: true },
      { open: '"', close: '"', escape: '`', doubled: true, lines: true, hole: ['$(', ')'], variables: true },
      { open: "'", close: "'", doubled: true, lines: true },
    ],
    key: /^\s*=(?!=)/,
    words: true,
  },
  {
    files: /\.lua$/i,
    names: ['lua'],
    lineComments: ['--(?!\\[=*\\[)'],
    blockComments: [
      ['--[[', ']]'],
      ['--[=[', ']=]'],
      ['--[==[', ']==]'],
    ],
    quotes: [
      DOUBLE,
      SINGLE,
      { open: '\\[\\[', close: ']]', lines: true },
      { open: '\\[=\\[', close: ']=]', lines: true },
      { open: '\\[==\\[', close: ']==]', lines: true },
    ],
    key: /^\s*\]\s*=(?!=)/,
  },
  {
    files: /\.(?:tf|tfvars|hcl)$/i,
    names: ['hcl', 'terraform', 'tf'],
    lineComments: ['#', '//'],
    blockComments: [['/*', '*/']],
    quotes: [{ ...DOUBLE, hole: ['${', '}'] }],
    heredoc: '<<-?(?<tag>[A-Za-z_]\\w*)',
    key: /^\s*[=:](?!=)/,
  },
];

/** The row of a file, by its name or by the name that Markdown has for its language. */
export const lexisOf = (file: string): Lexis | undefined =>
  LEXES.find(({ files, names }) => files.test(file) || names.includes(file));
