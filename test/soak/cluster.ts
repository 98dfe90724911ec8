// Servers on one PostgreSQL, killed at random: `.ci/postgres npm run soak -- cluster`, its kills as an argument (50).

import { openHome } from '../e2e/binary.ts';
import { killedCluster } from '../e2e/killed-cluster.ts';

export async function run([kills = '50']: readonly string[]): Promise<number> {
  const database = process.env['REACH_TEST_POSTGRES'];
  if (database === undefined) {
    process.stdout.write('WITHOUT POSTGRESQL: not run; .ci/postgres starts one\n');
    return 0;
  }
  const home = openHome();
  try {
    const options = { home, database, servers: 3, kills: Number(kills), runs: 20, contacts: 100, seed: 15 };
    const outcome = await killedCluster(options);
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
    return outcome.lost + outcome.doubled + outcome.unfinished === 0 ? 0 : 1;
  } finally {
    home.remove();
  }
}
