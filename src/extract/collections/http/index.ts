import { flatten } from '../../../model/index.ts';
import type {
  EmbeddedText,
  Fact,
  HeaderSet,
  Slot,
  SourceFile,
  Text,
  Tree,
  UrlFact,
} from '../../../model/index.ts';
import { urlAlternatives, addressText } from '../authored/address.ts';
import { formBody, jsonBody } from '../../documents/authored-body.ts';
import { fileBody } from '../authored/file-body.ts';
import { authoredHeader, schemeOf } from '../authored/headers.ts';
import type { PlaceholderValues } from '../authored/placeholders.ts';
import { authoredRequest } from '../authored/request.ts';
import { commentFacts, requestFileComments } from '../../comments.ts';
import type { ExtractInput, Extractor } from '../../extractor.ts';
import { insertionPoint, PLAIN_MEMBER } from '../../insertion.ts';
import { eolOf } from '../../lines.ts';
import { variableEntry } from '../authored/variable.ts';
import { loadJsonReader } from '../../documents/json/reader.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { variableUrls } from '../authored/variables.ts';
import { dotenvScope, environmentsOf } from './environments.ts';
import { sectionsOf } from './sections.ts';
import type { Assignment, Line, Section } from './sections.ts';

/** Request file and the context of its requests. */
interface Reading {
  readonly file: SourceFile;
  readonly read: JsonReader;
  readonly input: ExtractInput;
  /** One per set of variables that can be selected. */
  readonly scopes: readonly PlaceholderValues[];
}

const slotOf = (file: string, { start, end, text }: Line): Slot => ({
  file,
  span: { start, end },
  value: text,
  spelling: 'plain',
});

const ownScope = (file: string, assignments: readonly Assignment[]): PlaceholderValues =>
  new Map(assignments.flatMap(({ name, value }) => variableEntry(name, slotOf(file, value))));

const urlIn = (file: string, lines: readonly Line[], scope: PlaceholderValues): Text => ({
  parts: lines.flatMap((line) => {
    const spanAt = (from: number, to: number) => ({ start: line.start + from, end: line.start + to });
    return addressText(slotOf(file, line), spanAt, scope).parts;
  }),
});

const HEADER_NAME = /^[ \t]*([A-Za-z0-9_-]+)[ \t]*:/;

interface Field {
  readonly name: Slot;
  readonly value: Slot;
}

const fieldOf = (file: string, { start, text }: Line): readonly Field[] => {
  const found = HEADER_NAME.exec(text);
  if (found === null) return [];
  const [lead, name = ''] = found;
  const rest = text.slice(lead.length);
  const value = rest.trim();
  const at = (from: number, said: string): Slot =>
    slotOf(file, { start: from, end: from + said.length, text: said });
  const valueAt = start + lead.length + rest.length - rest.trimStart().length;
  return [{ name: at(start + text.indexOf(name), name), value: at(valueAt, value) }];
};

const headersOf = ({ file, scopes }: Reading, section: Section, fields: readonly Field[]): HeaderSet => ({
  entries: fields.map(({ name, value }) => authoredHeader(name, value, scopes)),
  complete: !section.scripted && fields.length === section.headers.length,
  gap: insertionPoint(file.path, { at: section.headEnd, before: eolOf(file.text), after: '' }, PLAIN_MEMBER),
});

interface SentBody {
  readonly hasBody: boolean;
  readonly tree?: Tree | undefined;
  readonly embedded?: readonly EmbeddedText[];
}

const formOf = (slot: Slot): Tree | undefined => {
  const pairs = Array.from(
    slot.value.matchAll(/(?<=^|[&=\s])([^&=\s]+)=([^&\r\n]*)/g),
    ({ index, 1: key = '', 2: value = '' }) => {
      const at = slot.span.start + index;
      const from = at + key.length + 1;
      const piece = (start: number, text: string): Slot =>
        slotOf(slot.file, { start, end: start + text.length, text });
      return [piece(at, key), piece(from, value)] as const;
    },
  );
  return pairs.length === 0 ? undefined : formBody(slot, pairs);
};

const bodyOf = ({ file, read, input }: Reading, { body }: Section): SentBody => {
  if (body === undefined) return { hasBody: false };
  // The encoding of the file may be specified: `<@latin1 ./body.json`.
  const sent = /^<@?[\w-]*[ \t]+(\S+)$/.exec(body.text)?.[1];
  if (sent !== undefined) return { hasBody: true, tree: fileBody(file.path, sent, input.host, read) };
  const slot = slotOf(file.path, body);
  const json = jsonBody(slot, read);
  if (json !== undefined) return { hasBody: true, ...json };
  return { hasBody: true, tree: /^\s*[{[<]/.test(body.text) ? undefined : formOf(slot) };
};

interface Output {
  readonly facts: readonly Fact[];
  readonly embedded: readonly EmbeddedText[];
}

const readSection = (reading: Reading, section: Section): Output => {
  const { file, input, scopes } = reading;
  const urls = urlAlternatives(scopes, (scope) => urlIn(file.path, section.url, scope), input.mayBeApiUrl);
  const [first] = section.url;
  if (urls.length === 0 || first === undefined) return { facts: [], embedded: [] };
  const fields = section.headers.flatMap((line) => fieldOf(file.path, line));
  const credentials = fields.findLast(({ name }) => name.value.toLowerCase() === 'authorization');
  const { hasBody, tree, embedded = [] } = bodyOf(reading, section);
  const place = { file: file.path, span: { start: first.start, end: section.url.at(-1)!.end } };
  const request = authoredRequest({
    place,
    origin: 'collection',
    client: 'http-file',
    method: section.method ?? 'GET',
    urls,
    headers: headersOf(reading, section, fields),
    body: tree,
    hasBody,
    setsContentType: false,
    auth: credentials && schemeOf(credentials.value.value),
  });
  const written = urls
    .filter((url) => input.mayBeApiUrl(flatten(url)))
    .map((text): UrlFact => ({ kind: 'url', ...place, origin: 'collection', text, use: 'value' }));
  return { facts: [request, ...written], embedded };
};

const readFile = (file: SourceFile, read: JsonReader, input: ExtractInput): Output => {
  const { sections, assignments } = sectionsOf(file.text);
  const assigned = ownScope(file.path, assignments);
  const dotenv = file.text.includes('$dotenv') ? dotenvScope(file.path, input.host) : [];
  const own: PlaceholderValues = new Map([...dotenv, ...assigned]);
  const environments = environmentsOf(file.path, input.host, read);
  const scopes = environments.length === 0 ? [own] : environments.map((scope) => new Map([...scope, ...own]));
  const outputs = sections.map((section) => readSection({ file, read, input, scopes }, section));
  const urls = [assigned, ...environments].flatMap((scope) => variableUrls(scope, input.mayBeApiUrl));
  return {
    facts: [
      ...outputs.flatMap(({ facts }) => facts),
      ...urls,
      ...commentFacts(file, input, requestFileComments(sections)),
    ],
    embedded: outputs.flatMap(({ embedded }) => embedded),
  };
};

/** Request files of editors (`.http`, `.rest`): their calls, and the URLs among their variables. */
export const httpExtractor: Extractor = {
  form: 'http',
  async extract(input) {
    const read = await loadJsonReader();
    const outputs = input.files.map((file) => readFile(file, read, input));
    return {
      facts: outputs.flatMap(({ facts }) => facts),
      failed: [],
      embedded: outputs.flatMap(({ embedded }) => embedded),
    };
  },
};
