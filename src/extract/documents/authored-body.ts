import type { EmbeddedText, Member, Slot, Tree } from '../../model/index.ts';
import { isSecretName, isSecretValue } from '../secrets.ts';
import type { JsonReader } from './json/reader.ts';
import { plainText } from './json/spelled-text.ts';

/** Placeholder for unknown text, in texts of the same length. */
export const UNKNOWN = '\uE000';

/** Maximum length of bodies that are read: a payload is far smaller. */
const MAX_LENGTH = 1024 * 1024;

/** Body and, where it is a text inside a string, that text. */
export interface AuthoredBody {
  readonly tree: Tree;
  readonly embedded: readonly EmbeddedText[];
}

const hidden = ({ file, span }: Tree): Tree => ({ kind: 'opaque', file, span, pure: true });

const isHidden = (value: unknown, secret: boolean): boolean =>
  typeof value === 'string'
    ? secret || value.includes(UNKNOWN) || /\{\{[^{}]*\}\}/.test(value) || isSecretValue(value)
    : secret && typeof value === 'number';

const veiledMember = (member: Member): Member => ({
  ...member,
  value: withoutSecrets(member.value, isSecretName(member.key.value)),
});

const isKnown = ({ key }: Member): boolean => !key.value.includes(UNKNOWN);

/** Tree with unknown values and credentials made opaque: they exist, but are not readable. */
export const withoutSecrets = (tree: Tree, secret = false): Tree => {
  if (tree.kind === 'object') {
    const members = tree.members.filter(isKnown).map(veiledMember);
    return { ...tree, members, complete: tree.complete && members.length === tree.members.length };
  }
  if (tree.kind === 'list') return { ...tree, items: tree.items.map((item) => withoutSecrets(item, secret)) };
  return tree.kind === 'scalar' && isHidden(tree.value, secret) ? hidden(tree) : tree;
};

const STRING_OR_PLACEHOLDER = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|$)|\{\{[^{}]*\}\}/g;

/** Rewrites placeholders outside strings (`"size": {{size}}`) to strings of the same length. */
export const withoutPlaceholders = (text: string): string =>
  text.replace(STRING_OR_PLACEHOLDER, (found) =>
    found.startsWith('"') ? found : `"${UNKNOWN.repeat(found.length - 2)}"`,
  );

/**
 * JSON of a slot's value; `undefined` when it is not JSON. `legible` prepares the text to parse: the same
 * length, with unknown parts overwritten.
 */
export const jsonBody = (
  slot: Slot,
  read: JsonReader,
  legible: (text: string) => string = withoutPlaceholders,
): AuthoredBody | undefined => {
  if (slot.value.length > MAX_LENGTH || !/^\s*[{[]/.test(slot.value)) return undefined;
  const path = `${slot.file}#${slot.span.start}`;
  const { tree, problem } = read(path, plainText(legible(slot.value)), 'json-string');
  return tree === undefined || problem !== undefined
    ? undefined
    : { tree: withoutSecrets(tree), embedded: [{ path, slot }] };
};

/** Fields of a form, each with its own name and value in the file. */
export const formBody = (place: Tree | Slot, fields: readonly (readonly [Slot, Slot])[]): Tree => {
  const { file, span } = place;
  const members = fields.map(([key, value]): Member => ({
    key,
    value: { kind: 'scalar', file, span: value.span, value: value.value, slot: value },
    place: { file, span: { start: key.span.start, end: Math.max(key.span.end, value.span.end) } },
    removal: undefined,
    certain: true,
  }));
  return withoutSecrets({ kind: 'object', file, span, members, complete: true, gap: undefined });
};
