import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundledForAllTests } from '../bundled-once.ts';
import { never, openWorld, withFolder } from '../world.ts';

const built = bundledForAllTests({ worker: 'src/service/worker.ts' });
const contact = { firstName: 'Ada', lastName: 'Lovelace', networkProfileUrl: 'https://network.example/in/ada' };

/** The process for searches of such a store is started before there is one. */
const LARGE_BYTES = 100_000_000;

test('heavy rows are answered by threads and processes as by the main thread: results, refusals and bulk items', () =>
  answeredAlike(0));

test('heavy rows of a large store, which is read ahead, as is what searches need', () => answeredAlike(LARGE_BYTES));

async function answeredAlike(bytes: number): Promise<void> {
  await withFolder(async (data) => {
    if (bytes > 0) {
      await (await openWorld({ data })).close();
      // What is behind the last page, SQLite does not read.
      truncateSync(join(data, 'reach.db'), bytes);
    }
    const [inline, threaded] = [
      await openWorld(),
      await openWorld({ data, workerFile: join(built(), 'worker.js'), sleep: never }),
    ];
    const ask = async (path: string, body?: unknown) => {
      const method = body === undefined ? 'GET' : 'POST';
      const given = body === undefined ? {} : { body };
      const [a, b] = [await inline.call(method, path, given), await threaded.call(method, path, given)];
      const { requestId: _, ...here } = a.body;
      const { requestId: __, ...there } = b.body;
      expect([b.status, there]).toEqual([a.status, here]);
      return b;
    };
    await ask('/v1/contacts/bulk', { contacts: [contact, { networkProfileUrl: 'nonsense' }, contact] });
    await ask('/v1/contacts/bulk', { contacts: [] });
    await ask('/v1/contacts/search', { search: 'ada' });
    await ask('/v1/contacts/search', { include: { nonsense: ['x'] } });
    await ask('/v1/contacts/duplicates?fields=fullName');
    await ask('/v1/contacts/duplicates?fields=fullName&listId=99');
    await ask('/v1/lists', { name: 'A', entity: 'CONTACT' });
    await ask('/v1/lists/1/members', { contactIds: [1] });
    await ask('/v1/campaigns', { name: 'A', steps: [{ type: 'network_visit_profile' }] });
    const added = await ask('/v1/add-contact-group-to-campaign', { campaignId: 1, contactGroupId: 1 });
    expect(added.body.data.added).toBe(1);
    expect(threaded.bugs).toEqual([]);
    await inline.close();
    await threaded.close();
  });
}
