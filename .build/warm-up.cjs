// Runs one command of a fresh build and keeps the code it needed, compiled: `node warm-up.cjs DIST WORDS…`.

const { join } = require('node:path');
const { keepCompiled, useCompiled } = require('../bin/compiled.js');

const [dist = ''] = process.argv.splice(2, 1);
process.on('exit', keepCompiled);
useCompiled(dist, true);
require(join(dist, 'reach.js')).run(join(__dirname, '..'));
