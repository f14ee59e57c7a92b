import { createHash } from 'node:crypto';

const hash = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** An identifier of 24 hexadecimal digits, the same for the same parts. */
export const idOf = (...parts: readonly string[]): string => hash(parts).slice(0, 24);

/** The short code in the host names of a cluster. */
export const codeOf = (groupId: string, cluster: string): string => hash([groupId, cluster]).slice(0, 5);

/** A cluster's name as part of a host name. */
export const hostOf = (cluster: string): string =>
  cluster
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 23) || 'cluster';
