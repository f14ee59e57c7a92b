import type {
  HeaderEntry,
  HeaderSet,
  InsertionPoint,
  RequestFact,
  Text,
  Tree,
} from '../../../../model/index.ts';
import { flatten, HOLE } from '../../../../model/index.ts';
import type { CurlCall, Option } from '../../../shell/curl.ts';
import { curlAuthOf, methodOf } from '../../../shell/curl-call.ts';
import { headersOf } from '../../../shell/headers.ts';
import { losesQuotes } from '../../../shell/runners.ts';
import { alternativesOf, source } from '../../../shell/variables.ts';
import type { Word } from '../../../shell/words.ts';
import type { CommandShape } from '../../clients/client-row.ts';
import { textOf } from '../../evaluate/texts.ts';
import type { Value } from '../../evaluate/values.ts';
import { placeOf } from '../../syntax/slots.ts';
import { bodyGiven } from '../bodies.ts';
import type { CallPath } from '../callers/call-graph.ts';
import type { Sending } from '../sending.ts';
import { insertionInLine, insertionInWords } from './insertion.ts';
import { inProgram, slotInProgram, type Spoken, spokenLine, spokenWords, textInProgram } from './spoken.ts';
import { commandGiven, type GivenCommand, rowsOf } from './words.ts';

type Found = Omit<Sending, 'later'>;

/** What one call of curl sends, as far as it is seen. */
type Sent = Pick<RequestFact, 'method' | 'urls' | 'headers' | 'body' | 'hasBody' | 'auth'>;

const DATA = /^(?:data(?:-raw|-binary|-ascii|-urlencode)?|json)$/;
const OTHER = /^(?:form|form-string|upload-file)$/;

const urlsOf = (spoken: Spoken, { addresses }: CurlCall): readonly Text[] =>
  addresses.flatMap((word) =>
    Array.from({ length: alternativesOf(word, spoken.variables) }, (_, arm) =>
      textInProgram(spoken, word, arm),
    ),
  );

const entryInProgram = (spoken: Spoken, entry: HeaderEntry): HeaderEntry => ({
  ...entry,
  name: slotInProgram(spoken, entry.name),
  place: slotInProgram(spoken, entry.place),
  values: entry.values?.map((value) => inProgram(spoken, value)),
});

/** A header that is unknown altogether may be any: `-H "$header"`. */
const headersInProgram = (
  spoken: Spoken,
  call: CurlCall,
  flat: string,
  gap: InsertionPoint | undefined,
): HeaderSet => {
  const { entries, complete } = headersOf('', flat, call, spoken.variables);
  return { entries: entries.map((entry) => entryInProgram(spoken, entry)), complete, gap };
};

/** Values of a word of a list, which may be an object that is made JSON. */
type ValuesOf = (word: Word) => readonly Value[] | undefined;

const bodyOfOption = (
  found: Found,
  spoken: Spoken,
  { value }: Option,
  valuesOf: ValuesOf,
): Tree | undefined => {
  const { call } = found;
  const vals = valuesOf(value);
  if (vals) return bodyGiven(found, vals, call).tree;
  const text = textInProgram(spoken, source(value, spoken.variables));
  return flatten(text).startsWith('@') ? undefined : { kind: 'opaque', ...placeOf(call), pure: false, text };
};

const sentBy = (
  found: Found,
  spoken: Spoken,
  call: CurlCall,
  gap: InsertionPoint | undefined,
  valuesOf: ValuesOf,
): Sent => {
  const { options, switches } = call;
  const data = switches.has('get') ? [] : options.filter(({ name }) => DATA.test(name));
  const [only, more] = data;
  const hasBody = only !== undefined || options.some(({ name }) => OTHER.test(name));
  return {
    method: methodOf(call, hasBody, spoken.variables),
    urls: urlsOf(spoken, call),
    headers: headersInProgram(spoken, call, flatten(spoken.text), gap),
    body: only && !more ? bodyOfOption(found, spoken, only, valuesOf) : undefined,
    hasBody,
    auth: curlAuthOf(call),
  };
};

/** A header of another program cannot be written into a string or a list yet. */
const isCurl = ({ program }: CurlCall): boolean => program.name === 'curl';

const URLS = /:\/\/|\/api\//g;

const countIn = (text: Text): number => flatten(text).match(URLS)?.length ?? 0;

/** True for a line with more URLs than curl is given: `curl … && wget …`. */
const namesOthers = (text: Text, sent: readonly Sent[]): boolean =>
  countIn(text) > sent.flatMap(({ urls }) => urls).reduce((sum, url) => sum + countIn(url), 0);

