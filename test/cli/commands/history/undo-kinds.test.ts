// Every kind of write: what it changes, and that the workspace is as it was when it is taken back, but for what is said to stay.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/contract/json.ts';
import { openReach, type Reach } from '../../world.ts';
import { place, write } from '../outreach/folder.ts';
import { workspaceOf } from './workspace.ts';

let reach: Reach;

const SAMPLES = resolve(import.meta.dirname, '../../../../src/samples');

beforeAll(async () => {
  reach = await openReach({ empty: false });
  reach.write('mail.txt', 'Hello {firstName}');
  for (const name of ['campaign.yaml', 'workflow.yaml', 'playbook.yaml'])
    reach.write(name, readFileSync(join(SAMPLES, name), 'utf8'));
});
afterAll(() => reach.close());

const run = async (line: string) => {
  const ran = await reach.run(line, { env: { REACH_NO_HISTORY: '' } });
  await reach.clock.advance(1_000);
  return ran;
};

/** Values that a record gets when it is made, or when it is published. */
const NEW = new Set(['id', 'appUrl', 'version', 'publishedAt', 'nextRunAt', 'published', 'stepId', 'connectionId']);

const withoutNew = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNew);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (NEW.has(key) ? [] : [[key, withoutNew(one)]])),
  );
};

/** `before`: what has to be there first. `stays`: parts of the workspace that keep something. */
interface Row {
  readonly line: string;
  readonly before?: string;
  /** A file whose record is renamed. */
  readonly edits?: string;
  /** What the dry run says of undo; yes unless set. */
  readonly undo?: string;
  readonly changed: string;
  readonly remarks?: readonly string[];
  readonly stays?: readonly string[];
}

const STATUS = 'a status is not set back; reach campaign status changes it';

const ROWS: readonly Row[] = [
  {
    line: 'list create Everyone',
    undo: 'no: the API cannot delete it',
    changed: '1 list created',
    remarks: ['not undone: list 4 "Everyone" (the API cannot delete it)'],
    stays: ['lists'],
  },
  { line: 'inbox tag 1 --tag Callback', before: 'inbox tags --create Callback', changed: '1 conversation updated' },
  { line: 'inbox untag 1 --tag Callback', before: 'inbox tag 1 --tag Callback', changed: '1 conversation updated' },
  {
    line: 'playbook apply playbook.yaml --yes',
    undo: 'partly: the API cannot clear a company field of the playbook',
    changed: '',
  },
  {
    line: 'ai variable delete Temporary --yes',
    undo: 'partly: it gets a new id; its values on records do not come back',
    before: 'ai variable create -f name=Temporary -f entity=CONTACT -f prompt=Summarize',
    changed: '1 AI variable deleted',
  },
  {
    line: 'contacts create -f firstName=Zoe -f lastName=Zed -f companyName=Alderbrook',
    undo: 'partly: the API cannot delete companies, or fields, that it creates',
    changed: '1 contact created, 1 company created',
    stays: ['companies'],
  },
  {
    line: 'ai message delete Note --yes',
    undo: 'partly: it gets a new id',
    before: 'ai message create -f name=Note -f channel=EMAIL -f tone=Direct -f prompt=Write',
    changed: '1 AI message deleted',
  },
  {
    line: 'ai snippet update Line -f prompt=Changed',
    before: 'ai snippet create -f name=Line -f tone=Direct -f prompt=Summarize',
    changed: '1 AI snippet updated',
  },
  {
    line: 'campaign add-contact 1 20',
    undo: 'no: the API cannot remove a contact from a campaign',
    changed: '1 campaign updated',
    remarks: ['not undone: campaign 1 (the API cannot remove a contact from a campaign)'],
    stays: ['campaigns', 'contacts', 'threads'],
  },
  {
    line: 'ai template update 1 -f name=Renamed',
    changed: '1 message template updated',
  },
  {
    line: 'ai template delete Gone --yes',
    undo: 'partly: it gets a new id',
    before: 'ai template create -f name=Gone -f channel=EMAIL -f subject=Hi --message-file mail.txt',
    changed: '1 message template deleted',
  },
  {
    line: 'inbox reply 1 Hello --yes',
    undo: 'no: a message that was sent cannot be unsent',
    changed: '1 message',
    remarks: ['not undone: message 11 (a message that was sent cannot be unsent)'],
    stays: ['threads', 'contacts'],
  },
  {
    line: 'campaign status 2 paused --yes',
    undo: `no: ${STATUS}`,
    changed: '1 campaign updated',
    remarks: [`not undone: campaign 2 "Decision makers, first contact" (${STATUS})`],
    stays: ['campaigns'],
  },
  { line: 'ai folder create contacts Research', changed: '1 AI folder created' },
  {
    line: 'campaign create campaign.yaml',
    undo: 'no: the API cannot delete it',
    changed: '1 campaign created',
    stays: ['campaigns'],
  },
  {
    line: 'campaign update 1 renamed.yaml',
    before: 'campaign export 1 --file renamed.yaml',
    edits: 'renamed.yaml',
    changed: '1 campaign updated',
  },
  {
    line: 'workflow create workflow.yaml',
    undo: 'no: the API cannot delete it',
    changed: '1 workflow created',
    stays: ['workflows'],
  },
  {
    line: 'workflow update 1 flow.yaml',
    before: 'workflow export 1 --file flow.yaml',
    edits: 'flow.yaml',
    changed: '1 workflow updated',
  },
  {
    line: 'workflow publish 1',
    undo: 'partly: the former version is published again; a first version stays',
    before: 'workflow update 1 flow.yaml',
    changed: '1 workflow updated',
  },
];

