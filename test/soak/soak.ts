// npm run soak [-- NAME… [-- ARGUMENTS]]: the long tests of `loops.ts` and of the files beside it, one after the other; all of them
// unless named.

import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

type Loops = Readonly<Record<string, (...args: readonly number[]) => Promise<boolean>>>;

const FOLDER = resolve('test', 'soak');

const files = readdirSync(FOLDER).flatMap((file) => /^(?!soak|loops)([a-z-]+)\.ts$/.exec(file)?.[1] ?? []);

/** Runs them all, whatever one of them says; gives the worst exit code. 2 for one that does not exist. */
export async function run(args: readonly string[]): Promise<number> {
  const { load } = await import(pathToFileURL(resolve('.build', 'bundle.mjs')).href);
  const end = args.indexOf('--');
  const asked = end < 0 ? args : args.slice(0, end);
  // What is loaded before `disk` is not tried there.
  const isOfFiles = asked.length > 0 && asked.every((name) => files.includes(name));
  const { LOOPS }: { LOOPS: Loops } = isOfFiles ? { LOOPS: {} } : await load(join(FOLDER, 'loops.ts'));
  const known = [...Object.keys(LOOPS), ...files].sort();
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0 || known.length === 0) {
    process.stderr.write(`no soak ${unknown.join(', ')} in ${FOLDER}; there is ${known.join(', ') || 'none'}\n`);
    return 2;
  }
  let worst = 0;
  for (const name of asked.length > 0 ? asked : known) {
    process.stdout.write(`${name}\n`);
    const own = end < 0 ? [] : args.slice(end + 1);
    const loop = LOOPS[name];
    const isRight = loop && (await loop(...own.map(Number)));
    worst = Math.max(worst, loop ? Number(!isRight) : await (await load(join(FOLDER, `${name}.ts`))).run(own));
  }
  return worst;
}
