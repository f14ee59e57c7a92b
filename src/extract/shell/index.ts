import { flatten } from '../../model/index.ts';
import type { EmbeddedText, Fact, PayloadFact, SourceFile, Text, Tree, UrlFact } from '../../model/index.ts';
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
import { headersOf } from './headers.ts';
import { jqReads } from './jq.ts';
import type { SentCall } from './jq.ts';
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

interface FoundCall extends SentCall {
  readonly body: SentBody;
}

const callsOf = (
  reader: BodyReader,
  call: CurlCall,
  interest: ExtractInput['interest'],
): readonly FoundCall[] => {
  const { file, text, variables } = reader;
  const { addresses } = call;
  return addresses.flatMap((word) => {
    const urls = textsOf(file, word, variables);
    if (!urls.some((url) => interest(flatten(url)))) return [];
    const body = bodyOf(reader, call);
    const request = authoredRequest({
      place: { file, span: { start: call.at.start, end: word.end } },
      origin: 'authored',
      client: 'curl',
      method: methodOf(call, body.hasBody, variables),
      urls,
      headers: headersOf(file, text, call, variables),
      body: body.tree,
      hasBody: body.hasBody,
      setsContentType: optionOf(call, 'json') !== undefined,
      auth: authOf(call),
    });
    return [{ command: call.command, request, body }];
  });
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
  const calls = commands
    .flatMap((command) => curlCallOf(command, variables) ?? [])
    .flatMap((call) => callsOf(reader, call, input.interest));
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
    embedded: [...calls.map(({ body }) => body), ...others].flatMap(({ embedded }) => embedded),
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
