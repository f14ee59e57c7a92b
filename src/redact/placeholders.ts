/** Placeholders of any language: `${{ env.BASE }}`, `{{root}}`, `${name}`, `%s`, `{0}`. */
const EVERYWHERE = String.raw`\$\{\{\s*[\w.-]{1,60}\s*\}\}|\{\{\s*[$\w.]{1,60}(?: [A-Z_]{1,40})?\s*\}\}|\$\{\w[\w.]{0,80}\}|%[sdvqxi](?!\w)|\{\d?\}`;
/** Variables of shells, makefiles, pipelines and PowerShell: elsewhere a password may begin with the same sign. */
const VARIABLES = String.raw`\$\(\w[\w.]{0,60}\)|\$\$?\{?(?:(?:env|script|global|local|private|using):)?[A-Za-z_]\w{0,60}\}?|\$\$?[\d@#*?]`;

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
  const spelled = text.replaceAll(
    variables ? PLACEHOLDER_OR_VARIABLE : PLACEHOLDER,
    (placeholder) => `\${p${found.push(placeholder) - 1}}`,
  );
  return show(spelled).replaceAll(/\$\{p(\d+)\}/g, (all, index: string) => found[Number(index)] ?? all);
};
