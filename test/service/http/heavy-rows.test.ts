import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderForTest } from '../../folder.ts';
import { bundledForAllTests } from '../bundled-once.ts';
import { never, openWorld } from '../world.ts';

const built = bundledForAllTests({ worker: 'src/service/worker.ts' });
const contact = { firstName: 'Ada', lastName: 'Lovelace', networkProfileUrl: 'https://network.example/in/ada' };

test('heavy rows are answered by threads as by the main thread: results, refusals and bulk items', async () => {
  const data = folderForTest();
  const [inline, threaded] = [
    await openWorld(),
    await openWorld({ data, workerFile: join(built(), 'worker.js'), sleep: never }),
  ];
  const ask = async (path: string, body?: unknown) => {
    const method = body === undefined ? 'GET' : 'POST';
    const input = body === undefined ? {} : { body };
    const [a, b] = [await inline.call(method, path, input), await threaded.call(method, path, input)];
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
