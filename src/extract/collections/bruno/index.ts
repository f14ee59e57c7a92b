import type { InsertionPoint, SilenceReason, Slot, SourceFile } from '../../../model/index.ts';
import { formBody } from '../../documents/authored-body.ts';
import { writtenCall } from '../authored/call.ts';
import type { Field, Stated, WrittenBody, WrittenRequest } from '../authored/call.ts';
import {
  NOTHING_INHERITED,
  schemeNamed,
  touchesHeaders,
  inheritedWithin,
  withInherited,
} from '../authored/inherited.ts';
import type { Inherited } from '../authored/inherited.ts';
import type { PlaceholderValues } from '../authored/placeholders.ts';
import { variableUrls } from '../authored/variables.ts';
import type { ExtractInput, Extractor } from '../../extractor.ts';
import { insertionPoint, PLAIN_MEMBER } from '../../insertion.ts';
import { eolOf } from '../../lines.ts';
import { loadJsonReader } from '../../documents/json/reader.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { mentionsIn } from '../../mentions.ts';
import type { Unsent } from '../../mentions.ts';
import { environmentsFor } from '../postman/variables.ts';
import type { PostmanEnvironment } from '../postman/variables.ts';
import { variableEntry } from '../authored/variable.ts';
import { blocksIn, entriesIn, switchedOffIn } from './blocks.ts';
import type { BrunoBlock, Entry, BrunoLine } from './blocks.ts';
import { entryNamed } from '../../../model/index.ts';

/** Parsed Bruno file. */
interface BrunoFile {
  readonly file: SourceFile;
  readonly blocks: readonly BrunoBlock[];
}

const METHODS: ReadonlySet<string> = new Set('get post put patch delete head options'.split(' '));

const slotOf = ({ path }: SourceFile, { start, text }: BrunoLine): Slot => ({
  file: path,
  span: { start, end: start + text.length },
  value: text,
  spelling: 'plain',
});

const fieldsOf = (file: SourceFile, block: BrunoBlock | undefined): readonly Field[] =>
  (block === undefined ? [] : entriesIn(block)).map(
    ({ name, value }: Entry) => [slotOf(file, name), slotOf(file, value)] as const,
  );

const blockOf = ({ blocks }: BrunoFile, name: string): BrunoBlock | undefined =>
  blocks.find((block) => block.name === name);

/** Insertion point after the last header, or for a block of headers after the URL. */
const gapOf = (bruno: BrunoFile, request: BrunoBlock): InsertionPoint => {
  const { path, text } = bruno.file;
  const eol = eolOf(text);
  const headers = blockOf(bruno, 'headers');
  const { start, text: content } = headers?.content ?? { start: request.end, text: '' };
  const indent = /^[ \t]+/m.exec(content)?.[0] ?? '  ';
  const room =
    headers === undefined
      ? { at: request.end, before: `${eol}${eol}headers {${eol}  `, after: `${eol}}` }
      : { at: start + content.length, before: indent, after: eol };
  return insertionPoint(path, room, PLAIN_MEMBER);
};

const bodyOf = (bruno: BrunoFile, mode: string | undefined): WrittenBody => {
  const block = bruno.blocks.find(
    ({ name }) => name === `body:${mode}` || (mode !== 'none' && name === 'body'),
  );
  if (block === undefined) return { hasBody: mode !== undefined && mode !== 'none' };
  if (mode === 'formUrlEncoded' || block.name === 'body:form-urlencoded') {
    const slot = slotOf(bruno.file, block.content);
    return { tree: formBody(slot, fieldsOf(bruno.file, block)), hasBody: true };
  }
  return { slot: slotOf(bruno.file, block.content), hasBody: true, isJson: mode === 'json' };
};

/** Scripts that run before a request is sent. */
const scriptOf = (bruno: BrunoFile): string => blockOf(bruno, 'script:pre-request')?.content.text ?? '';

/** Block names by the value of a request's member `body`. */
const bodyBlocks: Readonly<Record<string, string>> = { formUrlEncoded: 'form-urlencoded' };

const requestIn = (bruno: BrunoFile): WrittenRequest | undefined => {
  const block = bruno.blocks.find(({ name }) => METHODS.has(name));
  if (block === undefined) return undefined;
  const entries = new Map(entriesIn(block).map(({ name, value }) => [name.text, value]));
  const url = entries.get('url');
  if (url === undefined) return undefined;
  const mode = entries.get('body')?.text;
  const slot = slotOf(bruno.file, url);
  return {
    client: 'bruno',
    method: block.name,
    url: slot,
    spanAt: (from, to) => ({ start: url.start + from, end: url.start + to }),
    headers: fieldsOf(bruno.file, blockOf(bruno, 'headers')),
    gap: gapOf(bruno, block),
    complete: !touchesHeaders(scriptOf(bruno)),
    body: bodyOf(bruno, mode && (entryNamed(bodyBlocks, mode) ?? mode)),
    auth: schemeNamed(entries.get('auth')?.text),
  };
};

