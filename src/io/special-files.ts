import type { Stats } from 'node:fs';

/** Kind of a name that is neither a file nor a folder, such as a pipe; `undefined` for files and folders. */
export const specialKind = (stats: Stats): string | undefined => {
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return 'a device';
  return stats.isSocket() ? 'a socket' : undefined;
};

const DESCRIPTOR = /^\/(?:dev\/(?:fd\/\d+|stdin)|proc\/(?:self|\d+)\/fd\/\d+)$/;

/** True for a pipe that a shell opened, `<(command)`: it has a writer, so that it ends as standard input does. */
export const isOpenPipe = (path: string, stats: Stats): boolean => stats.isFIFO() && DESCRIPTOR.test(path);
