import type { EscapeFact, TypedFact } from '../../../model/index.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { hasTypes } from '../syntax/has-types.ts';
import { placeOf } from '../syntax/slots.ts';
import { requestId } from '../requests/requests.ts';
import type { ResponseValue } from '../evaluate/values.ts';
import { handlesBoth } from './dual-reads.ts';
import { Following } from './follow.ts';
import { isAboutRefusals } from './header-tests.ts';
import { isTest } from '../project/test-files.ts';
import { idsOf, type ReadSearch } from './reads.ts';
import { byCall } from './request-paths.ts';
import type { Exit } from './stops.ts';
import { typedParts } from './typed-responses.ts';

const pathOf = ({ stage, path }: ResponseValue): readonly string[] =>
  stage === 'body' ? path.map(({ name }) => name) : [];

const factsOf = ({ node, answers, as }: Exit, search: ReadSearch): readonly EscapeFact[] =>
  answers.flatMap((answer) =>
    idsOf(answer, search).map((request) => ({
      kind: 'escape',
      origin: 'authored',
      request,
      path: pathOf(answer),
      stated: answer.stated === true,
      as,
      ...placeOf(node),
    })),
  );

/** Error responses keep their shape, and tests do not read responses of the service. */
const leaves = ({ node }: Exit): boolean => !isAboutRefusals(node) && !isTest(node.getSourceFile().fileName);

const keyOf = ({ request, file, span, path, as }: EscapeFact): string =>
  `${request} ${file}:${span.start} ${path.join('.')} ${as}`;

/** Types that are written for parts of the responses, in files that a type checker checks. */
const typedFacts = (held: Following['held'], search: ReadSearch): readonly TypedFact[] =>
  held
    .filter(({ node }) => hasTypes(node.getSourceFile().fileName))
    .flatMap(({ node, answers }) =>
      answers
        .filter(({ stage }) => stage === 'body')
        .flatMap((answer) =>
          typedParts(search.ctx, node, pathOf(answer)).flatMap((part) =>
            idsOf(answer, search).map((request) => ({
              kind: 'typed' as const,
              origin: 'authored' as const,
              request,
              ...part,
              ...placeOf(node),
            })),
          ),
        ),
    );

const typeKeyOf = ({ request, type, path }: TypedFact): string =>
  `${request} ${type.file}:${type.span.start} ${path.join('.')}`;

/**
 * Positions where responses of a file's requests leave the code that is known to receive them, and the types that are
 * written for them.
 */
export const escapeFacts = (file: ts.SourceFile, search: ReadSearch): readonly (EscapeFact | TypedFact)[] => {
  const sending = byCall(search.ids);
  const followed = nodesOf(file)
    .calls.filter(ts.isCallExpression)
    .filter((call) => sending.has(requestId(call, [])))
    .map((call) => new Following(search.ctx, search.graph, call).run());
  const exits = followed
    .flatMap((one) => one.exits)
    // A test for a field that chooses between the shapes needs no change.
    .filter(({ as, node }) => (as !== 'asked' && as !== 'named') || !handlesBoth(node, search.successors));
  const facts = exits.filter(leaves).flatMap((exit) => factsOf(exit, search));
  const typed = typedFacts(
    followed.flatMap(({ held }) => held),
    search,
  );
  return [
    ...new Map(facts.map((fact) => [keyOf(fact), fact])).values(),
    ...new Map(typed.map((fact) => [typeKeyOf(fact), fact])).values(),
  ];
};
