import type { Member, ObjectTree, ScalarTree, Span, Tree } from '../../../model/index.ts';
import { memberOf, scalarOf, stringOf } from '../../members.ts';
import { eolOf, indentAt, startsLine } from '../../lines.ts';
import type { Spelled } from '../code-builder.ts';
import type { DataRequest } from '../data-request.ts';
import { sharedValue } from '../shell-script.ts';

/** Ansible modules that send a request, by the last part of their names. */
const MODULES: ReadonlySet<string> = new Set(['uri', 'get_url', 'win_uri', 'win_get_url']);
const NAMED = /^(?:(?:ansible|community)\.\w+\.)?(\w+)$/;

/** Module options of a task: `ansible.builtin.uri: { url: … }`. */
export const moduleOf = (task: ObjectTree): ObjectTree | undefined => {
  const found = task.members.find(
    ({ key, value }) => value.kind === 'object' && MODULES.has(NAMED.exec(key.value)?.[1] ?? ''),
  )?.value;
  return found?.kind === 'object' ? found : undefined;
};

const memberNamed = (tree: ObjectTree, name: string): Member | undefined =>
  tree.members.find(({ key }) => key.value === name);

/** Insertion point for one more header: after the last one, or in a new map after the URL. */
const insertionIn = (text: string, options: ObjectTree, url: Member): DataRequest['insertion'] => {
  const headers = memberNamed(options, 'headers');
  const last = headers?.value.kind === 'object' ? headers.value.members.at(-1) : undefined;
  // No known insertion point in a map that is a variable.
  if (headers !== undefined && last === undefined) return undefined;
  const { start, end } = (last ?? url).place.span;
  if (/[\r\n]/.test(text.slice(start, end))) return undefined;
  const isFlow = /[{,]\s*$/.test(text.slice(Math.max(0, start - 20), start));
  if (!isFlow && !startsLine(text, start)) return undefined;
  const line = isFlow ? ', ' : `${eolOf(text)}${indentAt(text, start)}`;
  if (last !== undefined) return { at: end, as: { before: line, separator: ': ', after: '' } };
  const [open, after] = isFlow ? ['{ ', ' }'] : [`${line}  `, ''];
  return { at: end, as: { before: `${line}headers:${isFlow ? ' ' : ''}${open}`, separator: ': ', after } };
};

/** Reads the words of a task with templates as variables. */
export type ReadScalar = (scalar: ScalarTree) => Spelled;

/** Maps among the variables of tasks, by name. */
export type TaskMaps = ReadonlyMap<string, ObjectTree>;

/** Map that a task refers to by name: `headers: "{{ default_headers }}"`. */
export const mapNamed = (tree: Tree | undefined, maps: TaskMaps): ObjectTree | undefined => {
  const written = tree?.kind === 'scalar' ? String(tree.value) : '';
  return maps.get(/^\{\{\s*(\w+)\s*\}\}$/.exec(written)?.[1] ?? '');
};

/** Headers from the task or a variable. */
const headersIn = (
  headers: Tree | undefined,
  maps: TaskMaps,
  read: ReadScalar,
): Pick<DataRequest, 'headers' | 'complete' | 'sharesHeaders'> => {
  const shared = mapNamed(headers, maps);
  const map = shared ?? headers;
  const spelledIn = (value: Tree): Spelled => {
    if (shared === undefined || value.kind !== 'scalar' || value.slot === undefined)
      return spelledOf(value, read);
    return /\{\{/.test(value.slot.value) ? UNKNOWN : sharedValue(value.slot.value, value.slot);
  };
  const entries = map?.kind === 'object' ? map.members : [];
  return {
    headers: entries.map(({ key, value }) => ({ name: key.value, value: spelledIn(value) })),
    sharesHeaders: shared !== undefined,
    complete: map === undefined || (map.kind === 'object' && map.complete),
  };
};

const UNKNOWN: Spelled = { text: '${unknown_value}', pieces: [] };

const spelledOf = (tree: Tree, read: ReadScalar): Spelled =>
  tree.kind === 'scalar' && typeof tree.value === 'string' ? read(tree) : UNKNOWN;

/** Name that a task registers its response as, and the file that it is written to. */
const keptBy = (task: ObjectTree, options: ObjectTree): Span | undefined =>
  (scalarOf(task, 'register') ?? scalarOf(options, 'dest'))?.span;

/** Request of a task, with its body. */
export interface TaskRequest {
  readonly request: DataRequest;
  readonly body: Tree | undefined;
}

/** Request of an Ansible task; `undefined` for other tasks. */
export const taskRequest = (
  text: string,
  task: ObjectTree,
  maps: TaskMaps,
  read: ReadScalar,
): TaskRequest | undefined => {
  const options = moduleOf(task);
  const url = options && memberNamed(options, 'url');
  if (options === undefined || url === undefined || url.value.kind !== 'scalar') return undefined;
  const method = scalarOf(options, 'method');
  const body = memberOf(options, 'body') ?? memberOf(options, 'src');
  const format = stringOf(options, 'body_format');
  const request: DataRequest = {
    at: url.key.span,
    url: spelledOf(url.value, read),
    method: method === undefined ? undefined : String(method.value),
    hasBody: body !== undefined,
    setsContentType: body !== undefined && format === 'json',
    ...headersIn(memberOf(options, 'headers'), maps, read),
    kept: keptBy(task, options),
    insertion: insertionIn(text, options, url),
  };
  return { request, body: format === 'form-urlencoded' ? undefined : body };
};
