// What the interface shows in place of paths that it does not: what it can do is done, what it cannot is refused before
// anything is written, and what the service did instead is said.

import { afterEach, describe, expect, test } from 'vitest';
import type { Json } from '../../stranger/route.ts';
import { type Seeded, seed } from '../../stranger/seed.ts';
import type { StrangerOptions } from '../../stranger/server.ts';
import { byId, fill } from '../../stranger/table/proof.ts';
import { type Desk, type Drive, openDrive } from './drive.ts';

let drive: Drive;
let desk: Desk;
let ids: Seeded;
afterEach(() => drive.close());

async function start(options: Partial<StrangerOptions> = {}): Promise<void> {
  drive = await openDrive({ mode: 'strict', ...options });
  ids = seed(drive.stranger.store);
  desk = await drive.desk('env');
}

const run = (line: string) => desk.run(fill(line, ids));
const remembered = (line: string) => desk.run(fill(line, ids), { env: { REACH_NO_HISTORY: '' } });
const READS = /^GET |^POST \/v1\/(contacts|companies)\/search$/;
const writes = () =>
  drive.stranger.requests.map(({ method, path }) => `${method} ${path}`).filter((request) => !READS.test(request));
const ada = (): Json => byId(drive.stranger.store.contacts, ids['ada']) ?? {};
const bob = (): Json => byId(drive.stranger.store.contacts, ids['bob']) ?? {};
const BULK = 'POST /v1/contacts/bulk';

