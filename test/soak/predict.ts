// npm run soak -- predict [-- FILES [SEED]]: 10,000 random files, each predicted by a dry run and then imported; a quarter each of
// contacts and companies, of workspaces that are read whole and of those that are searched. On SQLite, or on PostgreSQL with
// REACH_TEST_ENGINE=postgres inside `.ci/postgres`. Ends with 1 if anything else becomes of a row than was predicted.

import { predictImports } from '../cli/import/predicted-imports.ts';
import { closeTestDatabases } from '../service/engine.ts';

export async function run(args: readonly string[]): Promise<number> {
  const [files = 10_000, seed = 1] = args.map(Number);
  let wrong = 0;
  for (const entity of ['contacts', 'companies'] as const) {
    for (const isWhole of [true, false]) {
      const counts = await predictImports({ files: Math.ceil(files / 4), seed, entity, isWhole });
      wrong += counts.wrong.length;
      for (const text of counts.wrong) process.stderr.write(`${text}\n`);
      const figures = { files: counts.files, rows: counts.rows, wrong: counts.wrong.length, ...counts.statuses };
      process.stdout.write(`${entity}, ${isWhole ? 'read whole' : 'searched'}: ${JSON.stringify(figures)}\n`);
    }
  }
  await closeTestDatabases();
  return wrong === 0 ? 0 : 1;
}
