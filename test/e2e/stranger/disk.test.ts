// Every command while a file cannot be read or written, at every place of src where it touches one: exit 7 where there is no
// room, else 2, and never 70; or what it remembers is lost, and it does its work. Nothing unfinished stays behind. Here each
// place fails once, for want of room or for one of the others; `npm run soak -- disk` tries all reasons for all commands.

// First of all: what is loaded before it is not tried.
import './disk-fault.ts';

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { takeLock } from '../../../src/cli/files/lock.ts';
import { processIo } from '../../../src/cli/terminal/io.ts';
import { folderForTest } from '../../folder.ts';
import { nameOf } from '../../stranger/table/row.ts';
import { TABLE } from '../../stranger/table/table.ts';
import { canFail, type DiskFault, type Touched, withDiskFault } from './disk-fault.ts';
import { DISK_CODES, isSwept, sweep } from './disk-sweep.ts';
import { type Drive, openDrive } from './drive.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await openDrive({ mode: 'minimal' });
});
afterAll(() => drive.close());

const seen = new Set<string>();

function isNew(touched: Touched, code: string): boolean {
  const at = `${touched.call} ${touched.place}`;
  const turn = [...at].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const possible = DISK_CODES.filter((each) => canFail(each, touched));
  // No room at every second place: that ends with a status of its own.
  const chosen = turn % 2 === 0 ? possible[0] : possible[1 + (((turn - 1) / 2) % (possible.length - 1))];
  if (code !== chosen || seen.has(at)) return false;
  seen.add(at);
  return true;
}

test.each(TABLE.filter(isSwept).map((row) => [nameOf(row), row] as const))('%s', async (_name, row) => {
  expect((await sweep(drive, row, isNew)).problems).toEqual([]);
});

test('places were tried', () => expect(seen.size).toBeGreaterThan(45));

test('a lock whose heartbeat the disk refuses is held to its end', async () => {
  const folder = folderForTest();
  const held = (fault: DiskFault | null) =>
    withDiskFault(folder, fault, async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      try {
        const lock = await takeLock(join(folder, 'lock'), processIo());
        vi.advanceTimersByTime(5_000);
        if ('release' in lock) lock.release();
        return readdirSync(folder);
      } finally {
        vi.useRealTimers();
      }
    });
  const at = (await held(null)).touched.findIndex(({ call }) => call === 'utimes');
  expect(at).toBeGreaterThan(0);
  expect((await held({ at, code: 'ENOSPC', lasting: true })).result).toEqual([]);
});
