import type { Note, Place, ReadFact, ResponseFact, Slot, Tree } from '../../../model/index.ts';
import type { CheckContext } from '../check.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { because, message } from '../message.ts';

/** Property names in mock responses of separate files. */
const namesIn = (tree: Tree | undefined): readonly Slot[] => {
  if (tree?.kind === 'list') return tree.items.flatMap(namesIn);
  return tree?.kind === 'object' ? tree.members.flatMap(({ key, value }) => [key, ...namesIn(value)]) : [];
};

/** Folders whose saved responses are there for tests. */
const OF_TESTS = /(?:^|\/)(?:__\w+__|tests?|spec|e2e|fixtures?|mocks?|stubs?|testdata)\//;

/** Mock of the same project that returns the property: a read of its replacement would get `undefined`. */
export const mockOf = (
  name: string,
  read: ReadFact,
  { facts, settings, view }: CheckContext,
): Note | undefined => {
  const isNear = ({ file }: Place): boolean => settings.projectOf(file) === settings.projectOf(read.file);
  const written = factsOfKind(facts, 'name').find(
    (fact) => fact.as === 'mocked' && fact.name === name && isNear(fact),
  );
  // The response of a mock was not recorded: a request that need not send its headers is one to be matched.
  const isStub = ({ origin, request }: ResponseFact): boolean =>
    origin === 'collection' || view.callOf(request)?.request.headers.unwritten === true;
  const stubbed = factsOfKind(facts, 'response')
    .filter((fact) => isStub(fact) && isNear(fact))
    .flatMap(({ body }) => namesIn(body))
    .find(({ value }) => value === name);
  const saved = factsOfKind(facts, 'payload')
    .filter((fact) => fact.origin === 'recording' && OF_TESTS.test(fact.file) && isNear(fact))
    .flatMap(({ tree }) => namesIn(tree))
    .find(({ value }) => value === name);
  const mock = written ?? stubbed ?? saved;
  return mock && because(mock, message('mockedElsewhere', { name }));
};
