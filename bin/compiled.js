'use strict';
// Runs large CommonJS files from what V8 made of them in an earlier run. Node 22 does this by itself
// (module.enableCompileCache); here it is done for Node 20, where compiling is half of a short run.
//
// What is kept lies in this package's own folder, where nobody writes who could not write the code itself. It is used
// where its checksum holds over it, the source and the program that made it; it is left alone where it cannot be written.

const { isAscii } = require('node:buffer');
const { createHash } = require('node:crypto');
const {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
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

/**
 * The very program that runs, and its flags. V8 looks at its version alone, takes what another build of it has made,
 * and crashes: between two Nodes 20 already.
 */
const madeBy = () => {
  // A program that was replaced while it runs shares with none.
  const unknown = { size: process.pid, mtimeMs: Date.now() };
  const { size, mtimeMs } = statSync(process.execPath, { throwIfNoEntry: false }) ?? unknown;
  return [process.execPath, size, mtimeMs, process.version, process.arch, cachedDataVersionTag()].join('\n');
};

const MADE_BY = createHash('sha256').update(madeBy()).digest();
/** So many Nodes and sets of flags can take turns without one writing over the other; no more is ever kept. */
const SLOT = MADE_BY[0] % 8;

const keptFile = (path) => join(FOLDER, `${basename(path)}.${SLOT}`);

const hashOf = (source) => createHash('sha256').update(MADE_BY).update(source);

/** `hash` has seen the source. */
const checksum = (hash, data) => hash.copy().update(data).digest();

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

/** A file between HEAD and TAIL, read where it belongs: the largest has nine megabytes, which take time to copy. */
const wrapped = (path) => {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const source = Buffer.allocUnsafeSlow(HEAD.length + size + TAIL.length);
    HEAD.copy(source);
    for (let at = 0, got; at < size; at += got) {
      got = readSync(file, source, HEAD.length + at, size - at);
      if (got === 0) throw new Error(`${path} was cut while it was read`);
    }
    TAIL.copy(source, HEAD.length + size);
    return source;
  } finally {
    closeSync(file);
  }
};

const scriptOf = (path) => {
  const source = wrapped(path);
  const hash = hashOf(source);
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
