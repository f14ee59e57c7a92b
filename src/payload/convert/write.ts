import { printBlock } from '../print-block.ts';
import { printValue } from '../print.ts';
import type { Printer } from '../print.ts';
import { shapeOf } from '../from-tree.ts';
import type { Shape } from '../shape.ts';
import type { Style } from '../style.ts';
import { MovedComments } from '../moved-comments.ts';
import type { PayloadDocuments, Format } from './documents.ts';

const STYLE: Style = {
  syntax: 'json',
  eol: '\n',
  unit: '  ',
  colon: ': ',
  comma: ', ',
  pad: ' ',
  trailingComma: false,
  keys: 'double',
  quotes: 'double',
  width: 0,
  limit: Infinity,
  hugs: false,
  indentsItems: true,
};

const printer = (syntax: Format, text: string): Printer => ({
  style: { ...STYLE, syntax, pad: syntax === 'json' ? ' ' : '' },
  text,
  comments: new MovedComments({ of: new Map(), parents: new Map() }),
});

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

const isJsonString = (raw: string, value: unknown): boolean => {
  try {
    return raw.startsWith('"') && JSON.parse(raw) === value;
  } catch {
    return false;
  }
};

/** Numbers and escapes keep their spelling where both formats spell them so. */
const spelling = (raw: string | undefined, value: unknown, to: Format): string | undefined => {
  if (raw === undefined || typeof value === 'boolean' || value === null) return undefined;
  if (typeof value === 'number') return JSON_NUMBER.test(raw) ? raw : undefined;
  return to === 'json' && isJsonString(raw, value) ? raw : undefined;
};

/** The shape without its old text, apart from scalars that can keep their spelling. */
const respelled = (shape: Shape, to: Format): Shape => {
  switch (shape.kind) {
    case 'object': {
      const members = shape.members.map(({ key, value }) => ({
        key,
        value: respelled(value, to),
        from: undefined,
      }));
      return { ...shape, members };
    }
    case 'list':
      return { ...shape, items: shape.items.map((item) => respelled(item, to)) };
    case 'scalar':
      return { ...shape, raw: spelling(shape.raw, shape.value, to), tree: undefined };
    case 'opaque':
      return shape;
  }
};

const writeJson = (shape: Shape, text: string): string =>
  `${printValue(shape, '', printer('json', text), false)}\n`;

const writeYaml = (shape: Shape, text: string): string => {
  const isEmpty =
    shape.kind === 'object' ? shape.members.length === 0 : shape.kind !== 'list' || shape.items.length === 0;
  if (isEmpty || shape.kind === 'scalar' || shape.kind === 'opaque')
    return `${printValue(shape, '', printer('yaml', text), true)}\n`;
  return `${printBlock(shape, '', printer('yaml', text))}\n`;
};

/** Documents printed anew in a format, without comments; several YAML documents are a list in JSON. */
export const writeDocuments = ({ trees }: PayloadDocuments, text: string, to: Format): string => {
  const shapes = trees.map((tree) => respelled(shapeOf(tree, text), to));
  if (to === 'yaml') return shapes.map((shape) => writeYaml(shape, text)).join('---\n');
  const [only] = shapes;
  const list: Shape = { kind: 'list', items: shapes, complete: true, tree: undefined, member: undefined };
  return writeJson(shapes.length === 1 && only !== undefined ? only : list, text);
};
