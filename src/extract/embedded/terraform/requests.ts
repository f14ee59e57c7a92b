import type { Slot, SourceFile } from '../../../model/index.ts';
import { eolOf, indentAt, startsLine } from '../../lines.ts';
import type { Spelled } from '../code-builder.ts';
import { asCurl } from '../data-request.ts';
import type { DataRequest } from '../data-request.ts';
import { sharedValue } from '../shell-script.ts';
import { attributeOf } from './hcl.ts';
import type { Attribute, HclBlock, Expression } from './hcl.ts';
import { spelledIn } from './templates.ts';

/** Insertion point for one more header: after the last one, or in a new map after the URL. */
const insertionIn = (
  text: string,
  headers: Expression | undefined,
  url: Attribute,
): DataRequest['insertion'] => {
  const eol = eolOf(text);
  if (headers === undefined) {
    const indent = indentAt(text, url.start);
    const [before, after] = [`${eol}${indent}request_headers = {${eol}${indent}  `, `${eol}${indent}}`];
    return { at: url.value.whole.end, as: { before, separator: ' = ', after } };
  }
  if (headers.kind !== 'object') return undefined;
  const last = headers.entries.at(-1);
  if (last === undefined) return undefined;
  const isAlone = startsLine(text, last.start);
  const before = isAlone ? `${eol}${indentAt(text, last.start)}` : ', ';
  const hasComma = /^[ \t]*,/.exec(text.slice(last.value.whole.end))?.[0].length ?? 0;
  const comma = hasComma > 0 && isAlone ? ',' : '';
  return {
    at: last.value.whole.end + (isAlone ? hasComma : 0),
    as: { before, separator: ' = ', after: comma },
  };
};

/** Names of a module that its requests refer to. */
export interface ModuleNames {
  /** True for the name of a request whose response an expression reads. */
  readonly isRead: (name: string) => boolean;
  /** Local values that are maps, by `local.name`, with the texts of their files. */
  readonly maps: ReadonlyMap<string, SharedMap>;
}

/** Map in a local value, and its file. */
export interface SharedMap {
  readonly file: SourceFile;
  readonly entries: readonly Attribute[];
}

/** Slot of a text that a map passes to all requests which use it. */
export const slotInMap = ({ file: { path, text } }: SharedMap, { value }: Attribute): Slot | undefined => {
  if (value.kind !== 'string') return undefined;
  const said = text.slice(value.span.start, value.span.end);
  return /[\\$%]/.test(said) ? undefined : { file: path, span: value.span, value: said, spelling: 'plain' };
};

const UNKNOWN: Spelled = { text: '${tf_unknown}', pieces: [] };

/** Headers from the block or a local value. */
const headersIn = (
  text: string,
  headers: Expression | undefined,
  { maps }: ModuleNames,
): Pick<DataRequest, 'headers' | 'complete' | 'sharesHeaders'> => {
  const shared = headers?.kind === 'name' ? maps.get(headers.name) : undefined;
  if (shared === undefined) {
    const entries = headers?.kind === 'object' ? headers.entries : [];
    return {
      headers: entries.map(({ name, value }) => ({ name, value: spelledIn(text, value) ?? UNKNOWN })),
      complete: headers === undefined || headers.kind === 'object',
    };
  }
  return {
    headers: shared.entries.map((entry) => {
      const slot = slotInMap(shared, entry);
      return { name: entry.name, value: slot === undefined ? UNKNOWN : sharedValue(slot.value, slot) };
    }),
    sharesHeaders: true,
    complete: true,
  };
};

/** `data "http"`. */
export const requestIn = (
  text: string,
  block: HclBlock,
  names: ModuleNames,
): readonly (readonly [number, Spelled])[] => {
  const url = block.attributes.find(({ name }) => name === 'url');
  const spelled = spelledIn(text, url?.value);
  if (url === undefined || spelled === undefined) return [];
  const headers = attributeOf(block, 'request_headers');
  const method = attributeOf(block, 'method');
  const at = { start: url.start, end: url.start + url.name.length };
  const request: DataRequest = {
    at,
    kept: names.isRead(block.labels[1] ?? '') ? at : undefined,
    url: spelled,
    method: method?.kind === 'string' ? text.slice(method.span.start, method.span.end) : undefined,
    hasBody: attributeOf(block, 'request_body') !== undefined,
    ...headersIn(text, headers, names),
    insertion: insertionIn(text, headers, url),
  };
  return [[url.start, asCurl(request)]];
};
