// A contact changed by merging: what the history has of it, where it cannot be read back, and where a part cannot be undone.

import { afterEach, expect, test } from 'vitest';
import type { Json } from '../../stranger/route.ts';
import { type Seeded, seed } from '../../stranger/seed.ts';
import { byId, fill } from '../../stranger/table/proof.ts';
import { type Drive, openDrive } from './drive.ts';

let drive: Drive;
let ids: Seeded;
afterEach(() => drive.close());

const BULK = '/v1/contacts/bulk';
const ada = (): Json => byId(drive.stranger.store.contacts, ids['ada']) ?? {};

/** `isHidden`: after the first bulk, contacts are not shown any more. */
async function start(isHidden = false) {
  let isWritten = false;
  drive = await openDrive({
    mode: 'strict',
    rewrite: (reply, method, path) => {
      if (path === BULK) isWritten = true;
      const isRead = method === 'GET' && path.startsWith('/v1/contacts/');
      return isHidden && isWritten && isRead ? { ...reply, status: 403, body: { message: 'Not now' } } : reply;
    },
  });
  ids = seed(drive.stranger.store);
  const desk = await drive.desk('env');
  return (line: string) => desk.run(fill(line, ids), { env: { REACH_NO_HISTORY: '' } });
}

test('what cannot be read back was changed all the same, which is said', async () => {
  const run = await start(true);
  const { code, stdout, stderr } = await run('contacts update {ada} -f jobTitle=CTO --json');
  expect([code, JSON.parse(stdout), ada()['jobTitle']], stderr).toEqual([0, { id: Number(ids['ada']) }, 'CTO']);
  expect(stderr).toContain(fill('contact {ada} was changed; it could not be read back to compare it: Not now', ids));
  expect(JSON.parse((await run('history --json')).stdout)).toMatchObject([
    { state: 'done', changed: '1 contact updated' },
  ]);
});

test('undo gives back what had a value, and says what cannot be cleared', async () => {
  const run = await start();
  Object.assign(ada(), { jobTitle: null, contactCountry: 'Ireland' });
  expect((await run('contacts update {ada} -f jobTitle=CTO -f contactCountry=Spain')).code).toBe(0);
  const { stdout, stderr } = await run('undo --yes --json');
  expect([ada()['contactCountry'], ada()['jobTitle']], stderr).toEqual(['Ireland', 'CTO']);
  expect(`${stdout}${stderr}`).toContain('jobTitle cannot be cleared');
});
