import type { Edit, Span } from '../../model/index.ts';

/** Plain scalars that YAML 1.1 or 1.2 reads as null, a boolean, a number, a date or a merge key. */
const TYPED =
  /^(?:~|null|true|false|yes|no|on|off|y|n|<<|=|[-+]?\.(?:inf|nan)|[-+]?(?:0[xob])?[\d_,.:]+(?:e[-+]?\d+)?|0x[\da-f_]+|\d{4}-\d\d?-\d\d?(?:[Tt ].*)?)$/i;

/** Text that needs quotes: indicators at the start, `: ` and ` #` inside, spaces at the ends. */
const NOT_PLAIN = /^(?:[-?:](?:\s|$)|[,[\]{}#&*!|>'"%@`\s]|---|\.\.\.)|:(?:\s|$)|\s#|\s$/;

// Printable by YAML 1.2 §5.1, on one line.
const PRINTABLE = /^[\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u;

/** True when a plain scalar can have exactly this value; a flow collection (`inFlow`) allows less. */
export const plainCanHold = (value: string, inFlow: boolean): boolean =>
  value !== '' &&
  PRINTABLE.test(value) &&
  !NOT_PLAIN.test(value) &&
  !TYPED.test(value) &&
  !(inFlow && /[,[\]{}]/.test(value));

/** True when a single-quoted scalar on one line can say this string. */
export const singleCanHold = (value: string): boolean => PRINTABLE.test(value);

const unicodeEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Content of a double-quoted scalar: JSON's escapes are YAML's, but YAML has more characters to escape. */
export const yamlDoubleContent = (value: string): string =>
  JSON.stringify(value)
    .slice(1, -1)
    .replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, unicodeEscape);

/** The string as a quoted scalar with its quotes: single ones where they can hold it. */
export const quotedYaml = (value: string): string =>
  singleCanHold(value) ? `'${value.replaceAll("'", "''")}'` : `"${yamlDoubleContent(value)}"`;

/** Characters that mean the same in a plain and in a quoted scalar. */
const isNeutral = (text: string): boolean =>
  PRINTABLE.test(text) && !/["'\\]|:(?:\s|$)|(?:^|\s)#|^\s|\s$/.test(text);

/**
 * The edits that put a text into a plain scalar (at `plain`), which gets quotes where it must: `curl x` cannot hold
 * `Accept: y` without them.
 */
export const requoted = (file: string, plain: Span, { span, text }: Edit): readonly Edit[] => {
  if (isNeutral(text)) return [{ span, text }];
  const raw = file.slice(plain.start, plain.end);
  const isDouble = !/["\\]/.test(raw);
  const quote = isDouble ? '"' : "'";
  const inside = isDouble ? yamlDoubleContent(text) : text.replaceAll("'", "''");
  const doubled = isDouble ? [] : Array.from(raw.matchAll(/'/g), ({ index }) => plain.start + index);
  const edits = doubled
    .filter((at) => at < span.start || at >= span.end)
    .map((at): Edit => ({ span: { start: at, end: at }, text: "'" }));
  const opens = span.start === plain.start;
  const closes = span.end === plain.end;
  const at = (offset: number): Edit => ({ span: { start: offset, end: offset }, text: quote });
  return [
    ...(opens ? [] : [at(plain.start)]),
    ...edits,
    { span, text: (opens ? quote : '') + inside + (closes ? quote : '') },
    ...(closes ? [] : [at(plain.end)]),
  ];
};
