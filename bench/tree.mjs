import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { seeded } from './random.mjs';

/** The tree that the promises speak of: 5,926 files, 65 MB, 200 uses in 120 files. */
export const REFERENCE = { files: 5926, megabytes: 65, uses: 200, usingFiles: 120 };

const WORDS =
  'order invoice customer ledger basket shipment region price stock audit session tenant batch queue event report user token page query index cache policy scope metric'.split(
    ' ',
  );
const EXTENSIONS = ['ts', 'ts', 'ts', 'tsx', 'js', 'mjs', 'jsx'];

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** One function of ordinary application code, with nothing of the API in it; `#` stands for a number of its name. */
function ordinary(random) {
  const [a, b, c] = [random.pick(WORDS), random.pick(WORDS), random.pick(WORDS)];
  return `
/** Collects each ${a} of a ${b} and keeps the latest ${c}. */
export function ${a}${capital(b)}${capital(c)}#(${b}s, limit = ${random.below(900)}) {
  const seen = new Map();
  for (const ${b} of ${b}s) {
    if (!${b}.active || seen.size > limit) continue;
    const key = \`\${${b}.id}:\${${b}.${a} ?? 'none'}\`;
    const previous = seen.get(key);
    seen.set(key, previous && previous.updatedAt > ${b}.updatedAt ? previous : { ...${b}, ${c}: ${b}.${c} * ${random.below(50)} });
  }
  return [...seen.values()].filter((entry) => entry.${c} >= ${random.below(99)} && entry.name !== '${c}-${b}');
}
`;
}

const USES = [
  (n) =>
    `export const list${n} = (group) => fetch(\`https://cloud.mongodb.com/api/atlas/v1.0/groups/\${group}/clusters\`);`,
  (n) =>
    `export const users${n} = (id) => fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups/' + id + '/databaseUsers');`,
  (n) =>
    `export const ROOT_${n} = 'https://cloud.mongodb.com/api/atlas/v1.0';\nexport const orgs${n} = () => fetch(\`\${ROOT_${n}}/orgs\`);`,
];

/**
 * Writes a tree and returns where each legacy URL was planted.
 * @returns {{ file: string, line: number }[]} line is 1-based
 */
export function writeTree(root, { files, megabytes, uses, usingFiles }, seed = 1) {
  rmSync(root, { recursive: true, force: true });
  const random = seeded(seed);
  const size = (megabytes * 1e6) / files;
  const planted = [];
  const pool = Array.from({ length: 400 }, () => ordinary(random));
  const every = usingFiles > 0 ? Math.floor(files / usingFiles) : Infinity;
  let left = uses;
  for (let index = 0; index < files; index += 1) {
    const path = `src/${random.pick(WORDS)}${index % 97}/${random.pick(WORDS)}${index}.${random.pick(EXTENSIONS)}`;
    const parts = [];
    for (let length = 0; length < size * (0.6 + random.next() * 0.8); length += parts.at(-1).length) {
      parts.push(random.pick(pool).replace('#', String(parts.length)));
    }
    const user = index % every === 0 && index / every < usingFiles;
    if (user) {
      const filesLeft = usingFiles - index / every;
      const count = Math.ceil(left / filesLeft);
      left -= count;
      for (let use = 0; use < count; use += 1)
        parts.splice(random.below(parts.length), 0, `\n${random.pick(USES)(`${index}_${use}`)}\n`);
    }
    const text = parts.join('');
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    if (user) {
      text.split('\n').forEach((line, at) => {
        if (line.includes('/api/atlas/v1.0')) planted.push({ file: path, line: at + 1 });
      });
    }
  }
  return planted;
}

/** A file with `count` legacy reads and URLs to fix, for P9. */
export function manyFixes(count) {
  const lines = ["const headers = { Accept: 'application/vnd.atlas.2023-02-01+json' };"];
  for (let n = 0; n < count; n += 1) {
    lines.push(
      `export const call${n} = (id) => fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups/' + id + '/alerts', { headers });`,
    );
  }
  return `${lines.join('\n')}\n`;
}
