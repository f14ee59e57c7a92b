import type { EmbeddedText, Member, Slot, Tree } from '../../../model/index.ts';
import { isSecretName, isSecretValue } from '../../recordings/recorded/secrets.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { plainText } from '../../documents/json/spelled-text.ts';

/** Stands for text that cannot be known, in texts of the same length. */
export const UNKNOWN = '\uE000';

/** Longer bodies are not read: a payload is far smaller. */
const LONGEST = 1024 * 1024;

/** A body and, where it is a text inside a string, that text. */
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
  value: veiled(member.value, isSecretName(member.key.value)),
});

const isKnown = ({ key }: Member): boolean => !key.value.includes(UNKNOWN);

/** The tree with what is unknown or a credential as opaque values: they are there, and cannot be seen. */
export const veiled = (tree: Tree, secret = false): Tree => {
  if (tree.kind === 'object') {
    const members = tree.members.filter(isKnown).map(veiledMember);
    return { ...tree, members, complete: tree.complete && members.length === tree.members.length };
  }
  if (tree.kind === 'list') return { ...tree, items: tree.items.map((item) => veiled(item, secret)) };
  return tree.kind === 'scalar' && isHidden(tree.value, secret) ? hidden(tree) : tree;
};

const STRING_OR_PLACEHOLDER = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|$)|\{\{[^{}]*\}\}/g;

/** Placeholders outside strings (`"size": {{size}}`) as strings of the same length. */
export const withoutPlaceholders = (text: string): string =>
  text.replace(STRING_OR_PLACEHOLDER, (found) =>
    found.startsWith('"') ? found : `"${UNKNOWN.repeat(found.length - 2)}"`,
  );

/**
 * The JSON that a slot's value is; `undefined` when it is none. `legible` makes the text that is parsed: the same
 * length, what cannot be known overwritten.
 */
export const jsonBody = (
  slot: Slot,
  read: JsonReader,
  legible: (text: string) => string = withoutPlaceholders,
): AuthoredBody | undefined => {
  if (slot.value.length > LONGEST || !/^\s*[{[]/.test(slot.value)) return undefined;
  const path = `${slot.file}#${slot.span.start}`;
  const { tree, problem } = read(path, plainText(legible(slot.value)), 'json-string');
  return tree === undefined || problem !== undefined
    ? undefined
    : { tree: veiled(tree), embedded: [{ path, slot }] };
};

/** The fields of a form, each with a name and a value of its own in the file. */
export const formBody = (place: Tree | Slot, fields: readonly (readonly [Slot, Slot])[]): Tree => {
  const { file, span } = place;
  const members = fields.map(([key, value]): Member => ({
    key,
    value: { kind: 'scalar', file, span: value.span, value: value.value, slot: value },
    place: { file, span: { start: key.span.start, end: Math.max(key.span.end, value.span.end) } },
    removal: undefined,
    certain: true,
  }));
  return veiled({ kind: 'object', file, span, members, complete: true, gap: undefined });
};
