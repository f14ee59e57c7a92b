import { flatten } from '../../model/index.ts';
import type {
  EmbeddedText,
  Fact,
  PayloadFact,
  Place,
  RequestFact,
  SourceFile,
  Span,
  Text,
  Tree,
  UrlFact,
} from '../../model/index.ts';
import { toldArms } from '../authored/address.ts';
import { authoredRequest } from '../authored/request.ts';
import { commentsAt } from '../comments.ts';
import type { ExtractInput, Extractor } from '../extractor.ts';
import { loadJsonReader } from '../json/reader.ts';
import type { JsonReader } from '../json/reader.ts';
import { bodyOf, jsonIn, keyOf } from './body.ts';
import type { BodyReader, SentBody } from './body.ts';
import { curlCallOf, isSpeech } from './curl.ts';
import type { CurlCall } from './curl.ts';
import { runsOf } from './functions.ts';
import type { Run } from './functions.ts';
import { headersOf } from './headers.ts';
import { jqReads } from './jq.ts';
import { ShellLexer } from './lexer.ts';
import { armsOf, assignmentOf, source, textOfWord, variablesOf } from './variables.ts';
import type { Variables } from './variables.ts';
import { exactWord, leadOf } from './words.ts';
import type { Command, Word } from './words.ts';

const optionOf = ({ options }: CurlCall, name: string): Word | undefined =>
  options.findLast((option) => option.name === name)?.value;

const methodOf = (call: CurlCall, hasBody: boolean, variables: Variables): string | undefined => {
  const named = optionOf(call, 'request');
  if (named !== undefined) return exactWord(source(named, variables));
  if (call.switches.has('get')) return 'GET';
  if (call.switches.has('head')) return 'HEAD';
  if (optionOf(call, 'upload-file') !== undefined) return 'PUT';
  return hasBody ? 'POST' : 'GET';
};

const authOf = (call: CurlCall): string | undefined => {
  const { switches, options } = call;
  const header = options.find(
    ({ name, value }) => name === 'header' && /^authorization\s*:/i.test(leadOf(value)),
  );
  if (header !== undefined) return /:\s*(\w+)\s/.exec(leadOf(header.value))?.[1]?.toLowerCase();
  if (optionOf(call, 'oauth2-bearer') !== undefined) return 'bearer';
  if (optionOf(call, 'user') === undefined && !switches.has('user')) return undefined;
  if (switches.has('digest')) return 'digest';
  return switches.has('anyauth') ? undefined : 'basic';
};

const textsOf = (file: string, word: Word, variables: Variables): readonly Text[] =>
  toldArms(
    Array.from({ length: Math.min(armsOf(word, variables), 8) }, (_, arm) =>
      textOfWord(file, word, variables, arm),
    ),
  );

/** A call of curl with one of its addresses. */
interface Sent {
  readonly call: CurlCall;
  readonly run: Run;
  readonly address: Word;
  readonly urls: readonly Text[];
}

/** From `curl` to the address, or to the last word where a function gets the address. */
const spanOf = ({ call: { at, command }, address }: Sent): Span => {
  const own = command.words.includes(address);
  return { start: at.start, end: own ? address.end : command.words.at(-1)!.end };
};

const placeOfCommand = (file: string, { words }: Command): Place => ({
  file,
  span: { start: words[0]!.start, end: words.at(-1)!.end },
});

const requestOf = ({ file, text, variables }: BodyReader, sent: Sent, body: SentBody): RequestFact =>
  authoredRequest({
    place: { file, span: spanOf(sent) },
    ...(sent.run.from && { from: placeOfCommand(file, sent.run.from) }),
    origin: 'authored',
    client: 'curl',
    method: methodOf(sent.call, body.hasBody, variables),
    urls: sent.urls,
    headers: headersOf(file, text, sent.call, variables),
    body: body.tree,
    hasBody: body.hasBody,
    setsContentType: optionOf(sent.call, 'json') !== undefined,
    auth: authOf(sent.call),
  });

