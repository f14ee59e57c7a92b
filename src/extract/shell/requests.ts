import { flatten } from '../../model/index.ts';
import type { HeaderSet, Place, RequestFact, Span, Text } from '../../model/index.ts';
import { bestAlternatives } from '../collections/authored/address.ts';
import { authoredRequest } from '../collections/authored/request.ts';
import type { ExtractInput } from '../extractor.ts';
import type { BodyReader, SentBody } from './body.ts';
import { curlAuthOf, methodOf, curlOptionOf } from './curl-call.ts';
import { curlCallOf } from './curl.ts';
import type { CurlCall } from './curl.ts';
import type { CommandRun } from './functions.ts';
import { headersOf } from './headers.ts';
import { isDiscarded } from './responses.ts';
import { alternativesOf, textOfWord } from './variables.ts';
import type { Variables } from './variables.ts';
import { knownStart } from './words.ts';
import type { Command, Word } from './words.ts';

const textsOf = (file: string, word: Word, variables: Variables): readonly Text[] =>
  bestAlternatives(
    Array.from({ length: Math.min(alternativesOf(word, variables), 8) }, (_, arm) =>
      textOfWord(file, word, variables, arm),
    ),
  );

/** Curl call with one of its URLs. */
export interface Sent {
  readonly call: CurlCall;
  readonly run: CommandRun;
  readonly address: Word;
  readonly urls: readonly Text[];
}

/** Span from `curl` to the URL, or to the last word where the URL is a function's argument. */
const spanOf = ({ call: { at, command }, address }: Sent): Span => {
  const own = command.words.includes(address);
  return { start: at.start, end: own ? address.end : command.words.at(-1)!.end };
};

const placeOfCommand = (file: string, { words }: Command): Place => ({
  file,
  span: { start: words[0]!.start, end: words.at(-1)!.end },
});

/** True where the header is a function's argument. */
const givesAccept = ({ call }: Sent): boolean =>
  call.options.some(
    ({ name, flag, value }) =>
      name === 'header' && !call.command.words.includes(flag) && /^\s*accept\s*:/i.test(knownStart(value)),
  );

/** Headers that a function sends; one that some of its calls pass cannot be written in the function as well. */
const headersIn = ({ file, text, variables }: BodyReader, sent: Sent, all: readonly Sent[]): HeaderSet => {
  const headers = headersOf(file, text, sent.call, variables);
  const isElsewhere = all.some((other) => other.run.command === sent.run.command && givesAccept(other));
  return isElsewhere && !givesAccept(sent) ? { ...headers, gap: undefined } : headers;
};

/** Request that a curl call sends to one of its URLs; `all` are those of the script. */
export const requestOf = (
  reader: BodyReader,
  sent: Sent,
  body: SentBody,
  all: readonly Sent[],
): RequestFact => {
  const { file, variables } = reader;
  const request = authoredRequest({
    place: { file, span: spanOf(sent) },
    ...(sent.run.from && { from: placeOfCommand(file, sent.run.from) }),
    origin: 'authored',
    client: sent.call.program.name,
    method: methodOf(sent.call, body.hasBody, variables),
    urls: sent.urls,
    headers: headersIn(reader, sent, all),
    body: body.tree,
    hasBody: body.hasBody,
    setsContentType: curlOptionOf(sent.call, 'json') !== undefined,
    auth: curlAuthOf(sent.call),
  });
  return isDiscarded(sent.call.command) ? { ...request, discarded: true } : request;
};

/** Curl calls of a command, one per URL. */
export const sentBy = (file: string, run: CommandRun): readonly Sent[] => {
  const call = curlCallOf(run.command, run.variables);
  return (call?.addresses ?? []).map((address) => ({
    call: call!,
    run,
    address,
    urls: textsOf(file, address, run.variables),
  }));
};

/** True for a call with a header from a variable, which calls of the API may use too. */
const borrowsHeader = ({ file, text }: BodyReader, { call, run }: Sent): boolean => {
  const { words } = call.command;
  const [start, end] = [words[0]!.start, words.at(-1)!.end];
  return headersOf(file, text, call, run.variables).entries.some(
    ({ place }) => place.file !== file || place.span.end <= start || place.span.start >= end,
  );
};

/** Calls to other services that share a header with calls of the API, or may: a fix must not change it for them. */
export const callsSharingHeaders = (
  reader: BodyReader,
  all: readonly Sent[],
  ours: readonly Sent[],
): readonly Sent[] => {
  const known = new Set(ours);
  return all.filter((sent) => !known.has(sent) && borrowsHeader(reader, sent));
};

/** Calls of the API, and calls of other services by the same words of a function, which share their headers. */
export const relevant = (all: readonly Sent[], mayBeApiUrl: ExtractInput['mayBeApiUrl']): readonly Sent[] => {
  const isOurs = ({ urls }: Sent): boolean => urls.some((url) => mayBeApiUrl(flatten(url)));
  const shared = new Set(all.filter(isOurs).map(({ run }) => run.command));
  return all.filter((sent) => isOurs(sent) || (sent.run.from !== undefined && shared.has(sent.run.command)));
};
