import type { Fact, Tree } from '../../../model/index.ts';
import { writtenCall } from '../authored/call.ts';
import type { Stated, CollectionContext, WrittenBody, WrittenRequest } from '../authored/call.ts';
import { documentsOf, documentFieldsIn, memberGap, spanAtIn, textSlotIn } from '../authored/document.ts';
import type { Document } from '../authored/document.ts';
import {
  codeIn,
  inheritedFrom,
  NOTHING_INHERITED,
  schemeNamed,
  touchesHeaders,
  inheritedWithin,
  withInherited,
} from '../authored/inherited.ts';
import type { Inherited } from '../authored/inherited.ts';
import { mentionsOf } from '../authored/mentions.ts';
import type { PlaceholderValues } from '../authored/placeholders.ts';
import { membersScope, variableUrls } from '../authored/variables.ts';
import type { ExtractInput, Extractor } from '../../extractor.ts';
import { loadJsonReader } from '../../documents/json/reader.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { itemsOf, memberOf, scalarOf, stringOf } from '../../members.ts';
import { formBody } from '../../documents/authored-body.ts';

const bodyOf = (document: Document, request: Tree): WrittenBody => {
  const body = memberOf(request, 'body');
  const slot = textSlotIn(document, memberOf(body, 'text'));
  const params = memberOf(body, 'params');
  const fields = documentFieldsIn(params, 'name');
  if (params !== undefined && fields.length > 0) return { tree: formBody(params, fields), hasBody: true };
  const said = scalarOf(body, 'text')?.value;
  const isJson = stringOf(body, 'mimeType') === 'application/json';
  return { slot, hasBody: typeof said === 'string' && said !== '', isJson };
};

/** Scripts of requests and folders, since Insomnia 9. */
const scriptOf = (tree: Tree): string =>
  codeIn(tree, 'preRequestScript') + codeIn(memberOf(tree, 'scripts'), 'preRequest');

const inheritedIn = (folder: Tree): Inherited =>
  inheritedFrom(folder, { key: 'name', auth: 'authentication', script: scriptOf(folder) });

const requestIn = (document: Document, request: Tree): WrittenRequest | undefined => {
  const url = scalarOf(request, 'url')?.slot;
  if (url === undefined) return undefined;
  return {
    client: 'insomnia',
    method: stringOf(request, 'method'),
    url,
    spanAt: spanAtIn(document, url),
    headers: documentFieldsIn(memberOf(request, 'headers'), 'name'),
    gap: memberGap(document, request, 'headers', 'name'),
    complete: !touchesHeaders(scriptOf(request)),
    body: bodyOf(document, request),
    auth: schemeNamed(stringOf(memberOf(request, 'authentication'), 'type')),
  };
};

/** Request, with the settings of its folders. */
interface Placed {
  readonly request: Tree;
  readonly around: Inherited;
  /** Variables of the folders, the inner ones last. */
  readonly variables: PlaceholderValues;
}

type Folder = Omit<Placed, 'request'>;

const OUTSIDE: Folder = { around: NOTHING_INHERITED, variables: new Map() };

const inside = (folder: Tree, { around, variables }: Folder): Folder => ({
  around: inheritedWithin(around, inheritedIn(folder)),
  variables: new Map([...variables, ...membersScope(memberOf(folder, 'environment'))]),
});

/** Maximum folder nesting; folders may contain themselves. */
const MAX_DEPTH = 50;

/** Folders of an export refer to their parent. */
const foldersOf = (resources: readonly Tree[]): ((id: string | undefined) => Folder) => {
  const groups = new Map(
    resources
      .filter((resource) => stringOf(resource, '_type') === 'request_group')
      .map((group) => [stringOf(group, '_id') ?? '', group]),
  );
  const known = new Map<string, Folder>();
  const folderOf = (id: string, depth: number): Folder => {
    const group = groups.get(id);
    if (group === undefined || depth > MAX_DEPTH) return OUTSIDE;
    const folder = known.get(id) ?? inside(group, folderOf(stringOf(group, 'parentId') ?? '', depth + 1));
    known.set(id, folder);
    return folder;
  };
  return (id = '') => folderOf(id, 0);
};

function* requestsInExport(root: Tree): Generator<Placed> {
  const resources = itemsOf(root, 'resources');
  const folderOf = foldersOf(resources);
  for (const request of resources)
    if (stringOf(request, '_type') === 'request')
      yield { request, ...folderOf(stringOf(request, 'parentId')) };
}

function* requestsInItems(tree: Tree, folder: Folder): Generator<Placed> {
  for (const item of [...itemsOf(tree, 'collection'), ...itemsOf(tree, 'children')]) {
    if (memberOf(item, 'children') === undefined) yield { request: item, ...folder };
    else yield* requestsInItems(item, inside(item, folder));
  }
}

/** Requests of a document: resources of an export (version 4), or items of nested folders (version 5). */
const requestsIn = (root: Tree): readonly Placed[] => [
  ...requestsInExport(root),
  ...requestsInItems(root, OUTSIDE),
];

/** Base variables, and those of environments that are selected one at a time. */
interface Variables {
  readonly base: PlaceholderValues;
  readonly chosen: readonly PlaceholderValues[];
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
  const placed = requestsIn(document.root);
  const calls = placed.flatMap(({ request: tree, around, variables }) => {
    const request = requestIn(document, tree);
    const inner = scopes.map((scope) => new Map([...scope, ...variables]));
    const surroundings: CollectionContext = { read, mayBeApiUrl: input.mayBeApiUrl, scopes: inner };
    return request === undefined ? [] : [writtenCall(withInherited(request, around), surroundings)];
  });
  const own = new Set(placed.map(({ variables }) => variables));
  const urls = [base, ...chosen, ...own].flatMap((scope) => variableUrls(scope, input.mayBeApiUrl));
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
      facts: [...all.flatMap(({ facts }) => facts), ...(await mentionsOf(documents, input))],
      failed,
      embedded: all.flatMap(({ embedded }) => embedded),
    };
  },
};
