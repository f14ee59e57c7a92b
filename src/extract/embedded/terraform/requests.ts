import { eolOf, indentAt, startsLine } from '../../lines.ts';
import type { Spelled } from '../code-builder.ts';
import { asCurl } from '../data-request.ts';
import type { DataRequest } from '../data-request.ts';
import { attributeOf } from './hcl.ts';
import type { Attribute, HclBlock, Expression } from './hcl.ts';
import { spelledIn } from './templates.ts';

/** Where one more header can be written: behind the last one, or in a map of their own behind the address. */
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

/** `data "http"`; `isRead` tells the names of those whose response the module uses. */
export const requestIn = (
  text: string,
  block: HclBlock,
  isRead: (name: string) => boolean,
): readonly (readonly [number, Spelled])[] => {
  const url = block.attributes.find(({ name }) => name === 'url');
  const spelled = spelledIn(text, url?.value);
  if (url === undefined || spelled === undefined) return [];
  const headers = attributeOf(block, 'request_headers');
  const method = attributeOf(block, 'method');
  const entries = headers?.kind === 'object' ? headers.entries : [];
  const at = { start: url.start, end: url.start + url.name.length };
  const request: DataRequest = {
    at,
    kept: isRead(block.labels[1] ?? '') ? at : undefined,
    url: spelled,
    method: method?.kind === 'string' ? text.slice(method.span.start, method.span.end) : undefined,
    hasBody: attributeOf(block, 'request_body') !== undefined,
    headers: entries.map(({ name, value }) => ({
      name,
      value: spelledIn(text, value) ?? { text: '${tf_unknown}', pieces: [] },
    })),
    complete: headers === undefined || headers.kind === 'object',
    insertion: insertionIn(text, headers, url),
  };
  return [[url.start, asCurl(request)]];
};
