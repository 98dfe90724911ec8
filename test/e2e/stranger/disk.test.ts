// Every command while a file cannot be read or written, at every place of src where it touches one: exit 7 where there is no
// room, else 2, and never 70; or what it remembers is lost, and it does its work. Nothing unfinished stays behind. Here each
// place fails once, for want of room or for one of the others; `npm run soak -- disk` tries all reasons for all commands.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf } from '../../stranger/table/row.ts';
import { TABLE } from '../../stranger/table/table.ts';
import type { Touched } from './disk-fault.ts';
import { DISK_CODES, isSwept, sweep } from './disk-sweep.ts';
import { type Drive, openDrive } from './drive.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await openDrive({ mode: 'minimal' });
});
afterAll(() => drive.close());

const seen = new Set<string>();

function isNew({ call, place }: Touched, code: string): boolean {
  const at = `${call} ${place}`;
  const turn = [...at].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  // No room at every second place: that ends with a status of its own.
  const chosen = turn % 2 === 0 ? DISK_CODES[0] : DISK_CODES[1 + (turn % (DISK_CODES.length - 1))];
  if (code !== chosen || seen.has(at)) return false;
  seen.add(at);
  return true;
}

test.each(TABLE.filter(isSwept).map((row) => [nameOf(row), row] as const))('%s', async (_name, row) => {
  expect((await sweep(drive, row, isNew)).problems).toEqual([]);
});

test('places were tried', () => expect(seen.size).toBeGreaterThan(35));
