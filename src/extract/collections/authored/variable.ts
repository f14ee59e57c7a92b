import type { Slot } from '../../../model/index.ts';
import { isSecretName, isSecretValue } from '../../recordings/recorded/secrets.ts';

/** The scheme and credentials of an address; a host follows. */
const CREDENTIALS = /^\s*[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*@(?=[^/?#\s@])/i;

/** What stands behind the credentials of an address; `undefined` where that cannot be told from them. */
const behindCredentials = (slot: Slot): Slot | undefined => {
  const { file, span, value, spelling } = slot;
  const at = CREDENTIALS.exec(value)?.[0].length;
  // A value that is spelled with escapes has its units elsewhere.
  if (at === undefined || span.end - span.start !== value.length) return undefined;
  const rest = value.slice(at);
  if (rest.includes('@') || isSecretValue(rest)) return undefined;
  return { file, span: { start: span.start + at, end: span.end }, value: rest, spelling };
};

/**
 * A variable as entries of a scope: of an address with credentials what stands behind them, of other values all, of
 * credentials nothing, and nothing of a blank one, which somebody fills in. `said` is its name in the file, where the scope has it under another.
 */
export const variableEntry = (
  name: string,
  slot: Slot,
  said: string = name,
): readonly (readonly [string, Slot])[] => {
  const held = isSecretValue(slot.value) ? behindCredentials(slot) : slot;
  return held === undefined || held.value.trim() === '' || isSecretName(said) ? [] : [[name, held]];
};
