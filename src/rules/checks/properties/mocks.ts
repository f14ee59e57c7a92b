import type { NameFact, Note, Place, ReadFact, ResponseFact, Slot, Tree } from '../../../model/index.ts';
import { maySee } from '../../api/runtime.ts';
import type { CheckContext } from '../check.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { select } from '../../load/jsonpath.ts';
import { because, message } from '../message.ts';
import { ownName, type PropertyOptions } from './options.ts';

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
  const request = view.callOf(read.request)?.request;
  const written = factsOfKind(facts, 'name').find(
    (fact) =>
      fact.as === 'mocked' &&
      fact.name === name &&
      isNear(fact) &&
      (request === undefined || maySee(fact.file, request)),
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

/** Test of the same project that reads or compares a property which a payload loses, where no mock of the test returns it. */
export const testNaming = (
  sent: Tree,
  { properties }: PropertyOptions,
  { facts, settings }: CheckContext,
): Note | undefined => {
  const moved = properties.filter(({ only, path }) => only !== 'response' && select(sent, path).length > 0);
  const names = new Set(moved.map(ownName));
  const named = factsOfKind(facts, 'name').filter(({ name }) => names.has(name));
  const isReturned = ({ file, name }: NameFact): boolean =>
    named.some((other) => other.as === 'mocked' && other.name === name && other.file === file);
  const tested = named.find(
    (fact) =>
      fact.as === 'tested' &&
      settings.projectOf(fact.file) === settings.projectOf(sent.file) &&
      !isReturned(fact),
  );
  return tested && because(tested, message('testNames', { name: tested.name }));
};
