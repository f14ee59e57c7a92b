import { chmodSync, chownSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Attributes that a file keeps when its bytes are replaced. */
export interface Permissions {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Writes bytes to a new temporary file that will replace a file, with its mode, and with its owner where root runs `fix`. */
export const writeTemporary = (
  temporary: string,
  bytes: Uint8Array,
  { mode, uid, gid }: Permissions,
): void => {
  writeFileSync(temporary, bytes, { flag: 'wx', mode: mode & 0o777, flush: true });
  if (userInfo().uid === 0) chownSync(temporary, uid, gid);
  // The mode that `open` gives is cut by the umask, and a change of the owner takes bits away.
  chmodSync(temporary, mode & 0o7777);
};

/** Replaces the bytes of a file as a whole, by a temporary file beside it, which a process before this one may have left. */
export const replaceBytes = (
  target: string,
  temporary: string,
  bytes: Uint8Array,
  permissions: Permissions,
): void => {
  rmSync(temporary, { force: true });
  writeTemporary(temporary, bytes, permissions);
  renameSync(temporary, target);
};
