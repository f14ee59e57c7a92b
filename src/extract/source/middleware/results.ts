import type { MiddlewareShape } from '../clients/client-middleware.ts';
import { strip } from '../evaluate/arguments.ts';
import { isAssignment } from '../evaluate/paths/access-paths.ts';
import { isPrinter } from '../syntax/mentions.ts';
import { ts } from '../syntax/tree.ts';
import { returnValues } from './return-values.ts';
import { partOfRequest } from './parts.ts';
import { markUnknown, type Examination } from './examination.ts';

const isNothing = (result: ts.Expression | undefined): boolean =>
  result === undefined || result.kind === ts.SyntaxKind.NullKeyword || result.getText() === 'undefined';

const rejects = (result: ts.Expression): boolean => /^Promise\.reject\b/.test(result.getText());

/** True for a result without a value: `(request) => void log(request)`, `(config) => (config.headers.A = b)`. */
const givesNothing = (result: ts.Expression): boolean => {
  const node = strip(result);
  if (ts.isBinaryExpression(node)) return isAssignment(node);
  return ts.isVoidExpression(node) || (ts.isCallExpression(node) && isPrinter(node));
};

/** Checks that the function returns the request that it received, where the client continues with that. */
export const checkResults = (state: Examination, { given, gives }: MiddlewareShape): void => {
  if (gives === 'response') return;
  const { root } = state;
  if (!root) return;
  const results = returnValues(root);
  const own = given.some((each) => each === 'request' || each === 'chained' || each.startsWith('.'));
  // `h => ({ ... })` returns a value derived from `h`; code that only reads headers may return anything.
  if (!own) return;
  if (gives === 'request' && results.length === 0) return markUnknown(state, root);
  for (const result of results) {
    if (isNothing(result)) {
      if (gives === 'request') markUnknown(state, root);
      continue;
    }
    const part = partOfRequest(state, result!);
    if (part === 'request' || part === 'chained' || part?.startsWith('.') || rejects(result!)) continue;
    // `(request) => request.headers.set(…)`
    if (gives === 'perhaps' && (part === 'headers' || givesNothing(result!))) continue;
    markUnknown(state, result!);
  }
};