describe('a contact is changed by merging', () => {
  test.each<readonly [string, string, () => void, string]>([
    ['a value cannot be cleared', 'contacts update {ada} -F jobTitle:=null', () => {}, 'jobTitle cannot be cleared'],
    ['nor its company changed', 'contacts update {ada} -f companyName=Acme', () => {}, 'the company of a contact'],
    [
      'without a profile URL or a company nothing finds it',
      'contacts update {ada} -f jobTitle=CTO',
      () => Object.assign(ada(), { networkProfileUrl: null, companyId: null }),
      'neither a profile URL nor a name with a company',
    ],
    [
      'another contact may have the URL in another spelling',
      'contacts update {ada} -f jobTitle=CTO',
      () => Object.assign(bob(), { networkProfileUrl: 'http://www.network.example/in/ada/' }),
      'contact {bob} has the same networkProfileUrl as contact {ada} would',
    ],
    [
      'a new URL may be that of another contact',
      'contacts update {ada} -f networkProfileUrl=https://network.example/in/bob',
      () => {},
      'contact {bob} has the same networkProfileUrl as contact {ada} would',
    ],
    [
      'two contacts of one name at one company are not told apart',
      'contacts update {ada} -f jobTitle=CTO',
      () => {
        ada()['networkProfileUrl'] = null;
        Object.assign(bob(), { firstName: 'Ada', lastName: 'Byron' });
      },
      'its name and company do not tell contact {ada} from all others',
    ],
    ['an id that does not exist', 'contacts update 7 -f jobTitle=CTO', () => {}, 'Contact not found'],
  ])('not where %s', async (_title, line, arrange, text) => {
    await start();
    arrange();
    const before = JSON.stringify(drive.stranger.store.contacts);
    const ran = await run(line);
    expect([ran.code, ran.stdout, writes()], ran.stderr).toEqual([5, '', []]);
    expect(ran.stderr).toContain(fill(text, ids));
    expect(JSON.stringify(drive.stranger.store.contacts)).toBe(before);
  });

  test.each(['', ' --dry-run'])('not where --expect counts another number%s', async (dry) => {
    await start();
    const ran = await run(`contacts update {ada} -f jobTitle=CTO --expect 2${dry}`);
    expect([ran.code, writes()]).toEqual([6, []]);
    expect(ran.stderr).toContain('--expect 2: 1 record would be touched');
  });

  test('by name and company, where it has no profile URL', async () => {
    await start();
    Object.assign(ada(), { networkProfileUrl: null, jobTitle: 'CEO' });
    const ran = await remembered('contacts update {ada} -f jobTitle=CTO --json');
    expect([ran.code, writes(), ada()['jobTitle']], ran.stderr).toEqual([0, [BULK], 'CTO']);
    expect(JSON.parse(ran.stdout)).toMatchObject({ id: Number(ids['ada']), lastName: 'Byron' });
    expect(JSON.parse((await remembered('history --json')).stdout)[0].changed).toBe('1 contact updated');
    expect([(await remembered('undo --yes')).code, ada()['jobTitle']]).toEqual([0, 'CEO']);
  });

  test('and a custom field by its name, wherever the service has it', async () => {
    await start();
    await run('contacts create -f firstName=Eve -f lastName=Moss -f companyName=Moss -f Notes=old --custom');
    const [field] = drive.stranger.store.customFields.values();
    const ran = await run(`contacts update {ada} -f ${field}=new`);
    expect([ran.code, ada()[field ?? ''], drive.stranger.store.customFields.size], ran.stderr).toEqual([0, 'new', 1]);
  });

  test('a value that merging did not overwrite is an error that names it', async () => {
    await start();
    Object.defineProperty(ada(), 'jobTitle', { enumerable: true, get: () => 'CEO', set: () => {} });
    const ran = await remembered('contacts update {ada} -f jobTitle=CTO -f contactCountry=Ireland');
    expect([ran.code, ran.stdout], ran.stderr).toEqual([1, '']);
    expect(ran.stderr).toContain('jobTitle is still "CEO", not "CTO"');
    // The rest was changed: the history does not take it for refused.
    const [entry] = JSON.parse((await remembered('history --json')).stdout);
    expect([entry.state, entry.unanswered, ada()['contactCountry']]).toEqual(['unanswered', 1, 'Ireland']);
  });

  test.each([
    ['CREATED', 'the service created contact 77 instead of changing contact {ada}'],
    ['MERGED_UPDATED', 'the service changed contact 77 instead of changing contact {ada}'],
  ])('%s of another contact is reported', async (contactOutcome, text) => {
    const results = [{ index: 0, success: true, contact: { id: 77, contactOutcome } }];
    const body = { status: 'success', message: 'OK', data: { results, summary: {} } };
    await start({ rewrite: (reply, _, path) => (path === '/v1/contacts/bulk' ? { ...reply, body } : reply) });
    const ran = await run('contacts update {ada} -f jobTitle=CTO');
    expect([ran.code, ran.stderr.includes(fill(text, ids))], ran.stderr).toEqual([6, true]);
  });

  test('a dry run sends nothing, and a row that cannot be merged fails alone', async () => {
    await start();
    const dry = await run('contacts update {ada} -f jobTitle=CTO --show-requests --json');
    expect([dry.code, JSON.parse(dry.stdout).path, writes()]).toEqual([0, '/v1/contacts/bulk', []]);
    Object.assign(bob(), { networkProfileUrl: null, companyId: null });
    desk.write({ 'titles.csv': `id,Title\n${ids['ada']},CTO\n${ids['bob']},CFO\n` });
    const ran = await run('contacts update --csv titles.csv --by id --yes --results results.csv');
    expect([ran.code, writes(), ada()['jobTitle'], bob()['jobTitle']], ran.stderr).toEqual([
      1,
      [BULK],
      'CTO',
      undefined,
    ]);
    expect(desk.read('results.csv')).toContain('neither a profile URL nor a name with a company');
  });
});

test.each([
  ['list add {list} --contacts {ada},{bob},7', 1, { added: 1, alreadyPresent: 1 }],
  ['list add {list} --contacts {ada}', 0, { added: 0, alreadyPresent: 1 }],
])('%s: each is looked for on the list before and after', async (line, code, counts) => {
  await start();
  const ran = await run(`${line} --json`);
  expect([ran.code, JSON.parse(ran.stdout)], ran.stderr).toEqual([code, expect.objectContaining(counts)]);
  expect(drive.stranger.store.contacts).toHaveLength(2);
});

test.each([
  ['{ada},{bob},7', '{bob}'],
  ['7,8', ''],
])('list add of %s: the history has those that were added', async (who, added) => {
  await start();
  expect((await remembered(`list add {list} --contacts ${who}`)).code).toBe(1);
  const [entry] = JSON.parse((await remembered('history --json')).stdout);
  const shown = entry && JSON.parse((await remembered(`history show ${entry.id} --json`)).stdout);
  const change = { kind: 'list', change: 'added', field: 'contacts', to: [Number(fill(added, ids))] };
  expect(shown).toEqual(added === '' ? undefined : [expect.objectContaining(change)]);
});

