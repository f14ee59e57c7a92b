import type { Check, PendingFinding } from './check.ts';
import { findingAt } from './message.ts';
import { entriesOf, flatten } from '../../model/index.ts';
import type { RequestFact, ResponseFact, Rule } from '../../model/index.ts';
import { vendorTypes } from './media.ts';
import { agreedOperation } from './fact-index.ts';
import { factsOfKind } from './facts-of-kind.ts';
import type { ApiCall } from './fact-index.ts';
import { addressWords } from '../api/address-words.ts';

interface Options {
  /** Messages by status code. */
  readonly statuses: Readonly<Record<string, string>>;
}

type StatusRule = Rule & { readonly options: Options };

/** Version that the request names. */
const askedFor = ({ headers }: RequestFact): string | null => {
  const value = entriesOf(headers, 'accept').at(-1)?.values?.[0];
  return value === undefined ? null : (vendorTypes(flatten(value))[0]?.version ?? null);
};

const draftOf = (rule: StatusRule, response: ResponseFact, { request, located }: ApiCall): PendingFinding => {
  const status = response.status!;
  const asked = askedFor(request);
  const data = { status, meaning: rule.options.statuses[status]!, version: asked };
  const finding = findingAt(rule, response, {
    data,
    anchor: `${status} ${request.method ?? ''} ${located[0]!.address.path}`,
    operation: agreedOperation(located),
    exchange: response.exchange,
  });
  return { finding, part: 'alone', requests: [] };
};

/** Finds recorded responses of the versioned API that reject the requested version. */
export const rejectedStatus: Check<Options> = {
  name: 'rejected-status',
  vocabulary: (_, api) => ({ addresses: addressWords(api), distinctive: [], common: [], successors: [] }),
  run: (rule, { facts, view }) =>
    factsOfKind(facts, 'response').flatMap((response) => {
      const call = view.callOf(response.request);
      const versioned = call?.located.some(({ address }) => address.area === 'versioned');
      const listed = Object.hasOwn(rule.options.statuses, String(response.status));
      return call !== undefined && versioned === true && listed ? [draftOf(rule, response, call)] : [];
    }),
};
