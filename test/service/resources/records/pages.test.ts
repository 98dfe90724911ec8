// Pages read one after the other, while others write or do not: each is what the store holds at that moment.

import { beforeAll, expect, test } from 'vitest';
import { worldForAllTests } from '../../../opened.ts';

const world = worldForAllTests();
let listId: number;
const SIZE = 7;

beforeAll(async () => {
  listId = (await world.done('POST', '/v1/lists', { body: { name: 'All' } })).id;
  const contacts = Array.from({ length: 60 }, (_, n) => ({
    firstName: 'Ada',
    lastName: `L${n}`,
    jobTitle: 'CEO',
    companyName: 'Acme Steel Works Old Town',
    listId,
  }));
  await world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
});

const SOURCES = {
  everything: (page: number) => world.call('GET', '/v1/contacts', { query: { page, pageSize: SIZE } }),
  'a list': (page: number) => world.call('GET', '/v1/contacts', { query: { page, pageSize: SIZE, listId } }),
  'a search': (page: number) =>
    world.call('POST', '/v1/contacts/search', { body: { include: { jobTitle: ['CEO'] }, page, pageSize: SIZE } }),
  'words, one after the other': async (page: number) => {
    await world.call('POST', '/v1/contacts/search', { body: { search: 'acme', page, pageSize: SIZE } });
    return world.call('POST', '/v1/contacts/search', { body: { search: 'steel acme', page, pageSize: SIZE } });
  },
  'more words than are kept': (page: number) =>
    world.call('POST', '/v1/contacts/search', {
      body: { search: 'steel acme works old town ceo', page, pageSize: SIZE },
    }),
};

const stored = () =>
  world.service.store.read(async (tx) =>
    (await tx.all<{ id: number }>('select id from contacts order by id')).map(({ id }) => id),
  );

test.each(Object.entries(SOURCES))(
  '%s: every page agrees with the store, also where it changed since',
  async (_, ask) => {
    let made = 0;
    const change = async (page: number): Promise<void> => {
      if (page % 3 === 1) return;
      const [first = 0] = await stored();
      if (page % 3 === 2) return void (await world.call('DELETE', `/v1/contacts/${first}`));
      made += 1;
      await world.call('POST', '/v1/contact', {
        body: {
          firstName: 'New',
          lastName: `N${made}`,
          jobTitle: 'CEO',
          companyName: 'Acme Steel Works Old Town',
          listId,
        },
      });
    };
    for (const page of [1, 2, 3, 4, 5, 6, 7, 8, 2, 3, 9, 1, 20]) {
      await change(page);
      const all = await stored();
      for (let time = 0; time < 2; time += 1) {
        const { contacts, total } = (await ask(page)).body.data;
        const ids = contacts.map(({ id }: { id: number }) => id);
        expect([ids, total]).toEqual([all.slice((page - 1) * SIZE, page * SIZE), all.length]);
        const next = (await ask(page + 1)).body.data.contacts.map(({ id }: { id: number }) => id);
        expect(next).toEqual(all.slice(page * SIZE, (page + 1) * SIZE));
      }
    }
  },
);
