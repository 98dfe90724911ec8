// What a record is called is the same whether it was just created, changed or is looked at.

import { beforeAll, expect, test } from 'vitest';
import { reachForAllTests } from '../opened.ts';
import { writeFiles } from './every-command.ts';

const reach = reachForAllTests();
beforeAll(() => writeFiles(reach.home));

const labelsOf = async (argv: string) => {
  const { code, stdout } = await reach.run(argv, { tty: true, columns: 120, env: { REACH_NO_INPUT: '1' } });
  const lines = stdout.split('\n').flatMap((line) => /^(.*?) +│ /.exec(line)?.[1] ?? []);
  return { code, labels: lines };
};

const ADA = '-f firstName=Ada -f lastName=Lovelace -f professionalEmail=ada@engines.example -f companyName=Engines';

test.each([
  ['contacts', `create ${ADA}`, 1, ['Outcome', 'Company outcome']],
  ['companies', 'create -f name=Navy -f domain=navy.example', 2, ['Outcome']],
  ['campaign', 'create q3.yaml', 1, []],
])('%s %s', async (group, create, id, onlyOnce) => {
  const created = await labelsOf(`${group} ${create}`);
  const displayed = await labelsOf(`${group} show ${id}`);
  expect([created.code, displayed.code]).toEqual([0, 0]);
  expect(created.labels.filter((label) => !displayed.labels.includes(label))).toEqual(onlyOnce);
});
