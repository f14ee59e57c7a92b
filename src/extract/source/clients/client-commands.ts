import type { CallShape, ClientRow, CommandShape, ResponseShape } from './client-row.ts';
import { ROW } from './client-shapes.ts';

const WORDS: CommandShape = { skip: 0, rest: 'words', quotes: 'shell' };
const OPTIONS: CommandShape = { ...WORDS, rest: 'options' };
/** A line that no shell reads: it is split at white space, or by the rules of Windows. */
const SPLIT: CommandShape = { skip: 0, rest: 'line', quotes: 'none' };

/** The output of the command, as the result of the call or a member of it. */
const PRINTED: ResponseShape = { printed: true, properties: {}, methods: {} };
const OUTPUT: ResponseShape = {
  properties: { stdout: 'text', StandardOutput: 'response', inputStream: 'text' },
  methods: {
    Output: 'text',
    CombinedOutput: 'text',
    read: 'text',
    getInputStream: 'text',
    ReadToEnd: 'text',
    text: 'text',
    json: 'body',
  },
};

interface Runner {
  readonly modules: readonly string[];
  readonly command: CommandShape;
  /** Functions that return what the command prints, and those that return something which holds it. */
  readonly printed?: readonly string[];
  readonly others?: readonly string[];
}

/** Functions that run programs, by language. */
const RUNNERS: readonly Runner[] = [
  {
    modules: ['child_process'],
    command: OPTIONS,
    printed: ['execSync', 'execFileSync'],
    others: ['exec', 'execFile', 'spawn', 'spawnSync'],
  },
  {
    modules: ['execa'],
    command: OPTIONS,
    others: ['', 'execa', 'execaSync', 'execaCommand', 'execaCommandSync', 'command', 'sync'],
  },
  // Its templates are split at white space; quotes are part of the words.
  { modules: ['execa'], command: { ...OPTIONS, quotes: 'none' }, others: ['$'] },
  { modules: ['zx', 'bun', 'dax', 'dax-sh', '@david/dax'], command: OPTIONS, others: ['$'] },
  // `zx` makes it a global variable.
  { modules: [''], command: OPTIONS, others: ['$'] },
  { modules: ['shelljs'], command: OPTIONS, others: ['exec'] },
  {
    modules: ['py:subprocess'],
    command: OPTIONS,
    printed: ['check_output', 'getoutput'],
    others: ['run', 'call', 'check_call', 'Popen'],
  },
  { modules: ['py:os'], command: OPTIONS, others: ['system', 'popen'] },
  { modules: ['go:os/exec'], command: WORDS, others: ['Command'] },
  { modules: ['go:os/exec'], command: { ...WORDS, skip: 1 }, others: ['CommandContext'] },
  { modules: ['rb:Kernel'], command: WORDS, printed: ['backticks'], others: ['system', 'exec', 'spawn'] },
  {
    modules: ['rb:Open3'],
    command: WORDS,
    others: ['capture2', 'capture2e', 'capture3', 'popen2', 'popen2e', 'popen3'],
  },
  { modules: ['rb:IO'], command: OPTIONS, others: ['popen'] },
  { modules: ['lua:os'], command: WORDS, others: ['execute'] },
  { modules: ['lua:io'], command: OPTIONS, others: ['popen'] },
  { modules: ['php:Shell'], command: OPTIONS, printed: ['exec', 'shell_exec'], others: ['run'] },
  { modules: ['java:java.lang.Process'], command: { ...SPLIT, rest: 'words' }, others: ['start', 'exec'] },
  { modules: ['csharp:System.Diagnostics.Process'], command: SPLIT, others: ['start'] },
  { modules: ['ps:program'], command: { ...SPLIT, rest: 'words' }, printed: ['run'] },
  { modules: ['ps:program'], command: SPLIT, others: ['start'] },
];

const rowsOf = ({ modules, command, printed = [], others = [] }: Runner): readonly ClientRow[] => {
  const row = (names: readonly string[], response: ResponseShape): readonly ClientRow[] => {
    const shape: CallShape = { args: [], method: 'GET', command };
    const calls = Object.fromEntries(names.map((name) => [name, shape]));
    return names.length === 0 ? [] : [{ ...ROW, name: 'curl', modules, calls, response }];
  };
  return [...row(printed, PRINTED), ...row(others, OUTPUT)];
};

/** Functions that run a program: their requests are those of curl, which `requests/commands` reads. */
export const COMMAND_CLIENTS: readonly ClientRow[] = RUNNERS.flatMap(rowsOf);