describe('duplicates are merged, and left, where no path deletes', () => {
  const RESOLVE = 'duplicates resolve --by fullName --keep oldest --yes';
  const eves = () => drive.stranger.store.contacts.filter(({ lastName }) => lastName === 'Moss');
  const arrange = async (...addresses: readonly (string | null)[]) => {
    await start();
    const { contacts, members } = drive.stranger.store;
    for (const [at, networkProfileUrl] of addresses.entries()) {
      const record = { firstName: 'Eve', lastName: 'Moss', networkProfileUrl, createdAt: '2026-01-01T00:00:00Z' };
      contacts.push({ id: 50 + at, ...record, jobTitle: at === 0 ? null : 'CTO' });
    }
    members.set(ids['list'] ?? '', new Set([51]));
  };

  test('the one that stays has the values and lists of the other', async () => {
    await arrange('https://network.example/in/eve', 'https://network.example/in/moss');
    const dry = await run(`${RESOLVE} --dry-run --json`);
    expect([dry.code, writes(), JSON.parse(dry.stdout)], dry.stderr).toMatchObject([
      0,
      [],
      [{ keep: 50, set: { jobTitle: 'CTO' }, deleted: [], lists: ['ICP DACH'] }],
    ]);
    const ran = await run(`${RESOLVE} --json`);
    expect([ran.code, JSON.parse(ran.stdout), writes()], ran.stderr).toMatchObject([
      1,
      [{ status: 'merged', keep: 50, updated: ['jobTitle'], deleted: [], note: 'not deleted: 51' }],
      [BULK, BULK],
    ]);
    expect(eves().map(({ jobTitle }) => jobTitle)).toEqual(['CTO', 'CTO']);
    expect(drive.stranger.store.members.get(ids['list'] ?? '')).toEqual(new Set([51, 50]));
    expect(ran.stderr).toContain('delete them in the app');
    const again = await run(`${RESOLVE} --json`);
    expect([again.code, JSON.parse(again.stdout)[0].updated, writes()], again.stderr).toEqual([1, [], [BULK, BULK]]);
  });

  test('one that the create cannot find alone is left as it was', async () => {
    await arrange(null, 'https://network.example/in/moss');
    const ran = await run(`${RESOLVE} --json`);
    expect([ran.code, writes(), eves().map(({ jobTitle }) => jobTitle)], ran.stderr).toEqual([1, [], [null, 'CTO']]);
    expect(JSON.parse(ran.stdout)[0].note).toContain('contact 50 was not updated: not possible with this service');
  });

  test('lists that are shown nowhere have to be left out by hand', async () => {
    await arrange('https://network.example/in/eve', 'https://network.example/in/moss');
    drive.stranger.store.lists.length = 0;
    const ran = await run(RESOLVE);
    expect([ran.code, writes()], ran.stderr).toEqual([4, []]);
    expect(ran.stderr).toContain('--no-lists resolves duplicates without carrying lists over');
  });
});

describe('lists are what a condition field offers', () => {
  const FIELDS = '/v1/workflows/condition-fields';
  const offering = (valueOptions: unknown): Partial<StrangerOptions> => ({
    rewrite: (reply, _, path) => {
      const body = { status: 'success', message: 'OK', data: [{ id: 'platform.listIds', valueOptions }] };
      return path === FIELDS ? { ...reply, body } : reply;
    },
  });

  test('what they hold is distinguished by who is on them, and no more are printed than were asked for', async () => {
    await start();
    drive.stranger.store.lists.push({ id: 5, name: 'Empty', entity: 'COMPANY' });
    const all = await run('list list -o id --limit 2');
    expect([all.code, all.stdout], all.stderr).toEqual([0, fill('{list}\n{companyList}\n', ids)]);
    expect(all.stderr).toContain('2 of 3 lists shown, more available');
    const some = await run('list list --entity companies --json');
    expect([some.code, JSON.parse(some.stdout)], some.stderr).toEqual([
      0,
      [{ id: Number(ids['companyList']), name: 'Customers', entity: 'COMPANY' }],
    ]);
    expect(some.stderr).toContain('left out, as nothing is on them that would tell what they hold: 1');
  });

  test.each([
    ['options of other words', [{ id: 1001, name: 'ICP DACH' }], 0],
    ['ids as text', [{ value: '1001', label: 'ICP DACH' }], 0],
    ['a name that a list of companies has as well', [1001, 1010].map((value) => ({ value, label: 'ICP DACH' })), 0],
    ['texts', ['ICP DACH'], 5],
    ['no options', undefined, 5],
  ])('%s', async (_title, options, code) => {
    await start(offering(options));
    const ran = await run('contacts list --list "ICP DACH" -o id');
    expect([ran.code, ran.stdout], ran.stderr).toEqual([code, code === 0 ? fill('{ada}\n', ids) : '']);
    if (code !== 0) expect(ran.stderr).toContain('its condition field platform.listIds offers none');
  });
});

