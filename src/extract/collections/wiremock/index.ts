import { flatten } from '../../../model/index.ts';
import type {
  EmbeddedText,
  Fact,
  FailedFile,
  HeaderSet,
  ResponseFact,
  Slot,
  SourceFile,
  Text,
  Tree,
  UrlFact,
} from '../../../model/index.ts';
import { addressText } from '../authored/address.ts';
import { jsonBody, withoutSecrets } from '../../documents/authored-body.ts';
import type { Stated } from '../authored/call.ts';
import { fileBody } from '../authored/file-body.ts';
import { authoredHeader, schemeOf } from '../authored/headers.ts';
import { authoredRequest } from '../authored/request.ts';
import { savedResponse } from '../authored/saved-response.ts';
import type { ExtractInput, Extractor } from '../../extractor.ts';
import { describeProblem, loadJsonReader } from '../../documents/json/reader.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { nestedText, plainText } from '../../documents/json/spelled-text.ts';
import { itemsOf, memberOf, scalarOf, stringOf } from '../../members.ts';
import { rawHeaders } from '../../recordings/recorded/headers.ts';
import { patternText } from './pattern.ts';

/** Maximum length of URL patterns. */
const MAX_PATTERN_LENGTH = 4096;

const NOTHING: Stated = { facts: [], embedded: [] };

/** URL in a mapping, and the text inside its string where that is a pattern. */
interface MappedUrl {
  readonly slot: Slot;
  readonly text: Text;
  readonly embedded: readonly EmbeddedText[];
}

const literalUrl = (slot: Slot, { text }: SourceFile): MappedUrl => {
  const { spanAt } = nestedText(plainText(text), slot.span.start, slot.span.end);
  return { slot, text: addressText(slot, spanAt, new Map()), embedded: [] };
};

/** A pattern is a separate text inside the string, in which a dot is escaped. */
const patternUrl = (slot: Slot): MappedUrl => {
  const path = `${slot.file}#${slot.span.start}`;
  const span = { start: 0, end: slot.value.length };
  const text = patternText({ file: path, span, value: slot.value, spelling: 'plain' });
  return { slot, text, embedded: [{ path, slot }] };
};

const urlOf = (request: Tree, file: SourceFile): MappedUrl | undefined => {
  const literal = ['url', 'urlPath', 'urlPathTemplate'].map((name) => scalarOf(request, name)?.slot);
  const found = literal.find((slot) => slot !== undefined);
  if (found !== undefined) return literalUrl(found, file);
  const pattern = scalarOf(request, 'urlPattern')?.slot ?? scalarOf(request, 'urlPathPattern')?.slot;
  return pattern === undefined || pattern.value.length > MAX_PATTERN_LENGTH ? undefined : patternUrl(pattern);
};

/** Headers that a request must have to match; other headers are unknown. */
const headersOf = (request: Tree): HeaderSet => {
  const headers = memberOf(request, 'headers');
  const members = headers?.kind === 'object' ? headers.members : [];
  const entries = members.flatMap(({ key, value }) => {
    const slot = scalarOf(value, 'equalTo')?.slot ?? scalarOf(value, 'contains')?.slot;
    return slot === undefined ? [] : [authoredHeader(key, slot, [new Map()])];
  });
  return { entries, complete: false, gap: undefined, unwritten: true };
};

const bodyOf = (
  request: Tree,
  read: JsonReader,
): { tree?: Tree | undefined; embedded: readonly EmbeddedText[] } => {
  for (const pattern of itemsOf(request, 'bodyPatterns')) {
    const json = memberOf(pattern, 'equalToJson');
    if (json?.kind === 'object') return { tree: withoutSecrets(json), embedded: [] };
    const slot = json?.kind === 'scalar' ? json.slot : undefined;
    const body = slot && jsonBody(slot, read);
    if (body !== undefined) return body;
  }
  return { embedded: [] };
};

/** Response that a mapping stores in a file: `__files` is beside the folder of the mappings. */
const fileOf = (
  response: Tree,
  { path }: SourceFile,
  read: JsonReader,
  host: ExtractInput['host'],
): Tree | undefined => {
  const name = stringOf(response, 'bodyFileName');
  if (name === undefined || !/\.json$/i.test(name)) return undefined;
  const folder = path.replace(/(?:mappings\/(?:.*\/)?)?[^/]*$/, '');
  return fileBody(`${folder}__files/mapping`, name, host, read);
};

const answerOf = (
  response: Tree,
  request: string,
  file: SourceFile,
  read: JsonReader,
  host: ExtractInput['host'],
): ResponseFact => {
  const status = scalarOf(response, 'status');
  const json = memberOf(response, 'jsonBody');
  const slot = scalarOf(response, 'body')?.slot;
  const source = slot && nestedText(plainText(file.text), slot.span.start, slot.span.end);
  const parsed = source && /^\s*[{[]/.test(source.text) ? read(file.path, source, 'fixed') : undefined;
  const body =
    json ?? (parsed?.problem === undefined ? parsed?.tree : undefined) ?? fileOf(response, file, read, host);
  return savedResponse({ request, whole: response, status, headers: rawHeaders(response), body });
};

const readMapping = (mapping: Tree, file: SourceFile, read: JsonReader, input: ExtractInput): Stated => {
  const request = memberOf(mapping, 'request');
  const url = request && urlOf(request, file);
  if (request === undefined || url === undefined || !input.mayBeApiUrl(flatten(url.text))) return NOTHING;
  const place = { file: file.path, span: url.slot.span };
  const body = bodyOf(request, read);
  const method = stringOf(request, 'method');
  const fact = authoredRequest({
    place,
    origin: 'collection',
    client: 'wiremock',
    method: method === 'ANY' ? undefined : method,
    urls: [url.text],
    headers: headersOf(request),
    body: body.tree,
    hasBody: undefined,
    setsContentType: true,
    auth: schemeOf(stringOf(memberOf(memberOf(request, 'headers'), 'Authorization'), 'equalTo') ?? ''),
  });
  const address: UrlFact = { kind: 'url', ...place, origin: 'collection', text: url.text, use: 'value' };
  const response = memberOf(mapping, 'response');
  const answer = response?.kind === 'object' ? [answerOf(response, fact.id, file, read, input.host)] : [];
  const facts: readonly Fact[] = [fact, address, ...answer];
  return { facts, embedded: [...url.embedded, ...body.embedded] };
};

/** WireMock mappings: the calls that they match, which change with the code, and the responses, which are evidence. */
export const wiremockExtractor: Extractor = {
  form: 'wiremock',
  async extract(input) {
    const read = await loadJsonReader();
    const failed: FailedFile[] = [];
    const all = input.files.flatMap((file) => {
      const { tree, problem } = read(file.path, plainText(file.text), 'json-string');
      if (problem !== undefined)
        failed.push({ file: file.path, message: describeProblem(file.text, problem) });
      if (tree === undefined || problem !== undefined) return [];
      const mappings = memberOf(tree, 'mappings') === undefined ? [tree] : itemsOf(tree, 'mappings');
      return mappings.map((mapping) => readMapping(mapping, file, read, input));
    });
    return {
      facts: all.flatMap(({ facts }) => facts),
      failed,
      embedded: all.flatMap(({ embedded }) => embedded),
    };
  },
};
