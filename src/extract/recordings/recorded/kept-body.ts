import type { Member, OpaqueTree, ScalarTree, Tree } from '../../../model/index.ts';
import { owned } from './texts.ts';
import { credentialDigest, isSecretName, isSecretValue } from '../../secrets.ts';

const isSecret = ({ value }: ScalarTree, secretName: boolean): boolean =>
  typeof value === 'string' ? secretName || isSecretValue(value) : secretName && typeof value === 'number';

const hidden = ({ file, span }: Tree): OpaqueTree => ({ kind: 'opaque', file, span, pure: true });

const kept = (tree: Tree, secretName: boolean): Tree => {
  const { kind, file, span } = tree;
  if (kind === 'object') {
    return {
      kind,
      file,
      span,
      members: tree.members.map(keptMember),
      complete: tree.complete,
      gap: undefined,
    };
  }
  if (kind === 'list') {
    return {
      kind,
      file,
      span,
      items: tree.items.map((item) => kept(item, secretName)),
      complete: tree.complete,
    };
  }
  if (kind === 'opaque') return hidden(tree);
  if (isSecret(tree, secretName)) return { ...hidden(tree), digest: credentialDigest(String(tree.value)) };
  const value = typeof tree.value === 'string' ? owned(tree.value) : tree.value;
  return { kind, file, span, value, slot: undefined };
};

const keptMember = ({ key, value, place, certain }: Member): Member => ({
  key: { file: key.file, span: key.span, value: owned(key.value), spelling: 'fixed' },
  value: kept(value, isSecretName(key.value)),
  place,
  removal: undefined,
  certain,
});

/**
 * Body as stored in facts. Every credential is an opaque value: it exists, but is not readable. Strings are
 * copies, and have no slots, since nothing in a recording can be edited. (No spreads: these copies are most
 * of what a large recording leaves in memory, and spreads double them.)
 */
export const keptTree = (tree: Tree): Tree => kept(tree, false);

/** Names and nesting of a tree, without its values. */
const shapeOf = (tree: Tree): string => {
  if (tree.kind === 'list') return `[${[...new Set(tree.items.map(shapeOf))].join()}]`;
  if (tree.kind !== 'object') return '';
  return `{${tree.members.map(({ key, value }) => JSON.stringify(key.value) + shapeOf(value)).join()}}`;
};

const oneOfEach = (items: readonly Tree[]): readonly Tree[] => {
  const seen = new Set<string>();
  return items.map((item) => {
    if (item.kind !== 'object') return item;
    const shape = shapeOf(item);
    if (seen.has(shape)) return hidden(item);
    seen.add(shape);
    return item;
  });
};

/**
 * Response in which list items with the same structure as an earlier one are opaque: a page of five hundred
 * clusters contains no more information than one of them, and recordings have thousands of pages.
 */
export const withoutRepeatedItems = (answer: Tree): Tree =>
  answer.kind !== 'object'
    ? answer
    : {
        ...answer,
        members: answer.members.map((member) =>
          member.value.kind === 'list'
            ? { ...member, value: { ...member.value, items: oneOfEach(member.value.items) } }
            : member,
        ),
      };
