import type { Redacted } from '../model/index.ts';
import { saidText } from './comment-text.ts';
import { masked } from './gate.ts';
import { maskedJson } from './json-line.ts';
import { literalText, MEDIA_TYPE } from './literal.ts';
import { isVariable, withPlaceholders } from './placeholders.ts';
import { isPlainText } from './plain-words.ts';
import { MASK, redactText, SECRET_NAME } from './redact.ts';
import { InlinePrograms } from './inline-program.ts';
import { isHarmless } from './vocabulary.ts';

const WORD =
  /"[^"\\]*(?:\\.[^"\\]*)*"?|'[^']*'?|(?:\$?\{\{[^}"']{0,80}\}\}|\$\{[^}"']{0,80}\}|\$\([\w.]{1,60}\)|[^\s"'`|&;()<>$]|\$(?!\())+|\$(?=\()|[`|&;()<>]+/g;
/** Options as curl and shells have them; a value that is glued to one is none. */
const OPTION = /^(?:-[A-Za-z]{1,3}|--[a-z][a-z-]{1,30}|--[a-z]{2,12}\d(?:-[a-z]{2,12})?)$/;
const SIGNS = /^[\\|&;(){}<>$@[\]:,=!?*`'"-]*$/;
const REDIRECTION = /^\d?>{1,2}(?:&\d|\/dev\/null)?$/;
const SMALL_NUMBER = /^\d{1,3}$/;
/** A path in a response, as jq has it: `.results[0].name`. */
const FILTER = /^(?:\.[A-Za-z]{0,30}(?:\[\d{0,3}\])?)+$/;
const BODY_FILE = /^@(?:-|[A-Za-z][\w./-]{0,60}\.[a-z]{2,5})$/;
/** Names of commands and functions, of instructions and variables: what a sign follows. */
const NAME = /^[@A-Za-z_][\w.-]{0,40}$/;
/** A field of a schedule: `*\/5`, `1-5`. What has more digits is a number, which may be a code. */
const SCHEDULE = /^(?:\*|\d{1,2})(?:[,/-]\d{1,2}){0,4}$/;
/** A filter of jq without the members that it names. */
const MEMBER = /\.[A-Za-z_]\w{0,40}/g;
const HEADER = /^([A-Za-z][A-Za-z-]{1,40}):(\s*)(.*)$/;
const SETTING = /^((?:--)?[A-Za-z][\w-]*=)(.*)$/;
/** A field of a form: `grant_type=client_credentials`. */
const FIELD = /([A-Za-z][\w-]{0,40})=([^&]*)/g;
const GRANT = /^(?:client_credentials|access_token|refresh_token)$/;

/** A text that is a command: what runs it reads its words. */
export const COMMAND = /^[!$>@]?\s*(?:curl|wget|https?|xh|irm|iwr|Invoke-[A-Z]\w{2,30})\s+\S/;
const CMDLET =
  /^(?:Invoke|Get|Set|New|Write|ConvertTo|ConvertFrom|Select|Where|ForEach)-[A-Z][A-Za-z]{2,30}$/;
/** A format of a date: `+%s`. */
const DATE_FORMAT = /^\+(?:\\?%[A-Za-z][-:/]?){1,8}$/;

/** Role of the word after an option. */
type Role = 'secret' | 'header' | 'body' | 'other';

const ROLES: readonly (readonly [option: RegExp, role: Role])[] = [
  [
    /^(?:-[A-Za-z]{0,2}[uUbE]|--(?:user|proxy-user|cookie|oauth2-bearer|pass|proxy-pass|key|cert))$/,
    'secret',
  ],
  [/^(?:-[A-Za-z]{0,2}H|--(?:proxy-)?header)$/, 'header'],
  [/^(?:-[A-Za-z]{0,2}[dF]|--data(?:-[a-z]+)?|--json|--form(?:-string)?)$/, 'body'],
];

/** An option that names a credential, and not where one is: `--password`, not `--token-file`. */
const isCredentialOption = (option: string): boolean =>
  option.startsWith('--') &&
  SECRET_NAME.test(option) &&
  !/-(?:stdin|file|path|jar|url|type|name)$/.test(option);

const roleOf = (option: string): Role =>
  ROLES.find(([pattern]) => pattern.test(option))?.[1] ?? (isCredentialOption(option) ? 'secret' : 'other');

const isShownHeader = (name: string, content: string): boolean =>
  content === '' ||
  MEDIA_TYPE.test(content) ||
  isVariable(content) ||
  (!SECRET_NAME.test(name) && !/auth|key/i.test(name) && isHarmless(content));

const headerText = (value: string): string => {
  const [, name, space, content = ''] = HEADER.exec(value) ?? [];
  if (name === undefined) return MASK;
  return `${redactText(name)}:${space}${isShownHeader(name, content) ? content : MASK}`;
};

const formText = (value: string): string =>
  value.replace(FIELD, (_, name: string, given: string) =>
    isVariable(given) || GRANT.test(given) ? `${name}=${given}` : `${name}=${MASK}`,
  );

const bodyText = (value: string, trusted: ReadonlySet<string>): string => {
  if (BODY_FILE.test(value)) return value;
  if (/^\s*[{[]/.test(value)) {
    const escaped = value.includes('\\"');
    const shown = maskedJson(escaped ? value.replaceAll('\\"', '"') : value, trusted);
    return escaped ? shown.replaceAll('"', '\\"') : shown;
  }
  return /^(?:[A-Za-z][\w-]{0,40}=[^&]*(?:&|$))+$/.test(value) ? formText(value) : MASK;
};

const isFilter = (value: string): boolean =>
  /^[.{]/.test(value) && MEMBER.test(value) && isPlainText(value.replaceAll(MEMBER, ' '));

const plainText = (value: string, trusted: ReadonlySet<string>): string => {
  if (value.startsWith('@') && value.length > 1) return `@${plainText(value.slice(1), trusted)}`;
  if (
    OPTION.test(value) ||
    SMALL_NUMBER.test(value) ||
    SCHEDULE.test(value) ||
    FILTER.test(value) ||
    isFilter(value) ||
    CMDLET.test(value) ||
    DATE_FORMAT.test(value)
  )
    return value;
  if (COMMAND.test(value))
    return commandText(value.replaceAll('\\"', '"'), trusted).replaceAll(
      '"',
      value.includes('\\"') ? '\\"' : '"',
    );
  return withPlaceholders(value, true, (text) =>
    isPlainText(text.replaceAll(/\$\{p\d+\}/g, ' ')) ? text : literalText(text, trusted),
  );
};

const wordText = (value: string, role: Role, trusted: ReadonlySet<string>): string => {
  if (isVariable(value) || SIGNS.test(value) || REDIRECTION.test(value)) return value;
  if (role === 'secret') return MASK;
  if (role === 'header') return headerText(value);
  return role === 'body' ? bodyText(value, trusted) : plainText(value, trusted);
};

const shownWord = (word: string, role: Role, trusted: ReadonlySet<string>): string => {
  const quote = /^["']/.exec(word)?.[0];
  if (quote === undefined) {
    const [, name, value = ''] = role === 'other' ? (SETTING.exec(word) ?? []) : [];
    if (name === undefined) return wordText(word, role, trusted);
    return name + (value === '' ? '' : wordText(value, roleOf(name.slice(0, -1)), trusted));
  }
  const closed = word.length > 1 && word.endsWith(quote);
  return quote + wordText(word.slice(1, closed ? -1 : undefined), role, trusted) + (closed ? quote : '');
};

/** The words of a command, each by the option before it. */
export const commandText = (code: string, trusted: ReadonlySet<string>): string => {
  let role: Role = 'other';
  let begun = false;
  const programs = new InlinePrograms();
  return code.replace(WORD, (word, at: number) => {
    if (begun && /\s/.test(code[at - 1] ?? ' ')) [role, begun] = ['other', false];
    const isSeparator = /[|&;()]/.test(word) && SIGNS.test(word);
    if (isSeparator) [role, begun] = ['other', false];
    const program = programs.take(isSeparator ? undefined : word, trusted);
    if (role === 'other' && program !== undefined) return program;
    const behind = code.charAt(at + word.length);
    if ((behind === '(' || (behind === ':' && at === 0)) && NAME.test(word)) return redactText(word);
    if (OPTION.test(word)) {
      role = roleOf(word);
      return word;
    }
    begun = true;
    return word === MASK ? word : shownWord(word, role, trusted);
  });
};

/** Line of a body in a script: after `<<EOF`, or in quotes that were opened on an earlier line. */
const BODY_LINE = /^\s*(?:[{}[\]]|"[\w.$-]{1,40}"\s*:)/;

/**
 * A line of a shell script as a code frame prints it: commands, options, variables, names of headers and of
 * members, and URLs stay, every other word is masked.
 */
export const redactCommand = (line: string, trusted: ReadonlySet<string>): Redacted => {
  const [code = ''] = /^(?:"(?:\\.|[^"\\])*"?|'[^']*'?|(?<=\S)#|[^"'#])*/.exec(line) ?? [];
  const comment = code.length < line.length ? `#${saidText(line.slice(code.length + 1), trusted)}` : '';
  const shown = redactText(code);
  return masked((BODY_LINE.test(shown) ? maskedJson(shown, trusted) : commandText(shown, trusted)) + comment);
};
