import type { Tree } from '../model/index.ts';
import { printValue } from './print.ts';
import { shapeOf } from './shape.ts';
import type { Style } from './style.ts';
import { TravellingComments } from './travelling.ts';

const PLAIN: Style = {
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
  hugs: false,
  indentsItems: true,
};

const NONE = new TravellingComments({ of: new Map(), parents: new Map() });

/** A tree as strict JSON, without comments; scalars keep their spelling. `text` is the text of its file. */
export const plainJson = (tree: Tree, text: string): string =>
  `${printValue(shapeOf(tree, text), '', { style: PLAIN, text, comments: NONE }, false)}\n`;
