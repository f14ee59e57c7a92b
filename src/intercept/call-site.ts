const FRAMES = 60;
const FRAME = /^\s*at (?:async )?(?:.*? \()?(?:file:\/\/)?((?:\/|[A-Za-z]:[\\/]).*?):(\d+):(\d+)\)?$/;

interface Frame {
  readonly file: string;
  readonly place: string;
}

const decoded = (file: string, line: string): string => {
  try {
    return line.includes('file://') ? decodeURI(file) : file;
  } catch {
    return file;
  }
};

const framesOf = (stack: string): readonly Frame[] =>
  stack.split('\n').flatMap((line) => {
    const [, path, row, column] = FRAME.exec(line) ?? [];
    if (path === undefined) return [];
    const file = decoded(path, line);
    return [{ file, place: `${file}:${row}:${column}` }];
  });

const stackHere = (): string => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const { stack } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return String(stack);
};

/** This module, as stacks name it: the bundle of the preload, or one of several modules. */
const OWN_FOLDER = /^.*[\\/]/.exec(framesOf(stackHere())[0]?.file ?? '')?.[0] ?? '\0';

/** Innermost frame of the program itself, `/app/src/api.js:12:9`; `undefined` where only libraries are on the stack. */
export const callSite = (): string | undefined =>
  framesOf(stackHere()).find(
    ({ file }) => !file.startsWith(OWN_FOLDER) && !/[\\/]node_modules[\\/]/.test(file),
  )?.place;
