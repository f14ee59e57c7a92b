/** Limit: what it bounds, and how input beyond it is handled. */
export interface Budget {
  readonly max: number;
  readonly unit: string;
  /** Bounded quantity, as the documentation names it. */
  readonly of: string;
  readonly beyond: string;
}

const FAILS = 'the file is listed as failed';
const UNKNOWN = 'the value is unknown, and so is what depends on it';
const UNSAFE = 'the fix is unsafe';
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
  fileBytes: budget('a file that is read as a whole', 256 * MIB, 'bytes', 'the file is skipped'),
  codeTokens: budget('the code of a file', 1_000_000, 'words and signs', FAILS),
  codeNesting: budget('nested expressions, blocks and literals of code', 400, 'levels', FAILS),
  codeChain: budget('a chain of calls, members or operands', 10_000, 'links', FAILS),
  parserNodes: budget(
    'what the parser of TypeScript and JavaScript makes of a file, each time again',
    1_500_000,
    'nodes',
    FAILS,
  ),
  parserReading: budget(
    'what the parser of another language reads of a file, each time again',
    300_000_000,
    'characters',
    FAILS,
  ),
  parserMemory: budget('the memory of the parser of another language', 512 * MIB, 'bytes', FAILS),
  groupLength: budget(
    'code that calls or is called, file by file',
    12_000_000,
    'characters',
    'further files of the group are listed as failed',
  ),
  importedLength: budget(
    'a file that is looked at only because another one names it',
    1_000_000,
    'characters',
    `what it does with a URL counts as not known: ${UNSAFE}`,
  ),
  importingFiles: budget(
    'files that import what holds a URL',
    3000,
    'files in 4 steps',
    'further ones are not looked at',
  ),
  jsonNesting: budget('nested values of JSON', 500, 'levels', FAILS),
  yamlNesting: budget('nested values of YAML', 250, 'levels', FAILS),
  yamlLength: budget('YAML that is read into a tree', 2_000_000, 'characters', FAILS),
  notebookLength: budget('a notebook, its pictures counted', 150_000_000, 'characters', FAILS),
  documentLength: budget('any other document, collection or script', 8_000_000, 'characters', FAILS),
  evaluationDepth: budget('the steps from a value to where it comes from', 150, 'steps', UNKNOWN),
  evaluationSteps: budget('one question for a value', 100_000, 'steps', UNKNOWN),
  evaluationExtra: budget(
    'questions for values that take over 2,000 steps, of a group of files',
    500_000,
    'steps',
    UNKNOWN,
  ),
  callPaths: budget(
    'ways from callers to a call beyond 24, of all calls of a group of files',
    4000,
    'ways',
    'further calls are followed to 24 ways at most: what only their callers know is unknown',
  ),
  alternatives: budget('values that one expression may have', 12, 'values', 'further ones are not looked at'),
  objectChanges: budget('changes of one object', 300, 'changes', UNKNOWN),
  textParts: budget('the pieces of a text', 1000, 'pieces', 'the rest of the text is unknown'),
  useStates: budget('the places that one text is followed through', 4000, 'places', UNSAFE),
  useSteps: budget('the places that all texts of a group are followed through', 200_000, 'places', UNSAFE),
  findingsPerRecording: budget('findings of one rule in a recording', 10_000, 'findings', 'they are counted'),
} as const satisfies Readonly<Record<string, Budget>>;
