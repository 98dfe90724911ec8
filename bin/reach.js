#!/usr/bin/env node

// Answers version, help and completion scripts from text made at build time; loads the tool for everything else.

const { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, statSync, writeSync } = require('node:fs');
const { dirname, isAbsolute, join } = require('node:path');

const root = join(__dirname, '..');
const dist = join(root, 'dist');

/**
 * The prepared text of this command line, if it has one.
 * @param {readonly string[]} words
 */
function prepared(words) {
  const last = words[words.length - 1];
  if (words.length > 4 || last === undefined) return null;
  if (words.length === 1 && (last === '--version' || last === '-V')) return textOf('version');
  if (last === '--help' || last === '-h') return textOf(['help', ...words.slice(0, -1)].join(' '));
  if (words[0] === 'completion') return textOf(words.join(' '));
  // A topic goes before a command of the same name, whose own help is `reach COMMAND --help`.
  if (words[0] !== 'help') return null;
  const topic = textOf(['topic', ...words.slice(1)].join(' '));
  return topic === null ? textOf(words.join(' ')) : isForPager(topic) ? null : topic;
}

/**
 * At a terminal the tool shows a long topic, with a pager.
 * @param {Buffer} text
 */
function isForPager(text) {
  return text.toString('latin1').split('\n').length > 24 && require('node:tty').isatty(1);
}

/** @param {string} name */
function textOf(name) {
  if (!/^[a-z][a-z -]*$/.test(name)) return null;
  try {
    return readFileSync(join(dist, 'text', `${name}.txt`));
  } catch {
    return null;
  }
}

/**
 * A reader that has gone away has had enough; anything else is told as cli/app/exit.ts tells it of every other output.
 * @param {NodeJS.ErrnoException} error
 */
function failed({ code }) {
  if (code === 'EPIPE') return;
  process.stderr.write(`error: cannot write the output: ${code === 'ENOSPC' ? 'no space left' : code}\n`);
  process.exitCode = code === 'ENOSPC' ? 7 : 2;
}

/**
 * One synchronous write: opening process.stdout costs more than the rest of this file.
 * @param {Buffer} text
 */
function write(text) {
  let written = 0;
  try {
    written = writeSync(1, text);
  } catch (error) {
    const failure = /** @type {NodeJS.ErrnoException} */ (error);
    if (failure.code !== 'EAGAIN') return failed(failure);
  }
  // More than the pipe takes at once.
  if (written < text.length) process.stdout.on('error', failed).write(text.subarray(written));
}

// Code is loaded as V8 compiled it when it was built: that spares a command a quarter of its time. A Node that was not the one that
// built it, or has other flags, refuses it, and keeps what it compiled itself. All of it is in this file, for another one would take
// half a millisecond to load.

/** @typedef {{ file: string, script: import('node:vm').Script, to: string }} Compiled */

/** @type {Map<string, { exports: any }>} */
const modules = new Map();
/** @type {Compiled[]} */
const compiled = [];

const HEAD = Buffer.from('(function (exports, require, module, __filename, __dirname) { ');
const TAIL = Buffer.from('\n});');

/**
 * The source as the function of a module. Put together outside the heap: strings of this size, made twice, cost a collection.
 * @param {string} file
 */
function sourceOf(file) {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const source = Buffer.allocUnsafeSlow(HEAD.length + size + TAIL.length);
    HEAD.copy(source);
    readSync(descriptor, source, HEAD.length, size, 0);
    TAIL.copy(source, HEAD.length + size);
    return source.toString('latin1');
  } finally {
    closeSync(descriptor);
  }
}

