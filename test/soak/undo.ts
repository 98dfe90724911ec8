// npm run soak -- undo [-- FILES [SEED]]: 10,000 random imports, each predicted by a dry run, changed by someone else in between and
// taken back; a twentieth of them over a socket. On SQLite, or on PostgreSQL with REACH_TEST_ENGINE=postgres inside `.ci/postgres`.
// Ends with 1 if a single field is not what the dry run said, not as it was, or not named.

import { undoImports } from '../cli/commands/history/random-undos.ts';
import { closeTestDatabases } from '../service/engine.ts';

export async function run(args: readonly string[]): Promise<number> {
  const [files = 10_000, seed = 1] = args.map(Number);
  let wrong = 0;
  for (const [isRemote, share] of [
    [false, 19],
    [true, 1],
  ] as const) {
    const part = { files: Math.ceil((files * share) / 20), seed, isRemote };
    const { wrong: all, ...counts } = await undoImports(part);
    wrong += all.length;
    for (const text of all) process.stderr.write(`${text}\n`);
    process.stdout.write(`${isRemote ? 'remote' : 'local'}: ${JSON.stringify({ ...counts, wrong: all.length })}\n`);
  }
  await closeTestDatabases();
  return wrong === 0 ? 0 : 1;
}
