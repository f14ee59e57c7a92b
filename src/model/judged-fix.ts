import type { Finding } from './finding.ts';
import type { Fix, FixBase, Note } from './fix.ts';

/** The fix: safe where there is no doubt about it. */
export const judgedFix = (fix: FixBase, doubt: Note | undefined): Fix =>
  doubt === undefined ? { ...fix, safety: 'safe' } : { ...fix, safety: 'unsafe', reason: doubt };

/** The fix with one more doubt about it; the first reason stays. */
export const heldBack = (fix: Fix, doubt: Note | undefined): Fix =>
  fix.safety === 'unsafe' || doubt === undefined ? fix : judgedFix(fix, doubt);

/** Why a fix is unsafe; `undefined` for a safe one. */
export const reasonOf = (fix: Fix | undefined): Note | undefined =>
  fix?.safety === 'unsafe' ? fix.reason : undefined;

/** The finding without its fix, which would be wrong, and with why. */
export const withoutFix = (finding: Finding, { text }: Note): Finding => ({
  ...finding,
  fix: undefined,
  message: `${finding.message} It is not fixed: ${text}`,
});
