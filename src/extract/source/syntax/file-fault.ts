/** Says which file made the analysis fail, so that it costs itself and nothing else. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super(faultReason(cause), { cause });
    this.file = file;
  }
}

/** A file that is beyond a budget. */
export class TooMuch extends RangeError {
  override readonly name = 'TooMuch';
}

/** Reason why a file cannot be analysed, in words that hold nothing of the file. */
export const faultReason = (error: unknown): string => {
  if (error instanceof TooMuch || error instanceof FileFault) return error.message;
  if (!(error instanceof RangeError))
    return `not analysed: internal error (${String((error as Error).name)})`;
  return /call stack/.test(error.message)
    ? 'not analysed: it is nested too deeply'
    : 'not analysed: what it makes is too large';
};

/** Does the work of one file; what fails names the file, unless it names another one already. */
export const blaming = <T>(file: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault(file, error);
  }
};
