import type { ResponseFact, Tree } from '../../../model/index.ts';
import { headerSetOf, rawHeaders } from '../../recordings/recorded/headers.ts';
import { keptTree, withoutRepeatedItems } from '../../recordings/recorded/kept-body.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { nestedText, plainText } from '../../documents/json/spelled-text.ts';
import { itemsOf, scalarOf } from '../../members.ts';

const bodyOf = (response: Tree, text: string, read: JsonReader): Tree | undefined => {
  const slot = scalarOf(response, 'body')?.slot;
  if (slot === undefined || !/^\s*[{[]/.test(slot.value)) return undefined;
  const source = nestedText(plainText(text), slot.span.start, slot.span.end);
  const { tree, problem } = read(slot.file, source, 'fixed');
  return tree === undefined || problem !== undefined ? undefined : keptTree(withoutRepeatedItems(tree));
};

const answerOf = (response: Tree, request: string, text: string, read: JsonReader): ResponseFact => {
  const code = scalarOf(response, 'code');
  const { file, span } = code ?? response;
  return {
    kind: 'response',
    file,
    span,
    origin: 'recording',
    request,
    status: typeof code?.value === 'number' ? code.value : undefined,
    headers: headerSetOf(rawHeaders(response, 'header')),
    body: bodyOf(response, text, read),
    exchange: undefined,
  };
};

/** The answers that were saved with a request: evidence, and the requests saved with them are no calls. */
export const answersOf = (
  item: Tree,
  request: string,
  text: string,
  read: JsonReader,
): readonly ResponseFact[] =>
  itemsOf(item, 'response').flatMap((response) =>
    response.kind === 'object' ? answerOf(response, request, text, read) : [],
  );
