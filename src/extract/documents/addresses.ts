import { textOfSlot } from '../../model/index.ts';
import type { Origin, Slot, Tree, UrlFact } from '../../model/index.ts';
import { isProseName } from '../mentions.ts';

const LINKS = new Set(['links', '_links', 'link']);

export interface AddressSearch {
  readonly origin: Origin;
  /** True when nothing in the document is used as a URL: responses, documentation. */
  readonly mentionsOnly: boolean;
  readonly interest: (flat: string) => boolean;
}

interface Position {
  readonly prose: boolean;
  readonly inLinks: boolean;
}

const below = (at: Position, key: string): Position => ({
  prose: at.prose || isProseName(key) || (at.inLinks && key === 'href'),
  inLinks: at.inLinks || LINKS.has(key),
});

/** Value of `- NAME=https://…`, a variable in a list, where it is written literally. */
const assignedSlot = (slot: Slot): Slot => {
  const lead = /^[A-Za-z_]\w*=(?=https?:)/.exec(slot.value)?.[0].length ?? 0;
  const { start, end } = slot.span;
  if (lead === 0 || end - start !== slot.value.length) return slot;
  return { ...slot, span: { start: start + lead, end }, value: slot.value.slice(lead), spelling: 'plain' };
};

function* visit(tree: Tree, at: Position, search: AddressSearch): Generator<UrlFact> {
  if (tree.kind === 'object') {
    for (const { key, value } of tree.members) yield* visit(value, below(at, key.value), search);
  } else if (tree.kind === 'list') {
    for (const item of tree.items) yield* visit(item, at, search);
  } else if (tree.kind === 'scalar' && tree.slot !== undefined) {
    const slot = assignedSlot(tree.slot);
    if (/\s/.test(slot.value) || !search.interest(slot.value)) return;
    const use = at.prose || search.mentionsOnly ? 'mention' : 'value';
    yield {
      kind: 'url',
      file: slot.file,
      span: slot.span,
      origin: search.origin,
      text: textOfSlot(slot),
      use,
    };
  }
}

/** String values of a document that, as a whole, may be URLs of the API. */
export const addressesIn = (tree: Tree, search: AddressSearch): readonly UrlFact[] => [
  ...visit(tree, { prose: false, inLinks: false }, search),
];
