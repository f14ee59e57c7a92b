import type { Redacted } from '../model/index.ts';
import { masked } from './gate.ts';
import { jsonText } from './json-line.ts';
import { literalText, MEDIA_TYPE } from './literal.ts';
import { MASK, redactText } from './redact.ts';

const WORD = /"[^"\\]*(?:\\.[^"\\]*)*"?|'[^']*'?|[^\s"']+/g;
/** Options as curl and shells have them; a value that is glued to one is none. */
const OPTION = /^(?:-[A-Za-z]{1,3}|--[a-z][a-z-]{1,30})$/;
const VARIABLE = /^(?:\$\w+|\$\{\w+\})(?:[/:](?:\$\w+|\$\{\w+\}))*;?$/;
const SIGNS = /^[\\|&;(){}<>$@[\]:,=!-]*$/;
const REDIRECTION = /^\d?>{1,2}(?:&\d|\/dev\/null)?$/;
const SMALL_NUMBER = /^\d{1,3}$/;
/** A path in an answer, as jq has it: `.results[0].name`. */
const FILTER = /^(?:\.[A-Za-z]{0,30}(?:\[\d{0,3}\])?)+$/;
const BODY_FILE = /^@(?:-|[A-Za-z][\w./-]{0,60}\.[a-z]{2,5})$/;
const NAMES: ReadonlySet<string> = new Set(
  (
    'awk bash cat curl cut date done echo elif else env esac exit export fi for function grep head if in jq ' +
    'local printf python3 read readonly return sed set sh sleep sort sudo tail tee test then do time tr true ' +
    'until wc wget while xargs EOF JSON /dev/null'
  ).split(' '),
);
const HEADER = /^([A-Za-z][A-Za-z-]{1,40}):(\s*)(.*)$/;
const SETTING = /^((?:--)?[A-Za-z][\w-]*=)(.*)$/;
/** A field of a form: `grant_type=client_credentials`. */
const FIELD = /([A-Za-z][\w-]{0,40})=([^&]*)/g;
const GRANT = /^(?:client_credentials|access_token|refresh_token)$/;

/** What the word behind an option is. */
type Role = 'secret' | 'header' | 'body' | 'other';

const ROLES: readonly (readonly [option: RegExp, role: Role])[] = [
  [
    /^(?:-[A-Za-z]{0,2}[uUbE]|--(?:user|proxy-user|cookie|oauth2-bearer|pass|proxy-pass|key|cert))$/,
    'secret',
  ],
  [/^(?:-[A-Za-z]{0,2}H|--(?:proxy-)?header)$/, 'header'],
  [/^(?:-[A-Za-z]{0,2}[dF]|--data(?:-[a-z]+)?|--json|--form(?:-string)?)$/, 'body'],
];

const roleOf = (option: string): Role => ROLES.find(([pattern]) => pattern.test(option))?.[1] ?? 'other';

const headerText = (value: string): string => {
  const [, name, space, content = ''] = HEADER.exec(value) ?? [];
  if (name === undefined) return MASK;
  return `${redactText(name)}:${space}${content === '' || MEDIA_TYPE.test(content) ? content : MASK}`;
};

const formText = (value: string): string =>
  value.replace(FIELD, (_, name: string, given: string) =>
    VARIABLE.test(given) || GRANT.test(given) ? `${name}=${given}` : `${name}=${MASK}`,
  );

const bodyText = (value: string, trusted: ReadonlySet<string>): string => {
  if (BODY_FILE.test(value)) return value;
  if (/^\s*[{[]/.test(value)) {
    const escaped = value.includes('\\"');
    const shown = jsonText(escaped ? value.replaceAll('\\"', '"') : value, trusted);
    return escaped ? shown.replaceAll('"', '\\"') : shown;
  }
  return /^(?:[A-Za-z][\w-]{0,40}=[^&]*(?:&|$))+$/.test(value) ? formText(value) : MASK;
};

const plainText = (value: string, trusted: ReadonlySet<string>): string => {
  if (
    OPTION.test(value) ||
    NAMES.has(value.replace(/;$/, '')) ||
    SMALL_NUMBER.test(value) ||
    FILTER.test(value)
  )
    return value;
  const braced = value.replace(/\$(\w+)/g, '${$1}');
  const shown = literalText(braced, trusted);
  return shown === braced ? value : shown;
};

const wordText = (value: string, role: Role, trusted: ReadonlySet<string>): string => {
  if (VARIABLE.test(value) || SIGNS.test(value) || REDIRECTION.test(value)) return value;
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
const commandText = (code: string, trusted: ReadonlySet<string>): string => {
  let role: Role = 'other';
  let begun = false;
  return code.replace(WORD, (word, at: number) => {
    if (begun && /\s/.test(code[at - 1] ?? ' ')) [role, begun] = ['other', false];
    if (OPTION.test(word)) {
      role = roleOf(word);
      return word;
    }
    begun = true;
    return word === MASK ? word : shownWord(word, role, trusted);
  });
};

/** A line of a body that stands in the script: behind `<<EOF`, or in quotes that were opened before. */
const BODY_LINE = /^\s*(?:[{}[\]]|"[\w.$-]{1,40}"\s*:)/;

/**
 * A line of a shell script as a code frame prints it: commands, options, variables, names of headers and of members,
 * and addresses stay, every other word is masked.
 */
export const redactCommand = (line: string, trusted: ReadonlySet<string>): Redacted => {
  const [code = ''] = /^(?:"(?:\\.|[^"\\])*"?|'[^']*'?|(?<=\S)#|[^"'#])*/.exec(line) ?? [];
  const comment = code.length < line.length ? `# ${MASK}` : '';
  const shown = redactText(code);
  return masked((BODY_LINE.test(shown) ? jsonText(shown, trusted) : commandText(shown, trusted)) + comment);
};
