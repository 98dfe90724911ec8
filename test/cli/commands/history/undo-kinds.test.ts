// Every kind of write: what it changes, and that the workspace is as it was when it is taken back, but for what is said to stay.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/contract/json.ts';
import { reachForAllTests } from '../../../opened.ts';
import { recordedRuns, withoutNew, workspaceOf } from './workspace.ts';

const reach = reachForAllTests({ empty: false });

const SAMPLES = resolve(import.meta.dirname, '../../../../src/samples');

beforeAll(async () => {
  reach.write('mail.txt', 'Hello {firstName}');
  reach.write('people.csv', PEOPLE);
  reach.write('twins.csv', TWINS);
  for (const name of ['campaign.yaml', 'workflow.yaml', 'playbook.yaml'])
    reach.write(name, readFileSync(join(SAMPLES, name), 'utf8'));
});

const PEOPLE = `First name,Last name,Company,Email,Job title
Mareike,Vogt,Basalt Robotics,mareike@basalt.example,Head of Design
Ada,Lovelace,Analytical Engines,ada@engines.example,
`;

const TWINS = `First name,Last name,Email,Job title,CRM contact ID
Anna,Noor,anna@noor.example,,crm-1
Anna,Noor,anna.noor@noor.example,CTO,crm-1
`;

const run = recordedRuns(reach);

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

const DELETED = 'it gets a new id; its conversations and its place in campaigns do not come back';
const STATUS = 'a status is not set back; reach campaign status changes it';

const FIRST_VERSION = 'the API cannot unpublish a workflow that had no version before';

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
    line: 'ai variable delete Archived --yes',
    undo: 'partly: it gets a new id; its values on records do not come back',
    before: 'ai variable create -f name=Archived -f entity=CONTACT -f prompt=Summarize && ai variable archive Archived',
    changed: '1 AI variable deleted',
  },
  {
    line: 'contacts create -f firstName=Zoe -f lastName=Zed -f companyName=Alderbrook',
    undo: 'partly: the API cannot delete companies',
    changed: '1 contact created, 1 company created',
    remarks: ['not undone: company 21 "Alderbrook" (the API cannot delete companies)'],
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
    line: 'ai folder delete contacts Outer --yes',
    before:
      'ai folder create contacts Outer && ai folder create contacts Inner --in Outer && ai variable create -f name=Held -f entity=CONTACT -f prompt=Summarize -f folder=Outer',
    undo: 'partly: it gets a new id',
    changed: '1 AI variable updated, 1 AI folder updated, 1 AI folder deleted',
  },
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
    before: 'workflow update 1 flow.yaml',
    changed: '1 workflow updated',
  },
  {
    line: 'workflow publish 3',
    undo: `no: ${FIRST_VERSION}`,
    changed: '1 workflow updated',
    remarks: [`not undone: workflow 3 "Decision makers, every Monday" (${FIRST_VERSION})`],
    stays: ['workflows'],
  },
  {
    line: 'contacts update 2 -f jobTitle=Boss -f "Shirt size=XL" --custom',
    undo: 'partly: the API cannot delete a field',
    changed: '1 field created, 1 contact updated',
    remarks: ['not undone: field Shirt size (the API cannot delete a field)'],
  },
  { line: 'companies update 1 -f industry=Looms -F numberOfEmployees:=7', changed: '1 company updated' },
  {
    line: 'duplicates resolve --by contactCRMId --keep oldest --yes',
    before: 'contacts import twins.csv --yes',
    undo: `partly: ${DELETED}, nor its company if another contact has its name and it has no profile URL`,
    changed: '',
  },
  { line: 'list add 1 --contacts 1,2,3,40', changed: '1 list updated' },
  { line: 'list remove 1 --contacts 1,2,3,40', changed: '1 list updated' },
  { line: 'identity update 1 -f jobTitle=Owner', changed: '1 identity updated' },
  { line: 'api PATCH v1/contacts/2?x=1 -f jobTitle=Boss', changed: '1 contact updated' },
  { line: 'ai variable update 1 -f description=changed', changed: '1 AI variable updated' },
  { line: 'ai variable archive 1', changed: '1 AI variable updated' },
  {
    line: 'ai variable create -f name=Made -f entity=CONTACT -f prompt=Summarize',
    changed: '1 AI variable created',
  },
  {
    line: 'contacts import people.csv --yes',
    undo: 'partly: the API cannot delete companies, or fields, that it creates',
    changed: '1 contact updated, 1 contact created, 1 company created',
    remarks: ['not undone: company 22 "Analytical Engines" (the API cannot delete companies)'],
    stays: ['companies'],
  },
];

