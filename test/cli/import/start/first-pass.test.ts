import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BULK_BOUNDS, type ImportPlan } from '../../../../src/cli/import/mapping/plan.ts';
import { FirstPass } from '../../../../src/cli/import/start/foresee.ts';
import { folderForAllTests } from '../../../folder.ts';

const PLAN: ImportPlan = {
  ...BULK_BOUNDS,
  ...{ entity: 'CONTACT', merge: true, list: null, limit: null, delimiter: null, encoding: null },
  columns: [
    { index: 0, header: 'Profile', field: 'networkProfileUrl', kind: 'url' },
    { index: 1, header: 'Title', field: 'jobTitle', kind: 'text' },
  ],
};

const folder = folderForAllTests();

test('rows that are there twice are found again in a file that was changed meanwhile', async () => {
  const path = join(folder, 'in.csv');
  const found = async (pass: FirstPass, people: readonly string[]) => {
    const rows = people.map((name) => `n.example/in/${name},CTO`);
    if (people.length > 0) writeFileSync(path, ['Profile,Title', ...rows, ''].join('\n'));
    const { remarks, laterRows } = await pass.of(path, 'in.csv', PLAN);
    return [remarks.rows, laterRows.size];
  };
  const pass = new FirstPass();
  expect(await found(pass, ['ada', 'ada', 'bob'])).toEqual([3, 1]);
  expect(await found(pass, [])).toEqual([3, 1]);
  expect(await found(pass, ['ada', 'bob', 'eve', 'joe'])).toEqual([4, 0]);
});
