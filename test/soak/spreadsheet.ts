// Exports through spreadsheets, every kind of damage with 100 workspaces; `npm run soak -- spreadsheet -- COUNT SEED` for others.

import { DAMAGES, throughSpreadsheet } from '../cli/import/spreadsheet.ts';

export async function run([count = '100', seed = '1000']: readonly string[]): Promise<number> {
  let failed = 0;
  for (const kind of Object.keys(DAMAGES)) {
    let wrong = 0;
    for (let at = 0; at < Number(count); at += 1) {
      const problems = await throughSpreadsheet(kind, Number(seed) + at);
      if (problems.length === 0) continue;
      wrong += 1;
      process.stdout.write(`${kind}, seed ${Number(seed) + at}:\n  ${problems.join('\n  ')}\n`);
    }
    process.stdout.write(`${kind}: ${count} workspaces, ${wrong} with something wrong\n`);
    failed += wrong;
  }
  return failed === 0 ? 0 : 1;
}
