import { expect, test } from 'vitest';
import { openInboxWorld, world } from './inbox-world.ts';

openInboxWorld();

const link = async (body: object) => (await world.done('POST', '/v1/inbox/link', { body })).url;
const displayed = (query: string) => `https://app.reach.invalid/inbox?${query}`;

test.each<[object, string]>([
  [{}, 'folder=received'],
  [{ folder: 'ai_draft', channel: ['NETWORK', 'TASK'] }, 'folder=ai_draft&channel=NETWORK%2CTASK'],
  [{ leadId: 7 }, 'folder=received&leadId=7'],
  [{ leadIds: [7, 8], tagIds: [] }, 'folder=received&leadIds=7%2C8'],
  [
    { archived: false, status: ['PAUSED'], includeUntagged: true, startDate: '2026-11-01T00:00:00+01:00' },
    'folder=received&archived=false&status=PAUSED&includeUntagged=true&startDate=2026-11-01T00%3A00%3A00%2B01%3A00',
  ],
])('%j', async (body, query) => expect(await link(body)).toBe(displayed(query)));

test.each<[object, string]>([
  [{ folder: 'spam' }, 'folder: must be received, '],
  [{ channel: 'EMAIL' }, 'channel: must be a list, not text'],
  [{ channel: ['FAX'] }, 'channel[0]: must be NETWORK, '],
  [{ leadId: 0 }, 'leadId: must be the id of a record'],
  [{ icpRatings: ['GOOD'] }, 'icpRatings[0]: must be HIGH, '],
  [{ startDate: '2026-02-01', endDate: '2026-01-01' }, 'endDate: must not be before startDate'],
  [{ sender: 1 }, 'sender: is not known here'],
])('400 for %j', async (body, message) => {
  const { status, body: answer } = await world.call('POST', '/v1/inbox/link', { body });
  expect([status, answer.message.slice(0, message.length)]).toEqual([400, message]);
});
