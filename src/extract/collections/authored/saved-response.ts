import type { ResponseFact, ScalarTree, Tree } from '../../../model/index.ts';
import { headerSetOf } from '../../recordings/recorded/headers.ts';
import type { RawHeader } from '../../recordings/recorded/headers.ts';
import { keptTree, withoutRepeatedItems } from '../../recordings/recorded/kept-body.ts';

/** Response that a collection stores beside a request: an example, a mock. `whole` is its position. */
export interface SavedResponse {
  readonly request: string;
  readonly whole: Pick<Tree, 'file' | 'span'>;
  readonly status: ScalarTree | undefined;
  readonly headers: readonly RawHeader[];
  readonly body: Tree | undefined;
}

/** Fact of a saved response: evidence, positioned at its status. */
export const savedResponse = ({ request, whole, status, headers, body }: SavedResponse): ResponseFact => {
  const { file, span } = status ?? whole;
  return {
    kind: 'response',
    file,
    span,
    origin: 'recording',
    request,
    status: typeof status?.value === 'number' ? status.value : undefined,
    headers: headerSetOf(headers),
    body: body && keptTree(withoutRepeatedItems(body)),
    exchange: undefined,
  };
};
