import { isInside } from '../../../model/index.ts';
import type { NameFact, Note, Place, Severity, Tree } from '../../../model/index.ts';
import type { CheckContext } from '../check.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { because, message } from '../message.ts';
import { areNested } from '../places.ts';

/** Members that a validator demands, at any depth. */
const demanded = (tree: Tree): readonly (Place & { readonly name: string })[] => {
  if (tree.kind === 'list') return tree.items.flatMap(demanded);
  if (tree.kind !== 'object') return [];
  return tree.members.flatMap(({ key: { file, span, value: name }, value, certain }) => [
    ...(certain ? [{ file, span, name }] : []),
    ...demanded(value),
  ]);
};

/** Code that needs a property of the old shape, and why it does. */
export interface Need {
  readonly name: string;
  readonly note: Note;
  /** True where it is only named in a text. */
  readonly inText?: true;
  /** Severity where that is milder than the rule's. */
  readonly severity?: Severity;
}

/** Names of members that whatever gets the response may look up in it: `for (const name in schema) response[name]`. */
export const keysIn = ({ facts }: CheckContext): readonly Need[] =>
  factsOfKind(facts, 'name').flatMap((fact) =>
    fact.as === 'key'
      ? [
          {
            name: fact.name,
            note: because(fact, message('unexplainedRead', { name: fact.name })),
            // A table of names may hold more than is looked up.
            severity: 'warning',
          },
        ]
      : [],
  );

/** Members that validators require. */
export const demandsIn = ({ facts }: CheckContext): readonly Need[] =>
  factsOfKind(facts, 'declaration')
    .filter(({ isType, origin }) => !isType && origin === 'authored')
    .flatMap(({ tree }) => demanded(tree))
    .map((fact) => ({ name: fact.name, note: because(fact, message('demanded', { name: fact.name })) }));

/** Tells needs that read a shape of the project's own: it gives the name what it takes from the new shape. */
export const ownShapes = ({ facts, settings: { projectOf } }: CheckContext): ((need: Need) => boolean) => {
  const keyOf = (name: string, file: string): string => `${projectOf(file)}:${name}`;
  const names = factsOfKind(facts, 'name');
  // What a command looks for it does not give: `grep '"mongoURI":'`.
  const looked = names.filter(({ as, span, name }) => as === 'read' && span.end - span.start > name.length);
  const isLookedFor = (fact: NameFact): boolean =>
    looked.some((read) => read.name === fact.name && isInside(read, fact));
  const given = new Set(
    names.flatMap((fact) => (fact.as === 'given' && !isLookedFor(fact) ? [keyOf(fact.name, fact.file)] : [])),
  );
  return ({ name, note }) => given.has(keyOf(name, note.file));
};

/** Members that types of responses declare without knowing the new shape. */
export const declaredIn = ({ facts }: CheckContext, successors: ReadonlySet<string>): readonly Need[] =>
  factsOfKind(facts, 'declaration')
    .filter(({ isType, used, origin }) => isType && used && origin === 'authored')
    .map(({ tree }) => demanded(tree))
    .filter((members) => !members.some(({ name }) => successors.has(name)))
    .flat()
    .map((fact) => ({
      name: fact.name,
      note: because(fact, message('unexplainedRead', { name: fact.name })),
    }));

/** The need nearest to a file: in the file itself, in its project, or anywhere. */
export const nearestTo = (
  file: string,
  needs: readonly Need[],
  { settings: { projectOf } }: CheckContext,
): Need | undefined =>
  needs.find(({ note }) => note.file === file) ??
  needs.find(({ note }) => areNested(projectOf(note.file), projectOf(file))) ??
  needs[0];
