// A campaign carried out in-process, on a store on disk: twelve days of it, as the clock is moved.

import { join } from 'node:path';
import { post, startOn } from '../service/start-on.ts';
import type { Area, Place } from './area.ts';
import { atMost, type Figure, milliseconds } from './figures.ts';
import { contactItem } from './rows.ts';

const DAYS = 12;
const MOST_MS = 5_000;
const email = {
  type: 'email',
  subject: 'Hello {firstName}',
  content: 'How does {companyName} buy today? {identity.name}',
};
const STEPS = [
  { type: 'network_visit_profile' },
  { ...email, delay: { value: 1, unit: 'hours' } },
  {
    type: 'condition',
    condition: { type: 'email_opened', waitFor: { value: 2, unit: 'days' } },
    onTrue: [{ type: 'network_message', content: 'Thank you for reading, {firstName}' }],
    onFalse: [{ type: 'email', content: 'Did you see my email?' }],
  },
];

async function* measure({ sizes, folder }: Place): AsyncGenerator<Figure> {
  const count = sizes.campaignContacts;
  const service = await startOn(join(folder, 'data'));
  const { id: listId } = await post(service, '/v1/lists', { name: 'All', entity: 'CONTACT' });
  for (let from = 0; from < count; from += 100) {
    const contacts = Array.from({ length: 100 }, (_, at) => ({ ...contactItem(from + at), listId }));
    await post(service, '/v1/contacts/bulk', { contacts });
  }
  const { id: campaignId } = await post(service, '/v1/campaigns', { name: 'C', identityId: 1, steps: STEPS });
  await post(service, '/v1/add-contact-group-to-campaign', { campaignId, contactGroupId: listId });
  const began = performance.now();
  await post(service, `/v1/campaign/${campaignId}/status`, { status: 'ACTIVE' });
  await post(service, '/_local/clock', { advance: `${DAYS}d` });
  const ms = performance.now() - began;
  const what = `${DAYS} days of a campaign with ${count.toLocaleString('en-US')} contacts`;
  yield { what, figure: milliseconds(ms), budget: atMost(MOST_MS, 'ms', ms) };
  await service.close();
}

export const campaigns: Area = { title: 'A campaign carried out, in-process, on disk', measure };
