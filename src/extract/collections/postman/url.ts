import type { ScalarTree, Slot, SlotCopy, Text, TextPart, Tree } from '../../../model/index.ts';
import { textOfSlot } from '../../../model/index.ts';
import { addressText } from '../authored/address.ts';
import { resolved } from '../authored/placeholders.ts';
import type { PlaceholderValues } from '../authored/placeholders.ts';
import { nestedText, plainText } from '../../documents/json/spelled-text.ts';
import { itemsOf, memberOf, scalarOf } from '../../members.ts';

/** URL in a collection: its position, and its text with the variables of a scope. */
export interface WrittenUrl {
  readonly slot: Slot;
  readonly textIn: (scope: PlaceholderValues) => Text;
}

const slotOfItem = (item: Tree): readonly Slot[] => {
  const scalar: ScalarTree | undefined = item.kind === 'scalar' ? item : scalarOf(item, 'value');
  return scalar?.slot === undefined ? [] : [scalar.slot];
};

/** Pieces of a member that is one string or a list of them. */
const pieces = (url: Tree, name: string): readonly Slot[] => {
  const whole = scalarOf(url, name)?.slot;
  return whole === undefined ? itemsOf(url, name).flatMap(slotOfItem) : [whole];
};

/** Positions of the path's pieces in the whole URL; `undefined` when the two differ. */
const copiesIn = (
  raw: string,
  host: readonly Slot[],
  path: readonly Slot[],
): readonly SlotCopy[] | undefined => {
  const name = host.map(({ value }) => value).join('.');
  const hostAt = raw.indexOf(name);
  if (hostAt < 0) return undefined;
  const pathEnd = /[?#]/.exec(raw)?.index ?? raw.length;
  const copies: SlotCopy[] = [];
  let at = hostAt + name.length;
  for (const slot of path) {
    const from = slot.value === '' ? at : raw.indexOf(slot.value, at);
    const between = raw.slice(at, from);
    if (from < 0 || from + slot.value.length > pathEnd || !/^(?::[^/]*)?\/?$/.test(between)) return undefined;
    copies.push({ from, to: from + slot.value.length, slot });
    at = from + slot.value.length;
  }
  return raw.slice(at, pathEnd).replace('/', '') === ''
    ? copies.filter(({ slot }) => slot.value !== '')
    : undefined;
};

const fixedPart = ({ file, span }: Tree, value: string): readonly TextPart[] =>
  textOfSlot({ file, span: { start: span.start, end: span.start }, value, spelling: 'fixed' }).parts;

const joined = (
  url: Tree,
  slots: readonly Slot[],
  separator: string,
  scope: PlaceholderValues,
): readonly TextPart[] =>
  slots.flatMap((slot, index) => [
    ...(index === 0 ? [] : fixedPart(url, separator)),
    ...resolved(slot, scope).parts,
  ]);

/** Text of the pieces; the whole URL is ignored where they exist. */
const fromPieces = (
  url: Tree,
  host: readonly Slot[],
  path: readonly Slot[],
  scope: PlaceholderValues,
): Text => {
  const protocol = scalarOf(url, 'protocol')?.value;
  const scheme = typeof protocol === 'string' && protocol !== '' ? fixedPart(url, `${protocol}://`) : [];
  const slash = path[0]?.value.startsWith('/') === true ? [] : fixedPart(url, '/');
  return {
    parts: [...scheme, ...joined(url, host, '.', scope), ...slash, ...joined(url, path, '/', scope)],
  };
};

const fromRaw = (slot: Slot, fileText: string): WrittenUrl => {
  const { spanAt } = nestedText(plainText(fileText), slot.span.start, slot.span.end);
  return { slot, textIn: (scope) => addressText(slot, spanAt, scope) };
};

/** URL of a request: a string, or an object that has it twice, whole and in pieces. */
export const urlOf = (request: Tree, fileText: string): WrittenUrl | undefined => {
  const url = request.kind === 'scalar' ? request : memberOf(request, 'url');
  if (url?.kind === 'scalar') return url.slot && fromRaw(url.slot, fileText);
  if (url?.kind !== 'object') return undefined;
  const raw = scalarOf(url, 'raw')?.slot;
  const host = pieces(url, 'host');
  const path = pieces(url, 'path');
  if (host.length === 0 && path.length === 0) return raw && fromRaw(raw, fileText);
  const copies = raw && copiesIn(raw.value, host, path);
  if (raw !== undefined && copies !== undefined) return fromRaw({ ...raw, copies }, fileText);
  const first = path[0] ?? host[0]!;
  return { slot: first, textIn: (scope) => fromPieces(url, host, path, scope) };
};
