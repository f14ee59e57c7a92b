import type { ResponseFact, Tree } from '../../../model/index.ts';
import { savedResponse } from '../authored/saved-response.ts';
import { rawHeaders } from '../../recordings/recorded/headers.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { nestedText, plainText } from '../../documents/json/spelled-text.ts';
import { itemsOf, scalarOf } from '../../members.ts';

const bodyOf = (response: Tree, text: string, read: JsonReader): Tree | undefined => {
  const slot = scalarOf(response, 'body')?.slot;
  if (slot === undefined || !/^\s*[{[]/.test(slot.value)) return undefined;
  const source = nestedText(plainText(text), slot.span.start, slot.span.end);
  const { tree, problem } = read(slot.file, source, 'fixed');
  return problem === undefined ? tree : undefined;
};

const answerOf = (response: Tree, request: string, text: string, read: JsonReader): ResponseFact =>
  savedResponse({
    request,
    whole: response,
    status: scalarOf(response, 'code'),
    headers: rawHeaders(response, 'header'),
    body: bodyOf(response, text, read),
  });

/** Responses saved with a request: evidence; the requests saved with them are not calls. */
export const answersOf = (
  item: Tree,
  request: string,
  text: string,
  read: JsonReader,
): readonly ResponseFact[] =>
  itemsOf(item, 'response').flatMap((response) =>
    response.kind === 'object' ? answerOf(response, request, text, read) : [],
  );
