'use strict';
// Loads tree-sitter and its grammars from grammars/, each held to the hash that stands in grammars.json.

const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { compileFunction } = require('node:vm');
const { brotliDecompressSync } = require('node:zlib');

const FOLDER = join(__dirname, '..', 'grammars');

/** A file of the folder, decompressed; throws for one that is missing or not the one that was packed. */
const unpacked = (folder, files, name) => {
  const file = `${name}.br`;
  const bytes = readFileSync(join(folder, file));
  if (createHash('sha256').update(bytes).digest('hex') !== files[file]) throw new Error(`${file} is damaged`);
  return brotliDecompressSync(bytes);
};

const wasm = (folder, files, name) => unpacked(folder, files, `${name}.wasm`);

const PAGE = 65_536;
const LEAST_MEMORY = 512 * PAGE;

let runtime;

/** Exports of the runtime's script, run anew at each call: one run is one runtime. It uses `require` for Node's own modules. */
const runScript = (folder, files, name) => {
  const path = join(folder, name);
  const module = { exports: {} };
  const names = ['exports', 'require', 'module', '__filename', '__dirname'];
  const run = compileFunction(unpacked(folder, files, name).toString('utf8'), names, { filename: path });
  run.call(module.exports, module.exports, createRequire(path), module, path, folder);
  return module.exports;
};

/** The runtime ends itself when it gets no memory, and says so on standard error: whoever parses says it better. */
const startRuntime = async (folder, { files }, mostMemory) => {
  const treeSitter = runScript(folder, files, 'web-tree-sitter.cjs');
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
