// Runs one command of a fresh build and keeps the code it needed, compiled: `node warm-up.cjs DIST all|new|none WORDS…`.
// `new`: only of files of which nothing is kept yet, for what is kept of the others is loaded by every command. `none`: keeps nothing.

const { join } = require('node:path');
const { keepCompiled, load } = require('../bin/compiled.js');

const [dist = '', which] = process.argv.splice(2, 2);
if (which !== 'none') process.on('exit', () => keepCompiled(which === 'new'));
const keeps = which !== 'none';
const [, , first, second, kind] = process.argv;
if (first === 'completion' && second === 'names') load(dist, join(dist, 'names.js'), keeps).answerNames(kind);
else load(dist, join(dist, 'reach.js'), keeps).run(join(__dirname, '..'));
