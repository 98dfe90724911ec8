// A campaign carried out in-process, on a store on disk: twelve days of it, as the clock is moved; and scenarios of campaigns.

import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { post, startOn } from '../service/start-on.ts';
import type { Area, Place } from './area.ts';
import { atMost, type Figure, milliseconds } from './figures.ts';
import { medians, reach } from './processes.ts';
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

const SCENARIOS = 50;
const SCENARIOS_MS = 10_000;

const REPLAY_MS = 1_000;

/** Of the comparison of a recorded service, here the local one itself. */
function replayMs(root: string, folder: string): number {
  const home = { REACH_HOME: join(folder, 'home') };
  const file = join(folder, 'service.json');
  medians({ record: reach(root, ['local', 'compare', '--with', 'local', '--record', file, '-q'], home) }, 0);
  return medians({ replay: reach(root, ['local', 'compare', '--replay', file, '-q'], home) }, 3).replay;
}

/** Of the playbooks that are shipped, again and again. */
function scenariosMs(root: string, folder: string): number {
  const home = { REACH_HOME: join(folder, 'home') };
  medians({ init: reach(root, ['init', 'outreach', folder, '--playbooks', '--quiet'], home) }, 0);
  const tests = join(folder, 'tests');
  const names = readdirSync(tests);
  for (let at = names.length; at < SCENARIOS; at += 1)
    copyFileSync(join(tests, names[at % names.length] ?? ''), join(tests, `copy-${at}.yaml`));
  return medians({ test: reach(root, ['test', folder], home) }, 1).test;
}

async function* measure({ sizes, folder, root }: Place): AsyncGenerator<Figure> {
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
  const testMs = scenariosMs(root, join(folder, 'outreach'));
  const ofReplay = replayMs(root, folder);
  const budget = atMost(SCENARIOS_MS, 'ms', testMs);
  yield { what: `reach test with ${SCENARIOS} scenarios`, figure: milliseconds(testMs), budget };
  const replay = { what: 'reach local compare --replay', figure: milliseconds(ofReplay) };
  yield { ...replay, budget: atMost(REPLAY_MS, 'ms', ofReplay) };
}

export const campaigns: Area = { title: 'A campaign carried out, in-process, on disk; scenarios', measure };
