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

type Prepare = typeof Error.prepareStackTrace;

/** The stack here, as a text, or as `prepare` makes one of its frames. */
const stackHere = (prepare: Prepare = Error.prepareStackTrace): string => {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const isSet = Object.hasOwn(Error, 'prepareStackTrace');
  Error.stackTraceLimit = FRAMES;
  if (prepare !== prepareStackTrace) Error.prepareStackTrace = prepare;
  try {
    return String(new Error().stack);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    if (isSet) Error.prepareStackTrace = prepareStackTrace;
    else if (prepare !== prepareStackTrace) Reflect.deleteProperty(Error, 'prepareStackTrace');
  }
};

/** Name of this module in stacks: the bundle of the preload, or one of several modules. */
const OWN_FOLDER = /^.*[\\/]/.exec(framesOf(stackHere())[0]?.file ?? '')?.[0] ?? '\0';

/** Distinguishes stacks without the lines and columns that make a stack's text expensive. */
const identity: Prepare = (_, frames) =>
  frames.map((frame) => `${frame.getFileName() ?? frame.getEvalOrigin()}@${frame.getPosition()}`).join('\n');

const inText = (stack: string): string | undefined =>
  framesOf(stack).find(({ file }) => !file.startsWith(OWN_FOLDER) && !/[\\/]node_modules[\\/]/.test(file))
    ?.place;

const MAX_KNOWN = 1000;
const known = new Map<string, string | undefined>();

/** A program calls from few places: the text of a stack, which source maps may have changed, is made once for each. */
const placeHere = (): string | undefined => {
  const key = stackHere(identity);
  if (known.has(key)) return known.get(key);
  if (known.size === MAX_KNOWN) known.clear();
  const place = inText(stackHere());
  known.set(key, place);
  return place;
};

/** Innermost frame of the program itself, `/app/src/api.js:12:9`; `undefined` where only libraries are on the stack. */
export const callSite = (): string | undefined => {
  try {
    return placeHere();
  } catch {
    // `node --frozen-intrinsics` lets nobody look.
    return undefined;
  }
};
