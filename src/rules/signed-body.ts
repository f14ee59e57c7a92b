import type { Place, Text, Tree } from '../model/index.ts';

/** A text with the names of its holes. */
export const namedText = ({ parts }: Text): string =>
  parts
    .map((part) =>
      part.kind === 'hole' ? `\${${part.name ?? '?'}}` : part.slot.value.slice(part.from, part.to),
    )
    .join('');

/** Locations of the known parts of a text. */
export const placesOfText = ({ parts }: Text): readonly Place[] =>
  parts.flatMap((part) => (part.kind === 'known' ? part.slot : []));

/** A payload without its layout: shape and literals. */
export const bodyText = (tree: Tree | undefined): string => {
  if (tree === undefined) return '';
  if (tree.kind === 'scalar') return JSON.stringify(tree.value);
  if (tree.kind === 'opaque') return tree.text === undefined ? '?' : `"${namedText(tree.text)}"`;
  const open = tree.complete ? '' : ', …';
  if (tree.kind === 'list') return `[${tree.items.map(bodyText).join()}${open}]`;
  const members = tree.members.map(
    ({ key, value, certain }) => `${JSON.stringify(key.value)}${certain ? '' : '?'}:${bodyText(value)}`,
  );
  return `{${members.join()}${open}}`;
};
