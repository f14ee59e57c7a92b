import type { Place, RecordedDoubt, Slot, Tree } from '../../../model/index.ts';
import { isWhole } from '../entries/entry-text.ts';
import type { EntryText } from '../entries/entry-text.ts';
import { packedText } from '../../documents/json/spelled-text.ts';
import { itemsOf, memberOf, scalarOf, stringOf } from '../../members.ts';
import { fieldsTree, presence } from '../recorded/body.ts';
import type {
  RecordedAnswer,
  RecordedBody,
  RecordedExchange,
  RecordedRequest,
} from '../recorded/exchange.ts';
import { rawHeaders, rawValue } from '../recorded/headers.ts';
import type { RawHeader } from '../recorded/headers.ts';
import { textOfBase64 } from '../recorded/unpack.ts';

/** Entry of a HAR, and the bodies that it stores in separate files, by name. */
export interface HarEntry {
  readonly text: EntryText;
  readonly tree: Tree;
  readonly attached: ReadonlyMap<string, string>;
}

const statusOf = (response: Tree): number | undefined => {
  const value = scalarOf(response, 'status')?.value;
  const status = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof status === 'number' && Number.isInteger(status) ? status : undefined;
};

const fromCache = (entry: Tree): boolean => {
  const value = scalarOf(entry, '_fromCache')?.value;
  return value !== undefined && value !== null && value !== false && value !== '';
};

const isSocket = (entry: Tree): boolean =>
  memberOf(entry, '_webSocketMessages') !== undefined || stringOf(entry, '_resourceType') === 'websocket';

const timeOf = (entry: Tree): number | undefined => {
  const time = Date.parse(stringOf(entry, 'startedDateTime') ?? '');
  return Number.isNaN(time) ? undefined : time;
};

const placeOf = ({ file, span }: Place): Place => ({ file, span });

/** A body in a file beside the recording is reported at the name of that file in the recording. */
const attachedTo = ({ text, attached }: HarEntry, content: Tree | undefined): RecordedBody | undefined => {
  const slot = scalarOf(content, '_file')?.slot;
  const found = slot && attached.get(slot.value);
  const mediaType = stringOf(content, 'mimeType');
  return slot === undefined || found === undefined
    ? undefined
    : { kind: 'text', file: text.file, source: packedText(found, slot.span), mediaType };
};

/** Encodings of a text that is recorded unencoded. */
const VERBATIM = /^(?:|utf-?8|identity)$/i;

/** A sign that base64 does not have, and that its reader would skip. */
const NO_BASE64 = /[^\w+/\s=-]/;

/** Text of `postData` or `content`: verbatim, in base64, chunked, or in a file beside the recording. */
const contentOf = (
  harEntry: HarEntry,
  content: Tree | undefined,
  headers: readonly RawHeader[],
): RecordedBody | undefined => {
  const entry = harEntry.text;
  const slot = scalarOf(content, 'text')?.slot;
  if (slot === undefined || slot.value === '') return attachedTo(harEntry, content);
  const mediaType = stringOf(content, 'mimeType');
  const encoding = stringOf(content, 'encoding') ?? '';
  if (VERBATIM.test(encoding))
    return { kind: 'text', file: entry.file, source: entry.spelledIn(slot), mediaType };
  const isKnown =
    encoding.toLowerCase() === 'base64' && (slot.value.startsWith('[') || !NO_BASE64.test(slot.value));
  const text = isKnown ? textOfBase64(slot.value, rawValue(headers, 'content-encoding')) : undefined;
  const source = packedText(text ?? '', slot.span);
  return { kind: 'text', file: entry.file, source, mediaType, isLost: text === undefined };
};

/** Form fields, which some tools record in parsed form. */
const paramsOf = (postData: Tree | undefined): Tree | undefined => {
  const list = memberOf(postData, 'params');
  const fields = itemsOf(postData, 'params').flatMap((item) => {
    const key = scalarOf(item, 'name')?.slot;
    const value = scalarOf(item, 'value')?.slot;
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
  return list && fieldsTree(list, fields);
};

const requestOf = (entry: HarEntry, request: Tree, url: Slot): RecordedRequest => {
  const headers = rawHeaders(request);
  const postData = memberOf(request, 'postData');
  const written = stringOf(postData, 'text');
  const params = paramsOf(postData);
  const content = contentOf(entry, postData, headers);
  const said = written ?? (postData === undefined ? undefined : '');
  return {
    method: stringOf(request, 'method'),
    url: [entry.text.spelledIn(url)],
    place: placeOf(url),
    headers,
    body: content ?? params,
    hasBody:
      (content ?? params) === undefined
        ? presence(said, headers, scalarOf(request, 'bodySize')?.value)
        : true,
  };
};

/** Browsers note an error of the network in `_error`. */
const doubtOf = (response: Tree): RecordedDoubt | undefined => {
  if ((scalarOf(response, '_error')?.value ?? '') !== '') return 'network-error';
  return typeof scalarOf(response, 'status')?.value === 'number' ? undefined : 'status-form';
};

const answerOf = (entry: HarEntry, response: Tree): RecordedAnswer => {
  const headers = rawHeaders(response);
  return {
    status: statusOf(response),
    reason: stringOf(response, 'statusText'),
    doubt: doubtOf(response),
    place: placeOf(scalarOf(response, 'status') ?? response),
    headers,
    body: contentOf(entry, memberOf(response, 'content'), headers),
  };
};

const FILE_MEMBERS = [
  ['request', 'postData'],
  ['response', 'content'],
] as const;

/** Names of the files with the bodies of an entry. */
export const attachedFiles = (entry: Tree): readonly string[] =>
  FILE_MEMBERS.flatMap(([message, content]) => {
    const name = stringOf(memberOf(memberOf(entry, message), content), '_file');
    return name === undefined ? [] : [name];
  });

/** True for an entry whose request names a URL; a list is not an entry, and is reported before. */
export const hasAddress = (entry: Tree | undefined): boolean =>
  entry?.kind !== 'object' || stringOf(memberOf(entry, 'request'), 'url') !== undefined;

/** Slot of an entry's URL, if the entry may be a call of the API that reached a server. */
export const addressIn = (entry: Tree, mayBeApiUrl: (flat: string) => boolean): Slot | undefined => {
  const request = memberOf(entry, 'request');
  const url = scalarOf(request, 'url')?.slot;
  if (url === undefined || !isWhole(request) || fromCache(entry) || isSocket(entry)) return undefined;
  return mayBeApiUrl(url.value) ? url : undefined;
};

/** Exchange of an entry. A truncated one has no response unless that is complete. */
export const harExchangeIn = (entry: HarEntry, url: Slot, index: number): RecordedExchange => {
  const { text, tree } = entry;
  const answer = memberOf(tree, 'response');
  return {
    index,
    client: 'har',
    file: text.file,
    request: requestOf(entry, memberOf(tree, 'request')!, url),
    answer: answer !== undefined && isWhole(answer) ? answerOf(entry, answer) : undefined,
    time: timeOf(tree),
    entry: tree,
  };
};
