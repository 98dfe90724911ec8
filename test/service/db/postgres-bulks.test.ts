// Bulks on PostgreSQL: what several servers write at once.

import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { companiesByKey } from '../../../src/service/resources/companies/queries/companies.ts';
import { databaseForEachTest } from '../../opened.ts';
import { isPostgres } from '../engine.ts';

describe.runIf(isPostgres)('bulks on PostgreSQL', () => {
  const database = databaseForEachTest();

  test('ids grow within a workspace, whichever of three servers creates, merges and gives back what it reserved', async () => {
    const worlds = [await database.open(), await database.open(), await database.open()] as const;
    const [first] = worlds;
    const theirs = await first.newKey(['ALL'], 'theirs', 'Theirs');
    // Half of each bulk is in the one before: what was reserved for it is not used.
    const bulk = (n: number) => ({
      contacts: Array.from({ length: 8 }, (_, at) => ({
        firstName: 'A',
        networkProfileUrl: `https://network.example/in/p${4 * n + at}`,
      })),
    });
    const ids: Record<string, number[]> = { own: [], theirs: [] };
    const send = async (whose: string, n: number, key: string | undefined): Promise<void> => {
      const call = { body: bulk(n), ...(key !== undefined && { key }) };
      const { status, body } = await (worlds[n % 3] ?? first).call('POST', '/v1/contacts/bulk', call);
      expect(status).toBe(200);
      for (const { contact } of body.data.results)
        if (contact.contactOutcome === 'CREATED') ids[whose]?.push(contact.id);
    };
    for (let n = 0; n < 6; n += 1) await Promise.all([send('own', n, undefined), send('theirs', n, theirs)]);
    for (const created of Object.values(ids)) {
      expect(created).toHaveLength(8 + 5 * 4);
      expect(created).toEqual([...new Set(created)].sort((a, b) => a - b));
    }
  });

  test('what is looked up by keys is planned without regard to what the database knows of a workspace', async () => {
    const world = await database.open();
    // The connection may have been another test's before.
    const counts = `select coalesce(sum(generic_plans), 0)::int as made, coalesce(sum(custom_plans), 0)::int as fitted
      from pg_prepared_statements where statement like 'select domain_key%'`;
    const [before, after] = await world.service.store.write(async (tx) => {
      const found = await tx.one<{ made: number; fitted: number }>(counts);
      await companiesByKey(tx, 99, 'DOMAIN', new Set(['a.example']));
      return [found, await tx.one(counts)];
    }, 99);
    // Reads fit theirs to the values, on the same connection.
    expect(after).toEqual({ made: (before?.made ?? 0) + 1, fitted: before?.fitted });
  });

  test('a server that writes lets the database look at tables that have grown, without being asked', async () => {
    const world = await database.open();
    const contacts = Array.from({ length: 100 }, () => ({ firstName: 'Ada', jobTitle: 'x'.repeat(500) }));
    const known = 'select reltuples as n from pg_class where oid = $1::regclass';
    const client = new Client({ connectionString: database.url });
    await client.connect();
    // A look may pass over a table that is locked at that moment; the server looks again while it writes.
    await vi.waitUntil(
      async () => {
        await world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
        return (await client.query(known, ['contacts'])).rows[0].n > 0;
      },
      { timeout: 10_000 },
    );
    await client.end();
  });

  test('workers are woken by requests that queue work, and by no others', async () => {
    const world = await database.open();
    const { servers } = world.service;
    servers?.takeNewJobs();
    const created = await world.call('POST', '/v1/contact', { body: { firstName: 'Ada' } });
    expect(servers?.takeNewJobs()).toBe(false);
    const actions = { contactIds: [created.body.data.id], actions: [{ type: 'ENRICH_WITH_EMAIL' }] };
    expect((await world.call('POST', '/v1/actions', { body: actions })).status).toBe(200);
    expect([servers?.takeNewJobs(), servers?.takeNewJobs()]).toEqual([true, false]);
    await world.control('POST', '/_local/reset', {});
    expect(servers?.takeNewJobs()).toBe(true);
  });
});
