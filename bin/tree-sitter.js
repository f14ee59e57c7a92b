'use strict';
// Loads tree-sitter and its grammars from grammars/, each held to the hash that stands in grammars.json.

const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { brotliDecompressSync } = require('node:zlib');

const FOLDER = join(__dirname, '..', 'grammars');

/** A file of the folder as it was when it was packed; throws for one that is missing or has changed. */
const checked = (folder, file, hash) => {
  const bytes = readFileSync(join(folder, file));
  if (createHash('sha256').update(bytes).digest('hex') !== hash) throw new Error(`${file} is damaged`);
  return bytes;
};

const wasm = (folder, files, name) =>
  brotliDecompressSync(checked(folder, `${name}.wasm.br`, files[`${name}.wasm.br`]));

const PAGE = 65_536;
const LEAST_MEMORY = 512 * PAGE;

let runtime;

/** The runtime ends itself when it gets no memory, and says so on standard error: whoever parses says it better. */
const startRuntime = async (folder, { files }, mostMemory) => {
  const script = join(folder, 'web-tree-sitter.cjs');
  checked(folder, 'web-tree-sitter.cjs', files['web-tree-sitter.cjs']);
  const treeSitter = require(script);
  delete require.cache[script];
  await treeSitter.Parser.init({
    wasmBinary: wasm(folder, files, 'runtime'),
    wasmMemory: new WebAssembly.Memory({ initial: LEAST_MEMORY / PAGE, maximum: mostMemory / PAGE }),
    printErr: () => {},
  });
  return treeSitter;
};

/** Makes the next grammar start a new runtime: what is parsed with the one before has ended it. */
exports.forgetRuntime = () => {
  runtime = undefined;
};

/**
 * Short processes end before optimizing their code pays. The scanner of PowerShell is one function that takes half a
 * minute to optimize, for which the process would wait: it is left as it is.
 */
const setCompiler = (name) => {
  setFlagsFromString('--wasm-tiering-budget=36000000');
  setFlagsFromString(name === 'powershell' ? '--liftoff-only' : '--no-liftoff-only');
};

/** A parser of a language, in a runtime of so many bytes at most. Rejects where its grammar is missing or damaged. */
exports.loadGrammar = async (name, mostMemory, folder = FOLDER) => {
  const list = JSON.parse(readFileSync(join(folder, 'grammars.json'), 'utf8'));
  runtime ??= startRuntime(folder, list.runtime, mostMemory);
  const { Language, Parser } = await runtime;
  setCompiler(name);
  const language = await Language.load(wasm(folder, list[name].files, name));
  const parser = new Parser();
  parser.setLanguage(language);
  return parser;
};
