const FRAME = /^\s*at (?:async )?(?:.*? \()?(?:file:\/\/)?((?:\/|[A-Za-z]:[\\/])[^()]*?):(\d+):(\d+)\)?$/;
const MAX_FRAMES = 60;
/** Frames of the program that are reported of a call. */
const MAX_TRAIL = 6;

interface Frame {
  readonly file: string;
  readonly place: string;
}

const decoded = (file: string, url: string): string => {
  try {
    return url.includes('file://') ? decodeURI(file) : file;
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

type Prepare = NonNullable<typeof Error.prepareStackTrace>;

/** The stack here, as a text, or as `prepare` makes one of its frames. */
const stackHere = (prepare: Prepare | undefined = Error.prepareStackTrace): unknown => {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const isSet = Object.hasOwn(Error, 'prepareStackTrace');
  const holder: { readonly stack?: unknown } = {};
  Error.stackTraceLimit = MAX_FRAMES;
  if (prepare !== prepareStackTrace) Error.prepareStackTrace = prepare;
  try {
    Error.captureStackTrace(holder, stackHere);
    return holder.stack;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    if (isSet) Error.prepareStackTrace = prepareStackTrace;
    else if (prepare !== prepareStackTrace) Reflect.deleteProperty(Error, 'prepareStackTrace');
  }
};

/** Name of this module in stacks: the bundle of the preload, or one of several modules. */
const OWN_FOLDER = /^.*[\\/]/.exec(framesOf(String(stackHere()))[0]?.file ?? '')?.[0] ?? '\0';

const trailOf = (frames: readonly Frame[]): string =>
  frames
    .filter(({ file }) => !file.startsWith(OWN_FOLDER) && !/[\\/]node_modules[\\/]/.test(file))
    .slice(0, MAX_TRAIL)
    .map(({ place }) => place)
    .join('\n');

const inFrames: Prepare = (_, frames) =>
  trailOf(
    frames.flatMap((frame) => {
      const name = frame.getFileName() ?? '';
      if (!/^(?:file:|[\\/]|[A-Za-z]:[\\/])/.test(name)) return [];
      const file = decoded(name.replace(/^file:\/\//, ''), name);
      return [{ file, place: `${file}:${frame.getLineNumber()}:${frame.getColumnNumber()}` }];
    }),
  );

/** Distinguishes stacks without the lines and columns that make a stack's text expensive. */
const identity: Prepare = (_, frames) =>
  frames.map((frame) => `${frame.getFileName() ?? frame.getEvalOrigin()}@${frame.getPosition()}`).join('\n');

const MAX_KNOWN = 1000;
const known = new Map<string, string>();

/** A program has few call sites: the text of a stack, which source maps have changed, is made once for each. */
const trailInText = (): string => {
  const key = String(stackHere(identity));
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size === MAX_KNOWN) known.clear();
  const trail = trailOf(framesOf(String(stackHere())));
  known.set(key, trail);
  return trail;
};

/** True where the text of a stack has other files and lines than its frames. */
const isMapped = (): boolean => {
  const { prepareStackTrace } = Error;
  if (process.sourceMapsEnabled) return true;
  return prepareStackTrace !== undefined && prepareStackTrace.name !== 'ErrorPrepareStackTrace';
};

/**
 * Frames of the program itself, a line each, innermost first: `/app/src/api.js:12:9`, the call site, and who called that;
 * `undefined` where only libraries are on the stack.
 */
export const callSite = (): string | undefined => {
  try {
    return (isMapped() ? trailInText() : String(stackHere(inFrames))) || undefined;
  } catch {
    // `node --frozen-intrinsics` lets nobody look.
    return undefined;
  }
};
