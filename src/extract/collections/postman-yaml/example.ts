import type { ResponseFact, Tree } from '../../../model/index.ts';
import type { Document } from '../authored/document.ts';
import { savedResponse } from '../authored/saved-response.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { memberOf, scalarOf } from '../../members.ts';
import { rawHeaders } from '../../recordings/recorded/headers.ts';
import { yamlText } from '../../recordings/recorded/yaml-text.ts';

/** File of the request that an example was saved with. */
export const requestFileOf = (path: string): string =>
  path.replace(/\.resources\/([^/]*)\.resources\/examples\/[^/]*$/, '$1.request.yaml');

const MAX_LENGTH = 1024 * 1024;

const bodyOf = ({ root, file }: Document, read: JsonReader): Tree | undefined => {
  const content = scalarOf(memberOf(memberOf(root, 'response'), 'body'), 'content');
  if (content === undefined || !/^\s*[{[]/.test(String(content.value).slice(0, 100))) return undefined;
  if (String(content.value).length > MAX_LENGTH) return undefined;
  const { tree, problem } = read(file.path, yamlText(file.text, 0, content), 'fixed');
  return problem === undefined ? tree : undefined;
};

/** Response saved in an example: evidence; the request beside it is not a call. */
export const answerIn = (document: Document, request: string, read: JsonReader): ResponseFact => {
  const response = memberOf(document.root, 'response');
  return savedResponse({
    request,
    whole: response ?? document.root,
    status: scalarOf(response, 'statusCode') ?? scalarOf(response, 'code'),
    headers: rawHeaders(response),
    body: bodyOf(document, read),
  });
};
