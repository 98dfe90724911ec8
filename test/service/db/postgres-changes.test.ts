// What each write has changed is noted, and ids that were read for a word of a search follow it: whatever was written, by whichever
// server, what is found is what a search finds of which nothing was kept.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RecordChanges } from '../../../src/service/core/store.ts';
import { openPostgres, type PostgresPlace } from '../../../src/service/db/postgres/store.ts';
import { searchSql } from '../../../src/service/resources/records/queries/words.ts';
import { freeTestDatabase, isPostgres, testDatabase } from '../engine.ts';
import { openWorld, type World } from '../world.ts';

const NODE_MAJOR = Number(process.versions.node.split('.')[0]);
const WORKSPACE = 1;
const MOST = 1_000;

const numbers = (count: number, from = 0): number[] => Array.from({ length: count }, (_, n) => from + n);

const apart = (count: number): number[] => numbers(count).map((n) => 2 * n + 1);

describe.runIf(isPostgres)('changes of records', () => {
  let database: { url: string };
  let place: PostgresPlace;
  let worlds: World[];
  beforeEach(async () => {
    database = await testDatabase(undefined);
    place = await openPostgres(database.url, NODE_MAJOR, { size: 2, now: Date.now });
    worlds = [];
  });
  afterEach(async () => {
    for (const world of worlds) {
      expect(world.bugs).toEqual([]);
      await world.close();
    }
    await place.store.close();
    await freeTestDatabase(database);
  });

  const version = (): Promise<string> => place.store.read((tx) => tx.version(WORKSPACE));
  const changed = (from: string, to: string): Promise<RecordChanges | null> =>
    place.store.read((tx) => tx.changedBetween(WORKSPACE, { from, to }, MOST));
  const note = (ids: readonly number[], table: 'contacts' | 'companies' = 'contacts', workspaceId = WORKSPACE) =>
    place.store.write((tx) => tx.noteChanges(table, workspaceId, ids), workspaceId);

  test.each<[what: string, write: () => Promise<unknown>, expected: RecordChanges | null]>([
    ['nothing', async () => {}, { contacts: [], companies: [] }],
    ['one contact', () => note([7]), { contacts: [7], companies: [] }],
    ['some in disorder', () => note([9, 3, 2, 1, 8, 3]), { contacts: [1, 2, 3, 8, 9], companies: [] }],
    ['a company', () => note([5, 6], 'companies'), { contacts: [], companies: [5, 6] }],
    ['another workspace', () => note([7], 'contacts', 2), { contacts: [], companies: [] }],
    ['as many as are asked for', () => note(numbers(1_000, 1)), { contacts: numbers(1_000, 1), companies: [] }],
    ['one more', () => note(numbers(1_001, 1)), null],
    ['each alone', () => note(apart(1_000)), { contacts: apart(1_000), companies: [] }],
    ['each alone, and one more', () => note(apart(1_001)), null],
    [
      'a write that fails',
      () =>
        place.store
          .write(async (tx) => {
            await tx.noteChanges('contacts', WORKSPACE, [7]);
            throw new Error('no');
          }, WORKSPACE)
          .catch(() => {}),
      { contacts: [], companies: [] },
    ],
    ['the store as a whole', () => place.store.write((tx) => tx.noteChanges('contacts', WORKSPACE, [7])), null],
  ])('%s', async (_, write, expected) => {
    await note([99]);
    const from = await version();
    await write();
    const to = await version();
    const told = await changed(from, to);
    const inOrder = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
    expect(told && { contacts: inOrder(told.contacts), companies: inOrder(told.companies) }).toEqual(expected);
  });

  test('of a later version, of another store of this process, and of writes that are forgotten, nothing is known', async () => {
    const first = await version();
    await note([1]);
    const second = await version();
    const other = await openPostgres(database.url, NODE_MAJOR, { size: 1, now: Date.now });
    const theirs = await other.store.read((tx) => tx.version(WORKSPACE));
    await other.store.close();
    expect([await changed(second, first), await changed(theirs, second)]).toEqual([null, null]);
    for (const n of numbers(1_000)) await note([n + 2]);
    const last = await version();
    expect(await changed(first, last)).toBeNull();
    expect((await changed(second, last))?.contacts).toHaveLength(1_000);
    await note([2_000]);
    const kept = await place.store.read((tx) => tx.one<{ n: number }>('select count(*) as n from record_changes'));
    expect(kept).toEqual({ n: 1_001 });
    expect(await changed(second, await version())).toBeNull();
  });

  async function server(): Promise<World> {
    const world = await openWorld({ database });
    worlds.push(world);
    return world;
  }

  const personOf = (n: number, colour: string, company: number | null) => ({
    ...{ firstName: `Person${n}`, lastName: company === 3 ? 'Other' : 'Test', jobTitle: colour },
    ...{ networkProfileUrl: `https://network.example/in/p${n}` },
    ...(company !== null && { companyName: `Firm ${company}`, companyDomain: `firm${company}.example` }),
  });
  const total = async (world: World, search: string, of = 'contacts'): Promise<number> =>
    (await world.call('POST', `/v1/${of}/search`, { body: { search, pageSize: 100 } })).body.data.total;

  test('only what has changed is read again', async () => {
    const world = await server();
    await world.call('POST', '/v1/contacts/bulk', {
      body: { contacts: numbers(20).map((n) => personOf(n, n === 19 ? 'blue' : 'red', null)) },
    });
    expect(await total(world, 'red')).toBe(19);
    // Behind the back of the service, which notes nothing of it.
    await place.store.exec('delete from contacts_fts where id <= (select min(id) + 4 from contacts)');
    await world.call('POST', '/v1/contact', { body: personOf(20, 'red', null) });
    expect(await total(world, 'red')).toBe(20);
    await place.store.write(async () => {});
    expect(await total(world, 'red')).toBe(15);
  });

  const COLOURS = ['red', 'green', 'blue', 'red green', 'grey', 'red-green'];
  const colour = fc.constantFrom(...COLOURS);
  const person = fc.nat(30);
  const company = fc.option(fc.nat(5));
  const written = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        is: fc.constant('bulk' as const),
        from: person,
        count: fc.integer({ min: 1, max: 12 }),
        colour,
        company,
      }),
    },
    { weight: 2, arbitrary: fc.record({ is: fc.constant('change' as const), at: person, colour }) },
    { weight: 2, arbitrary: fc.record({ is: fc.constant('delete' as const), at: person }) },
    { weight: 2, arbitrary: fc.record({ is: fc.constant('company' as const), at: fc.nat(5), colour }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('clock' as const) }) },
  );
  const looked = fc.record({
    is: fc.constant('look' as const),
    search: fc.constantFrom(
      'red',
      'green',
      'gre',
      'red green',
      'blue red',
      'red-green',
      'Firm',
      'Person1 green',
      'firm grey',
      'Test',
      'Test green',
    ),
    of: fc.constantFrom('contacts' as const, 'companies' as const),
  });

  test('what is found is what a search finds of which nothing was kept', async () => {
    const [asked, other] = [await server(), await server()];
    const idsOf = async (of: string): Promise<number[]> =>
      (await place.store.read((tx) => tx.all<{ id: number }>(`select id from ${of} order by id`))).map(({ id }) => id);
    const act = async (
      world: World,
      write: typeof written extends fc.Arbitrary<infer W> ? W : never,
    ): Promise<void> => {
      if (write.is === 'bulk') {
        const contacts = numbers(write.count, write.from).map((n) => personOf(n, write.colour, write.company));
        await world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
      } else if (write.is === 'clock') await world.control('POST', '/_local/clock', { advance: '1h' });
      else {
        const of = write.is === 'company' ? 'companies' : 'contacts';
        const ids = await idsOf(of);
        const path = `/v1/${of}/${ids[write.at % ids.length]}`;
        if (ids.length === 0) return;
        if (write.is === 'delete') await world.call('DELETE', path);
        else if (write.is === 'change') await world.call('PATCH', path, { body: { jobTitle: write.colour } });
        else await world.call('PATCH', path, { body: { industry: write.colour } });
      }
    };
    const look = async (search: string, of: 'contacts' | 'companies'): Promise<void> => {
      const { body } = await asked.call('POST', `/v1/${of}/search`, { body: { search, pageSize: 100 } });
      const found = body.data[of].map(({ id }: { id: string | number }) => Number(id));
      const entity = of === 'contacts' ? 'CONTACT' : 'COMPANY';
      const condition = searchSql({ workspaceId: WORKSPACE, entity, alias: 'r' }, search);
      if (condition === null) throw new Error('nothing is searched for');
      const rows = await place.store.read((tx) =>
        tx.all<{ id: number }>(`select r.id from ${of} as r where ${condition.sql} order by r.id`, ...condition.values),
      );
      expect({ search, of, total: body.data.total, found }).toEqual({
        ...{ search, of, total: rows.length },
        found: rows.slice(0, 100).map(({ id }) => id),
      });
    };
    const steps = fc.array(fc.oneof({ weight: 3, arbitrary: looked }, { weight: 2, arbitrary: written }), {
      minLength: 20,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(steps, fc.infiniteStream(fc.boolean()), async (sequence, isOther) => {
        for (const step of sequence) {
          if (step.is === 'look') await look(step.search, step.of);
          else await act(isOther.next().value ? other : asked, step);
        }
      }),
      { numRuns: 15, interruptAfterTimeLimit: 20_000, endOnFailure: true },
    );
  });
});
