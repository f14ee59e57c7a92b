/** Limit: what it bounds, and how input beyond it is handled. */
export interface Budget {
  readonly max: number;
  readonly unit: string;
  /** Bounded quantity, as the documentation names it. */
  readonly of: string;
  readonly beyond: string;
}

const FAILS = 'the file is listed as failed';
const UNKNOWN = 'the value, and all that depends on it, is unknown';
const UNSAFE = 'the fix is unsafe';
const ENDS = 'the command ends with exit code 2';
const MIB = 1024 * 1024;

const budget = (of: string, max: number, unit: string, beyond: string): Budget => ({
  of,
  max,
  unit,
  beyond,
});

/**
 * Bounds on what one file, one question and one group of files may cost at most. All are counted, none is a time, so
 * that the same files give the same report on any machine. `docs/limits.md` shows them.
 */
export const BUDGETS = {
  fileBytes: budget('size of a file that is read as a whole', 256 * MIB, 'bytes', 'the file is skipped'),
  inputBytes: budget('size of standard input, or of a pipe', 256 * MIB, 'bytes', ENDS),
  messageBytes: budget('size of a message to `migrate mcp` or `migrate lsp`', 64 * MIB, 'bytes', ENDS),
  codeTokens: budget('size of the code in a file', 1_000_000, 'tokens', FAILS),
  codeNesting: budget('nesting of expressions, blocks and literals in code', 400, 'levels', FAILS),
  codeChain: budget('length of a chain of calls, properties or operands', 10_000, 'links', FAILS),
  parserNodes: budget(
    'syntax nodes that the TypeScript and JavaScript parser creates for a file, repeated attempts included',
    1_500_000,
    'nodes',
    FAILS,
  ),
  parserReading: budget(
    'characters that the parser of another language reads of a file, repeated reads included',
    300_000_000,
    'characters',
    FAILS,
  ),
  parserMemory: budget('memory of the parser of another language', 512 * MIB, 'bytes', FAILS),
  groupLength: budget(
    'total size of files that call each other',
    12_000_000,
    'characters',
    'further files of the group are listed as failed',
  ),
  importedLength: budget(
    'size of a file that is read only because another file names it',
    1_000_000,
    'characters',
    `what the file does with a URL is unknown: ${UNSAFE}`,
  ),
  importingFiles: budget(
    'files that import a URL, directly or through other files',
    3000,
    'files in 4 steps',
    'further files are not read',
  ),
  jsonNesting: budget('nesting of JSON', 500, 'levels', FAILS),
  yamlNesting: budget('nesting of YAML', 250, 'levels', FAILS),
  yamlLength: budget('size of a YAML file that is parsed', 2_000_000, 'characters', FAILS),
  notebookLength: budget('size of a notebook, with its images', 150_000_000, 'characters', FAILS),
  documentLength: budget('size of any other document, collection or script', 8_000_000, 'characters', FAILS),
  evaluationDepth: budget('steps from a value to its origin', 150, 'steps', UNKNOWN),
  evaluationSteps: budget('steps to evaluate one value', 100_000, 'steps', UNKNOWN),
  evaluationExtra: budget(
    'steps to evaluate all values of a group of files that take over 2,000 steps each',
    200_000,
    'steps',
    UNKNOWN,
  ),
  evaluationFirst: budget(
    'of these, steps for a group of short files; each character of the files adds 20',
    60_000,
    'steps',
    UNKNOWN,
  ),
  evaluationTotal: budget(
    'steps to evaluate all values of a group of files; each 10 characters add one',
    400_000,
    'steps',
    `each further value may take 100 steps; beyond, ${UNKNOWN}`,
  ),
  callPaths: budget(
    'call paths beyond the first 24 of each call, in a group of files',
    4000,
    'paths',
    'further calls are followed through at most 24 paths; values that only other callers know are unknown',
  ),
  alternatives: budget(
    'possible values of one expression',
    40,
    'values',
    'further values are one that is unknown',
  ),
  objectChanges: budget('changes to one object', 300, 'changes', UNKNOWN),
  textParts: budget('parts of one text', 1000, 'parts', 'the rest of the text is unknown'),
  useStates: budget('code locations that one text is followed through', 4000, 'locations', UNSAFE),
  useSteps: budget(
    'code locations that all texts of a group are followed through',
    200_000,
    'locations',
    UNSAFE,
  ),
  findingsPerRecording: budget(
    'findings of one rule in a recording',
    10_000,
    'findings',
    'further findings are only counted',
  ),
} as const satisfies Readonly<Record<string, Budget>>;
