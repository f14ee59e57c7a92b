/** Error that names the file which made the analysis fail, so that only this file is dropped. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super(faultReason(cause), { cause });
    this.file = file;
  }
}

/** Error for a file that exceeds a budget. */
export class BudgetExceeded extends RangeError {
  override readonly name = 'TooMuch';
}

/** Reason why a file cannot be analysed, without any of its content. */
export const faultReason = (error: unknown): string => {
  if (error instanceof BudgetExceeded || error instanceof FileFault) return error.message;
  if (!(error instanceof RangeError))
    return `not analysed: internal error (${String((error as Error).name)})`;
  return /call stack/.test(error.message)
    ? 'not analysed: it is nested too deeply'
    : 'not analysed: what it makes is too large';
};

/** Runs the work of one file; errors name the file, unless they name another one already. */
export const namingFile = <T>(file: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault(file, error);
  }
};