/** Variables of the file itself, of its environments, and of the folder or collection that it defines. */
const scopeOf = ({ file, blocks }: BrunoFile): PlaceholderValues =>
  new Map(
    blocks
      .filter(({ name }) => /^vars(?::pre-request)?$/.test(name))
      .flatMap((block) => fieldsOf(file, block))
      .flatMap(([name, value]) => variableEntry(name.value, value)),
  );

const isRequest = ({ blocks }: BrunoFile): boolean => blocks.some(({ name }) => METHODS.has(name));

/** Settings in `folder.bru` and `collection.bru`, which apply to all requests below their folder. */
const inheritedIn = (bruno: BrunoFile): Inherited => {
  const auth = blockOf(bruno, 'auth');
  const mode = auth && entriesIn(auth).find(({ name }) => name.text === 'mode')?.value.text;
  return {
    headers: fieldsOf(bruno.file, blockOf(bruno, 'headers')),
    auth: schemeNamed(mode),
    scripted: touchesHeaders(scriptOf(bruno)),
  };
};

/** Settings of a collection or folder for all requests in it. */
interface Folder extends PostmanEnvironment {
  readonly inherited: Inherited;
}

const environmentOf = (bruno: BrunoFile): PostmanEnvironment => ({
  folder: bruno.file.path.replace(/(?:environments\/)?[^/]*$/, ''),
  scope: scopeOf(bruno),
});

const isEnvironment = ({ file }: BrunoFile): boolean => /(?:^|\/)environments\/[^/]*$/.test(file.path);

interface Around {
  readonly environments: readonly PostmanEnvironment[];
  /** Collections and folders, outer ones first. */
  readonly folders: readonly Folder[];
}

const readRequest = (
  bruno: BrunoFile,
  { environments, folders }: Around,
  read: JsonReader,
  { mayBeApiUrl }: ExtractInput,
): Stated => {
  const request = requestIn(bruno);
  if (request === undefined) return { facts: [], embedded: [] };
  const around = folders.filter(({ folder }) => bruno.file.path.startsWith(folder));
  const fixed = [...around, environmentOf(bruno)];
  const near = environmentsFor(bruno.file, environments);
  const scopes = (near.length === 0 ? [new Map()] : near.map(({ scope }) => scope)).map(
    (scope) => new Map([...scope, ...fixed.flatMap((one) => [...one.scope])]),
  );
  const inherited = around.reduce(
    (outer, folder) => inheritedWithin(outer, folder.inherited),
    NOTHING_INHERITED,
  );
  return writtenCall(withInherited(request, inherited), { read, mayBeApiUrl, scopes });
};

/** Blocks of documentation. */
const SPOKEN: Readonly<Record<string, SilenceReason>> = { docs: 'prose', meta: 'label' };

function* unsentIn({ blocks }: BrunoFile): Generator<Unsent> {
  for (const block of blocks) {
    const { start, text } = block.content;
    const by = entryNamed(SPOKEN, block.name);
    if (by !== undefined) yield { span: { start, end: start + text.length }, by };
    else if (!/^(?:body|script|tests)/.test(block.name))
      for (const span of switchedOffIn(block)) yield { span, by: 'comment' };
  }
}

/** Bruno collections: a file for each request, with the environments and folders around it. */
export const brunoExtractor: Extractor = {
  form: 'bruno',
  async extract(input) {
    const read = await loadJsonReader();
    const files = input.files.map((file): BrunoFile => ({ file, blocks: [...blocksIn(file.text)] }));
    const others = files.filter((bruno) => !isRequest(bruno));
    const around: Around = {
      environments: others.filter(isEnvironment).map(environmentOf),
      folders: others
        .filter((bruno) => !isEnvironment(bruno))
        .map((bruno) => ({ ...environmentOf(bruno), inherited: inheritedIn(bruno) }))
        .toSorted((a, b) => a.folder.length - b.folder.length),
    };
    const calls = files.filter(isRequest).map((bruno) => readRequest(bruno, around, read, input));
    const urls = files.flatMap((bruno) => variableUrls(scopeOf(bruno), input.mayBeApiUrl));
    const mentions = files.flatMap((bruno) => mentionsIn(bruno.file, input, () => unsentIn(bruno)));
    return {
      facts: [...calls.flatMap(({ facts }) => facts), ...urls, ...mentions],
      failed: [],
      embedded: calls.flatMap(({ embedded }) => embedded),
    };
  },
};
