import type {
  FailedFile,
  InsertionPoint,
  ListTree,
  ObjectTree,
  Slot,
  SourceFile,
  Tree,
} from '../../../model/index.ts';
import { describeProblem } from '../../documents/json/reader.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { nestedText, plainText } from '../../documents/json/spelled-text.ts';
import type { SpanAt } from '../../documents/json/spelled-text.ts';
import { memberOf, scalarOf } from '../../members.ts';
import { insertionPoint, PLAIN_MEMBER } from '../../insertion.ts';
import { eolOf, lineEnd, lineStart } from '../../lines.ts';
import { headerGap } from './header-gap.ts';
import { yamlText } from '../../recordings/recorded/yaml-text.ts';
import { loadYamlReader } from '../../documents/yaml/reader.ts';
import type { YamlReader } from '../../documents/yaml/reader.ts';
import type { Field } from './call.ts';

/** Parsed collection in JSON or YAML. */
export interface Document {
  readonly file: SourceFile;
  readonly root: Tree;
  readonly isYaml: boolean;
}

/** Parsed documents, and reasons why others could not be parsed. */
export interface Documents {
  readonly documents: readonly Document[];
  readonly failed: readonly FailedFile[];
}

const isJson = ({ text }: SourceFile): boolean => /^\uFEFF?\s*\{/.test(text);

const rootOf = (
  file: SourceFile,
  json: JsonReader,
  yaml: YamlReader | undefined,
): Tree | string | undefined => {
  if (yaml === undefined || isJson(file)) {
    const { tree, problem } = json(file.path, plainText(file.text), 'json-string');
    return problem === undefined ? tree : describeProblem(file.text, problem);
  }
  const parsed = yaml(file.path, file.text);
  return 'problem' in parsed ? parsed.problem : parsed.trees[0];
};

/** Parses collections; the YAML parser is loaded only for those in YAML. */
export const documentsOf = async (files: readonly SourceFile[], json: JsonReader): Promise<Documents> => {
  const yaml = files.every(isJson) ? undefined : await loadYamlReader();
  const documents: Document[] = [];
  const failed: FailedFile[] = [];
  for (const file of files) {
    const root = rootOf(file, json, yaml);
    if (typeof root === 'string') failed.push({ file: file.path, message: root });
    else if (root !== undefined) documents.push({ file, root, isYaml: !isJson(file) });
  }
  return { documents, failed };
};

/** Span of a range of a slot's value in its document. */
export const spanAtIn = ({ file, isYaml }: Document, slot: Slot): SpanAt => {
  if (!isYaml) return nestedText(plainText(file.text), slot.span.start, slot.span.end).spanAt;
  const { span, value } = slot;
  return yamlText(file.text, 0, { kind: 'scalar', file: file.path, span, value, slot }).spanAt;
};

const BLOCK_HEADER = /^[|>][^\n]*\n[ \t]*/;

/**
 * Slot of a text that may be JSON. For a block scalar it is the verbatim block: its indentation is white
 * space of the JSON too.
 */
export const textSlotIn = ({ file }: Document, text: Tree | undefined): Slot | undefined => {
  if (text?.kind !== 'scalar' || text.slot !== undefined)
    return text?.kind === 'scalar' ? text.slot : undefined;
  const raw = file.text.slice(text.span.start, text.span.end);
  const header = BLOCK_HEADER.exec(raw)?.[0].length;
  if (header === undefined) return undefined;
  const value = raw.slice(header).trimEnd();
  const start = text.span.start + header;
  return { file: file.path, span: { start, end: start + value.length }, value, spelling: 'plain' };
};

/** Names and values of a list of objects, without disabled ones, or of an object. */
export const documentFieldsIn = (list: Tree | undefined, key: string): readonly Field[] => {
  if (list?.kind === 'object')
    return list.members.flatMap((member) => {
      const slot = member.value.kind === 'scalar' ? member.value.slot : undefined;
      return slot === undefined ? [] : [[member.key, slot] as const];
    });
  const items = list?.kind === 'list' ? list.items : [];
  return items.flatMap((item) => {
    const name = scalarOf(item, key)?.slot;
    const value = scalarOf(item, 'value')?.slot;
    const isOff = scalarOf(item, 'disabled')?.value === true || scalarOf(item, 'enabled')?.value === false;
    return name === undefined || value === undefined || name.value === '' || isOff
      ? []
      : [[name, value] as const];
  });
};

/** White space before a position, when nothing else precedes it on its line. */
const itemIndentAt = (text: string, at: number): string | undefined => {
  const lead = text.slice(lineStart(text, at), at);
  return /^[ \t]*(?:- )?$/.test(lead) ? ' '.repeat(lead.length) : undefined;
};

const yamlPoint = (file: string, at: number, before: string, separator: string, after = ''): InsertionPoint =>
  insertionPoint(file, { at, before, after }, { ...PLAIN_MEMBER, separator });

/** Insertion point after the last header between brackets, if any: `[{ name: …, value: … }]`, `{ Name: value }`. */
const inFlow = (text: string, headers: ListTree | ObjectTree, key: string): InsertionPoint | undefined => {
  const { file, span } = headers;
  const last = headers.kind === 'list' ? headers.items.at(-1) : headers.members.at(-1)?.value;
  if (last === undefined && !/^(?:\[\s*\]|\{\s*\})$/.test(text.slice(span.start, span.end))) return undefined;
  const at = last === undefined ? span.start + 1 : last.span.end;
  if (headers.kind === 'list')
    return yamlPoint(file, at, `${last === undefined ? '' : ', '}{ ${key}: `, ', value: ', ' }');
  return yamlPoint(file, at, last === undefined ? ' ' : ', ', ': ', last === undefined ? ' ' : '');
};

/** Insertion point after the last header of a block list: one more `- name: …`, ` value: …`. */
const inYamlList = (text: string, list: ListTree, key: string): InsertionPoint | undefined => {
  const last = list.items.at(-1);
  if (last?.kind !== 'object' || text[last.span.start] === '{') return undefined;
  const indent = itemIndentAt(text, last.span.start);
  if (indent === undefined || indent.length < 2) return undefined;
  const eol = eolOf(text);
  const dash = `${indent.slice(2)}- `;
  const at = lineEnd(text, last.span.end);
  return yamlPoint(list.file, at, `${eol}${dash}${key}: `, `${eol}${indent}value: `);
};

/** Insertion point after the last header of a block map: one more `Name: value`. */
const inYamlMap = (text: string, map: ObjectTree): InsertionPoint | undefined => {
  const last = map.members.at(-1);
  const indent = last === undefined ? undefined : itemIndentAt(text, last.place.span.start);
  if (last === undefined || indent === undefined) return undefined;
  if (text.slice(lineStart(text, last.place.span.start), last.place.span.start).includes('-'))
    return undefined;
  return yamlPoint(map.file, lineEnd(text, last.value.span.end), `${eolOf(text)}${indent}`, ': ');
};

/** Insertion point after the method: a list of headers with one item. */
const newYamlList = (
  text: string,
  request: Tree,
  member: string,
  key: string,
): InsertionPoint | undefined => {
  const method = scalarOf(request, 'method');
  if (request.kind !== 'object' || method === undefined || text[request.span.start] === '{') return undefined;
  const start = request.members.find(({ value }) => value === method)?.place.span.start;
  const indent = start === undefined ? undefined : itemIndentAt(text, start);
  if (indent === undefined) return undefined;
  const eol = eolOf(text);
  const before = `${eol}${indent}${member}:${eol}${indent}  - ${key}: `;
  return yamlPoint(request.file, lineEnd(text, method.span.end), before, `${eol}${indent}    value: `);
};

/**
 * Insertion point for one more header of a request, as an object with `key` and `value` in its list `member`, or as a
 * member of its map.
 */
export const memberGap = (
  { file, isYaml }: Document,
  request: Tree,
  member: string,
  key: string,
): InsertionPoint | undefined => {
  const list = memberOf(request, member);
  if (!isYaml) return headerGap(file.text, request, list, { member, key });
  if (list === undefined) return newYamlList(file.text, request, member, key);
  if ((list.kind !== 'list' && list.kind !== 'object') || !list.complete) return undefined;
  if (list.kind === 'list' && list.items.some(({ kind }) => kind !== 'object')) return undefined;
  if (/[[{]/.test(file.text[list.span.start] ?? '')) return inFlow(file.text, list, key);
  return list.kind === 'list' ? inYamlList(file.text, list, key) : inYamlMap(file.text, list);
};
