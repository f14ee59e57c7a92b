import type { Fact, Tree } from '../../model/index.ts';
import { writtenCall } from '../authored/call.ts';
import type { Stated, Surroundings, WrittenBody, WrittenRequest } from '../authored/call.ts';
import { documentsOf, fieldsIn, gapIn, spanAtIn, textSlotIn } from '../authored/document.ts';
import type { Document } from '../authored/document.ts';
import type { Scope } from '../authored/placeholders.ts';
import { membersScope, variableUrls } from '../authored/variables.ts';
import type { ExtractInput, Extractor } from '../extractor.ts';
import { loadJsonReader } from '../json/reader.ts';
import type { JsonReader } from '../json/reader.ts';
import { itemsOf, memberOf, scalarOf, stringOf } from '../members.ts';
import { formBody } from '../authored/body.ts';

const bodyOf = (document: Document, request: Tree): WrittenBody => {
  const body = memberOf(request, 'body');
  const slot = textSlotIn(document, memberOf(body, 'text'));
  const params = memberOf(body, 'params');
  const fields = fieldsIn(params, 'name');
  if (params !== undefined && fields.length > 0) return { tree: formBody(params, fields), hasBody: true };
  const said = scalarOf(body, 'text')?.value;
  const isJson = stringOf(body, 'mimeType') === 'application/json';
  return { slot, hasBody: typeof said === 'string' && said !== '', isJson };
};

/** What a plugin or script adds cannot be seen; Insomnia has scripts since its version 9. */
const isScripted = (request: Tree): boolean =>
  (stringOf(request, 'preRequestScript') ?? stringOf(memberOf(request, 'scripts'), 'preRequest') ?? '') !==
  '';

const requestIn = (document: Document, request: Tree): WrittenRequest | undefined => {
  const url = scalarOf(request, 'url')?.slot;
  if (url === undefined) return undefined;
  return {
    client: 'insomnia',
    method: stringOf(request, 'method'),
    url,
    spanAt: spanAtIn(document, url),
    headers: fieldsIn(memberOf(request, 'headers'), 'name'),
    gap: gapIn(document, request, 'headers', 'name'),
    complete: !isScripted(request),
    body: bodyOf(document, request),
    auth: stringOf(memberOf(request, 'authentication'), 'type')?.replace('oauth2', 'bearer'),
  };
};

/** The requests of a document: resources of an export (version 4), or items of nested folders (version 5). */
function* requestsIn(tree: Tree): Generator<Tree> {
  for (const resource of itemsOf(tree, 'resources'))
    if (stringOf(resource, '_type') === 'request') yield resource;
  for (const item of [...itemsOf(tree, 'collection'), ...itemsOf(tree, 'children')]) {
    if (memberOf(item, 'children') === undefined) yield item;
    else yield* requestsIn(item);
  }
}

/** Base variables, and those of environments that are chosen one at a time. */
interface Variables {
  readonly base: Scope;
  readonly chosen: readonly Scope[];
}

const inExport = (root: Tree): Variables => {
  const data = itemsOf(root, 'resources')
    .filter((resource) => stringOf(resource, '_type') === 'environment')
    .map((resource) => ({
      isBase: !(stringOf(resource, 'parentId') ?? '').startsWith('env_'),
      scope: membersScope(memberOf(resource, 'data')),
    }));
  return {
    base: new Map(data.filter(({ isBase }) => isBase).flatMap(({ scope }) => [...scope])),
    chosen: data.filter(({ isBase }) => !isBase).map(({ scope }) => scope),
  };
};

const variablesIn = (root: Tree): Variables => {
  const environments = memberOf(root, 'environments');
  if (environments === undefined) return inExport(root);
  const chosen = itemsOf(environments, 'subEnvironments').map((one) => membersScope(memberOf(one, 'data')));
  return { base: membersScope(memberOf(environments, 'data')), chosen };
};

const readDocument = (document: Document, read: JsonReader, input: ExtractInput): Stated => {
  const { base, chosen } = variablesIn(document.root);
  const scopes = chosen.length === 0 ? [base] : chosen.map((scope) => new Map([...base, ...scope]));
  const around: Surroundings = { read, interest: input.interest, scopes };
  const calls = [...requestsIn(document.root)].flatMap((tree) => {
    const request = requestIn(document, tree);
    return request === undefined ? [] : [writtenCall(request, around)];
  });
  const urls = [base, ...chosen].flatMap((scope) => variableUrls(scope, input.interest));
  return {
    facts: [...calls.flatMap(({ facts }): readonly Fact[] => facts), ...urls],
    embedded: calls.flatMap(({ embedded }) => embedded),
  };
};

/** Collections of Insomnia: exports (version 4) and files (version 5), in JSON and YAML. */
export const insomniaExtractor: Extractor = {
  form: 'insomnia',
  async extract(input) {
    const read = await loadJsonReader();
    const { documents, failed } = await documentsOf(input.files, read);
    const all = documents.map((document) => readDocument(document, read, input));
    return {
      facts: all.flatMap(({ facts }) => facts),
      failed,
      embedded: all.flatMap(({ embedded }) => embedded),
    };
  },
};
