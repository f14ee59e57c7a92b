'use strict';
// Runs a large CommonJS file from what V8 made of it in an earlier run. Node 22 does this by itself
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

/** Scripts of this run of which nothing was kept yet. */
const fresh = [];

const checksum = (source, data) => createHash('sha256').update(source).update(data).digest();

/** One file for each version of V8, its flags, and the processor. */
const keptFile = (path) => join(FOLDER, `${basename(path)}-${process.arch}-${cachedDataVersionTag()}`);

const readKept = (file, source) => {
  let kept;
  try {
    kept = readFileSync(file);
  } catch {
    return undefined;
  }
  const data = kept.subarray(CHECKSUM_BYTES);
  return checksum(source, data).equals(kept.subarray(0, CHECKSUM_BYTES)) ? data : undefined;
};

const scriptOf = (path) => {
  const source = Buffer.concat([HEAD, readFileSync(path), TAIL]);
  const file = keptFile(path);
  const cachedData = readKept(file, source);
  const text = source.toString(isAscii(source) ? 'latin1' : 'utf8');
  const script = new Script(text, { filename: path, cachedData });
  if (cachedData === undefined || script.cachedDataRejected) fresh.push({ script, source, file });
  return script;
};

/** What the CommonJS file at an absolute path exports. It may use `require`, and not `import()`. */
exports.load = (path) => {
  const require = createRequire(path);
  if (enableCompileCache !== undefined || process.env.NODE_DISABLE_COMPILE_CACHE) return require(path);
  const module = { exports: {} };
  const run = scriptOf(path).runInThisContext();
  run.call(module.exports, module.exports, require, module, path, dirname(path));
  return module.exports;
};

const removeIfThere = (file) => {
  try {
    rmSync(file);
  } catch {
    // Nothing was written: the folder is not ours to write.
  }
};

/** Keeps what was compiled in this run, at best when its work is done: functions are compiled when first called. */
exports.keep = () => {
  for (const { script, source, file } of fresh) {
    const temporary = `${file}.${process.pid}`;
    try {
      const data = script.createCachedData();
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(temporary, Buffer.concat([checksum(source, data), data]), { mode: 0o644, flag: 'wx' });
      renameSync(temporary, file);
    } catch {
      removeIfThere(temporary);
    }
  }
};
