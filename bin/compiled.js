'use strict';
// Runs large CommonJS files from what V8 made of them in an earlier run. Node 22 does this by itself
// (module.enableCompileCache); here it is done for Node 20, where compiling is half of a short run.
//
// What is kept lies in this package's own folder, where nobody writes who could not write the code itself. It is used
// where its checksum holds over it and the source, and V8 takes it; it is left alone where it cannot be written.

const { isAscii } = require('node:buffer');
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire, enableCompileCache } = require('node:module');
const { basename, dirname, join } = require('node:path');
const { cachedDataVersionTag } = require('node:v8');
const { Script } = require('node:vm');

const FOLDER = join(__dirname, '..', 'dist', 'compiled');
const CHECKSUM_BYTES = 32;
const [HEAD, TAIL] = ['(function (exports, require, module, __filename, __dirname) {', '\n})'].map((text) =>
  Buffer.from(text),
);

/** What ran, by path. */
const modules = new Map();
const scripts = [];

/** `hash` has seen the source. */
const checksum = (hash, data) => hash.copy().update(data).digest();

/** One file for each version of V8, its flags, and the processor. */
const keptFile = (path) => join(FOLDER, `${basename(path)}-${process.arch}-${cachedDataVersionTag()}`);

const readKept = (file, hash) => {
  let kept;
  try {
    kept = readFileSync(file);
  } catch {
    return undefined;
  }
  const data = kept.subarray(CHECKSUM_BYTES);
  return checksum(hash, data).equals(kept.subarray(0, CHECKSUM_BYTES)) ? data : undefined;
};

const scriptOf = (path) => {
  const source = Buffer.concat([HEAD, readFileSync(path), TAIL]);
  const hash = createHash('sha256').update(source);
  const file = keptFile(path);
  const cachedData = readKept(file, hash);
  const text = source.toString(isAscii(source) ? 'latin1' : 'utf8');
  const script = new Script(text, { filename: path, cachedData });
  scripts.push({ script, hash, file, fresh: cachedData === undefined || script.cachedDataRejected });
  return script;
};

/**
 * What the CommonJS file at an absolute path exports. What it requires from its own folder runs the same way. It may
 * use `require`, and not `import()`.
 */
const load = (path) => {
  const known = modules.get(path);
  if (known !== undefined) return known.exports;
  const require = createRequire(path);
  if (enableCompileCache !== undefined || process.env.NODE_DISABLE_COMPILE_CACHE) return require(path);
  const module = { exports: {} };
  modules.set(path, module);
  const near = (name) => (name.startsWith('./') ? load(join(dirname(path), name)) : require(name));
  const run = scriptOf(path).runInThisContext();
  run.call(module.exports, module.exports, near, module, path, dirname(path));
  return module.exports;
};

const removeIfThere = (file) => {
  try {
    rmSync(file);
  } catch {
    // Nothing was written: the folder is not ours to write.
  }
};

/**
 * Keeps what was compiled in this run where it came to a file of which nothing was kept yet: of all its files, since
 * functions are compiled when they are first called. To be called when the work is done.
 */
const keep = () => {
  if (!scripts.some(({ fresh }) => fresh)) return;
  for (const { script, hash, file } of scripts) {
    const temporary = `${file}.${process.pid}`;
    try {
      const data = script.createCachedData();
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(temporary, Buffer.concat([checksum(hash, data), data]), { mode: 0o644, flag: 'wx' });
      renameSync(temporary, file);
    } catch {
      removeIfThere(temporary);
    }
  }
};

module.exports = { load, keep };
