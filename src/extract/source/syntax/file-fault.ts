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

/** Error for a file whose parser would go beyond a budget. */
export const tooMuch = (
  { max, unit }: { readonly max: number; readonly unit: string },
  verb: string,
): BudgetExceeded => new BudgetExceeded(`not analysed: its parser would ${verb} more than ${max} ${unit}`);

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

/** Result of the work of one file; `undefined` where the file is beyond a budget. */
export const orBeyond = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const fails = (work: () => void): boolean => {
  try {
    work();
    return false;
  } catch {
    return true;
  }
};

/** The first file whose work fails alone and that imports no other such file; `undefined` if none fails alone. */
export const innermostFault = (
  files: readonly string[],
  work: (file: string) => void,
  importsOf: (file: string) => readonly string[],
): string | undefined => {
  const failing = new Set(files.filter((file) => fails(() => work(file))));
  const innermost = [...failing].find((file) => !importsOf(file).some((each) => failing.has(each)));
  return innermost ?? [...failing][0];
};
