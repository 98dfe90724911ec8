// npm run soak -- disk: every command, every place where it touches a file, every reason for which that can fail. Ends with 1
// if one ends with anything but 7 (no room) or 2, shows a stack trace, or leaves something unfinished.

// First of all: what is loaded before it is not tried.
import '../e2e/stranger/disk-fault.ts';

import { DISK_CODES, isSwept, sweep } from '../e2e/stranger/disk-sweep.ts';
import { openDrive } from '../e2e/stranger/drive.ts';
import { TABLE } from '../stranger/table/table.ts';

export async function run(): Promise<number> {
  const drive = await openDrive({ mode: 'minimal' });
  const sum = { commands: 0, runs: 0, problems: 0 };
  try {
    for (const row of TABLE.filter(isSwept)) {
      const { runs, problems } = await sweep(drive, row, () => true);
      for (const problem of problems) process.stdout.write(`${problem}\n`);
      sum.commands += 1;
      sum.runs += runs;
      sum.problems += problems.length;
    }
  } finally {
    await drive.close();
  }
  process.stdout.write(`${DISK_CODES.join(', ')}: ${JSON.stringify(sum)}\n`);
  return sum.problems === 0 ? 0 : 1;
}
