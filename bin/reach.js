#!/usr/bin/env node

// Answers version, help and completion scripts from text made at build time; loads the tool for everything else.

const { readFileSync, writeSync } = require('node:fs');
const { isAbsolute, join } = require('node:path');

const root = join(__dirname, '..');

/**
 * The prepared text of this command line, if it has one.
 * @param {readonly string[]} words
 */
function prepared(words) {
  const last = words[words.length - 1];
  if (words.length > 4 || last === undefined) return null;
  if (words[0] === '--version' || words[0] === '-V') {
    if (words.length === 1) return textOf('version');
    if (words.length === 2 && last === '--json') return versionDetails();
  }
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

/** What a bug report needs; the commit is null in a build that was not made from Git. */
function versionDetails() {
  const [version, commit] = [textOf('version'), textOf('commit')].map((text) => text?.toString().trim() || null);
  const node = process.versions.node;
  // As in service/db/sqlite.ts.
  const engine = Number.parseInt(node, 10) >= 24 ? 'node:sqlite' : '@photostructure/sqlite';
  return Buffer.from(`${JSON.stringify({ version, commit, node, engine })}\n`);
}

/** @param {string} name */
function textOf(name) {
  if (!/^[a-z][a-z -]*$/.test(name)) return null;
  try {
    return readFileSync(join(root, 'dist', 'text', `${name}.txt`));
  } catch {
    return null;
  }
}

/**
 * A reader that has gone away has had enough; anything else is reported as cli/terminal/exit.ts reports it of any other output.
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

/** Where this user's caches are; the same place as in cli/session/paths.ts. */
function cacheFolder() {
  const { REACH_HOME, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (REACH_HOME) return join(REACH_HOME, 'cache');
  const home = require('node:os').homedir();
  if (process.platform === 'win32') return join(LOCALAPPDATA || join(home, 'AppData', 'Local'), 'reach', 'cache');
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches', 'reach');
  return join(XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : join(home, '.cache'), 'reach');
}

/** From Node 22 on, code is compiled once. Never in Node's own folder below /tmp, which another user may have made before. */
function keepCompiled() {
  // Half a millisecond to load, and without use before.
  if (Number.parseInt(process.versions.node, 10) < 22) return;
  /** @type {object & { enableCompileCache?: (folder: string) => unknown }} */
  const module = require('node:module');
  const folder = module.enableCompileCache === undefined ? '' : cacheFolder();
  if (isAbsolute(folder)) module.enableCompileCache?.(join(folder, 'compiled'));
}

/** Answers this process's command line. */
function start() {
  const words = process.argv.slice(2);
  const text = prepared(words);
  if (text !== null) return write(text);
  keepCompiled();
  /** @param {string} name */
  const part = (name) => require(join(root, 'dist', name));
  if (words.length === 3 && words[0] === 'completion' && words[1] === 'names' && /^[a-z]+$/.test(words[2] ?? '')) {
    part('names.js').answerNames(words[2]);
  } else {
    part('reach.js').run(root);
  }
}

module.exports = { start };
// An executable starts it itself.
if (require.main === module) start();
