// Every command while a file cannot be read or written, at every place of src where it touches one: exit 7 where there is no
// room, else 2, and never 70; or what it remembers is lost, and it does its work. Nothing unfinished stays behind. Here each
// place fails twice, for want of room and for one other reason; `npm run soak -- disk` tries all reasons for all commands.

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
const OTHERS = DISK_CODES.slice(1);

function isNew({ call, place }: Touched, code: string): boolean {
  const at = `${call} ${place}`;
  const chosen = OTHERS[[...at].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % OTHERS.length];
  if ((code !== 'ENOSPC' && code !== chosen) || seen.has(`${code} ${at}`)) return false;
  seen.add(`${code} ${at}`);
  return true;
}

test.each(TABLE.filter(isSwept).map((row) => [nameOf(row), row] as const))('%s', async (_name, row) => {
  expect((await sweep(drive, row, isNew)).problems).toEqual([]);
});

test('places were tried', () => expect(seen.size).toBeGreaterThan(70));
