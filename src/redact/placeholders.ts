import { MASK, SECRET_NAME } from './credential-shapes.ts';

/** Placeholders of any language: `${{ env.BASE }}`, `{{root}}`, `${name}`, `%s`, `{0}`. */
const EVERYWHERE = String.raw`\$\{\{\s*[\w.-]{1,60}\s*\}\}|\{\{\s*[$\w.]{1,60}(?: [A-Z_]{1,40})?\s*\}\}|\$\{\w[\w.]{0,80}\}|%[sdvqxi](?!\w)|\{\d?\}`;
/** Variables of shells, makefiles, pipelines and PowerShell: elsewhere a password may begin with the same sign. */
const VARIABLES = String.raw`\$\(\w[\w.]{0,60}\)|\$\$?\{?(?:(?:env|script|global|local|private|using):)?[A-Za-z_]\w{0,60}\}?|\$\$?[\d@#*?]`;

/** A variable with the value it has by default: `${NAME:-text}`. */
const DEFAULT = /(\$\{(\w{1,60}):?[-=+?])([^{}]{1,400})\}/g;
/** A setting with the value it has by default, as Spring writes it: `${atlas.url:text}`. */
const SETTING = /(\$\{([\w.-]{1,60}):)([^{}]{1,400})\}/g;

const PLACEHOLDER = new RegExp(EVERYWHERE, 'g');
const PLACEHOLDER_OR_VARIABLE = new RegExp(`${EVERYWHERE}|${VARIABLES}`, 'g');

/** True for a text that is one variable: `$KEY`, `$$KEY`, `$(KEY)`, `${{ secrets.KEY }}`. */
export const isVariable = (text: string): boolean =>
  text !== '' &&
  text.replaceAll(PLACEHOLDER_OR_VARIABLE, '').replaceAll(/[/:;]/g, '') === '' &&
  text.length > 1;

/** Result of `show` for a text whose placeholders are replaced by `${p0}`, with the placeholders put back. */
export const withPlaceholders = (
  text: string,
  variables: boolean,
  show: (text: string) => string,
): string => {
  const found: string[] = [];
  const held = (placeholder: string): string => `\${p${found.push(placeholder) - 1}}`;
  const withoutDefaults = text.replaceAll(
    variables ? DEFAULT : SETTING,
    (_, open: string, name: string, given: string) =>
      held(`${open}${SECRET_NAME.test(name) ? MASK : withPlaceholders(given, variables, show)}}`),
  );
  const spelled = withoutDefaults.replaceAll(
    variables ? PLACEHOLDER_OR_VARIABLE : PLACEHOLDER,
    (placeholder) => (/^\$\{p\d+\}$/.test(placeholder) ? placeholder : held(placeholder)),
  );
  return show(spelled).replaceAll(/\$\{p(\d+)\}/g, (all, index: string) => found[Number(index)] ?? all);
};
