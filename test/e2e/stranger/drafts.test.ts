// Drafts of another service: only operations it is known to take are sent, and what is sent is read back.

import { afterEach, expect, test } from 'vitest';
import type { Json } from '../../stranger/route.ts';
import { type Seeded, seed } from '../../stranger/seed.ts';
import type { Mode } from '../../stranger/switches.ts';
import { byId, fill } from '../../stranger/table/proof.ts';
import { type Desk, type Drive, openDrive } from './drive.ts';

let drive: Drive;
afterEach(() => drive.close());

async function start(mode: Mode = 'minimal'): Promise<{ desk: Desk; ids: Seeded }> {
  drive = await openDrive({ mode });
  const ids = seed(drive.stranger.store);
  return { desk: await drive.desk('env'), ids };
}

/** Takes every write of the field, and keeps what it has. */
function deaf(record: Json, field: string): void {
  const value = record[field];
  Object.defineProperty(record, field, { enumerable: true, get: () => value, set: () => {} });
}

const workflow = (more: string, list: string) => `name: Unfinished
nodes:
  - { id: select, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { leadsGroupId: ${list} }, next: [verify] }
  - { id: verify, kind: BLOCK, blockId: VERIFY_LEAD_EMAIL, next: [] }
${more}`;

const writesOf = () => drive.stranger.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);

test('a change that the shown operations cannot make is refused, with all of it, before anything is sent', async () => {
  const { desk, ids } = await start();
  const file = workflow('trigger: { type: API }', ids['companyList'] ?? '').replace('next: []', 'next: [""]');
  desk.write({ 'w.yaml': file.replace('Unfinished', 'Finished') });
  const ran = await desk.run(fill('workflow update {draft} w.yaml --yes', ids));
  expect([ran.code, ran.stdout, writesOf()]).toEqual([3, '', []]);
  expect(ran.stderr).toContain('this edit would change the name; change the trigger: the interface shows how');
});

test('what a service takes and does not do is an error that names it', async () => {
  const { desk, ids } = await start();
  const { workflows, campaigns, playbook } = drive.stranger.store;
  const plan: Json = Object(byId(workflows, ids['draft'])?.['plan']);
  deaf(Object(plan['nodes'])[0], 'inputs');
  deaf(byId(campaigns, ids['campaign']) ?? {}, 'name');
  deaf(playbook.get('faqs')?.[0] ?? {}, 'answer');
  desk.write({
    'w.yaml': workflow('', ids['companyList'] ?? ''),
    'c.yaml': 'name: Winter\nsteps:\n  - { type: email, subject: Hi, content: Hello }\n',
    'playbook.yaml': 'faqs:\n  - { question: Price?, answer: Ten. }\n',
  });
  const update = await desk.run(fill('workflow update {draft} w.yaml --yes', ids));
  const place = fill('plan.nodes.select.inputs.leadsGroupId is still {list}, not {companyList}', ids);
  expect([update.code, update.stderr.includes(place)]).toEqual([1, true]);
  const edited = await desk.run(fill('campaign update {campaign} c.yaml --yes', ids));
  expect([edited.code, edited.stderr.includes('name is still "Q3 launch", not "Winter"')]).toEqual([1, true]);
  const applied = await desk.run('playbook apply playbook.yaml --yes');
  expect([applied.code, applied.stderr.includes('faqs.Price?.answer is still "It depends.", not "Ten."')]).toEqual([
    1,
    true,
  ]);
});
