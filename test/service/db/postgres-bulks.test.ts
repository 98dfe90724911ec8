// Bulks on PostgreSQL: what several servers write at once, and words that are not made by the database.

import fc from 'fast-check';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lexemesOf } from '../../../src/service/db/postgres/words.ts';
import { companiesByKey } from '../../../src/service/resources/companies/queries/companies.ts';
import { freeTestDatabase, isPostgres, testDatabase } from '../engine.ts';
import { openWorld, type World } from '../world.ts';

describe.runIf(isPostgres)('bulks on PostgreSQL', () => {
  let database: { url: string };
  let worlds: World[];
  beforeEach(async () => {
    database = await testDatabase(undefined);
    worlds = [];
  });
  afterEach(async () => {
    for (const world of worlds) await world.close();
    await freeTestDatabase(database);
  });

  test('ids grow within a workspace, whichever of three servers creates, merges and gives back what it reserved', async () => {
    for (let n = 0; n < 3; n += 1) worlds.push(await openWorld({ database }));
    const [first] = worlds as [World];
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
      const { status, body } = await (worlds[n % 3] as World).call('POST', '/v1/contacts/bulk', call);
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
    const world = await openWorld({ database });
    worlds.push(world);
    const plans = await world.service.store.write(async (tx) => {
      await companiesByKey(tx, 99, 'DOMAIN', new Set(['a.example']));
      return tx.all(`select generic_plans as made, custom_plans as fitted from pg_prepared_statements
        where statement like 'select domain_key%'`);
    }, 99);
    expect(plans).toEqual([{ made: 1, fitted: 0 }]);
  });

  test('a server that writes lets the database look at tables that have grown, without being asked', async () => {
    const world = await openWorld({ database });
    worlds.push(world);
    const contacts = Array.from({ length: 100 }, () => ({ firstName: 'Ada', jobTitle: 'x'.repeat(500) }));
    for (let n = 0; n < 2; n += 1) await world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
    const known = 'select reltuples as n from pg_class where oid = $1::regclass';
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await vi.waitUntil(async () => (await client.query(known, ['contacts'])).rows[0].n > 0, { timeout: 10_000 });
    await client.end();
  });

  test('a server that writes lets words be indexed before a bulk has to wait for it', async () => {
    const world = await openWorld({ database });
    worlds.push(world);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('create extension pgstattuple');
    const waiting = async (): Promise<number[]> => {
      const sizes = `select pending_tuples as n from unnest(array['contacts_fts_words', 'companies_fts_words']) as one (name),
        pgstatginindex(name::regclass)`;
      return (await client.query<{ n: string }>(sizes)).rows.map(({ n }) => Number(n));
    };
    // Less than PostgreSQL lets wait.
    for (let n = 0; n < 20; n += 1) {
      const contacts = Array.from({ length: 100 }, (_, at) => ({ firstName: 'Ada', companyName: `Acme ${n} ${at}` }));
      expect((await world.call('POST', '/v1/contacts/bulk', { body: { contacts } })).status).toBe(200);
    }
    await vi.waitUntil(async () => (await waiting()).every((n) => n === 0), { timeout: 10_000 });
    await client.end();
  });

  test('workers are woken by requests that queue work, and by no others', async () => {
    const world = await openWorld({ database });
    worlds.push(world);
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

  test('words of plain text are those that the database makes of it', async () => {
    const plain = fc.string({
      unit: fc.constantFrom(...'aB9 .,-_@/\\\'":&|!()*\t\n\0', 'w1x', 'https://', '-1.5e3'),
      maxLength: 300,
    });
    const [fixed, texts] = [
      [
        '',
        ' ',
        'ada@acme.example',
        'a-b_c',
        "O'Neill & Sons",
        'x:1 y:2',
        'the The THE',
        'a'.repeat(1_999),
        '1 '.repeat(250),
      ],
      fc.sample(plain, 300),
    ];
    const all = [...fixed, ...texts].map((text) => text.replaceAll('\0', ''));
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(
      `select made, words_of(12, made)::text as words, given::tsvector::text as given
       from unnest($1::text[], $2::text[]) as one (made, given)`,
      [all, all.map((text) => lexemesOf(12, text))],
    );
    await client.end();
    expect(rows.map(({ made, given }) => [made, given])).toEqual(
      // Where there is no word, the database keeps the workspace alone; nothing asks for it.
      rows.map(({ made, words }) => [made, words === "'w12x':1" ? '' : words]),
    );
    expect([lexemesOf(12, 'Ädä'), lexemesOf(12, 'a'.repeat(2_001)), lexemesOf(12, 'a '.repeat(251))]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
