// Every command can print Markdown: tables that nothing in a cell can break.

import { expect, test } from 'vitest';
import { reachForAllTests } from '../../../opened.ts';

const reach = reachForAllTests();

test('-o markdown: a list is a table, a record one of fields and values; cells are text and nothing else', async () => {
  await reach.run(['list', 'create', 'A | <b>B</b> ~~C~~']);
  const list = await reach.run('list list -o markdown --fields name,entity,size');
  expect(list.stdout).toBe(
    '| Name | Entity | Size |\n| --- | --- | --- |\n| A \\| \\<b\\>B\\</b\\> \\~\\~C\\~\\~ | CONTACT | 0 |\n',
  );
  const one = await reach.run('list show 1 -o markdown --fields id,entity');
  expect(one.stdout).toBe('| field | value |\n| --- | --- |\n| id | 1 |\n| entity | CONTACT |\n');
});
