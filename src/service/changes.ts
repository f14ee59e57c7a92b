import { isJsonObject, UsageError } from '../model/index.ts';
import type { Json, JsonObject } from '../model/index.ts';

/** Change of the state. The state is the result of all changes in order. */
export type StateChange =
  /** Created or modified; in the newest shape. */
  | { readonly kind: 'cluster'; readonly groupId: string; readonly cluster: JsonObject }
  | { readonly kind: 'cluster-gone'; readonly groupId: string; readonly name: string }
  /** A document of another resource, by its path below the base. */
  | { readonly kind: 'document'; readonly path: string; readonly value: Json }
  | { readonly kind: 'document-gone'; readonly path: string }
  /** A token that counts no more; it may be forgotten after `until` (milliseconds since the epoch). */
  | { readonly kind: 'revoked'; readonly token: string; readonly until: number }
  /** Key that signs tokens and nonces, base64. */
  | { readonly kind: 'key'; readonly key: string };

type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** 32 bytes, as `newKey` writes them. A shorter key, or none, would let anybody sign. */
const isKey = (value: unknown): boolean => typeof value === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(value);

const SHAPES: { readonly [K in StateChange['kind']]: (change: Fields) => boolean } = {
  cluster: ({ groupId, cluster }) => isText(groupId) && isJsonObject(cluster) && isText(cluster['name']),
  'cluster-gone': ({ groupId, name }) => isText(groupId) && isText(name),
  document: ({ path, value }) => isText(path) && value !== undefined,
  'document-gone': ({ path }) => isText(path),
  revoked: ({ token, until }) => isText(token) && Number.isFinite(until),
  key: ({ key }) => isKey(key),
};

const isChange = (entry: unknown): entry is StateChange => {
  const kind = isJsonObject(entry) ? String(entry['kind']) : '';
  return Object.hasOwn(SHAPES, kind) && SHAPES[kind as StateChange['kind']](entry as Fields);
};

/**
 * Validates the changes of a state file; `name` is the file's name. Throws UsageError that names the line,
 * but never its content.
 */
export const checkChanges = (entries: readonly unknown[], name: string): readonly StateChange[] => {
  const wrong = entries.findIndex((entry) => !isChange(entry));
  if (wrong >= 0)
    throw new UsageError(
      `${name} is damaged in line ${wrong + 1}, which is no change that a service wrote: take that line out, or name another file.`,
    );
  const changes = entries as readonly StateChange[];
  if (changes.length > 0 && !changes.some(({ kind }) => kind === 'key'))
    throw new UsageError(`${name} has no key that tokens are signed with: name another file.`);
  return changes;
};