test.each(ROWS)('$line', async ({ line, before: first, edits, undo, changed, remarks, stays = [] }) => {
  if (first !== undefined) expect(await reach.run(first)).toMatchObject({ code: 0 });
  if (edits !== undefined) reach.write(edits, reach.read(edits).replace(/^name: .*$/m, 'name: Changed by the test'));
  const before = await workspaceOf(reach.world);
  const dry = await run(`${line} --dry-run`);
  expect(dry.stderr.split('\n').find((text) => text.startsWith('undo: '))).toBe(`undo: ${undo ?? 'yes'}`);
  const ran = await run(line);
  expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)]);
  const [entry] = JSON.parse((await run('history --limit 1 --json')).stdout);
  if (changed !== '') expect(entry.changed).toBe(changed);
  expect(await workspaceOf(reach.world)).not.toEqual(before);
  const undone = await run('undo --yes --json');
  if (remarks !== undefined)
    expect(undone.stderr.trim().split('\n')).toEqual(remarks.map((text) => `warning: ${text}`));
  expect(undone.code).toBe(0);
  const kept = (state: JsonObject) => Object.entries(state).filter(([part]) => !stays.includes(part));
  expect(withoutNew(kept(await workspaceOf(reach.world)))).toEqual(withoutNew(kept(before)));
});

const DELETED = 'it gets a new id; its conversations and its place in campaigns do not come back';

test.each([
  ['contacts delete 30,31 --yes', `partly: ${DELETED}`, '(2 contacts)'],
  ['campaign add-list 1 2 --yes', 'no: the API cannot remove a contact from a campaign (', ' contacts)'],
  [
    'inbox tag 60 --tag Interested',
    'no: without a conversation, the service does not show which tags it had before',
    '',
  ],
])('%s --dry-run says before what undo cannot take back, with its count', async (line, start, end) => {
  const dry = await run(`${line} --dry-run`);
  const note = dry.stderr.split('\n').find((text) => text.startsWith('undo: '));
  expect([note?.startsWith(`undo: ${start}`), note?.endsWith(end)], note).toEqual([true, true]);
});

test('the dry run of an undo says that a contact cannot be taken out of its company', async () => {
  await run('contacts create -f firstName=Lone -f networkProfileUrl=https://network.example/in/lone');
  await run('contacts create -f networkProfileUrl=https://network.example/in/lone -f companyName=Alderbrook');
  const rows = JSON.parse((await run('undo --dry-run --json')).stdout);
  const note = 'the API cannot take a contact out of its company';
  expect(rows.filter(({ kind }: JsonObject) => kind === 'contact')).toMatchObject([{ change: 'not undone', note }]);
});

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

describe('apply of a whole folder', () => {
  const withFolder = async (work: (apply: (files: typeof FOLDER) => Promise<void>, at: Reach) => Promise<void>) => {
    const folder = await openReach();
    place(folder, {});
    const apply = async (files: typeof FOLDER) => {
      for (const [path, text] of Object.entries(files)) write(folder, path, text);
      const ran = await folder.run('apply --yes', { env: { REACH_NO_HISTORY: '' } });
      expect([ran.code, ran.code === 0 ? '' : ran.stderr]).toEqual([0, '']);
      await folder.clock.advance(1_000);
    };
    try {
      await work(apply, folder);
    } finally {
      await folder.close();
    }
  };
  const undo = (folder: Reach) => folder.run('undo --yes --json', { env: { REACH_NO_HISTORY: '' } });

  test('what it created goes, and what stays is named', () =>
    withFolder(async (apply, folder) => {
      const kept = ({ lists: _, campaigns: __, workflows: ___, ...state }: JsonObject) => withoutNew(state);
      const before = await workspaceOf(folder.world);
      for (const [path, text] of Object.entries(FOLDER)) write(folder, path, text);
      const dry = await folder.run('apply --dry-run', { env: { REACH_NO_HISTORY: '' } });
      expect(dry.stderr).toMatch(/^undo: partly: the API cannot delete it/m);
      await apply(FOLDER);
      expect((await undo(folder)).stderr.trim().split('\n').sort()).toEqual([
        'warning: not undone: campaign 1 "First" (the API cannot delete it)',
        'warning: not undone: list 1 "People" (the API cannot delete it)',
        'warning: not undone: workflow 1 "Enrol" (the API cannot delete it)',
      ]);
      expect(kept(await workspaceOf(folder.world))).toEqual(kept(before));
    }));

  test('what it changed is as it was', () =>
    withFolder(async (apply, folder) => {
      await apply(FOLDER);
      const before = await workspaceOf(folder.world);
      await apply(CHANGED);
      expect(await workspaceOf(folder.world)).not.toEqual(before);
      expect((await undo(folder)).code).toBe(0);
      expect(withoutNew(await workspaceOf(folder.world))).toEqual(withoutNew(before));
    }));
});
