// The table of the history has a row for each route that writes, and for nothing else.

import { expect, test } from 'vitest';
import { RECORDED_ROUTES } from '../../../../src/cli/session/history/recorded-routes.ts';
import { routes } from '../../../../src/contract/routes/routes.ts';

test('each route that writes has a row', () => {
  const writing = Object.entries(routes).flatMap(([group, rows]) =>
    Object.entries(rows).flatMap(([name, { effect }]) => (effect === 'write' ? [`${group}.${name}`] : [])),
  );
  const rows = Object.entries(RECORDED_ROUTES).flatMap(([group, of]) =>
    Object.keys(of).map((name) => `${group}.${name}`),
  );
  expect(rows.sort()).toEqual(writing.sort());
});
