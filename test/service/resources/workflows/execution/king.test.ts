import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { worldForTest } from '../../../../opened.ts';
import { openWorld } from '../../../world.ts';
import { block } from '../bodies.ts';
import { end, from, membersOf, type Node, publish, ran, read, start } from './running.ts';
import { openStepWorld, toList, when, world } from './step-world.ts';

openStepWorld();

const king = (more: object): Node => ({
  id: 'king',
  kind: 'KING',
  groupBy: 'jobTitle',
  orderBy: 'createdAt',
  next: ['add', 'stop'],
  ...more,
});

test('of each group exactly `limit` are prioritized, of equals those with the lower id', async () => {
  expect(await ran(world, [from('king'), king({ limit: 2 }), toList('add'), end('stop')])).toMatchObject({
    status: 'SUCCEEDED',
    king: { SUCCEEDED: 12 },
    add: { SUCCEEDED: 6 },
    stop: { SUCCEEDED: 6 },
  });
  expect(await membersOf(world, 2)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('it orders by a formula field: lower values first, records without one last', async () => {
  const own = await worldForTest();
  const people = [
    ['CEO', 80],
    ['Clerk', 80],
    ['Clerk', 5],
    [null, 5],
  ].map(([jobTitle, numberOfEmployees], index) => ({
    firstName: `P${index}`,
    contactCountry: 'Norway',
    listId: 1,
    ...(jobTitle !== null && { jobTitle }),
    company: { name: `C${numberOfEmployees}`, numberOfEmployees },
  }));
  await own.call('POST', '/v1/lists', { body: { name: 'All', entity: 'CONTACT' } });
  await own.call('POST', '/v1/lists', { body: { name: 'First', entity: 'CONTACT' } });
  await own.call('POST', '/v1/contacts/bulk', { body: { contacts: people } });
  const order = king({ groupBy: 'contactCountry', orderBy: 'icpScore', limit: 2 });
  expect(await ran(own, [from('king'), order, toList('add'), end('stop')])).toMatchObject({ status: 'SUCCEEDED' });
  expect(await membersOf(own, 2)).toEqual([2, 3]);
});

test('it waits until no one can join its groups any more', async () => {
  const split = when([{ field: 'jobTitle', operator: 'EQUALS', value: 'T1' }], 'hold', 'king');
  const nodes = [from('when'), split, block('hold', 'WAIT', { duration: { value: 2, unit: 'hours' } }, 'king')];
  const id = await publish(world, [...nodes, king({ groupBy: 'contactCountry' }), toList('add'), end('stop')]);
  const runId = await start(world, id);
  await world.work();
  expect(await read(world, runId)).toMatchObject({ status: 'RUNNING', hold: { WAITING: 4 }, king: { PENDING: 8 } });
  await world.control('POST', '/_local/clock', { advance: '2h' });
  expect(await read(world, runId)).toMatchObject({
    status: 'SUCCEEDED',
    add: { SUCCEEDED: 1 },
    stop: { SUCCEEDED: 11 },
  });
  expect(await membersOf(world, 2)).toEqual([1]);
});

test('of each group those with the lowest order, whatever the groups, the order and the limit', async () => {
  const record = fc.record({
    group: fc.constantFrom('A', 'B', null),
    order: fc.option(fc.integer({ min: 0, max: 4 })),
  });
  const input = fc.tuple(fc.array(record, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 4 }));
  await fc.assert(
    fc.asyncProperty(input, async ([records, limit]) => {
      const own = await openWorld();
      await own.call('POST', '/v1/lists', { body: { name: 'Firms', entity: 'COMPANY' } });
      const companies = records.map(({ group, order }, index) => ({
        name: `C${index}`,
        ...(group !== null && { industry: group }),
        ...(order !== null && { numberOfEmployees: order }),
        listId: 1,
      }));
      await own.call('POST', '/v1/companies/bulk', { body: { companies } });
      const nodes = [
        from('king', { companyGroupId: 1 }, 'SELECT_COMPANIES_FROM_LIST'),
        { id: 'king', kind: 'KING', groupBy: 'industry', orderBy: 'numberOfEmployees', limit, next: ['first', 'stop'] },
        end('first'),
        end('stop'),
      ];
      const runId = await start(own, await publish(own, nodes));
      await own.work();
      const rows = await own.service.store.read((tx) =>
        tx.all<{ id: number }>(
          'select entity_id as id from workflow_run_entities where run_id = ? and step = 2',
          runId,
        ),
      );
      const ranked = records.map(({ group, order }, index) => ({ id: index + 1, group, order: order ?? 99 }));
      const isBefore = (a: (typeof ranked)[number], b: (typeof ranked)[number]) =>
        a.group === b.group && (a.order < b.order || (a.order === b.order && a.id < b.id));
      const first = ranked.filter((one) => ranked.filter((other) => isBefore(other, one)).length < limit);
      expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(first.map(({ id }) => id)));
      await own.close();
    }),
    { numRuns: 8 },
  );
});
