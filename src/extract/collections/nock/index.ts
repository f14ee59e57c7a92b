import { flatten } from '../../../model/index.ts';
import type {
  EmbeddedText,
  Fact,
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
import { authoredHeader, schemeOf } from '../authored/headers.ts';
import { authoredRequest } from '../authored/request.ts';
import { savedResponse } from '../authored/saved-response.ts';
import type { ExtractInput, Extractor } from '../../extractor.ts';
import { rawHeaders } from '../../recordings/recorded/headers.ts';
import type { RawHeader } from '../../recordings/recorded/headers.ts';
import { describeProblem, loadJsonReader } from '../../documents/json/reader.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { nestedText, plainText } from '../../documents/json/spelled-text.ts';
import { itemsOf, memberOf, scalarOf, stringOf } from '../../members.ts';

interface Output {
  readonly facts: readonly Fact[];
  readonly embedded: readonly EmbeddedText[];
}

const NOTHING: Output = { facts: [], embedded: [] };

const partsOf = (slot: Slot, fileText: string): Text['parts'] => {
  const { spanAt } = nestedText(plainText(fileText), slot.span.start, slot.span.end);
  return addressText(slot, spanAt, new Map()).parts;
};

/** Headers that a request must have to match; other headers are unknown. */
const headersOf = (interceptor: Tree): HeaderSet => {
  const headers = memberOf(interceptor, 'reqheaders');
  const members = headers?.kind === 'object' ? headers.members : [];
  const entries = members.flatMap(({ key, value }) => {
    const slot = value.kind === 'scalar' ? value.slot : undefined;
    return slot === undefined ? [] : [authoredHeader(key, slot, [new Map()])];
  });
  return { entries, complete: false, gap: undefined, unwritten: true };
};

interface SentBody extends Partial<Output> {
  readonly tree?: Tree | undefined;
  readonly hasBody: boolean;
}

const bodyOf = (interceptor: Tree, read: JsonReader): SentBody => {
  const body = memberOf(interceptor, 'body');
  if (body === undefined) return { hasBody: false };
  if (body.kind === 'object' || body.kind === 'list') return { hasBody: true, tree: withoutSecrets(body) };
  const slot = body.kind === 'scalar' ? body.slot : undefined;
  if (slot === undefined || slot.value === '') return { hasBody: false };
  const json = jsonBody(slot, read);
  return { hasBody: true, tree: json?.tree, embedded: json?.embedded ?? [] };
};

/** `rawHeaders` is an object, or a list of alternating names and values. */
const answerHeaders = (interceptor: Tree): readonly RawHeader[] => {
  const list = itemsOf(interceptor, 'rawHeaders');
  const turns = list.flatMap((name, at) => {
    const value = list[at + 1];
    const isPair = at % 2 === 0 && name.kind === 'scalar' && value?.kind === 'scalar';
    return isPair && name.slot !== undefined ? [{ name: name.slot, value }] : [];
  });
  return turns.length > 0 ? turns : rawHeaders(interceptor, 'rawHeaders');
};

const answerOf = (interceptor: Tree, request: string): ResponseFact => {
  const body = memberOf(interceptor, 'response');
  return savedResponse({
    request,
    whole: interceptor,
    status: scalarOf(interceptor, 'status'),
    headers: answerHeaders(interceptor),
    body: body?.kind === 'object' ? body : undefined,
  });
};

const authOf = (interceptor: Tree): string | undefined => {
  const headers = memberOf(interceptor, 'reqheaders');
  return schemeOf(stringOf(headers, 'authorization') ?? stringOf(headers, 'Authorization') ?? '');
};

const readInterceptor = (
  interceptor: Tree,
  file: SourceFile,
  read: JsonReader,
  input: ExtractInput,
): Output => {
  const scope = scalarOf(interceptor, 'scope')?.slot;
  const path = scalarOf(interceptor, 'path')?.slot;
  if (interceptor.kind !== 'object' || !interceptor.complete || scope === undefined || path === undefined)
    return NOTHING;
  const text: Text = { parts: [...partsOf(scope, file.text), ...partsOf(path, file.text)] };
  if (!input.mayBeApiUrl(flatten(text))) return NOTHING;
  const place = { file: file.path, span: path.span };
  const body = bodyOf(interceptor, read);
  const request = authoredRequest({
    place,
    origin: 'collection',
    client: 'nock',
    method: stringOf(interceptor, 'method') ?? 'GET',
    urls: [text],
    headers: headersOf(interceptor),
    body: body.tree,
    hasBody: body.hasBody,
    setsContentType: true,
    auth: authOf(interceptor),
  });
  const url: UrlFact = { kind: 'url', ...place, origin: 'collection', text, use: 'value' };
  return { facts: [request, answerOf(interceptor, request.id), url], embedded: body.embedded ?? [] };
};

/** Fixtures of nock: the calls that they match, which change with the code, and the responses, which are evidence. */
export const nockExtractor: Extractor = {
  form: 'nock',
  async extract(input) {
    const read = await loadJsonReader();
    const failed: { file: string; message: string }[] = [];
    const outputs = input.files.flatMap((file) => {
      const { tree, problem } = read(file.path, plainText(file.text), 'json-string');
      if (problem !== undefined)
        failed.push({ file: file.path, message: describeProblem(file.text, problem) });
      const items = tree?.kind === 'list' ? tree.items : [];
      return items.map((item) => readInterceptor(item, file, read, input));
    });
    return {
      facts: outputs.flatMap(({ facts }) => facts),
      failed,
      embedded: outputs.flatMap(({ embedded }) => embedded),
    };
  },
};
