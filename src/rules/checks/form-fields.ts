import { flatten, HOLE } from '../../model/index.ts';
import type { Tree } from '../../model/index.ts';

/** Fields by name; `undefined` for an unknown value. */
export type FormFields = ReadonlyMap<string, string | undefined>;

/** A form that is written as a text: `token=${token}&token_type_hint=access_token`. */
const fieldsOfText = (text: string): FormFields | undefined => {
  const pairs = text.split('&').map((pair) => /^([^=]*)=(.*)$/s.exec(pair));
  // An unknown name may be any, and what represents a whole pair may represent several.
  if (pairs.some((pair) => pair === null || pair[1]!.includes(HOLE))) return undefined;
  const decoded = new URLSearchParams(text);
  return new Map(Array.from(decoded, ([name, value]) => [name, value.includes(HOLE) ? undefined : value]));
};

/** Fields of a form or object; `undefined` if some are unknown. */
export const fieldsIn = (body: Tree | undefined): FormFields | undefined => {
  if (body?.kind === 'scalar' && typeof body.value === 'string')
    return new Map(new URLSearchParams(body.value));
  if (body?.kind === 'opaque' && body.text !== undefined) return fieldsOfText(flatten(body.text));
  if (body?.kind !== 'object' || !body.complete) return undefined;
  return new Map(
    body.members.map(({ key, value }) => [
      key.value,
      value.kind === 'scalar' ? String(value.value) : undefined,
    ]),
  );
};
