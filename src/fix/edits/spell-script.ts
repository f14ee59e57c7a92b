import type { Edit, Slot, Spelling } from '../../model/index.ts';

/** Spellings of PowerShell, Ruby, PHP and Lua. */
type ScriptSpelling = Extract<Spelling, `${'ps' | 'rb' | 'php' | 'lua'}-${string}`>;

/** True for spellings of PowerShell, Ruby, PHP and Lua. */
export const isScriptSpelling = (spelling: Spelling): spelling is ScriptSpelling =>
  /^(?:ps|rb|php|lua)-/.test(spelling);

const LINES: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' };

const withEscapes =
  (sign: string, special: RegExp): ((value: string) => string) =>
  (value) =>
    value
      .replace(special, `${sign === '$' ? '$$' : sign}$&`)
      .replace(/[\n\r\t]/g, (unit) => sign + LINES[unit]!);

const verbatim = (value: string): string => value;
const single = (value: string): string => value.replace(/[\\']/g, '\\$&');

/** Writers of strings of PowerShell, Ruby, PHP and Lua. */
export const SCRIPT_WRITERS: Readonly<Record<ScriptSpelling, (value: string) => string>> = {
  'ps-single': (value) => value.replaceAll("'", "''"),
  'ps-double': withEscapes('`', /[`"$]/g),
  'ps-here': verbatim,
  'ps-here-double': (value) => value.replace(/[`$]/g, '`$&'),
  'ps-name': verbatim,
  'rb-single': single,
  'rb-double': withEscapes('\\', /[\\"]|#(?=[{@$])/g),
  'rb-here': (value) => value.replace(/\\|#(?=[{@$])/g, '\\$&'),
  'rb-name': verbatim,
  'php-single': single,
  'php-double': withEscapes('\\', /[\\"$]/g),
  'php-here': (value) => value.replace(/[\\$]/g, '\\$&'),
  'php-name': verbatim,
  'lua-single': withEscapes('\\', /[\\']/g),
  'lua-double': withEscapes('\\', /[\\"]/g),
  'lua-long': verbatim,
  'lua-name': verbatim,
  'php-accept': (value) => `accept('${single(value)}')`,
};

/** The edit that makes a slot say a value as a whole; `undefined` for names and what cannot hold the value. */
export const scriptEdit = ({ span }: Slot, spelling: ScriptSpelling, value: string): Edit | undefined => {
  if (spelling === 'lua-name') return /^[A-Za-z_]\w*$/.test(value) ? { span, text: value } : undefined;
  if (spelling === 'lua-long' && /\]=*\]|\r/.test(value)) return undefined;
  if (spelling.endsWith('-name') || (spelling === 'ps-here' && value.includes("\n'@"))) return undefined;
  return { span, text: SCRIPT_WRITERS[spelling](value) };
};