const sentBy = (file: string, run: Run): readonly Sent[] => {
  const call = curlCallOf(run.command, run.variables);
  return (call?.addresses ?? []).map((address) => ({
    call: call!,
    run,
    address,
    urls: textsOf(file, address, run.variables),
  }));
};

/** Calls to the API, and calls to elsewhere by the same words of a function, which have their headers from there too. */
const relevant = (all: readonly Sent[], interest: ExtractInput['interest']): readonly Sent[] => {
  const isOurs = ({ urls }: Sent): boolean => urls.some((url) => interest(flatten(url)));
  const shared = new Set(all.filter(isOurs).map(({ run }) => run.command));
  return all.filter((sent) => isOurs(sent) || (sent.run.from !== undefined && shared.has(sent.run.command)));
};

/** The addresses that the words of a script write, each once. */
const addressesIn = (
  file: string,
  commands: readonly Command[],
  lists: readonly Word[],
  interest: ExtractInput['interest'],
): readonly UrlFact[] => {
  const nothing: Variables = { values: new Map(), lists: new Map() };
  const words = [
    ...commands.filter((command) => !isSpeech(command)).flatMap((command) => command.words),
    ...lists,
  ];
  return words.flatMap((word) => {
    const { value } = assignmentOf(word) ?? { value: word };
    const text = textOfWord(file, value, nothing);
    if (!interest(flatten(text))) return [];
    const span = { start: value.start, end: value.end };
    return [{ kind: 'url', file, span, origin: 'authored', text, use: 'value' } as const];
  });
};

/** JSON of which no call is seen to send it. */
const payloadOf = (tree: Tree): PayloadFact => ({
  kind: 'payload',
  origin: 'authored',
  tree,
  operation: undefined,
  file: tree.file,
  span: tree.span,
});

const readScript = (file: SourceFile, read: JsonReader, input: ExtractInput) => {
  const lexer = new ShellLexer(file.text);
  lexer.read();
  const { commands, lists, comments } = lexer;
  const variables = variablesOf(commands, lists);
  const reader: BodyReader = {
    file: file.path,
    text: file.text,
    variables,
    commands,
    host: input.host,
    read,
  };
  const runs = runsOf(commands, file.text, variables);
  const found = relevant(
    runs.flatMap((run) => sentBy(file.path, run)),
    input.interest,
  );
  const calls = found.map((one) => {
    const own: BodyReader = { ...reader, variables: one.run.variables };
    const body = bodyOf(own, one.call);
    return { command: one.run.from ?? one.call.command, request: requestOf(own, one, body), body };
  });
  const sent = new Set(calls.flatMap(({ request: { body } }) => (body ? [keyOf(body)] : [])));
  const others = jsonIn(reader).filter(({ tree }) => !sent.has(keyOf(tree)));
  const listed = lists.flatMap(({ words }) => words);
  return {
    facts: [
      ...calls.map(({ request }) => request),
      ...addressesIn(file.path, commands, listed, input.interest),
      ...jqReads(file.path, commands, calls, {
        names: new Set(input.names ?? []),
        successors: new Set(input.successors ?? []),
      }),
      ...others.map(({ tree }) => payloadOf(tree)),
      ...commentsAt(file, comments),
    ],
    // A body that a function writes is met once for each of its calls.
    embedded: [
      ...new Map(
        [...calls.map(({ body }) => body), ...others]
          .flatMap(({ embedded }) => embedded)
          .map((embedded) => [embedded.path, embedded]),
      ).values(),
    ],
  };
};

/** Shell scripts: the calls of curl in them, and the addresses among their words. */
export const shellExtractor: Extractor = {
  form: 'shell',
  async extract(input) {
    const read = await loadJsonReader();
    const facts: Fact[] = [];
    const embedded: EmbeddedText[] = [];
    for (const file of input.files) {
      const found = readScript(file, read, input);
      facts.push(...found.facts);
      embedded.push(...found.embedded);
    }
    return { facts, failed: [], embedded };
  },
};
