// npm run soak -- answers: every command × 26 odd answers and 12 statuses × its first to third request, against a service
// typed from the interface alone. Ends with 1 if an exit code is not that of the table (its exceptions are listed in
// test/e2e/stranger/answers-sweep.ts), or one is 70, or a command does not end.

import { openSpoilt, problemOf, SPOILINGS } from '../e2e/stranger/answers-sweep.ts';
import { TABLE } from '../stranger/table/table.ts';

export async function run(): Promise<number> {
  const spoilt = await openSpoilt();
  const sum = { commands: 0, runs: 0, bugs: 0, problems: 0 };
  try {
    for (const row of TABLE.filter(({ local }) => local !== true)) {
      sum.commands += 1;
      for (const from of [1, 2, 3]) {
        for (const spoiling of SPOILINGS) {
          const one = { row, spoiling, from };
          const outcome = await spoilt.run(one);
          if (outcome.spoiled === null) break;
          const problem = problemOf(one, outcome);
          sum.runs += 1;
          sum.bugs += outcome.code === 70 ? 1 : 0;
          sum.problems += problem === null ? 0 : 1;
          if (problem !== null) process.stdout.write(`${problem}\n`);
        }
      }
    }
  } finally {
    await spoilt.drive.close();
  }
  process.stdout.write(`${SPOILINGS.length} spoilings: ${JSON.stringify(sum)}\n`);
  return sum.problems + sum.bugs === 0 ? 0 : 1;
}
