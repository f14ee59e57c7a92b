import type { ResponseFact } from '../../../model/index.ts';
import type { Document } from '../authored/document.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { memberOf, scalarOf } from '../../members.ts';
import { headerSetOf, rawHeaders } from '../../recordings/recorded/headers.ts';
import { keptTree, withoutRepeatedItems } from '../../recordings/recorded/kept-body.ts';
import { yamlText } from '../../recordings/recorded/yaml-text.ts';

/** The file of the request that an example was saved with. */
export const requestFileOf = (path: string): string =>
  path.replace(/\.resources\/([^/]*)\.resources\/examples\/[^/]*$/, '$1.request.yaml');

const LONGEST = 1024 * 1024;

const bodyOf = ({ root, file }: Document, read: JsonReader): ResponseFact['body'] => {
  const content = scalarOf(memberOf(memberOf(root, 'response'), 'body'), 'content');
  if (content === undefined || !/^\s*[{[]/.test(String(content.value).slice(0, 100))) return undefined;
  if (String(content.value).length > LONGEST) return undefined;
  const { tree, problem } = read(file.path, yamlText(file.text, 0, content), 'fixed');
  return tree === undefined || problem !== undefined ? undefined : keptTree(withoutRepeatedItems(tree));
};

/** The answer that is saved in an example: evidence, and the request beside it is no call. */
export const answerIn = (document: Document, request: string, read: JsonReader): ResponseFact => {
  const response = memberOf(document.root, 'response');
  const status = scalarOf(response, 'statusCode') ?? scalarOf(response, 'code');
  const { file, span } = status ?? response ?? document.root;
  return {
    kind: 'response',
    file,
    span,
    origin: 'recording',
    request,
    status: typeof status?.value === 'number' ? status.value : undefined,
    headers: headerSetOf(rawHeaders(response)),
    body: bodyOf(document, read),
    exchange: undefined,
  };
};
