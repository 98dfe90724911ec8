// Random imports, taken back: `npm run soak -- undo` for more of them.

import { expect, test } from 'vitest';
import { undoImports } from './random-undos.ts';

test('what a dry run predicts is what happens; taken back, each field and member is as it was, or named', async () => {
  const { wrong, notes, ...counts } = await undoImports({ files: 25, seed: 1, isRemote: false });
  expect(wrong).toEqual([]);
  expect(counts.imported).toBeGreaterThan(15);
  expect(counts.restoredFields).toBeGreaterThan(100);
  expect(counts.keptFields).toBeGreaterThan(0);
  expect(counts.redone).toBeGreaterThan(0);
  expect(Object.keys(notes).filter((note) => note.includes('could not be read'))).toEqual([]);
});

test.each([
  // A company that the import creates, for a contact that had none.
  { seed: 877, files: 13, isRemote: false },
  // --fill-empty, for a new contact of a company that has every value.
  { seed: 1277, files: 4, isRemote: false },
  // A value that two changes of one record wrote, neither of them known from before.
  { seed: 30201, files: 9, isRemote: true },
  // A contact of a company without a name, which an earlier row of the same bulk gives one.
  { seed: 31876, files: 8, isRemote: false },
])('workspaces in which it once was otherwise: $seed', async (of) => {
  expect((await undoImports(of)).wrong).toEqual([]);
});
