import type { WayShape } from '../clients/client-ways.ts';
import { strip } from '../evaluate/arguments.ts';
import { isAssignment } from '../evaluate/changes.ts';
import { isPrinter } from '../requests/mentions.ts';
import { ts } from '../syntax/tree.ts';
import { resultsOf } from './given-back.ts';
import { partOfRequest } from './parts.ts';
import { lose, type Passage } from './passage.ts';

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
export const checkResults = (passage: Passage, { given, gives }: WayShape): void => {
  if (gives === 'answer') return;
  const { root } = passage;
  if (!root) return;
  const results = resultsOf(root);
  const own = given.some((each) => each === 'request' || each === 'chained' || each.startsWith('.'));
  // `h => ({ ... })` returns a value derived from `h`; code that only reads headers may return anything.
  if (!own) return;
  if (gives === 'request' && results.length === 0) return lose(passage, root);
  for (const result of results) {
    if (isNothing(result)) {
      if (gives === 'request') lose(passage, root);
      continue;
    }
    const part = partOfRequest(passage, result!);
    if (part === 'request' || part === 'chained' || part?.startsWith('.') || rejects(result!)) continue;
    // `(request) => request.headers.set(…)`
    if (gives === 'perhaps' && (part === 'headers' || givesNothing(result!))) continue;
    lose(passage, result!);
  }
};
