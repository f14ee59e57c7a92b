// Writes grammars/: the runtime of tree-sitter and one grammar a language, from their packages in the registry, each
// compressed, with the hashes that bin/tree-sitter.js holds them to, and their licences.
//
//   npm run import-grammars [-- python go]
//
// They are no dependencies: the grammar packages take 240 MB and build native code when they are installed, and of
// each only the `.wasm` is needed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const folder = fileURLToPath(new URL('../grammars/', import.meta.url));

/** Name, package, and of each file the name under which it is packed. */
const PACKAGES = [
  [
    'runtime',
    'web-tree-sitter@0.27.1',
    { 'web-tree-sitter.cjs': 'web-tree-sitter.cjs', 'web-tree-sitter.wasm': 'runtime.wasm' },
  ],
  ['python', 'tree-sitter-python@0.25.0', { 'tree-sitter-python.wasm': 'python.wasm' }],
  ['go', 'tree-sitter-go@0.25.0', { 'tree-sitter-go.wasm': 'go.wasm' }],
  ['java', 'tree-sitter-java@0.23.5', { 'tree-sitter-java.wasm': 'java.wasm' }],
  ['csharp', 'tree-sitter-c-sharp@0.23.5', { 'tree-sitter-c_sharp.wasm': 'csharp.wasm' }],
  ['ruby', 'tree-sitter-ruby@0.23.1', { 'tree-sitter-ruby.wasm': 'ruby.wasm' }],
  ['php', 'tree-sitter-php@0.24.2', { 'tree-sitter-php.wasm': 'php.wasm' }],
  ['powershell', 'tree-sitter-powershell@0.26.4', { 'tree-sitter-powershell.wasm': 'powershell.wasm' }],
  ['kotlin', '@tree-sitter-grammars/tree-sitter-kotlin@1.1.0', { 'tree-sitter-kotlin.wasm': 'kotlin.wasm' }],
  ['lua', '@tree-sitter-grammars/tree-sitter-lua@0.4.1', { 'tree-sitter-lua.wasm': 'lua.wasm' }],
];

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

const compressed = (bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });

/** A file without the line that points to its source map, which is not shipped. */
const withoutSourceMap = (file, bytes) =>
  file.endsWith('.cjs')
    ? Buffer.from(bytes.toString('utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
    : bytes;

/** The files of a package, unpacked into a folder of its own. */
const unpacked = (spec) => {
  const at = mkdtempSync(join(tmpdir(), 'grammar-'));
  const [{ filename, integrity }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', at, spec], {
      encoding: 'utf8',
    }),
  );
  execFileSync('tar', ['xzf', join(at, filename.replace('@', '').replace('/', '-')), '-C', at]);
  return { at, root: join(at, 'package'), integrity };
};

const licenceIn = (root) => {
  const name = readdirSync(root).find((each) => /^licen[cs]e/i.test(each));
  return name === undefined ? undefined : readFileSync(join(root, name), 'utf8').trim();
};

const wanted = new Set(process.argv.slice(2));
mkdirSync(folder, { recursive: true });
const listPath = join(folder, 'grammars.json');
let list = {};
try {
  list = JSON.parse(readFileSync(listPath, 'utf8'));
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
}
for (const [name, spec, files] of PACKAGES) {
  if (wanted.size > 0 && !wanted.has(name)) continue;
  const { at, root, integrity } = unpacked(spec);
  const hashes = {};
  for (const [file, as] of Object.entries(files)) {
    const target = `${as}.br`;
    const content = compressed(withoutSourceMap(file, readFileSync(join(root, file))));
    writeFileSync(join(folder, target), content);
    hashes[target] = sha256(content);
  }
  list[name] = { package: spec, integrity, files: hashes };
  writeFileSync(join(folder, `${name}.LICENSE`), `${licenceIn(root)}\n`);
  rmSync(at, { recursive: true });
}
writeFileSync(listPath, `${JSON.stringify(list, null, 2)}\n`);
