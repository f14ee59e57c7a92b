import { randomBytes } from 'node:crypto';
import type { Json, JsonObject } from '../model/index.ts';
import type { StateChange } from './changes.ts';

type ChangeOf<K extends StateChange['kind']> = Extract<StateChange, { readonly kind: K }>;

/** A project. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly orgId: string;
}

/** Path under which a project is kept: it is a document like any other. */
export const groupPath = (id: string): string => `/groups/${encodeURIComponent(id)}`;

/** The state of the service: what its changes have left. Everything else is pure. */
export class Store {
  readonly #clusters = new Map<string, Map<string, JsonObject>>();
  readonly #documents = new Map<string, Json>();
  readonly #revoked = new Map<string, number>();
  #key = '';

  readonly #apply: { readonly [K in StateChange['kind']]: (change: ChangeOf<K>) => void } = {
    cluster: ({ groupId, cluster }) => void this.#clustersOf(groupId).set(String(cluster['name']), cluster),
    'cluster-gone': ({ groupId, name }) => void this.#clusters.get(groupId)?.delete(name),
    document: ({ path, value }) => void this.#documents.set(path, value),
    'document-gone': ({ path }) => void this.#documents.delete(path),
    revoked: ({ token, until }) => void this.#revoked.set(token, until),
    key: ({ key }) => void (this.#key = key),
  };

  /** Takes a change over. */
  apply(change: StateChange): void {
    (this.#apply[change.kind] as (change: StateChange) => void)(change);
  }

  #clustersOf(groupId: string): Map<string, JsonObject> {
    const known = this.#clusters.get(groupId);
    if (known !== undefined) return known;
    const made = new Map<string, JsonObject>();
    this.#clusters.set(groupId, made);
    return made;
  }

  /** Bytes that tokens and nonces are signed with. */
  get key(): Buffer {
    return Buffer.from(this.#key, 'base64');
  }

  group(id: string): Group | undefined {
    const document = this.#documents.get(groupPath(id)) as JsonObject | undefined;
    if (document === undefined) return undefined;
    return { id, name: String(document['name'] ?? ''), orgId: String(document['orgId'] ?? '') };
  }

  /** Clusters in the newest shape, oldest first. */
  clusters(groupId: string): readonly JsonObject[] {
    return [...(this.#clusters.get(groupId)?.values() ?? [])];
  }

  cluster(groupId: string, name: string): JsonObject | undefined {
    return this.#clusters.get(groupId)?.get(name);
  }

  document(path: string): Json | undefined {
    return this.#documents.get(path);
  }

  /** Documents so many segments below a path, oldest first. */
  documentsIn(path: string, depth: number): readonly Json[] {
    const isChild = (candidate: string): boolean =>
      candidate.startsWith(`${path}/`) && candidate.slice(path.length).split('/').length - 1 === depth;
    return [...this.#documents].filter(([candidate]) => isChild(candidate)).map(([, value]) => value);
  }

  isRevoked(token: string): boolean {
    return this.#revoked.has(token);
  }

  /**
   * Changes that produce this state from an empty one, without revocations that no longer matter at `now`.
   */
  snapshot(now: number): readonly StateChange[] {
    return [
      { kind: 'key', key: this.#key },
      ...[...this.#clusters].flatMap(([groupId, clusters]) =>
        [...clusters.values()].map((cluster): StateChange => ({ kind: 'cluster', groupId, cluster })),
      ),
      ...[...this.#documents].map(([path, value]): StateChange => ({ kind: 'document', path, value })),
      ...[...this.#revoked]
        .filter(([, until]) => until > now)
        .map(([token, until]): StateChange => ({ kind: 'revoked', token, until })),
    ];
  }
}

/** Random key. */
export const newKey = (): StateChange => ({ kind: 'key', key: randomBytes(32).toString('base64') });
