import { isIdentifier, spell } from '../fix/edits/spelling.ts';
import { plainCanHold, quotedYaml } from '../fix/edits/yaml-scalar.ts';
import type { Member } from '../model/index.ts';
import type { OpaqueShape, ScalarShape } from './shape.ts';
import { keySpan } from './source-text.ts';
import { indentNear } from './lines.ts';
import type { Style } from './style.ts';
import { entryNamed } from '../model/index.ts';

const quoted = (value: string, quotes: 'single' | 'double'): string =>
  quotes === 'single' ? `'${spell(value, 'js-single')}'` : `"${spell(value, 'js-double')}"`;

const quotedPython = (value: string, quotes: 'single' | 'double'): string =>
  quotes === 'single' ? `'${spell(value, 'py-single')}'` : `"${spell(value, 'py-double')}"`;

const PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

const stringToken = (value: string, style: Style): string => {
  if (style.syntax === 'json') return JSON.stringify(value);
  if (style.syntax === 'js') return quoted(value, style.quotes);
  if (style.syntax === 'python') return quotedPython(value, style.quotes);
  return plainCanHold(value, true) ? value : quotedYaml(value);
};

/** Lines after the first keep their distance to it; a template literal keeps its text. */
const reindented = (raw: string, from: string, to: string, eol: string): string => {
  if (raw.includes('`') || from === to) return raw;
  const lines = raw.split(/\r?\n/);
  return lines
    .map((line, at) => (at > 0 && line.startsWith(from) ? to + line.slice(from.length) : line))
    .join(eol);
};

/** A scalar may move from a block into a flow collection, where less can be written plainly. */
const yamlToken = ({ kind, ...shape }: ScalarShape | OpaqueShape, raw: string): string => {
  const value = kind === 'scalar' && 'value' in shape ? shape.value : undefined;
  if (typeof value === 'string' && (raw.includes('\n') || /^[^'"].*[,[\]{}]/.test(raw)))
    return plainCanHold(value, true) ? value : quotedYaml(value);
  return value === null ? 'null' : raw;
};

/** A scalar or expression as text: as it was written, or in the payload's style where it is made up. */
export const valueToken = (
  shape: ScalarShape | OpaqueShape,
  style: Style,
  text: string,
  indent: string,
): string => {
  const { raw } = shape;
  if (raw === undefined) {
    const value = shape.kind === 'scalar' ? shape.value : '';
    if (typeof value === 'string') return stringToken(value, style);
    const word = String(value);
    return style.syntax === 'python' ? (entryNamed(PYTHON, word) ?? word) : word;
  }
  if (style.syntax === 'yaml') return yamlToken(shape, raw);
  if (!raw.includes('\n')) return raw;
  const at = shape.member?.place.span.start ?? shape.tree?.span.start ?? 0;
  return reindented(raw, indentNear(text, at), indent, style.eol);
};

/** A key as text: as it was written where `from` has this name, else in the payload's style. */
export const keyToken = (key: string, from: Member | undefined, style: Style, text: string): string => {
  if (from?.key.value === key && from.key.spelling !== 'js-shorthand') {
    const { start, end } = keySpan(from.key);
    return text.slice(start, end);
  }
  if (style.syntax === 'python' && style.keys !== 'bare') return quotedPython(key, style.keys);
  if (style.syntax !== 'js') return stringToken(key, style);
  if (style.keys === 'bare') return isIdentifier(key) ? key : quoted(key, style.quotes);
  return quoted(key, style.keys);
};
