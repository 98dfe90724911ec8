import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { routes } from '../../../src/client/routes/routes.ts';
import { table } from '../../../src/contract/table.ts';

test('the routes are the rows of the contract without their schemas', () => {
  const wanted = Object.entries(table).map(([group, rows]) => [
    group,
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => {
        const { params: _p, query: _q, body: _b, data: _d, items: _i, checkedBy: _k, ...plain } = { ...row };
        const { chosen: _c, given: _g, refuses: _r, ...rest } = { ...plain };
        return [name, rest];
      }),
    ),
  ]);
  expect(routes).toEqual(Object.fromEntries(wanted));
});

test('generated files are up to date', async () => {
  const script = join(import.meta.dirname, '../../../.build/generate.mjs');
  expect(await execa(process.execPath, [script, '--check'])).toMatchObject({ stdout: '', stderr: '' });
});
