import type { Endpoint } from '../../model/index.ts';
import { split } from './trie.ts';

/** Segments that have another name in the versioned API; `undefined` when the move is not one to one. */
export const renames = (endpoint: Endpoint): readonly { index: number; name: string }[] | undefined => {
  const before = split(endpoint.path);
  const after = endpoint.v2 === null ? undefined : split(endpoint.v2);
  if (after === undefined || after.length !== before.length) return undefined;
  return after.flatMap((name, index) => (name === before[index] ? [] : [{ index, name }]));
};

/** The new path with the names of the parameters that the legacy path has. */
export const renamedPath = ({ v2, template }: Endpoint): string | null => {
  const names = template.match(/\{[^}]*\}/g) ?? [];
  let at = 0;
  return v2 === null ? null : v2.replaceAll('{}', () => names[at++] ?? '{}');
};

/** Advice on an endpoint that has another name or is gone: what to use, and what else differs. */
export const adviceOn = ({ successor, note }: Endpoint): string | null => {
  const advice = [successor === null ? [] : `use ${successor}`, note ?? []].flat().join('; ');
  return advice === '' ? null : `Note: ${advice}.`;
};
