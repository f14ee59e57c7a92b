import type { ComparisonFact, ExpectationFact, Text } from '../../../model/index.ts';
import { flatten } from '../../../model/index.ts';
import { comparedArguments } from './compared-arguments.ts';
import { comparedHeaders } from './compared-headers.ts';
import { expectedCalls } from './expected-calls.ts';
import { expectedRequest } from './expected-headers.ts';
import { mockedRequest } from './mocked-requests.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { placeOf } from '../syntax/slots.ts';
import type { Ctx } from '../evaluate/values.ts';

/** Words of which every test file contains at least one. */
const TESTS =
  /\b(expect|assert|sinon|should|nock|intercept|on(Get|Post|Put|Patch|Delete|Any)|fetchMock|assert_\w+|requests_mock|stub_request|a_request|respx\w*|httpretty|responses)\b/;

/** Facts about the requests that the tests of a file expect the code under test to send. */
export const expectationFacts = (
  ctx: Ctx,
  file: ts.SourceFile,
  mayBeApiUrl: (flat: string) => boolean,
): readonly (ExpectationFact | ComparisonFact)[] => {
  if (!TESTS.test(file.text)) return [];
  const isAddress = (text: Text): boolean => mayBeApiUrl(flatten(text));
  const stated = nodesOf(file).calls.flatMap((call): readonly ExpectationFact[] => {
    if (!ts.isCallExpression(call)) return [];
    const single = mockedRequest(ctx, call, isAddress) ?? comparedHeaders(ctx, call, isAddress);
    const expected = single
      ? [single]
      : expectedCalls(call).flatMap((of) => expectedRequest(ctx, call, of, isAddress) ?? []);
    return expected.map((request) => ({
      kind: 'expectation',
      origin: 'authored',
      ...request,
      ...placeOf(call),
    }));
  });
  return [...stated, ...comparedArguments(ctx, file, isAddress)];
};
