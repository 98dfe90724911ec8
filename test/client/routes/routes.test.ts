import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import type { Route } from '../../../src/client/routes/route.ts';
import { routes } from '../../../src/client/routes/routes.ts';
import { table } from '../../../src/contract/table.ts';

test('the routes are the rows of the contract without their schemas', () => {
  const wanted = Object.entries(table).map(([group, rows]) => [
    group,
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => {
        const { params: _p, query: _q, body: _b, data: _d, items: _i, checkedBy: _k, ...plain } = { ...row };
        const { chosen, given, refuses: _r, ...rest } = { ...plain };
        const isChosenRate = rest.perMinute !== null && given !== 'scope and rate';
        return [
          name,
          { ...rest, ...(chosen !== undefined && { chosen: true }), ...(isChosenRate && { chosenRate: true }) },
        ];
      }),
    ),
  ]);
  const withoutQuery = Object.entries(routes).map(([group, rows]) => [
    group,
    Object.fromEntries(
      Object.entries<Route>(rows).map(([name, { chosenQuery: _, chosenBody: __, ...route }]) => [name, route] as const),
    ),
  ]);
  expect(Object.fromEntries(withoutQuery)).toEqual(Object.fromEntries(wanted));
});

test('parameters that the interface does not show are marked, those it shows are not', () => {
  const { contacts, campaigns, workflows, social, finder } = routes;
  expect(contacts.list.chosenQuery).toEqual(['listId', 'actionsId']);
  expect(workflows.list.chosenQuery).toEqual(['search', 'status', 'name']);
  expect(social.posts.chosenQuery ?? []).not.toContain('identityIds');
  expect(finder.results.chosenQuery).toBeUndefined();
  expect(campaigns.create.chosenBody).toContain('trackOpens');
  expect([campaigns.addContact.chosenBody, contacts.bulkCreate.chosenBody]).toEqual(['whole', undefined]);
});

test('generated files are up to date', async () => {
  const script = join(import.meta.dirname, '../../../.build/generate.mjs');
  expect(await execa(process.execPath, [script, '--check'])).toMatchObject({ stdout: '', stderr: '' });
});
