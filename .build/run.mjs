// Runs a TypeScript file: `node .build/run.mjs test/bench/bench.ts [arguments]`. It exports `run(args): Promise<number>`.

import { resolve } from 'node:path';
import { load } from './bundle.mjs';

const [file = '', ...args] = process.argv.slice(2);
const { run } = await load(resolve(file));
process.exitCode = await run(args);
