import type { Slot } from '../../../model/index.ts';
import { isSecretName, isSecretValue } from '../../secrets.ts';

/** Matches the scheme and credentials of a URL, before its host. */
const CREDENTIALS = /^\s*[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*@(?=[^/?#\s@])/i;

/** URL without its credentials; `undefined` where they cannot be separated. */
const behindCredentials = (slot: Slot): Slot | undefined => {
  const { file, span, value, spelling } = slot;
  const at = CREDENTIALS.exec(value)?.[0].length;
  // A value with escapes has different offsets in the file.
  if (at === undefined || span.end - span.start !== value.length) return undefined;
  const rest = value.slice(at);
  if (rest.includes('@') || isSecretValue(rest)) return undefined;
  return { file, span: { start: span.start + at, end: span.end }, value: rest, spelling };
};

/**
 * Scope entries of a variable: of a URL with credentials the text after them, of other values all, nothing of
 * credentials, and nothing of a blank value, which is to be filled in. `said` is its name in the file, where
 * that differs in the scope.
 */
export const variableEntry = (
  name: string,
  slot: Slot,
  said: string = name,
): readonly (readonly [string, Slot])[] => {
  const held = isSecretValue(slot.value) ? behindCredentials(slot) : slot;
  return held === undefined || held.value.trim() === '' || isSecretName(said) ? [] : [[name, held]];
};
