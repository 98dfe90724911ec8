import { expect, test } from 'vitest';
import { KIND_OF_PATH } from '../../../../src/cli/session/name-kinds.ts';
import { table } from '../../../../src/contract/table.ts';
import { reachForAllTests } from '../../../opened.ts';

const reach = reachForAllTests({ empty: false });

test('every path whose names are kept is one of the interface', () => {
  const paths = new Set(
    Object.values(table).flatMap((rows) => Object.values<{ readonly path: string }>(rows).map(({ path }) => path)),
  );
  expect(Object.keys(KIND_OF_PATH).filter((path) => !paths.has(path))).toEqual([]);
});

test.each([
  ['campaign show 1', 'campaigns', 'Newsletter welcome\n'],
  ['list show 1', 'lists', 'Newsletter\n'],
])('after %s its name is offered', async (line, kind, names) => {
  expect((await reach.run(line)).code).toBe(0);
  expect((await reach.run(`completion names ${kind}`)).stdout).toBe(names);
});
