// Every command against answers that no service should give, and every status that one may, at its first, second or third
// request: the exit code is that of the table, or it does its work; never 70, never without end. Here one spoiling at one
// place for each row, by turns; `npm run soak -- answers` tries them all.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf } from '../../stranger/table/row.ts';
import { TABLE } from '../../stranger/table/table.ts';
import { openSpoilt, problemOf, SPOILINGS } from './answers-sweep.ts';

let spoilt: Awaited<ReturnType<typeof openSpoilt>>;
beforeAll(async () => {
  spoilt = await openSpoilt();
});
afterAll(() => spoilt.drive.close());

const rows = TABLE.filter(({ local }) => local !== true);

test.each(rows.map((row, at) => [nameOf(row), row, at] as const))('%s', async (_name, row, at) => {
  // A command that sends fewer requests is spoilt at an earlier one.
  for (const from of [3, 2, 1].slice(at % 3)) {
    const one = { row, spoiling: SPOILINGS[(at * 5 + from * 13) % SPOILINGS.length] ?? 500, from };
    const outcome = await spoilt.run(one);
    expect(problemOf(one, outcome)).toBeNull();
    if (outcome.spoiled !== null) break;
  }
});