test.each([
  ['list show 77', 'an empty list cannot be told from one that does not exist'],
  ['list show "ICP DAHC"', 'did you mean "ICP DACH"?'],
  ['contacts list --list Customers', 'list {companyList} of that name holds companies'],
  ['campaign add-list {campaign} {companyList} --dry-run', 'list {companyList} holds companies'],
  ['list remove {list} --contacts {ada}', 'does not show this path'],
  ['action run --type ENRICH_WITH_EMAIL --contacts {ada}', 'which has no block ENRICH_WITH_EMAIL'],
  ['action run --type SYNC_COMPANY_WITH_CRM --companies {company}', 'no block that starts with companies'],
  ['action run --type VERIFY_LEAD_EMAIL --list {list} --list 4', 'a workflow starts with one list'],
  ['action status 99', 'no workflow has a run 99'],
  ['finder import {preview} --list Newcomers --create-list', 'does not show this path'],
  ['workflow validate check.yaml --resolved', 'import sources are resolved only for a workflow that is stored'],
])('%s: nothing is written', async (line, text) => {
  await start();
  desk.write({
    'check.yaml': 'name: Check\nnodes:\n  - { id: a, kind: BLOCK, blockId: SELECT_LEADS, inputs: {}, next: [] }\n',
  });
  const ran = await run(line);
  expect([ran.code, ran.stdout, writes()], ran.stderr).toEqual([5, '', []]);
  expect(ran.stderr).toContain(fill(text, ids));
});

test('a workflow that was made and not started is named', async () => {
  await start({ fault: (_, path) => (path.endsWith('/run') ? 'error500' : null) });
  const ran = await run('action run --type VERIFY_LEAD_EMAIL --contacts {ada}');
  const id = drive.stranger.store.workflows.at(-1)?.['id'];
  expect([ran.code, ran.stdout], ran.stderr).toEqual([7, '']);
  expect(ran.stderr).toContain(`workflow ${id} may not have been started`);
  expect(ran.stderr).toContain(`its runs: reach workflow runs ${id}; start it: reach workflow run ${id}`);
});

describe('a service without a definition', () => {
  const silent = { isDescribed: false };

  test('a write is done by documented requests, and what they cannot do is refused', async () => {
    await start({ mode: 'minimal', switches: silent });
    const set = await run('contacts update {ada} -f jobTitle=CTO');
    expect([set.code, writes()], set.stderr).toEqual([0, [BULK]]);
    expect(set.stderr).toContain('where nothing confirms PATCH /v1/contacts/{contactId}: merged by POST');
    const cleared = await run('contacts update {ada} -F jobTitle:=null');
    expect([cleared.code, writes()], cleared.stderr).toEqual([5, [BULK]]);
    expect(cleared.stderr).toContain('jobTitle cannot be cleared');
  });

  test('a list is counted by a search', async () => {
    await start({ switches: silent });
    const counted = await run('list show {list} --json');
    expect([counted.code, JSON.parse(counted.stdout)]).toEqual([
      0,
      { id: Number(ids['list']), entity: 'CONTACT', size: 1 },
    ]);
    const asked = drive.stranger.requests.filter(({ path }) => path === `/v1/lists/${ids['list']}`);
    expect(asked).toEqual([]);
  });
});
