// Keeps code as V8 compiled it, as far as it was needed: at the end of a build, and of a command on a Node that refuses what is there.

const { readdirSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

/** What was not written for so long belongs to an earlier version, or is written again. */
const KEPT_MS = 60 * 86_400_000;

/** @param {string} folder */
function removeOld(folder) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file, { force: true });
  }
}

/**
 * In place as a whole, so that a command that starts meanwhile reads all of it. What cannot be kept is compiled again.
 * @param {readonly import('./reach.js').Compiled[]} compiled
 */
function keep(compiled) {
  try {
    for (const { script, to } of compiled) {
      const part = `${to}.${process.pid}`;
      writeFileSync(part, script.createCachedData(), { mode: 0o600 });
      renameSync(part, to);
    }
    const [first] = compiled;
    if (first !== undefined) removeOld(dirname(first.to));
  } catch {
    // A disk that is full or read-only.
  }
}

module.exports = { keep };
