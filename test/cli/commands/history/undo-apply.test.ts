// An apply of a whole folder, taken back and done again.

import { beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/contract/json.ts';
import { reachForEachTest } from '../../../opened.ts';
import { place, write } from '../outreach/folder.ts';
import { withoutNew, workspaceOf } from './workspace.ts';

const FOLDER = {
  'lists/people.yaml': 'name: People\n',
  'playbook.yaml': 'faqs:\n  - question: Why?\n    answer: One\n',
  'ai-variables/market.yaml': 'name: Market\nentity: CONTACT\nfolder: Deep\nprompt: Where does {firstName} sell?\n',
  'ai-messages/mail.yaml': 'name: Mail\nchannel: EMAIL\ntone: Direct\nprompt: Write to {firstName}\n',
  'campaigns/first.yaml': 'name: First\nsteps:\n  - type: email\n    subject: Hello\n    content: One\n',
  'workflows/list.yaml': [
    'name: Enrol',
    'nodes:',
    '  - { id: people, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { list: People }, next: [enrol] }',
    '  - { id: enrol, kind: BLOCK, blockId: ADD_LEADS_TO_CAMPAIGN, inputs: { campaign: First }, next: [] }',
    'publish: true',
    '',
  ].join('\n'),
};

const CHANGED = {
  ...FOLDER,
  'playbook.yaml': FOLDER['playbook.yaml'].replace('One', 'Two'),
  'ai-variables/market.yaml': FOLDER['ai-variables/market.yaml'].replace('sell', 'buy'),
  'ai-messages/mail.yaml': FOLDER['ai-messages/mail.yaml'].replace('Write', 'Answer'),
  'campaigns/first.yaml': FOLDER['campaigns/first.yaml'].replace('One', 'Two'),
  'workflows/list.yaml': FOLDER['workflows/list.yaml'].replace('Enrol\n', 'Enrol\nmaxCreditsPerRun: 50\n'),
};

const folder = reachForEachTest();

const recorded = (line: string) => folder.run(line, { env: { REACH_NO_HISTORY: '' } });

async function apply(files: typeof FOLDER): Promise<void> {
  for (const [path, text] of Object.entries(files)) write(folder, path, text);
  const ran = await recorded('apply --yes');
  expect([ran.code, ran.code === 0 ? '' : ran.stderr]).toEqual([0, '']);
  await folder.clock.advance(1_000);
}

beforeEach(() => place(folder, {}));

test('what an apply of a whole folder created goes, and what stays is named', async () => {
  const kept = ({ lists: _, campaigns: __, workflows: ___, ...state }: JsonObject) => withoutNew(state);
  const before = await workspaceOf(folder.world);
  for (const [path, text] of Object.entries(FOLDER)) write(folder, path, text);
  const dry = await recorded('apply --dry-run');
  expect(dry.stderr).toMatch(/^undo: partly: the API cannot delete it; /m);
  expect(dry.stderr).toMatch(/; would stay: list\/People, campaign\/First, workflow\/Enrol$/m);
  await apply(FOLDER);
  expect((await recorded('undo --yes --json')).stderr.trim().split('\n').sort()).toEqual([
    'warning: not undone: campaign 1 "First" (the API cannot delete it)',
    'warning: not undone: list 1 "People" (the API cannot delete it)',
    'warning: not undone: workflow 1 "Enrol" (the API cannot delete it)',
  ]);
  expect(kept(await workspaceOf(folder.world))).toEqual(kept(before));
});

test('what an apply of a whole folder changed is as it was', async () => {
  await apply(FOLDER);
  const before = await workspaceOf(folder.world);
  write(folder, 'campaigns/first.yaml', CHANGED['campaigns/first.yaml']);
  expect((await recorded('apply --dry-run')).stderr).toMatch(/^ {4}- One\n {4}\+ Two$/m);
  await apply(CHANGED);
  const done = await workspaceOf(folder.world);
  expect(done).not.toEqual(before);
  for (const state of [before, done, before, done]) {
    const [{ id }] = JSON.parse((await recorded('history --limit 1 --json')).stdout);
    const undone = await recorded(`undo ${state === done ? id : ''} --yes --json`);
    expect([undone.code, undone.stderr]).toEqual([0, '']);
    expect(withoutNew(await workspaceOf(folder.world))).toEqual(withoutNew(state));
    await folder.clock.advance(1_000);
  }
});