test.each(ROWS)('$line', async ({ line, before: first, edits, undo, changed, remarks, stays = [] }) => {
  for (const prepared of first?.split(' && ') ?? []) expect(await reach.run(prepared)).toMatchObject({ code: 0 });
  if (edits !== undefined) reach.write(edits, reach.read(edits).replace(/^name: .*$/m, 'name: Changed by the test'));
  const before = await workspaceOf(reach.world);
  const dry = await run(`${line} --dry-run`);
  expect(dry.stderr.split('\n').find((text) => text.startsWith('undo: '))).toBe(`undo: ${undo ?? 'yes'}`);
  const ran = await run(line);
  expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)]);
  const [entry] = JSON.parse((await run('history --limit 1 --json')).stdout);
  if (changed !== '') expect(entry.changed).toBe(changed);
  const done = await workspaceOf(reach.world);
  expect(done).not.toEqual(before);
  const undone = await run('undo --yes --json');
  if (remarks !== undefined)
    expect(undone.stderr.trim().split('\n')).toEqual(remarks.map((text) => `warning: ${text}`));
  expect(undone.code).toBe(0);
  const kept = async (state?: JsonObject) => {
    const { contacts, ...others } = state ?? (await workspaceOf(reach.world));
    // A contact that was deleted comes back as the newest.
    const isNewest = undo?.includes(DELETED) === true;
    const ordered = isNewest
      ? [contacts]
          .flat()
          .map((one) => JSON.stringify(withoutNew(one)))
          .sort()
      : contacts;
    return withoutNew(Object.entries({ contacts: ordered, ...others }).filter(([part]) => !stays.includes(part)));
  };
  expect(await kept()).toEqual(await kept(before));
  if (undo?.startsWith('no')) return;
  // Done again and taken back again: what an undo wrote, no one else changed.
  for (const state of [done, before, done, before]) {
    const [{ id }] = JSON.parse((await run('history --limit 1 --json')).stdout);
    const again = `undo ${state === done ? id : entry.id}`;
    expect((await run(`${again} --dry-run --json`)).stdout).not.toContain('"kept"');
    const { code, stdout, stderr } = await run(`${again} --yes --json`);
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ kept: 0, failed: 0 })]);
    const allowed = ['', ...(remarks ?? []).map((text) => `warning: ${text}`)];
    const isOther = (text: string) => !allowed.includes(text) && !text.startsWith('under a new id: ');
    expect(stderr.split('\n').filter(isOther)).toEqual([]);
    expect(await kept()).toEqual(await kept(state));
  }
});

test.each([
  ['contacts create -f firstName=Zoe', 'yes', ''],
  ['companies create -f name=Zed', 'no: the API cannot delete companies', ''],
  ['contacts update --csv size.csv --by id --trust-ids --custom', 'partly: the API cannot delete a field', ''],
  [
    'contacts import new.csv --list Zeds --create-list --against current',
    'partly: the API cannot delete companies (2 companies); the API cannot delete a list',
    '',
  ],
  ['contacts delete 30,31 --yes', `partly: ${DELETED}`, '(2 contacts)'],
  ['campaign add-list 1 2 --yes', 'no: the API cannot remove a contact from a campaign (', ' contacts)'],
  [
    'inbox tag 59 --tag Interested',
    'no: without a conversation, the service does not show which tags it had before',
    '',
  ],
])('%s --dry-run says before what undo cannot take back, with its count', async (line, start, end) => {
  reach.write('size.csv', 'id,Shoe\n1,9\n');
  reach.write('new.csv', 'firstName,companyName\nEve,Zed One\nEve,Zed Two\n');
  const dry = await run(`${line} --dry-run`);
  const note = dry.stderr.split('\n').find((text) => text.startsWith('undo: '));
  expect([note?.startsWith(`undo: ${start}`), note?.endsWith(end)], note).toEqual([true, true]);
});

test.each([
  'contacts import same.csv --dry-run --against current',
  'campaign status 1 draft --dry-run',
  'list add 1 --contacts 1 --dry-run',
])('%s, which changes nothing, says nothing of undo', async (line) => {
  reach.write('same.csv', 'Profile URL,firstName\nhttps://network.example/in/aoife-brennan,Aoife\n');
  const { code, stdout, stderr } = await run(line);
  expect([code, `${stdout}${stderr}`]).toEqual([0, expect.not.stringContaining('undo')]);
});

test('the dry run of an undo says that a contact cannot be taken out of its company', async () => {
  await run('contacts create -f firstName=Lone -f networkProfileUrl=https://network.example/in/lone');
  await run('contacts create -f networkProfileUrl=https://network.example/in/lone -f companyName=Alderbrook');
  const rows = JSON.parse((await run('undo --dry-run --json')).stdout);
  const note = 'the API cannot take a contact out of its company';
  expect(rows.filter(({ kind }: JsonObject) => kind === 'contact')).toMatchObject([{ change: 'not undone', note }]);
});