const unsure = (sent: Sent): Sent => ({ ...sent, headers: { ...sent.headers, complete: false } });

const sentInLine = (
  found: Found,
  text: Text,
  { quotes, before }: Extract<GivenCommand, { kind: 'line' }>,
): readonly Sent[] => {
  const spoken = spokenLine(text, found.call);
  const lead = before && flatten(before).length + 1;
  const sent = spoken.calls
    .filter(isCurl)
    .map((call) =>
      sentBy(
        found,
        spoken,
        call,
        insertionInLine(spoken, call, losesQuotes(call) ? 'none' : quotes, lead),
        () => undefined,
      ),
    );
  return sent.map((one) => (namesOthers(text, sent) ? unsure(one) : one));
};

/** The number of each word of a list, by the offset at which it starts in the line that they make. */
const startsOf = (row: readonly Text[]): ReadonlyMap<number, number> => {
  let offset = 0;
  return new Map(
    row.map((text, at) => {
      const start = offset;
      offset += flatten(text).length + 1;
      return [start, at];
    }),
  );
};

const sentInWords = (
  found: Found,
  { words, complete }: Extract<GivenCommand, { kind: 'words' }>,
  row: readonly Text[],
  { rest }: CommandShape,
): readonly Sent[] => {
  const spoken = spokenWords(row, found.call);
  const starts = startsOf(row);
  const indexOf = ({ start }: Word): number => starts.get(start) ?? -1;
  const valuesOf = (word: Word): readonly Value[] | undefined => words[indexOf(word)]?.vals;
  return spoken.calls.filter(isCurl).map((call): Sent => {
    // Words that are joined to a line must not contain white space.
    const gap = insertionInWords(words, call, indexOf, rest === 'line' || losesQuotes(call));
    const sent = sentBy(found, spoken, call, gap, valuesOf);
    return complete ? sent : unsure(sent);
  });
};

const CURL = /curl/i;

/** Sent requests of each alternative of the command. */
const alternatives = (
  found: Found,
  given: GivenCommand,
  shape: CommandShape,
): readonly (readonly Sent[])[] => {
  if (given.kind === 'words')
    return rowsOf(given.words)
      .filter((row) => row.some((text) => CURL.test(flatten(text))))
      .map((row) => sentInWords(found, given, row, shape));
  const { before } = given;
  const lead = before === undefined ? [] : [before, textOfBlank(found)];
  return given.vals
    .filter((val) => val.kind === 'text')
    .map((val): Text => ({ parts: [...lead, textOf(val)].flatMap(({ parts }) => parts) }))
    .filter((text) => CURL.test(flatten(text)))
    .map((text) => sentInLine(found, text, given));
};

const textOfBlank = ({ call }: Found): Text => ({
  parts: [{ kind: 'known', slot: { ...placeOf(call), value: ' ', spelling: 'fixed' }, from: 0, to: 1 }],
});

const shapeOf = ({ method, headers: { gap, entries } }: Sent): string =>
  JSON.stringify([method, gap?.at, entries.map(({ place }) => place.span)]);

/** Alternatives that differ in the URL only are one request; of others the headers are not known. */
const asOne = (all: readonly Sent[]): Sent => {
  const [first] = all;
  const urls = new Map(all.flatMap((sent) => sent.urls.map((url) => [flatten(url), url])));
  const isSame = new Set(all.map(shapeOf)).size === 1;
  const headers = isSame ? first!.headers : { ...first!.headers, complete: false, gap: undefined };
  return { ...first!, urls: [...urls.values()], headers };
};

/** Requests of curl that a call of the program runs. */
export const commandRequests = (found: Found, { chain }: CallPath, id: string): readonly RequestFact[] => {
  const { ctx, call, env, match } = found;
  const shape = match.shape.command;
  const given = shape && commandGiven(ctx, call, shape, env);
  if (!given) return [];
  const all = alternatives(found, given, shape);
  const count = Math.max(0, ...all.map((sent) => sent.length));
  return Array.from({ length: count }, (_, at) => all.flatMap((sent) => sent[at] ?? []))
    .map(asOne)
    .filter(({ urls }) => urls.some((url) => flatten(url) !== HOLE))
    .map((sent, at): RequestFact => ({
      kind: 'request',
      id: at === 0 ? id : `${id}#${at}`,
      origin: 'authored',
      client: match.row.name,
      ...sent,
      headersAt: placeOf(call),
      setsContentType: false,
      exchange: undefined,
      time: undefined,
      repeated: false,
      trail: chain.map((link) => placeOf(link.call)).toReversed(),
      ...placeOf(call),
    }));
};
