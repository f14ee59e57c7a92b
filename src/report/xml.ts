/** Characters that XML 1.0 cannot write: most control characters, half surrogate pairs, two non-characters. */
const IMPOSSIBLE =
  // oxlint-disable-next-line no-control-regex -- these are what XML cannot hold
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/**
 * Text for XML or HTML, between tags or in a quoted attribute; `##[` would be a command to a GitHub runner.
 */
export const escapeXml = (text: string): string =>
  text
    .replace(IMPOSSIBLE, '\uFFFD')
    .replace(/[&<>"'\n\r\t]/g, (character) => ENTITIES[character]!)
    // XML allows these, and a terminal obeys them.
    .replace(/[\u007F-\u009F\p{Bidi_Control}]/gu, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll('##[', '##&#91;');

/** ` name="value"` for each attribute. */
export const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
