// A campaign carried out on a full disk-backed store: how many contacts a second, and how long others wait for the lock.

import { join } from 'node:path';
import { linksTo } from '../../src/service/core/context.ts';
import { runCampaign } from '../../src/service/resources/campaigns/execution/run.ts';
import type { Service } from '../../src/service/start.ts';
import { post, startOn } from '../service/start-on.ts';
import type { Area, Place } from './area.ts';
import { atMost, type Figure, milliseconds, perSecond, shortNumber } from './figures.ts';
import { contactItem } from './rows.ts';

const HOUR_MS = 3_600_000;
const SLICE_MS = 50;
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

interface Slices {
  readonly ms: number;
  readonly longestMs: number;
}

/** Does what is due at a moment, one transaction after the other. */
async function workAt(service: Service, now: number): Promise<Slices> {
  const principal = { workspaceId: 1, userId: 1, role: 'ADMIN', keyId: 0, keyName: 'bench', scopes: ['ALL'] } as const;
  const slices: number[] = [];
  for (;;) {
    const began = performance.now();
    const next = await service.store.write((tx) => runCampaign({ tx, principal, now, ...linksTo() }, 1));
    slices.push(performance.now() - began);
    if (next === null || next > now) break;
  }
  return { ms: slices.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(...slices) };
}

async function* measure({ sizes, folder, say }: Place): AsyncGenerator<Figure> {
  const count = sizes.campaignContacts;
  const service = await startOn(join(folder, 'data'));
  const { id: listId } = await post(service, '/v1/lists', { name: 'All', entity: 'CONTACT' });
  for (let from = 0; from < count; from += 100) {
    const contacts = Array.from({ length: 100 }, (_, at) => ({ ...contactItem(from + at), listId }));
    await post(service, '/v1/contacts/bulk', { contacts });
  }
  const { id: campaignId } = await post(service, '/v1/campaigns', { name: 'C', identityId: 1, steps: STEPS });
  const began = performance.now();
  await post(service, '/v1/add-contact-group-to-campaign', { campaignId, contactGroupId: listId });
  const full = count.toLocaleString('en-US');
  yield { what: `${full} contacts into a campaign`, figure: milliseconds(performance.now() - began) };
  await post(service, `/v1/campaign/${campaignId}/status`, { status: 'ACTIVE' });
  const start = Date.now();
  const moments: readonly (readonly [string, number])[] = [
    ['visits', 0],
    ['emails', 1],
    ['openings, and what follows', 60],
  ];
  for (const [what, hours] of moments) {
    say(what);
    const { ms, longestMs } = await workAt(service, start + hours * HOUR_MS + 1_000);
    yield { what: `${what}, ${full} contacts`, figure: `${shortNumber(perSecond(count, ms))} contacts/s` };
    yield {
      what: `${what}: longest slice`,
      figure: milliseconds(longestMs),
      budget: atMost(SLICE_MS, 'ms', longestMs),
    };
  }
  await service.close();
}

export const campaigns: Area = { title: 'A campaign carried out, in-process, on disk', measure };
