// Trees of mutated fixtures at random: whatever a file holds, a scan ends with a report, says the same twice, and two fixes
// leave what one leaves.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Files of fixtures that are small enough to be mutated often. */
export const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, folder, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size < 200_000);

const SNIPPETS = [
  '['.repeat(3000),
  '('.repeat(700),
  '`${'.repeat(400),
  " + 'a'".repeat(12_000),
  `'${'x'.repeat(300_000)}'`,
  '.then((r) => r)'.repeat(2000),
  '{"a":'.repeat(600),
  '\n- '.repeat(300),
  '\0',
  '\uFEFF',
  '\u2028',
  '\uD800',
  '\r',
  '*/',
  '/*',
  '<<EOF\n',
  '${',
  'https://cloud.mongodb.com/api/atlas/v1.0/groups',
  '// migrate-ignore-start',
  '&a [*a, *a]',
].map((text) => Buffer.from(text));

/** Ways to spoil a file; each takes and gives bytes. */
const MUTATIONS = [
  (bytes, { below }) => bytes.subarray(0, below(bytes.length + 1)),
  (bytes, { below }) => {
    const from = below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + below(40))]);
  },
  (bytes, { below }) => {
    const from = below(bytes.length + 1);
    const piece = bytes.subarray(from, from + below(400));
    return Buffer.concat([
      bytes.subarray(0, from),
      ...Array.from({ length: 1 + below(30) }, () => piece),
      bytes.subarray(from),
    ]);
  },
  (bytes, { below }) => {
    const copy = Buffer.from(bytes);
    for (let times = below(6); times >= 0 && copy.length > 0; times--) copy[below(copy.length)] = below(256);
    return copy;
  },
  (bytes, { below, pick }) => {
    const at = below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), pick(SNIPPETS), bytes.subarray(at)]);
  },
  (bytes, { below }, other) => {
    const [at, from] = [below(bytes.length + 1), below(other.length + 1)];
    return Buffer.concat([
      bytes.subarray(0, at),
      other.subarray(from, from + below(2000)),
      bytes.subarray(at),
    ]);
  },
];

/** The bytes of a file, spoiled up to three times. */
export const spoiled = (path, random, sources) => {
  let bytes = readFileSync(path);
  for (let times = random.below(4); times > 0; times--)
    bytes = random.pick(MUTATIONS)(bytes, random, readFileSync(random.pick(sources)));
  return bytes;
};

/** A terminal that keeps what is said. */
export const terminalIn = (cwd) => {
  const said = { out: '', err: '' };
  const terminal = {
    cwd,
    env: {},
    outIsTty: false,
    errIsTty: false,
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    stdin: async () => Buffer.alloc(0),
  };
  return { terminal, said };
};

const treeOf = (random, sources) =>
  Array.from({ length: 2 + random.below(5) }, () => {
    const path = random.pick(sources);
    return { name: path.slice(path.lastIndexOf('/') + 1), bytes: spoiled(path, random, sources) };
  });

const write = (folder, files) => {
  for (const [at, { name, bytes }] of files.entries()) {
    const path = join(folder, at % 2 === 0 ? name : `sub${at}/${name}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
};

const contentOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path}\n${readFileSync(path, 'latin1')}`)
    .join('\n');

/** True where the last line says that a configuration cannot be used, which is no fault of the tool. */
const isOfConfiguration = (err) =>
  /^migrate: (?:\S*\/)?(?:migrate\.config\.\w+|package\.json)\b.*$/.test(err.trimEnd().split('\n').at(-1));

/** What is wrong with how the tool takes a tree; `undefined` where nothing is. */
const problemWith = async (run, folder) => {
  const DAY = ['--today', '2026-11-21'];
  const scan = async () => {
    const { terminal, said } = terminalIn(folder);
    const code = await run(['scan', '--format', 'json', ...DAY], terminal);
    return { code, ...said };
  };
  const [first, second] = [await scan(), await scan()];
  if (first.code === 2 && isOfConfiguration(first.err)) return undefined;
  if (first.code === 2) return `scan ends with 2: ${first.err.slice(-500)}`;
  if (first.out !== second.out) return 'two scans say different things';
  const { discovered, scanned, skipped, failed } = JSON.parse(first.out).summary;
  if (discovered !== scanned + skipped + failed) return 'the counts of files do not add up';
  const states = [];
  for (let round = 0; round < 2; round++) {
    const { terminal, said } = terminalIn(folder);
    const code = await run(['fix', '--allow-dirty', '--unsafe', '--format', 'json', ...DAY], terminal);
    if (code === 2) return `fix ends with 2: ${said.err.slice(-500)}`;
    states.push(contentOf(folder));
  }
  return states[0] === states[1] ? undefined : 'a second fix changes something';
};

/** Writes a tree of mutated fixtures to a folder, and says what is wrong with how the tool takes it. */
export const problemOfTree = (run, random, folder, sources) => {
  write(folder, treeOf(random, sources));
  return problemWith(run, folder);
};
