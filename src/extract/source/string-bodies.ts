import { flatten, HOLE } from '../../model/index.ts';
import type { EmbeddedText, Fact, OpaqueTree, RequestFact, Slot, Tree } from '../../model/index.ts';
import { UNKNOWN, jsonBody, withoutSecrets } from '../documents/authored-body.ts';
import type { AuthoredBody } from '../documents/authored-body.ts';
import type { ExtractResult, ProjectHost } from '../extractor.ts';
import { packedText } from '../documents/json/spelled-text.ts';
import { loadJsonReader } from '../documents/json/reader.ts';
import type { JsonReader } from '../documents/json/reader.ts';

/** Matches `${name}` and `${a.b}`, which can be evaluated twice, and other holes without nested braces. */
const INSERTED = /\$\{[^{}]*\}/g;
const PURE_INSERTED = /^\$\{\s*[\w$]+(?:\.[\w$]+)*\s*\}$/;
const STRING_OR_INSERTED = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|$)|\$\{[^{}]*\}/g;

/** Text of the same length with its holes overwritten, as strings where they are outside of one. */
const legible = (text: string): string =>
  text.replace(STRING_OR_INSERTED, (found) =>
    found.startsWith('"')
      ? found.replace(INSERTED, (hole) => UNKNOWN.repeat(hole.length))
      : `"${UNKNOWN.repeat(found.length - 2)}"`,
  );

/** Marks a tree as impure where a hole contains a call: evaluating it twice may repeat a side effect. */
const withPurity = (tree: Tree, raw: string): Tree => {
  switch (tree.kind) {
    case 'object': {
      const members = tree.members.map((member) => ({ ...member, value: withPurity(member.value, raw) }));
      return { ...tree, members };
    }
    case 'list':
      return { ...tree, items: tree.items.map((item) => withPurity(item, raw)) };
    case 'opaque': {
      const holes = raw.slice(tree.span.start, tree.span.end).match(INSERTED) ?? [];
      return { ...tree, pure: holes.every((hole) => PURE_INSERTED.test(hole)) };
    }
    case 'scalar':
      return tree;
  }
};

/** Template literal as JSON, holes included, if its text is verbatim in the file. */
const templateBody = (tree: Tree, text: string | undefined, read: JsonReader): AuthoredBody | undefined => {
  const { start, end } = tree.span;
  const raw = text?.slice(start + 1, end - 1) ?? '';
  if (text?.[start] !== '`' || text[end - 1] !== '`' || /[\\`]/.test(raw)) return undefined;
  const slot: Slot = {
    file: tree.file,
    span: { start: start + 1, end: end - 1 },
    value: raw,
    spelling: 'plain',
  };
  const body = jsonBody(slot, read, legible);
  return body && { ...body, tree: withPurity(body.tree, raw) };
};

const PIECES = new RegExp(String.raw`"[^"\\]*(?:\\[^][^"\\]*)*(?:"|$)|${HOLE}`, 'g');

/** Known parts of a string that is concatenated from several. */
const seenIn = ({ text }: OpaqueTree): string => (text === undefined ? '' : flatten(text));

/** A concatenated string shows what is sent, but cannot be edited in place. */
const joinedBody = (body: OpaqueTree, read: JsonReader): AuthoredBody | undefined => {
  const text = seenIn(body).replace(PIECES, (found) =>
    found === HOLE ? `"${UNKNOWN}"` : found.replaceAll(HOLE, UNKNOWN),
  );
  const { tree, problem } = read(body.file, packedText(text, body.span), 'fixed');
  return tree === undefined || problem !== undefined
    ? undefined
    : { tree: withoutSecrets(tree), embedded: [] };
};

const bodyIn = (tree: Tree, host: ProjectHost, read: JsonReader): AuthoredBody | undefined => {
  if (tree.kind === 'opaque') return templateBody(tree, host.read(tree.file), read) ?? joinedBody(tree, read);
  return tree.kind === 'scalar' && tree.slot !== undefined ? jsonBody(tree.slot, read) : undefined;
};

const isJson = (fact: Fact): fact is RequestFact => {
  if (fact.kind !== 'request') return false;
  const { body } = fact;
  const text =
    body?.kind === 'scalar' ? body.slot?.value : body?.kind === 'opaque' ? seenIn(body) : undefined;
  return /^\s*[{[]/.test(text ?? '');
};

/**
 * Facts with JSON bodies in string or template literals parsed as payloads; their edits go into the literal.
 * The JSON scanner is loaded only when there is one.
 */
export const withStringBodies = async (result: ExtractResult, host: ProjectHost): Promise<ExtractResult> => {
  if (!result.facts.some(isJson)) return result;
  const read = await loadJsonReader();
  const embedded = new Map<string, EmbeddedText>();
  const facts = result.facts.map((fact): Fact => {
    const body = isJson(fact) ? bodyIn(fact.body!, host, read) : undefined;
    for (const text of body?.embedded ?? []) embedded.set(text.path, text);
    return body === undefined ? fact : { ...(fact as RequestFact), body: body.tree };
  });
  return { ...result, facts, embedded: [...(result.embedded ?? []), ...embedded.values()] };
};
