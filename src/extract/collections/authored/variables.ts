import { textOfSlot } from '../../../model/index.ts';
import type { Slot, Tree, UrlFact } from '../../../model/index.ts';
import type { PlaceholderValues } from './placeholders.ts';
import { variableEntry } from './variable.ts';

function* entriesIn(tree: Tree | undefined, prefix: string): Generator<readonly [string, Slot]> {
  if (tree?.kind !== 'object') return;
  for (const { key, value } of tree.members) {
    const name = prefix + key.value;
    const slot = value.kind === 'scalar' ? value.slot : undefined;
    if (slot === undefined) yield* entriesIn(value, `${name}.`);
    else yield* variableEntry(name, slot, key.value);
  }
}

/** Variables that an object defines by its members, nested ones as `outer.inner`; credentials are left out. */
export const membersScope = (tree: Tree | undefined): PlaceholderValues => new Map(entriesIn(tree, ''));

/** URLs among variables, whether or not a request uses them. */
export const variableUrls = (
  scope: PlaceholderValues,
  mayBeApiUrl: (flat: string) => boolean,
): readonly UrlFact[] =>
  [...scope.values()]
    .filter(({ value }) => !/\s/.test(value) && mayBeApiUrl(value))
    .map((slot) => ({
      kind: 'url',
      file: slot.file,
      span: slot.span,
      origin: 'collection',
      text: textOfSlot(slot),
      use: 'value',
    }));
