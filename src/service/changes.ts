import type { Json, JsonObject } from '../payload/values.ts';

/** Something that happened to the state. A state is what its changes, applied in order, leave behind. */
export type Change =
  /** Created or modified; in the newest shape. */
  | { readonly kind: 'cluster'; readonly groupId: string; readonly cluster: JsonObject }
  | { readonly kind: 'cluster-gone'; readonly groupId: string; readonly name: string }
  /** A document of another resource, by its path below the base. */
  | { readonly kind: 'document'; readonly path: string; readonly value: Json }
  | { readonly kind: 'document-gone'; readonly path: string }
  /** A token that counts no more; it may be forgotten after `until` (milliseconds since the epoch). */
  | { readonly kind: 'revoked'; readonly token: string; readonly until: number }
  /** What tokens and nonces are signed with, base64. */
  | { readonly kind: 'key'; readonly key: string };
