import { columnOf } from '../fix/edits/trivia.ts';
import type { ObjectTree } from '../model/index.ts';
import { columnIndent, isBlock } from './block.ts';
import { indentNear, isMultiline } from './lines.ts';
import { mostFrequent, samplesOf } from './style-samples.ts';
import type { Samples } from './style-samples.ts';
import { keySpan } from './source-text.ts';

/** Style in which the text around a payload writes objects: what the printer follows. */
export interface Style {
  readonly syntax: 'json' | 'js' | 'python' | 'yaml';
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
  /** Separator of a key and its value: `": "`. */
  readonly colon: string;
  /** Separator of members on one line: `", "`. */
  readonly comma: string;
  /** White space inside the braces of an object on one line. */
  readonly pad: string;
  readonly trailingComma: boolean;
  /** The quotes of keys; `bare` ones are quoted only where they must be. */
  readonly keys: 'bare' | 'single' | 'double';
  readonly quotes: 'single' | 'double';
  /** Widest line on which an object is kept together; 0 where the payload gives every member its line. */
  readonly width: number;
  /** Widest line of the payload's one-line values; a payload on one line stays on one line. */
  readonly limit: number;
  /** True where a list of objects opens as `[{`. */
  readonly hugs: boolean;
  /** True where the items of a block list are indented relative to its key (YAML). */
  readonly indentsItems: boolean;
}

const WIDTH = 100;
const LIMIT = 120;

const blockUnit = ({ members, text }: Samples): string => {
  const units = members
    .filter(({ value }) => value.kind === 'object' && isBlock(value, text))
    .map(({ key, value }) =>
      columnIndent(text, value.span.start).slice(columnIndent(text, keySpan(key).start).length),
    );
  return mostFrequent(
    units.filter((unit) => unit !== ''),
    '  ',
  );
};

const unitOf = ({ objects, text }: Samples, root: ObjectTree): string => {
  const units = objects
    .filter((object) => isMultiline(object, text))
    .map((object) => {
      const outer = indentNear(text, object === root ? root.span.end - 1 : object.span.start);
      const inner = indentNear(text, object.members[0]!.place.span.start);
      return inner.startsWith(outer) ? inner.slice(outer.length) : '';
    });
  return mostFrequent(
    units.filter((unit) => unit !== ''),
    '  ',
  );
};

const colonOf = ({ members, text }: Samples): string => {
  const colons = members.map(({ key, value }) => text.slice(keySpan(key).end, value.span.start));
  return mostFrequent(
    colons.filter((colon) => /^[ \t]*:[ \t]*$/.test(colon)),
    ': ',
  );
};

const commaOf = ({ objects, text }: Samples, fallback: string): string => {
  const gaps = objects.flatMap(({ members }) =>
    members.slice(1).map(({ place }, at) => text.slice(members[at]!.place.span.end, place.span.start)),
  );
  return mostFrequent(
    gaps.filter((gap) => /^,[ \t]*$/.test(gap)),
    fallback,
  );
};

const padOf = ({ objects, text }: Samples, fallback: string): string => {
  const pads = objects.map(({ span, members }) => text.slice(span.start + 1, members[0]!.place.span.start));
  return mostFrequent(
    pads.filter((pad) => /^[ \t]*$/.test(pad)),
    fallback,
  );
};

const hasTrailingComma = ({ objects, text }: Samples): boolean =>
  objects.some(({ members, span }) => /^\s*,/.test(text.slice(members.at(-1)!.place.span.end, span.end)));

const quoteOf = (raw: string): 'single' | 'double' | 'bare' => {
  if (raw.startsWith("'")) return 'single';
  return raw.startsWith('"') ? 'double' : 'bare';
};

const keysOf = ({ members, text }: Samples): Style['keys'] =>
  mostFrequent(
    members.map(({ key }) => quoteOf(text.charAt(keySpan(key).start))),
    'bare',
  );

const quotesOf = ({ members, text }: Samples, fallback: Style['quotes']): Style['quotes'] => {
  const quotes = members
    .filter(({ value }) => value.kind === 'scalar' && typeof value.value === 'string')
    .map(({ value }) => quoteOf(text.charAt(value.span.start)));
  return mostFrequent(
    quotes.filter((quote) => quote !== 'bare'),
    fallback,
  );
};

const syntaxOf = (root: ObjectTree): Style['syntax'] => {
  const spelling = root.members[0]?.key.spelling ?? 'json-string';
  if (spelling === 'json-string' || spelling === 'fixed') return 'json';
  if (spelling.startsWith('py-')) return 'python';
  return spelling.startsWith('yaml') ? 'yaml' : 'js';
};

const keepsTogether = ({ objects, text }: Samples, root: ObjectTree): boolean =>
  objects.some((object) => object !== root && !isMultiline(object, text));

const hugsItems = ({ lists, text }: Samples): boolean =>
  lists.some(({ span }) => text.startsWith('[{', span.start));

const indentsItemsOf = ({ members, text }: Samples): boolean =>
  members
    .filter(({ value }) => value.kind === 'list' && isBlock(value, text))
    .every(({ key, value }) => columnOf(text, value.span.start) > columnOf(text, keySpan(key).start));

/** Style of a payload, from the payload itself, else from the whole text. */
export const payloadStyleOf = (root: ObjectTree, text: string): Style => {
  const samples = samplesOf(root, text);
  const syntax = syntaxOf(root);
  const colon = colonOf(samples);
  const spaced = /\s$/.test(colon);
  return {
    syntax,
    eol: /\r?\n/.exec(text.slice(root.span.start, root.span.end))?.[0] ?? '\n',
    unit: syntax === 'yaml' ? blockUnit(samples) : unitOf(samples, root),
    colon: syntax === 'yaml' ? ': ' : colon,
    comma: commaOf(samples, spaced || syntax === 'yaml' ? ', ' : ','),
    pad: padOf(samples, syntax === 'js' && spaced ? ' ' : ''),
    trailingComma: hasTrailingComma(samples),
    keys: keysOf(samples),
    quotes: quotesOf(samples, syntax === 'js' ? 'single' : 'double'),
    width: keepsTogether(samples, root) ? WIDTH : 0,
    limit: syntax !== 'yaml' && isMultiline(root, text) ? LIMIT : Infinity,
    hugs: hugsItems(samples),
    indentsItems: indentsItemsOf(samples),
  };
};
