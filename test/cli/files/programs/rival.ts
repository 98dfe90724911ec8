// One of several processes that want a lock at the same moment. Each line on standard input is a folder: it takes the lock
// in it twice, and says `done` once it has. What it does while it holds the lock shows whether it was alone.

import { appendFileSync, closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { withLock } from '../../../../src/cli/files/lock.ts';
import { processIo } from '../../../../src/cli/terminal/io.ts';

function isAlone(folder: string): boolean {
  try {
    closeSync(openSync(join(folder, 'inside'), 'wx'));
    return true;
  } catch {
    return false;
  }
}

async function main(): Promise<void> {
  const io = processIo();
  process.stdout.write('ready\n');
  for await (const folder of createInterface({ input: process.stdin })) {
    for (let turn = 1; turn <= 2; turn += 1) {
      await withLock(join(folder, 'lock'), io, async () => {
        const wasAlone = isAlone(folder);
        const file = join(folder, 'count');
        const count = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
        await io.sleep(1);
        writeFileSync(file, String(count + 1));
        rmSync(join(folder, 'inside'), { force: true });
        appendFileSync(join(folder, 'log'), wasAlone ? 'alone\n' : 'together\n');
      });
    }
    process.stdout.write('done\n');
  }
}

void main();
