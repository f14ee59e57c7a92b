import { textOfSlot } from '../../model/index.ts';
import type { ObjectTree, Origin, Slot, Tree, UrlFact } from '../../model/index.ts';
import type { ExtractInput } from '../extractor.ts';
import { isProseName } from '../mentions.ts';
import { isTellingPath } from '../telling-path.ts';

const LINKS = new Set(['links', '_links', 'link']);

export interface AddressSearch {
  readonly origin: Origin;
  /** True when nothing in the document is used as a URL: responses, documentation. */
  readonly mentionsOnly: boolean;
  readonly mayBeApiUrl: (flat: string) => boolean;
  readonly tellingPath: ExtractInput['tellingPath'];
}

interface Position {
  readonly prose: boolean;
  readonly inLinks: boolean;
  /** Action of a workflow that gets the value as an input. */
  readonly action?: string | undefined;
}

const below = (at: Position, key: string, action: string | undefined): Position => ({
  prose: at.prose || isProseName(key) || (at.inLinks && key === 'href'),
  inLinks: at.inLinks || LINKS.has(key),
  action: key === 'with' ? action : at.action,
});

/** Action of a step: `uses: owner/name@v1`. */
const actionOf = (tree: ObjectTree): string | undefined => {
  const uses = tree.members.find(({ key }) => key.value === 'uses')?.value;
  return uses?.kind === 'scalar' && typeof uses.value === 'string' ? uses.value : undefined;
};

/** Value of `- NAME=https://…`, a variable in a list, where it is written literally. */
const assignedSlot = (slot: Slot): Slot => {
  const lead = /^[A-Za-z_]\w*=(?=https?:)/.exec(slot.value)?.[0].length ?? 0;
  const { start, end } = slot.span;
  if (lead === 0 || end - start !== slot.value.length) return slot;
  return { ...slot, span: { start: start + lead, end }, value: slot.value.slice(lead), spelling: 'plain' };
};

const URLS = /(?<![\w"'`])https?:\/\/[^\s"'`<>]+/g;

/** URLs in an input of an action, which gets a whole command line: `args: --url https://…`. */
const urlsIn = (slot: Slot): readonly Slot[] => {
  const { start, end } = slot.span;
  if (end - start !== slot.value.length || /[\r\n]/.test(slot.value)) return [];
  return Array.from(slot.value.matchAll(URLS), ({ 0: value, index }) => ({
    ...slot,
    span: { start: start + index, end: start + index + value.length },
    value,
    spelling: 'plain' as const,
  }));
};

/** Texts of a value that may be URLs of the API. */
const slotsIn = (own: Slot, { action }: Position): readonly Slot[] => {
  const slot = assignedSlot(own);
  if (!/\s/.test(slot.value)) return [slot];
  return action === undefined ? [] : urlsIn(slot);
};

function* visit(tree: Tree, at: Position, search: AddressSearch): Generator<UrlFact> {
  if (tree.kind === 'object') {
    const action = actionOf(tree);
    for (const { key, value } of tree.members) yield* visit(value, below(at, key.value, action), search);
  } else if (tree.kind === 'list') {
    for (const item of tree.items) yield* visit(item, at, search);
  } else if (tree.kind === 'scalar' && tree.slot !== undefined) {
    for (const slot of slotsIn(tree.slot, at))
      if (search.mayBeApiUrl(slot.value) || isTellingPath(slot.value, search.tellingPath)) {
        const use = at.prose || search.mentionsOnly ? 'mention' : 'value';
        const sent = at.action === undefined ? {} : { unseen: true, callee: at.action };
        const { file, span } = slot;
        yield { kind: 'url', file, span, origin: search.origin, text: textOfSlot(slot), use, ...sent };
      }
  }
}

/** String values of a document that, as a whole, may be URLs of the API, or paths that tell their endpoint. */
export const addressesIn = (tree: Tree, search: AddressSearch): readonly UrlFact[] => [
  ...visit(tree, { prose: false, inLinks: false }, search),
];
