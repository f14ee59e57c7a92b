import type { Edit, Slot, SlotRange, Span, Spelling } from '../../model/index.ts';
import { decode } from './decode.ts';
import { escaped, pythonText } from './escaped.ts';
import { isScriptSpelling, SCRIPT_WRITERS, scriptEdit } from './spell-script.ts';
import { jsonWords } from './shell-words.ts';
import { plainCanHold, quotedYaml, yamlDoubleContent, singleCanHold } from './yaml-scalar.ts';

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
/** True when a property of this name can be written without quotes in JavaScript. */
export const isIdentifier = (name: string): boolean => IDENTIFIER.test(name);

const jsSingle = (value: string): string => escaped(value, /[\\']/g);
const jsDouble = (value: string): string => escaped(value, /[\\"]/g);
const jsTemplate = (value: string): string => escaped(value, /[\\`]|\$(?=\{)/g);
const jsName = (name: string): string => (isIdentifier(name) ? name : `'${jsSingle(name)}'`);

const pyDouble = pythonText(/[\\"]/g);
const WRITERS = {
  'js-single': jsSingle,
  'js-double': jsDouble,
  'js-template': jsTemplate,
  'js-expression': (value) => `'${jsSingle(value)}'`,
  'js-name': jsName,
  'js-shorthand': jsName,
  'py-single': pythonText(/[\\']/g),
  'py-double': pyDouble,
  'py-long': pythonText(/[\\'"]/g),
  'py-f-single': pythonText(/[\\'{}]/g),
  'py-f-double': pythonText(/[\\"{}]/g),
  'py-f-long': pythonText(/[\\'"{}]/g),
  'py-raw-single': (value) => value,
  'py-raw-double': (value) => value,
  'py-raw-long': (value) => value,
  'py-expression': (value) => `"${pyDouble(value)}"`,
  'go-double': pyDouble,
  'go-raw': (value) => value,
  'go-expression': (value) => `"${pyDouble(value)}"`,
  'java-double': jsDouble,
  'kotlin-double': (value) => escaped(value, /[\\"$]/g),
  'cs-interpolated': (value) => jsDouble(value).replace(/[{}]/g, '$&$&'),
  'cs-verbatim': (value) => value.replaceAll('"', '""'),
  'java-expression': (value) => `"${jsDouble(value)}"`,
  'spring-media-type': (value) => `MediaType.valueOf("${jsDouble(value)}")`,
  'ktor-content-type': (value) => `ContentType.parse("${jsDouble(value)}")`,
  ...SCRIPT_WRITERS,
  'json-string': (value) => JSON.stringify(value).slice(1, -1),
  'yaml-plain': (value) => (plainCanHold(value, true) ? value : quotedYaml(value)),
  'yaml-single': (value) => value.replaceAll("'", "''"),
  'yaml-double': yamlDoubleContent,
  plain: (value) => value,
  'shell-double': (value) => value.replace(/[\\"`]/g, '\\$&'),
  'shell-single': (value) => value.replaceAll("'", "'\\''"),
  'shell-script': (value) => value.replace(/["`]|\\(?![$\n])/g, '\\$&'),
  regexp: (value) => value.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&'),
  'make-recipe': (value) => value.replaceAll('$', '$$$$'),
  'json-words': jsonWords,
  fixed: (value) => value,
} satisfies Record<Spelling, (value: string) => string>;

/**
 * The text that writes `value` in a slot of this spelling: content without delimiters, or the whole expression or
 * name. `yaml-plain` comes back quoted where it must be; a shorthand gives its key only. What one spelling cannot
 * hold at all (a line break in `yaml-single`), only `rewriteSlot` can write, because it may change the delimiters.
 */
export const spell = (value: string, spelling: Spelling): string => WRITERS[spelling](value);

type Quote = "'" | '"' | '`';
const CONTENT: Readonly<Record<Quote, 'js-single' | 'js-double' | 'js-template'>> = {
  "'": 'js-single',
  '"': 'js-double',
  '`': 'js-template',
};

const isQuote = (unit: string | undefined): unit is Quote => unit === "'" || unit === '"' || unit === '`';

/** The delimiter of a text that is one whole string literal without holes. */
const literalQuote = (raw: string): Quote | undefined => {
  const quote = raw[0];
  if (!isQuote(quote) || raw.length < 2 || !raw.endsWith(quote)) return undefined;
  return decode(raw.slice(1, -1), CONTENT[quote]) === undefined ? undefined : quote;
};

/** Distance searched for quotes of neighboring strings. */
const NEIGHBOURHOOD = 2000;

/** The quote that string literals near `at` use; single where there is no majority. */
export const quoteNear = (text: string, at: number): "'" | '"' => {
  const near = text.slice(Math.max(0, at - NEIGHBOURHOOD), at + NEIGHBOURHOOD);
  const quotes = Array.from(near.matchAll(/(?:\bfrom|[=(,:[{?])\s*(['"])/g), (match) => match[1]);
  return quotes.filter((quote) => quote === '"').length * 2 > quotes.length ? '"' : "'";
};

const quoted = (value: string, quote: Quote): string => quote + spell(value, CONTENT[quote]) + quote;

const rawOf = ({ span }: Slot, text: string | undefined): string => text?.slice(span.start, span.end) ?? '';

const expressionText = (slot: Slot, value: string, text: string | undefined): string => {
  const nearby = (): Quote => (text === undefined ? "'" : quoteNear(text, slot.span.start));
  return quoted(value, literalQuote(rawOf(slot, text)) ?? nearby());
};

/** Spells a text with the quotes of its neighbors. */
const pythonExpression = (slot: Slot, value: string, text: string | undefined): string => {
  const quote = text === undefined ? '"' : quoteNear(text, slot.span.start);
  return quote + spell(value, quote === '"' ? 'py-double' : 'py-single') + quote;
};

const nameText = (slot: Slot, value: string, text: string | undefined): string => {
  const quote = literalQuote(rawOf(slot, text));
  if (quote !== undefined) return quoted(value, quote);
  if (isIdentifier(value)) return value;
  return quoted(value, text === undefined ? "'" : quoteNear(text, slot.span.start));
};

/** `x.name` cannot take a name that needs quotes; `x['a-b']` and `x?.['a-b']` can. */
const nameEdit = (slot: Slot, value: string, text: string | undefined): Edit => {
  const written = nameText(slot, value, text);
  const { start, end } = slot.span;
  const afterDot = !isIdentifier(value) && text?.[start - 1] === '.' && text[start - 2] !== '.';
  if (!afterDot) return { span: slot.span, text: written };
  const optional = text[start - 2] === '?';
  return { span: { start: optional ? start : start - 1, end }, text: `[${written}]` };
};

/** Template content keeps its real line breaks, in the file's style, where it already has some. */
const templateText = (raw: string, value: string): string => {
  const broken = /\r?\n/.exec(raw)?.[0];
  return broken === undefined ? jsTemplate(value) : value.split('\n').map(jsTemplate).join(broken);
};

/** A plain scalar that already has flow indicators is in a block, where they have no meaning. */
const inFlow = (slot: Slot): boolean => !/[,[\]{}]/.test(slot.value);

const yamlPlainText = (slot: Slot, value: string): string =>
  plainCanHold(value, inFlow(slot)) ? value : quotedYaml(value);

const yamlSingleEdit = ({ span }: Slot, value: string): Edit =>
  singleCanHold(value)
    ? { span, text: spell(value, 'yaml-single') }
    : { span: { start: span.start - 1, end: span.end + 1 }, text: quotedYaml(value) };

// oxlint-disable-next-line no-control-regex -- text that is written verbatim cannot hold them
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/**
 * The edit that makes the slot say `value` as a whole; `undefined` for `fixed` text and where the spelling cannot
 * say it. With the file's text, quotes follow the original literal or the neighbors, and `x.name` becomes
 * `x['a-b']` where it must; without it, quotes are single.
 */
export const rewriteSlot = (slot: Slot, value: string, text?: string): Edit | undefined => {
  const { span, spelling } = slot;
  if (spelling === 'fixed' || spelling === 'json-words') return undefined;
  if (isScriptSpelling(spelling)) return scriptEdit(slot, spelling, value);
  switch (spelling) {
    case 'plain':
      return CONTROL.test(value) ? undefined : { span, text: value };
    case 'js-expression':
      return { span, text: expressionText(slot, value, text) };
    case 'js-name':
      return nameEdit(slot, value, text);
    case 'js-shorthand':
      return { span, text: `${nameText(slot, value, text)}: ${slot.value}` };
    case 'js-template':
      return { span, text: templateText(rawOf(slot, text), value) };
    case 'yaml-plain':
      return { span, text: yamlPlainText(slot, value) };
    case 'yaml-single':
      return yamlSingleEdit(slot, value);
    case 'py-expression':
      return { span, text: pythonExpression(slot, value, text) };
    case 'go-raw':
    case 'py-raw-single':
    case 'py-raw-double':
    case 'py-raw-long':
      return decode(value, spelling)?.value === value ? { span, text: value } : undefined;
    case 'py-single':
    case 'go-double':
    case 'go-expression':
    case 'py-double':
    case 'py-long':
    case 'py-f-single':
    case 'py-f-double':
    case 'py-f-long':
    case 'js-single':
    case 'js-double':
    case 'java-double':
    case 'java-expression':
    case 'spring-media-type':
    case 'ktor-content-type':
    case 'kotlin-double':
    case 'cs-interpolated':
    case 'cs-verbatim':
    case 'json-string':
    case 'yaml-double':
    case 'shell-double':
    case 'shell-single':
    case 'shell-script':
    case 'regexp':
    case 'make-recipe':
      return { span, text: spell(value, spelling) };
  }
};

/** Position and notation of the characters of a slot's value. */
const contentOf = (slot: Slot, text: string): { readonly span: Span; readonly spelling: Spelling } => {
  const { span, spelling } = slot;
  if (spelling !== 'js-expression' && spelling !== 'js-name') return slot;
  const quote = literalQuote(rawOf(slot, text));
  return quote === undefined
    ? slot
    : { span: { start: span.start + 1, end: span.end - 1 }, spelling: CONTENT[quote] };
};

const contentText = (replacement: string, spelling: Spelling, raw: string): string => {
  if (spelling === 'js-template') return templateText(raw, replacement);
  return spelling === 'yaml-plain' ? replacement : spell(replacement, spelling);
};

/** True when `raw` spells `value` literally, so that a part can be replaced by itself. */
const says = (raw: string, slot: Slot, spelling: Spelling, value: string): boolean =>
  decode(raw, spelling)?.value === value &&
  (spelling !== 'yaml-plain' || plainCanHold(value, inFlow(slot))) &&
  (spelling !== 'plain' || !CONTROL.test(value));

/** Units of one escape (`\u{1f600}` writes two) cannot be taken apart. */
const splitsEscape = (starts: readonly number[], at: number): boolean =>
  at > 0 && at < starts.length && starts[at] === starts[at - 1];

/**
 * The edit that replaces the range of the slot's value and leaves the rest as it is written; the whole slot where the
 * seam cannot be written in place. `undefined` for `fixed` text and where the slot's text does not spell its value.
 */
export const rewriteRange = (range: SlotRange, replacement: string, text: string): Edit | undefined => {
  const { slot, from, to } = range;
  const value = slot.value.slice(0, from) + replacement + slot.value.slice(to);
  const { span, spelling } = contentOf(slot, text);
  const raw = text.slice(span.start, span.end);
  if (spelling === 'js-name' || spelling === 'js-shorthand')
    return raw === slot.value ? rewriteSlot(slot, value, text) : undefined;
  const decoded = decode(raw, spelling);
  if (decoded?.value !== slot.value) return undefined;
  const { starts, ends } = decoded;
  if (splitsEscape(starts, from) || splitsEscape(starts, to)) return rewriteSlot(slot, value, text);
  const start = starts[from] ?? raw.length;
  const end = to > from ? ends[to - 1]! : start;
  const content = contentText(replacement, spelling, raw);
  if (!says(raw.slice(0, start) + content + raw.slice(end), slot, spelling, value))
    return rewriteSlot(slot, value, text);
  return { span: { start: span.start + start, end: span.start + end }, text: content };
};
