// Two people for the commands that have people contacted, and what they could be contacted with.

import { expect } from 'vitest';
import type { Reach } from '../../world.ts';
import { place } from '../outreach/folder.ts';

const FOLDER_WORKFLOW = `name: Enrol Pioneers
trigger: { type: SCHEDULE, definition: DAILY, startsAt: "2026-11-22T08:00:00Z", timezone: UTC }
publish: true
nodes:
  - { id: who, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { list: Pioneers }, next: [enrol] }
  - { id: enrol, kind: BLOCK, blockId: ADD_LEADS_TO_CAMPAIGN, inputs: { campaign: Folder }, next: [] }
`;

const CAMPAIGN = { identityId: 1, steps: [{ type: 'email', subject: 'Hello', content: 'May I ask you something?' }] };
const RUN_FILE = 'actions:\n  - type: VERIFY_LEAD_EMAIL\n';

export async function post(reach: Reach, path: string, body: object) {
  const reply = await reach.world.call('POST', path, { body });
  expect([path, reply.body]).toEqual([path, expect.objectContaining({ status: 'success' })]);
  return reply.body.data;
}

/** Ada (1) and Grace (2) are on the list 1 and in the draft campaign 2; the campaign 1 has no one. */
export async function bringPioneers(reach: Reach): Promise<void> {
  const [ada, grace] = [
    {
      firstName: 'Ada',
      lastName: 'Lovelace',
      professionalEmail: 'Ada@mail.größe.example',
      networkProfileUrl: 'https://www.network.example/in/ada-lovelace/',
      mobilePhone: '+49 30 1234567',
      company: { name: 'Engines', website: 'https://www.engines.example/about', domain: 'engines.example' },
    },
    { firstName: 'Grace', lastName: 'Hopper', professionalEmail: 'grace@navy.example', companyName: 'Navy' },
  ];
  await post(reach, '/v1/contacts/bulk', { contacts: [ada, grace] });
  await post(reach, '/v1/lists', { name: 'Pioneers', entity: 'CONTACT' });
  await post(reach, '/v1/lists/1/members', { contactIds: [1, 2] });
  await reach.world.call('PATCH', '/v1/identities/1', { body: { name: 'Robin Hale', email: 'robin@x.example' } });
  await post(reach, '/v1/campaigns', { name: 'New', ...CAMPAIGN });
  await post(reach, '/v1/campaigns', { name: 'Started', ...CAMPAIGN });
  await post(reach, '/v1/add-contact-to-campaign', { campaignId: 2, contactId: 1 });
  reach.write('run.yaml', RUN_FILE);
  place(reach, {
    'lists/a.yaml': 'name: Pioneers\n',
    'campaigns/a.yaml': 'name: Folder\nsteps:\n  - { type: email, subject: Hello, content: Hi }\n',
    'workflows/a.yaml': FOLDER_WORKFLOW,
  });
}

/** It adds whom it selects to the campaign 1. */
export async function createWorkflow(
  reach: Reach,
  inputs: object,
  blockId = 'SELECT_LEADS_FROM_LIST',
  more: object = { publish: true },
) {
  const nodes = [
    { id: 'who', kind: 'BLOCK', blockId, inputs, next: ['enrol'] },
    {
      id: 'enrol',
      kind: 'BLOCK',
      blockId: 'ADD_LEADS_TO_CAMPAIGN',
      inputs: { campaignId: 1, excludeContactedLeads: false },
      next: [],
    },
  ];
  return (await post(reach, '/v1/workflows', { name: 'Enrol', plan: { nodes }, ...more })).id;
}

export const messagesTo = async (reach: Reach, contactId: number): Promise<readonly unknown[]> =>
  (await reach.world.call('GET', `/v1/inboxes/${contactId}/messages`)).body.data.messages;
