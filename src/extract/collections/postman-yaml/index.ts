import type { Fact } from '../../../model/index.ts';
import { formBody } from '../../documents/authored-body.ts';
import { writtenCall } from '../authored/call.ts';
import type { Stated, WrittenBody, WrittenRequest } from '../authored/call.ts';
import { documentsOf, documentFieldsIn, memberGap, spanAtIn, textSlotIn } from '../authored/document.ts';
import type { Document } from '../authored/document.ts';
import { mentionsOf } from '../authored/mentions.ts';
import { schemeNamed, touchesHeaders, withInherited } from '../authored/inherited.ts';
import { variableUrls } from '../authored/variables.ts';
import type { ExtractInput, Extractor } from '../../extractor.ts';
import { loadJsonReader } from '../../documents/json/reader.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { memberOf, scalarOf, stringOf } from '../../members.ts';
import { answerIn, requestFileOf } from './example.ts';
import { sharedDefinitionsIn, inheritedBy, fileKind, scopeOf, scopesFor, scriptsBefore } from './files.ts';
import type { SharedDefinitions } from './files.ts';

const bodyOf = (document: Document): WrittenBody => {
  const body = memberOf(document.root, 'body');
  const type = stringOf(body, 'type') ?? stringOf(body, 'mode');
  const content = memberOf(body, 'content') ?? memberOf(body, 'raw') ?? memberOf(body, 'text');
  if (content?.kind === 'list')
    return { tree: formBody(content, documentFieldsIn(content, 'key')), hasBody: true };
  const slot = textSlotIn(document, content);
  const hasBody = content?.kind === 'scalar' && content.value !== null && content.value !== '';
  return { slot, hasBody, isJson: type === 'json' };
};

const requestIn = (document: Document): WrittenRequest | undefined => {
  const { root } = document;
  const url = scalarOf(root, 'url')?.slot ?? scalarOf(memberOf(root, 'url'), 'raw')?.slot;
  if (url === undefined) return undefined;
  return {
    client: 'postman',
    method: stringOf(root, 'method'),
    url,
    spanAt: spanAtIn(document, url),
    headers: documentFieldsIn(memberOf(root, 'headers'), 'key'),
    gap: memberGap(document, root, 'headers', 'key'),
    complete: !touchesHeaders(scriptsBefore(root)),
    body: bodyOf(document),
    auth: schemeNamed(stringOf(memberOf(root, 'auth'), 'type')),
  };
};

const readRequest = (
  document: Document,
  around: SharedDefinitions,
  read: JsonReader,
  { mayBeApiUrl }: ExtractInput,
): Stated => {
  const request = requestIn(document);
  return request === undefined
    ? { facts: [], embedded: [] }
    : writtenCall(withInherited(request, inheritedBy(document, around)), {
        read,
        mayBeApiUrl,
        scopes: scopesFor(document, around),
      });
};

/** Responses in examples, of the requests that are calls of the API. */
const answersIn = (
  documents: readonly Document[],
  calls: ReadonlyMap<string, Stated>,
  read: JsonReader,
): readonly Fact[] =>
  documents.flatMap((document) => {
    const stated = calls.get(requestFileOf(document.file.path));
    const request = stated?.facts.find((fact) => fact.kind === 'request');
    return request?.kind === 'request' ? [answerIn(document, request.id, read)] : [];
  });

/** Postman requests in separate files (version 3, YAML), with the collections, variables and examples around them. */
export const postmanYamlExtractor: Extractor = {
  form: 'postman-yaml',
  async extract(input) {
    const read = await loadJsonReader();
    const { documents, failed } = await documentsOf(input.files, read);
    const around = sharedDefinitionsIn(documents);
    const requests = documents.filter((document) => fileKind(document) === 'request');
    const examples = documents.filter((document) => fileKind(document) === 'example');
    const calls = new Map(
      requests.map((document) => [document.file.path, readRequest(document, around, read, input)]),
    );
    const scopes = documents
      .filter((document) => !requests.includes(document) && !examples.includes(document))
      .map(scopeOf);
    return {
      facts: [
        ...[...calls.values()].flatMap(({ facts }) => facts),
        ...answersIn(examples, calls, read),
        ...scopes.flatMap((scope) => variableUrls(scope, input.mayBeApiUrl)),
        ...(await mentionsOf(documents, input)),
      ],
      failed,
      embedded: [...calls.values()].flatMap(({ embedded }) => embedded),
    };
  },
};
