#!/usr/bin/env node

// Answers version, help and completion scripts from text made at build time; loads the tool for everything else.

const { readFileSync, writeSync } = require('node:fs');
const { join } = require('node:path');

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

/** Reads that shells repeat take a quick way, which gives up before it prints anything where it does not lead to the end. */
const QUICK = /^(contacts|companies) (list|show) .*--json( |$)/s;

/** @param {readonly string[]} words */
async function run(words) {
  const { load } = require('./compiled.js');
  /** @param {string} name */
  const part = (name) => load(dist, join(dist, name));
  const isDone =
    QUICK.test(words.join(' ')) && (await part('quick.js').run({ root, loadLocal: () => part('local.js') }));
  if (isDone) process.exit();
  await part('reach.js').run(root);
}

const words = process.argv.slice(2);
const text = prepared(words);
if (text !== null) write(text);
else if (words.length === 3 && words[0] === 'completion' && words[1] === 'names' && /^[a-z]+$/.test(words[2] ?? '')) {
  require('./compiled.js').load(dist, join(dist, 'names.js')).answerNames(words[2]);
} else {
  run(words);
}
