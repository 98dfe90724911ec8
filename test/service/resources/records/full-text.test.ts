// Full text follows every change.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tx } from '../../../../src/service/core/sql.ts';
import { openStore } from '../../../../src/service/db/connection.ts';
import { matchWords, textHits, wordsOfWorkspace } from '../../../../src/service/db/fulltext.ts';
import { worldForEachTest } from '../../../opened.ts';
import type { World } from '../../world.ts';

const world = worldForEachTest();

test('after any history of creates, merges, changes and deletes the indexes agree with the rows', async () => {
  const word = fc.constantFrom('ada', 'bob', 'zoe', 'acme beta', '');
  const step = fc.oneof(
    fc.record({
      do: fc.constant('create' as const),
      firstName: word,
      companyName: word,
      Segment: word,
      url: fc.constantFrom('a', 'b'),
    }),
    fc.record({
      do: fc.constant('patch' as const),
      id: fc.integer({ min: 1, max: 4 }),
      firstName: word,
      Segment: word,
    }),
    fc.record({ do: fc.constant('rename' as const), id: fc.integer({ min: 1, max: 4 }), name: word }),
    fc.record({ do: fc.constant('delete' as const), id: fc.integer({ min: 1, max: 4 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, together) => {
      await world.control('POST', '/_local/reset', { empty: true });
      if (together) await Promise.all(steps.map((one) => apply(world, one)));
      else for (const one of steps) await apply(world, one);
      for (const table of ['contacts', 'companies'] as const) {
        const { indexed, expected } = await world.service.store.write((tx) => wordsOf(tx, table));
        expect(indexed).toEqual(expected);
      }
    }),
    { numRuns: 40, interruptAfterTimeLimit: 15_000 },
  );
});

test('of writes that share a transaction one that fails takes back its own words alone, also once it has searched', async () => {
  const store = await openStore(':memory:', Number(process.versions.node.split('.')[0]));
  const [word = ''] = matchWords(1, 'w') ?? [];
  const found = async (tx: Tx) => (await tx.ids(textHits('contacts', word))).page(0, 9);
  const add = (id: number, then?: (tx: Tx) => Promise<void>) =>
    store.write(async (tx) => {
      await tx.addText('contacts', 1, [{ id, body: `word${id}` }]);
      await then?.(tx);
    });
  const searched: number[][] = [];
  const search = async (tx: Tx) => {
    searched.push(await found(tx));
    throw new Error('changed my mind');
  };
  const outcomes = await Promise.allSettled([add(901), add(902, search), add(903)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(searched).toEqual([[901, 902]]);
  expect(await store.read(found)).toEqual([901, 903]);
  await store.close();
});

test('what goes back to a savepoint takes its words along', async () => {
  const store = await openStore(':memory:', Number(process.versions.node.split('.')[0]));
  const [word = ''] = matchWords(1, 'w') ?? [];
  const add = (tx: Tx, id: number) => tx.addText('contacts', 1, [{ id, body: `word${id}` }]);
  await store.write(async (tx) => {
    await add(tx, 901);
    await tx.run('savepoint batch');
    await add(tx, 902);
    await tx.run('rollback to batch');
    await add(tx, 903);
    await tx.run('release batch');
  });
  expect(await store.read(async (tx) => (await tx.ids(textHits('contacts', word))).page(0, 9))).toEqual([901, 903]);
  await store.close();
});

test('of every field the words are those of the row, in its order', async () => {
  const company = {
    ...{ name: 'Acme Öl', domain: 'acme.example', website: 'https://acme.example/about', industry: 'Oil & Gas' },
    ...{ companyNetworkUrl: 'https://www.linkedin.com/company/acme', numberOfEmployees: 250, companyCountry: 'Peru' },
    ...{ companyCRMId: '001000000000001', Segment: 'large one' },
  };
  const contact = {
    ...{ firstName: 'Ada', lastName: "O'Neill", jobTitle: 'VP, Sales', professionalEmail: 'ada@acme.example' },
    ...{
      personalEmails: 'a@b.example',
      mobilePhone: '+49 30 1',
      networkHeadline: 'Über "alles"',
      imageUrl: 'https://i.example/x',
    },
    ...{
      networkProfileUrl: 'https://www.linkedin.com/in/ada',
      contactCountry: 'Österreich',
      leadCRMId: '00Q000000000001',
    },
    ...{ contactCRMId: '003000000000001', Note: 'first\nsecond', Score: 7, company },
  };
  await world.call('POST', '/v1/contact', { body: contact });
  for (const table of ['contacts', 'companies'] as const) {
    const { indexed, expected } = await world.service.store.write((tx) => wordsOf(tx, table));
    expect(expected.length).toBeGreaterThan(10);
    expect(indexed).toEqual(expected);
  }
});

/** Every word of the index with its row and place, and what the rows say it should hold. */
async function wordsOf(tx: Tx, table: 'contacts' | 'companies'): Promise<{ indexed: unknown; expected: unknown[] }> {
  await tx.run(`create virtual table if not exists temp.${table}_words using fts5vocab(main, ${table}_fts, instance)`);
  const indexed = await tx.all(`select doc, offset, term from temp.${table}_words order by doc, offset`);
  const rows = await tx.all<{ id: number; body: string; workspace: number }>(`select * from ${table}_text order by id`);
  const expected = rows.flatMap(({ id, body, workspace }) =>
    wordsOfWorkspace(workspace, body)
      .split(' ')
      .map((word, offset) => ({ doc: id, offset, term: word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '') })),
  );
  return { indexed, expected: expected.filter(({ term }) => term !== '') };
}

type Step =
  | { do: 'create'; firstName: string; companyName: string; Segment: string; url: string }
  | { do: 'patch'; id: number; firstName: string; Segment: string }
  | { do: 'rename'; id: number; name: string }
  | { do: 'delete'; id: number };

async function apply(world: World, step: Step): Promise<void> {
  if (step.do === 'create') {
    const { firstName, companyName, Segment, url } = step;
    const body = { firstName, companyName, Segment, networkProfileUrl: `https://network.example/in/${url}` };
    await world.call('POST', '/v1/contact', { body });
  } else if (step.do === 'delete') {
    await world.call('DELETE', `/v1/contacts/${step.id}`, {});
  } else if (step.do === 'patch') {
    const { id, firstName, Segment } = step;
    await world.call('PATCH', `/v1/contacts/${id}`, { body: { firstName, Segment } });
  } else {
    await world.call('PATCH', `/v1/companies/${step.id}`, { body: { name: step.name } });
  }
}
