import { formBody } from '../authored/body.ts';
import { writtenCall } from '../authored/call.ts';
import type { Stated, WrittenBody, WrittenRequest } from '../authored/call.ts';
import { documentsOf, fieldsIn, gapIn, spanAtIn, textSlotIn } from '../authored/document.ts';
import type { Document } from '../authored/document.ts';
import type { Scope } from '../authored/placeholders.ts';
import { membersScope, variableUrls } from '../authored/variables.ts';
import type { ExtractInput, Extractor } from '../extractor.ts';
import { loadJsonReader } from '../json/reader.ts';
import type { JsonReader } from '../json/reader.ts';
import { memberOf, scalarOf, stringOf } from '../members.ts';
import { environmentsFor, variablesIn } from '../postman/variables.ts';
import type { Environment } from '../postman/variables.ts';

const bodyOf = (document: Document): WrittenBody => {
  const body = memberOf(document.root, 'body');
  const type = stringOf(body, 'type') ?? stringOf(body, 'mode');
  const content = memberOf(body, 'content') ?? memberOf(body, 'raw') ?? memberOf(body, 'text');
  if (content?.kind === 'list') return { tree: formBody(content, fieldsIn(content, 'key')), hasBody: true };
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
    headers: fieldsIn(memberOf(root, 'headers'), 'key'),
    gap: gapIn(document, root, 'headers', 'key'),
    complete: memberOf(root, 'scripts') === undefined,
    body: bodyOf(document),
    auth: stringOf(memberOf(root, 'auth'), 'type')?.replace('oauth2', 'bearer'),
  };
};

/** Variables stand in files of their own: a list of names and values, or an object. */
const scopeOf = ({ root }: Document): Scope =>
  new Map(
    ['values', 'variables'].flatMap((name) => [
      ...variablesIn(root, name),
      ...membersScope(memberOf(root, name)),
    ]),
  );

const isRequest = ({ root }: Document): boolean => stringOf(root, '$kind') === 'http-request';

const environmentOf = (document: Document): Environment => ({
  // Definitions of a collection lie in a folder of its own beside the requests.
  folder: document.file.path.replace(/(?:\.resources\/)?[^/]*$/, ''),
  scope: scopeOf(document),
});

const readRequest = (
  document: Document,
  environments: readonly Environment[],
  read: JsonReader,
  { interest }: ExtractInput,
): Stated => {
  const request = requestIn(document);
  const near = environmentsFor(document.file, environments);
  const scopes = near.length === 0 ? [new Map()] : near.map(({ scope }) => scope);
  return request === undefined
    ? { facts: [], embedded: [] }
    : writtenCall(request, { read, interest, scopes });
};

/** Requests of Postman in files of their own (version 3, YAML), with the variables of the files around them. */
export const postmanYamlExtractor: Extractor = {
  form: 'postman-yaml',
  async extract(input) {
    const read = await loadJsonReader();
    const { documents, failed } = await documentsOf(input.files, read);
    const environments = documents.filter((document) => !isRequest(document)).map(environmentOf);
    const calls = documents
      .filter(isRequest)
      .map((document) => readRequest(document, environments, read, input));
    const urls = environments.flatMap(({ scope }) => variableUrls(scope, input.interest));
    return {
      facts: [...calls.flatMap(({ facts }) => facts), ...urls],
      failed,
      embedded: calls.flatMap(({ embedded }) => embedded),
    };
  },
};
