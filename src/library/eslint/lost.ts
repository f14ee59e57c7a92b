import type { Report } from '../../report/report.ts';

/** Reason why a file has no findings that is no choice of its user; `undefined` where it was analysed. */
export const lostReason = ({ failed, skipped }: Report, file: string): string | undefined => {
  const failure = failed.find((one) => one.file === file)?.message;
  if (failure !== undefined) return failure;
  const skip = skipped.find((one) => one.file === file || file.startsWith(`${one.file}/`));
  // The other reason for a link: its target is linted at its own path.
  return skip?.reason.startsWith('symbolic link (') === true ? undefined : skip?.reason;
};
