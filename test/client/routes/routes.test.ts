import { expect, test } from 'vitest';
import type { Route } from '../../../src/contract/routes/route.ts';
import { routes } from '../../../src/contract/routes/routes.ts';
import { table } from '../../../src/contract/table.ts';

test('the routes are the rows of the contract without their schemas and words', () => {
  const wanted = Object.entries(table).map(([group, rows]) => [
    group,
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => {
        const { params: _p, query: _q, body: _b, data: _d, items: _i, checkedBy: _k, ...spoken } = { ...row };
        const { summary: _s, command: _c, ...plain } = { ...spoken };
        const { undocumented, given: input, refuses: _r, ...rest } = { ...plain };
        const isUndocumentedRate = rest.perMinute !== null && input !== 'scope and rate';
        return [
          name,
          {
            ...rest,
            ...(undocumented !== undefined && { undocumented: true }),
            ...(isUndocumentedRate && { undocumentedRate: true }),
          },
        ];
      }),
    ),
  ]);
  const withoutQuery = Object.entries(routes).map(([group, rows]) => [
    group,
    Object.fromEntries(
      Object.entries<Route>(rows).map(
        ([name, { undocumentedQuery: _, undocumentedBody: __, ...route }]) => [name, route] as const,
      ),
    ),
  ]);
  expect(Object.fromEntries(withoutQuery)).toEqual(Object.fromEntries(wanted));
});

test('parameters that the interface does not show are marked, those it shows are not', () => {
  const { contacts, campaigns, workflows, social, finder } = routes;
  expect(contacts.list.undocumentedQuery).toEqual(['listId', 'actionsId']);
  expect(workflows.list.undocumentedQuery).toEqual(['search', 'status', 'name']);
  expect(social.posts.undocumentedQuery ?? []).not.toContain('identityIds');
  expect(finder.results.undocumentedQuery).toBeUndefined();
  expect(campaigns.create.undocumentedBody).toContain('trackOpens');
  expect([campaigns.addContact.undocumentedBody, contacts.bulkCreate.undocumentedBody]).toEqual(['whole', undefined]);
});
