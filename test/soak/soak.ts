// npm run soak [-- NAME… [-- ARGUMENTS]]: the long tests beside this file, one after the other; all of them unless named.

import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

type Run = (args: readonly string[]) => Promise<number>;

const FOLDER = resolve('test', 'soak');

function names(): string[] {
  return readdirSync(FOLDER)
    .map((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1])
    .filter((name) => name !== undefined && name !== 'soak')
    .map(String)
    .sort();
}

/** Runs them all, whatever one of them says; gives the worst exit code. 2 for one that does not exist. */
export async function run(args: readonly string[]): Promise<number> {
  const known = names();
  const end = args.indexOf('--');
  const asked = end < 0 ? args : args.slice(0, end);
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0 || known.length === 0) {
    process.stderr.write(`no soak ${unknown.join(', ')} in ${FOLDER}; there is ${known.join(', ') || 'none'}\n`);
    return 2;
  }
  const { load } = await import(pathToFileURL(resolve('.build', 'bundle.mjs')).href);
  let worst = 0;
  for (const name of asked.length > 0 ? asked : known) {
    process.stdout.write(`${name}\n`);
    const soak: { run: Run } = await load(join(FOLDER, `${name}.ts`));
    worst = Math.max(worst, await soak.run(end < 0 ? [] : args.slice(end + 1)));
  }
  return worst;
}
