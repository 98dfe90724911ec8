// Runs one command of a fresh build and keeps the code it needed, compiled: `node warm-up.cjs DIST all|new|none ENTRY WORDS…`.
// `new`: only of files of which nothing is kept yet, for what is kept of the others is loaded by every command. `none`: keeps nothing.

const { existsSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { compiled, load } = require('../bin/reach.js');

const [dist = '', which, entry = ''] = process.argv.splice(2, 3);
process.on('exit', () => {
  if (which === 'none') return;
  for (const { to, script } of compiled) {
    if (which === 'all' || !existsSync(to)) writeFileSync(to, script.createCachedData());
  }
});
const root = join(__dirname, '..');
/** @param {string} name */
const part = (name) => load(dist, join(dist, name), which !== 'none');
if (entry === 'names') part('names.js').answerNames(process.argv[4]);
else if (entry === 'quick') part('quick.js').run({ root, loadLocal: () => part('local.js') });
else part('reach.js').run(root);
