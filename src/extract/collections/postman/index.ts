import { textOfSlot } from '../../../model/index.ts';
import type {
  EmbeddedText,
  Fact,
  FailedFile,
  Place,
  SourceFile,
  Tree,
  UrlFact,
} from '../../../model/index.ts';
import type { PlaceholderValues } from '../authored/placeholders.ts';
import type { ExtractInput, Extractor } from '../../extractor.ts';
import { describeProblem, loadJsonReader } from '../../documents/json/reader.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { plainText } from '../../documents/json/spelled-text.ts';
import { itemsOf, memberOf, stringOf } from '../../members.ts';
import { mentionsIn, unsentIn } from '../../mentions.ts';
import { answersOf } from './answer.ts';
import { authIn, postmanCallOf } from './call.ts';
import type { PostmanContext } from './call.ts';
import { environmentOf, environmentsFor, mergedScopes, postmanVariablesIn } from './variables.ts';

/** Parsed Postman file. */
interface Document {
  readonly file: SourceFile;
  /** The collection or environment itself: exports of the service's own interface wrap it in a member. */
  readonly root: Tree;
}

interface Output {
  readonly facts: Fact[];
  readonly embedded: EmbeddedText[];
}

/** True for a script that changes headers, at any level around a request. */
const addsHeaders = (tree: Tree): boolean =>
  itemsOf(tree, 'event').some((event) => {
    const lines = itemsOf(memberOf(event, 'script'), 'exec');
    const isBefore = stringOf(event, 'listen') === 'prerequest';
    return isBefore && lines.some((line) => line.kind === 'scalar' && /headers/i.test(String(line.value)));
  });

const within = (tree: Tree, around: PostmanContext): PostmanContext => {
  const own = postmanVariablesIn(tree, 'variable');
  return {
    ...around,
    scopes: own.size === 0 ? around.scopes : around.scopes.map((scope) => mergedScopes(scope, own)),
    auth: authIn(tree) ?? around.auth,
    scripted: around.scripted || addsHeaders(tree),
  };
};

const readItems = (folder: Tree, around: PostmanContext, output: Output): void => {
  for (const item of itemsOf(folder, 'item')) {
    const inside = within(item, around);
    const request = memberOf(item, 'request');
    const call = request && postmanCallOf(request, inside);
    if (call !== undefined) {
      output.facts.push(call.request, ...answersOf(item, call.request.id, around.text, around.read));
      output.embedded.push(...call.embedded);
    }
    readItems(item, inside, output);
  }
};

const urlFact = ({ file, span }: Place, text: UrlFact['text']): UrlFact => ({
  kind: 'url',
  file,
  span,
  origin: 'collection',
  text,
  use: 'value',
});

/** URLs among variables, whether or not a request uses them. */
const variableUrls = (
  scope: PlaceholderValues,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): readonly UrlFact[] =>
  [...scope.values()]
    .filter(({ value }) => mayBeApiUrl(value))
    .map((slot) => urlFact(slot, textOfSlot(slot)));

const readCollection = (
  { file, root }: Document,
  environments: readonly Document[],
  read: JsonReader,
  input: ExtractInput,
): Output => {
  const known = environments.map((document) => environmentOf(document.file, document.root));
  const own = postmanVariablesIn(root, 'variable');
  const { text } = file;
  const scopes = [new Map(), ...environmentsFor(file, known).map(({ scope }) => scope)];
  const output: Output = { facts: [], embedded: [] };
  const around: PostmanContext = {
    text,
    read,
    mayBeApiUrl: input.mayBeApiUrl,
    scopes,
    auth: undefined,
    scripted: false,
  };
  readItems(root, within(root, around), output);
  const written = output.facts.flatMap((fact) =>
    fact.kind === 'request' ? fact.urls.map((url) => urlFact(fact, url)) : [],
  );
  const mentions = mentionsIn(file, input, () => unsentIn(root));
  output.facts.push(...written, ...variableUrls(own, input.mayBeApiUrl), ...mentions);
  return output;
};

const documentOf = (file: SourceFile, tree: Tree): Document => ({
  file,
  root: memberOf(tree, 'collection') ?? memberOf(tree, 'environment') ?? tree,
});

const isEnvironment = ({ root }: Document): boolean => memberOf(root, 'item') === undefined;

/** Postman collections v2 and the environment files beside them. */
export const postmanExtractor: Extractor = {
  form: 'postman',
  async extract(input) {
    const read = await loadJsonReader();
    const failed: FailedFile[] = [];
    const documents = input.files.flatMap((file) => {
      const { tree, problem } = read(file.path, plainText(file.text), 'json-string');
      if (problem !== undefined)
        failed.push({ file: file.path, message: describeProblem(file.text, problem) });
      return tree === undefined ? [] : [documentOf(file, tree)];
    });
    const environments = documents.filter(isEnvironment);
    const outputs = documents
      .filter((document) => !isEnvironment(document))
      .map((document) => readCollection(document, environments, read, input));
    const urls = environments.flatMap(({ root }) =>
      variableUrls(postmanVariablesIn(root, 'values'), input.mayBeApiUrl),
    );
    return {
      facts: [...outputs.flatMap(({ facts }) => facts), ...urls],
      failed,
      embedded: outputs.flatMap(({ embedded }) => embedded),
    };
  },
};
