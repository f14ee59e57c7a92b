import { flatten } from '../../model/index.ts';
import type { EmbeddedCode, EmbeddedText, Fact, SourceFile, UrlFact } from '../../model/index.ts';
import { commentFacts } from '../comments.ts';
import type { ExtractInput, Extractor } from '../extractor.ts';
import { isTellingPath } from '../telling-path.ts';
import { standalonePayload } from '../standalone-payload.ts';
import { mentionsIn } from '../mentions.ts';
import { loadJsonReader } from '../documents/json/reader.ts';
import type { JsonReader } from '../documents/json/reader.ts';
import { curlBodyOf, jsonIn, treeKey } from './body.ts';
import type { BodyReader } from './body.ts';
import { isTextCommand } from './curl.ts';
import { runsOf } from './functions.ts';
import { readersByName, jqReads } from './jq.ts';
import { ShellLexer } from './lexer.ts';
import { relevant, requestOf, sentBy, callsSharingHeaders } from './requests.ts';
import { savedResponses } from './responses.ts';
import { versionComparisons } from './comparisons.ts';
import { scriptsInWords } from './scripts-in-words.ts';
import { sourcedUrls } from './sourced-urls.ts';
import { sourcedAssignments } from './sourced.ts';
import { unknownReaders } from './unknown-readers.ts';
import { unresolvedUrls } from './unresolved-urls.ts';
import { assignmentOf, textOfWord, variablesOf } from './variables.ts';
import type { Variables } from './variables.ts';
import type { Command, Word } from './words.ts';
import type { Unsent } from '../mentions.ts';
import { exactWord } from './words.ts';

/** Commands that print their arguments. */
const PRINTERS: ReadonlySet<string> = new Set('echo printf log info warn error debug'.split(' '));

const insideWords = (words: readonly Word[]): readonly Command[] =>
  words.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'hole' ? part.commands : [])));

const isShown = ({ words: [name], output }: Command): boolean =>
  name !== undefined && PRINTERS.has(exactWord(name) ?? '') && output === undefined;

/**
 * Printed text of a script: `echo "Calling $URL/v1.0 …"`. Excludes text redirected to a file, a pipe or a
 * variable, and text without a space, which may be a function's result.
 */
function* spokenIn(commands: readonly Command[]): Generator<Unsent> {
  const taken = new Set([
    ...commands.flatMap(({ source }) => source ?? []),
    ...commands.flatMap(({ words }) => insideWords(words)),
  ]);
  for (const command of commands) {
    if (taken.has(command) || !isTextCommand(command) || !isShown(command)) continue;
    for (const { start, end, parts } of command.words.slice(1))
      if (parts.some((part) => part.kind === 'text' && /\s/.test(part.value.trim())))
        yield { span: { start, end }, by: 'log' };
  }
}

/** URLs in the words of a script, and paths that tell their endpoint, each once. */
const addressesIn = (
  file: string,
  commands: readonly Command[],
  lists: readonly Word[],
  { mayBeApiUrl, tellingPath }: ExtractInput,
): readonly UrlFact[] => {
  const nothing: Variables = { values: new Map(), lists: new Map() };
  const words = [
    ...commands.filter((command) => !isTextCommand(command)).flatMap((command) => command.words),
    ...lists,
  ];
  return words.flatMap((word) => {
    const { value } = assignmentOf(word) ?? { value: word };
    const text = textOfWord(file, value, nothing);
    const flat = flatten(text);
    if (!mayBeApiUrl(flat) && !isTellingPath(flat, tellingPath)) return [];
    const span = { start: value.start, end: value.end };
    return [{ kind: 'url', file, span, origin: 'authored', text, use: 'value' } as const];
  });
};

const readScript = (file: SourceFile, read: JsonReader, input: ExtractInput) => {
  const lexer = new ShellLexer(file.text);
  lexer.read();
  const { commands, lists, comments } = lexer;
  const sourced = sourcedAssignments(file.path, commands, variablesOf(commands, lists), input.host);
  const variables = variablesOf(commands, [...sourced.lists, ...lists], sourced.values);
  const script = { file: file.path, text: file.text, variables, commands };
  const reader: BodyReader = { ...script, host: input.host, read };
  const runs = runsOf(commands, file.text, variables);
  const all = runs.flatMap((run) => sentBy(file.path, run));
  const ours = relevant(all, input.mayBeApiUrl);
  const found = [...ours, ...callsSharingHeaders(reader, all, ours)];
  const calls = found.map((one) => {
    const own: BodyReader = { ...reader, variables: one.run.variables, input: one.run.input };
    const body = curlBodyOf(own, one.call);
    return { command: one.run.from ?? one.call.command, request: requestOf(own, one, body, found), body };
  });
  const sent = new Set(calls.flatMap(({ request: { body } }) => (body ? [treeKey(body)] : [])));
  const others = jsonIn(reader).filter(({ tree }) => !sent.has(treeKey(tree)));
  const listed = lists.flatMap(({ words }) => words);
  const addresses = addressesIn(file.path, commands, listed, input);
  const requests = calls.map(({ request }) => request);
  const inWords = scriptsInWords(script, input.mayBeApiUrl);
  const silent = [...comments, ...[...spokenIn(commands)].map(({ span }) => span)];
  return {
    facts: [
      ...requests,
      ...addresses,
      ...versionComparisons(file.path, file.text, requests, addresses, silent),
      ...unresolvedUrls(reader, runs, input.mayBeApiUrl),
      ...inWords.urls,
      ...sourcedUrls(file.path, requests, sourced.values, { variables, legacyTexts: input.legacyTexts }),
      ...readersByName(file.path, commands, calls, input.names ?? []),
      ...jqReads(file.path, commands, calls, {
        names: new Set(input.names ?? []),
        successors: new Set(input.successors ?? []),
        text: file.text,
      }),
      ...savedResponses(file.path, commands, calls),
      ...unknownReaders(file, commands, calls),
      ...others.map(({ tree }) => standalonePayload(tree)),
      ...commentFacts(file, input, () => comments),
      ...mentionsIn(file, input, () => spokenIn(commands)),
    ],
    code: inWords.code,
    // A body that a function writes occurs once per call.
    embedded: [
      ...new Map(
        [...calls.map(({ body }) => body), ...others]
          .flatMap(({ embedded }) => embedded)
          .map((embedded) => [embedded.path, embedded]),
      ).values(),
    ],
  };
};

/** Shell scripts: their curl calls, and the URLs in their words. */
export const shellExtractor: Extractor = {
  form: 'shell',
  async extract(input) {
    const read = await loadJsonReader();
    const facts: Fact[] = [];
    const embedded: EmbeddedText[] = [];
    const code: EmbeddedCode[] = [];
    for (const file of input.files) {
      const found = readScript(file, read, input);
      facts.push(...found.facts);
      embedded.push(...found.embedded);
      code.push(...found.code);
    }
    return { facts, failed: [], embedded, code };
  },
};
