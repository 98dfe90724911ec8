// What someone did since to what a command made or wrote is kept, and what cannot be taken back is not counted as restored.

import { beforeAll, expect, test } from 'vitest';
import { reachForAllTests } from '../../../opened.ts';
import { recordedRuns } from './workspace.ts';

const reach = reachForAllTests({ empty: false });

beforeAll(() => reach.write('mail.txt', 'Hello {firstName}'));

const run = recordedRuns(reach);

test.each([
  ['contacts create -f firstName=Noa', 'contacts update %s -f Shoe=9 --custom', 'Shoe'],
  ['ai template create -f name=Ours --message-file mail.txt', 'ai template update %s -f description=x', 'description'],
  ['ai snippet create -f name=Ours -f tone=Direct -f prompt=x', 'ai snippet update %s -f prompt=y', 'prompt'],
  ['playbook apply faq.yaml --yes', 'playbook apply other.yaml --yes', 'answer'],
  [
    'ai folder create contacts Ours',
    'ai variable create -f name=In -f entity=CONTACT -f prompt=x -f folder=Ours',
    'items',
  ],
  ['ai folder create ai-snippets Ours', 'ai folder create ai-snippets Inner --in Ours', 'folders'],
])('what someone wrote since in a record that was made keeps it: %s', async (made, since, field) => {
  reach.write('faq.yaml', 'faqs: [{ question: Why?, answer: Because }]');
  reach.write('other.yaml', 'faqs: [{ question: Why?, answer: It depends }]');
  const { stdout } = await run(`${made} -o id`);
  expect(await reach.run(`${since.replace('%s', stdout.trim())} --no-history`)).toMatchObject({ code: 0 });
  const undone = await run('undo --yes --json');
  expect([undone.code, JSON.parse(undone.stdout)]).toMatchObject([
    1,
    { deleted: 0, kept: 1, details: [{ change: 'kept', field }] },
  ]);
});

test.each([
  ['company: { companyMission: Fewer miles }', { restored: 0, lasting: 1 }],
  ['company: { companyTargetMarket: All, companySize: 1-10 }', { restored: 1, lasting: 0 }],
])('a field of the playbook that cannot be emptied does not count as restored: %s', async (text, counts) => {
  reach.write('company.yaml', text);
  expect(await run('playbook apply company.yaml --yes')).toMatchObject({ code: 0 });
  expect(JSON.parse((await run('undo --yes --json')).stdout)).toMatchObject(counts);
});