/** @param {string} file */
function bytesOf(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/**
 * Where the build keeps what its Node compiled.
 * @param {string} file
 */
const besideOf = (file) => `${file}.${process.version}-${process.arch}.cache`;

/** Where what may be deleted at any time is kept; the same place as cli/app/paths.ts has. */
function cacheFolder() {
  const { REACH_HOME, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (REACH_HOME) return join(REACH_HOME, 'cache');
  const home = require('node:os').homedir();
  if (!isAbsolute(home)) throw new Error('no home directory');
  if (process.platform === 'win32') return join(LOCALAPPDATA || join(home, 'AppData', 'Local'), 'reach', 'cache');
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches', 'reach');
  return join(XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : join(home, '.cache'), 'reach');
}

/**
 * Where this Node keeps what it compiled; null where nothing can be, or where others could write to it. Undefined: not known yet.
 * @type {string | null | undefined}
 */
let ownFolder;

function findOwnFolder() {
  try {
    const folder = join(cacheFolder(), 'compiled', `${process.version}-${process.arch}`);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const isOwn = found === undefined || process.getuid === undefined || found.uid === process.getuid();
    return isOwn && ((found?.mode ?? 0) & 0o022) === 0 ? folder : null;
  } catch {
    return null;
  }
}

function keepCompiled() {
  const { keep } = require('./keep.js');
  keep(compiled);
}

/**
 * The same from what this Node kept of it, or to be kept at the end. The file is named by the content, which its last line tells:
 * V8 itself only compares the length.
 * @param {string} file
 * @param {string} source
 * @param {string} filename
 */
function ownScript(file, source, filename) {
  const { Script } = require('node:vm');
  const sum = /\n\/\/([0-9a-f]{16})\n\}\);$/.exec(source.slice(-24))?.[1];
  if (ownFolder === null || sum === undefined) return new Script(source, { filename });
  const to = join(ownFolder ?? '', `${sum}.cache`);
  const cachedData = bytesOf(to);
  const script = new Script(source, { filename, cachedData });
  if (cachedData === undefined || script.cachedDataRejected === true) {
    if (compiled.length === 0) process.on('exit', keepCompiled);
    compiled.push({ file, script, to });
  }
  return script;
}

/**
 * Loads a file of `folder`, and those of it that it requires: all are CommonJS, in ASCII, and name each other in full, so that
 * nothing has to be looked for. `keeps`: what was compiled is to be kept beside its source.
 * @param {string} folder
 * @param {string} file
 * @param {boolean} keeps
 * @returns {any}
 */
function load(folder, file, keeps = false) {
  const known = modules.get(file);
  if (known !== undefined) return known.exports;
  const { Script } = require('node:vm');
  // The name stays with what is kept, and must not be a place on the machine of the build: a copy, not a part, of it.
  const filename = Buffer.from(`reach/dist/${file.slice(folder.length + 1)}`).toString();
  const source = sourceOf(file);
  const beside = besideOf(file);
  const cachedData = ownFolder === undefined ? bytesOf(beside) : undefined;
  // Where the first file has none of this Node, no other has: not to try spares compiling it twice.
  const isOwn = ownFolder !== undefined || (modules.size === 0 && cachedData === undefined && !keeps);
  let script = isOwn ? null : new Script(source, { filename, cachedData });
  if (keeps && script !== null) compiled.push({ file, script, to: beside });
  else if (script === null || script.cachedDataRejected === true) {
    ownFolder ??= findOwnFolder();
    script = ownScript(file, source, filename);
  }
  const loaded = { exports: {} };
  modules.set(file, loaded);
  const parent = dirname(file);
  /** @param {string} id */
  const requireFrom = (id) => (id.startsWith('.') ? load(folder, join(parent, id), keeps) : require(id));
  script.runInThisContext().call(loaded.exports, loaded.exports, requireFrom, loaded, file, parent);
  return loaded.exports;
}

/** Reads that shells repeat take a quick way, which gives up before it prints anything where it does not lead to the end. */
const QUICK = /^(contacts|companies) (list|show) .*--json( |$)/s;

/** @param {readonly string[]} words */
async function run(words) {
  /** @param {string} name */
  const part = (name) => load(dist, join(dist, name));
  const isDone =
    QUICK.test(words.join(' ')) && (await part('quick.js').run({ root, loadLocal: () => part('local.js') }));
  if (isDone) process.exit();
  await part('reach.js').run(root);
}

/** Answers this process's command line. */
function start() {
  const words = process.argv.slice(2);
  const text = prepared(words);
  if (text !== null) write(text);
  else if (words.length === 3 && words[0] === 'completion' && words[1] === 'names' && /^[a-z]+$/.test(words[2] ?? '')) {
    load(dist, join(dist, 'names.js')).answerNames(words[2]);
  } else {
    run(words);
  }
}

module.exports = { start, load, compiled };
// The build loads it for the loader alone; an executable starts it itself.
if (require.main === module) start();
