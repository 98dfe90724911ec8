// A campaign that is there.

import { beforeEach, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { beforeSecondRequest } from '../../world.ts';
import { FILE } from './q3.ts';

const reach = reachForEachTest();
const beforeSecond = beforeSecondRequest(reach);

beforeEach(async () => {
  reach.write('q3.yaml', FILE);
  await reach.run('campaign create q3.yaml');
});

test.each([
  ['campaign list --fields id,name,status,stepCount', '1\tQ3\tDRAFT\t3\n'],
  ['campaigns list --status ACTIVE --json', '[]\n'],
  ['campaign list -o id --limit 1', '1\n'],
  ['campaign show Q3 --json --fields id,name,stepCount', '{"id":1,"name":"Q3","stepCount":3}\n'],
  ['campaign show 1 -o id', '1\n'],
  ['campaign clone Q3 --json --fields id,name,status', '{"id":2,"name":"Q3 (copy)","status":"DRAFT"}\n'],
  ['campaign clone 1 --name Q4 --json --fields id,name', '{"id":2,"name":"Q4"}\n'],
  ['campaign status Q3 active --yes --json --fields status', '{"status":"ACTIVE"}\n'],
  ['campaign owners --json', '[]\n'],
])('%s', async (argv, stdout) => {
  const ran = await reach.run(argv);
  expect([ran.code, ran.stdout]).toEqual([0, stdout]);
});

test('a contact that does not exist keeps none of the others out; a campaign that does not exist does', async () => {
  await reach.run('contacts create -f firstName=Ada -f professionalEmail=ada@ae.example');
  const ran = await reach.run('campaign add-contact Q3 1,99 --json');
  expect([ran.code, ran.stdout]).toEqual([
    1,
    '[{"campaignId":1,"contactId":1,"outcome":"ADDED"},\n{"campaignId":1,"contactId":99,"outcome":"FAILED","reason":"There is no contact 99"}]\n',
  ]);
  await reach.run('local fault add campaigns.get --status 403 --times 1');
  const unread = await reach.run('campaign add-contact 1 1');
  expect([unread.code, unread.stderr]).toEqual([2, expect.stringContaining('which messages them if it is ACTIVE')]);
  const nowhere = await reach.run('campaign add-contact 8 1,2 --json');
  expect([nowhere.code, nowhere.stdout]).toEqual([5, '[]\n']);
});

test.each([
  ['campaign clone 1 --show-requests --json', '{"method":"POST","path":"/v1/campaign/1/clone","body":{}}\n'],
  [
    'campaign status 1 active --show-requests --json',
    '{"method":"POST","path":"/v1/campaign/1/status","body":{"status":"ACTIVE"}}\n',
  ],
  [
    'campaign add-list 1 3 --show-requests --json',
    '{"method":"POST","path":"/v1/add-contact-group-to-campaign","body":{"campaignId":1,"contactGroupId":3}}\n',
  ],
])('%s sends nothing', async (argv, stdout) => {
  const ran = await reach.run(argv);
  expect([ran.code, ran.stdout, ran.requests]).toEqual([0, stdout, []]);
});

test.each([
  [
    'campaign add-contact 1 1 --show-requests --json',
    0,
    '[{"method":"POST","path":"/v1/add-contact-to-campaign","body":{"campaignId":1,"contactId":1}}]\n',
  ],
  // As the command itself, which adds the others.
  ['campaign add-contact 1 1,99 --dry-run -o csv --fields label,to', 1, 'label,to\nQ3,1\nQ3,2\nAda,1\n'],
  ['campaign add-contact 1 99 --show-requests --json', 5, ''],
  ['campaign add-contact 2 1,2 --dry-run', 1, ''],
  ['campaign add-contact 99 1 --show-requests --json', 5, ''],
])('%s: exit %i', async (argv, code, stdout) => {
  for (const name of ['Ada', 'Bob'])
    await reach.run(`contacts create -f firstName=${name} -f professionalEmail=${name}@ae.example`);
  await reach.run('campaign clone 1 --name Over');
  await reach.world.service.store.write((tx) => tx.run("update campaigns set status = 'COMPLETED' where id = 2"));
  const ran = await reach.run(argv);
  const writes = ran.requests.filter((request) => !/^GET |search$/.test(request));
  expect([ran.code, ran.stdout, writes], ran.stderr).toEqual([code, stdout, []]);
});

test.each([
  ['campaign show Nobody', 5, 'error: no campaign "Nobody"\n  hint: reach campaign list shows them\n'],
  ['campaign show 99', 5, 'error: There is no campaign 99\n'],
  [
    'campaign status 1 running',
    2,
    'error: status: there is no running\n  hint: one of draft, active, paused, completed\n',
  ],
  [
    'campaign status 1 active',
    2,
    'error: cannot ask "Start "Q3": 0 contacts will be messaged from identity 1 (profile local)?" here\n  hint: answer it with --yes\n',
  ],
  ['campaign status 1 paused', 6, 'error: '],
  ['campaign add-list 1 Nobody', 5, 'error: no list "Nobody"\n'],
])('%s: exit %i', async (argv, code, stderr) => {
  const ran = await reach.run(argv);
  expect([ran.code, ran.stdout, ran.stderr.slice(0, stderr.length)]).toEqual([code, '', stderr]);
});

test('a name that two have is refused with the ids', async () => {
  await reach.run('campaign create q3.yaml --again');
  const ran = await reach.run('campaign show Q3');
  expect([ran.code, ran.stderr]).toEqual([
    2,
    'error: "Q3" matches 2 campaigns (ids 1, 2)\n  hint: use an id: 1 (DRAFT), 2 (DRAFT)\n',
  ]);
});

test('voices are those of the service and its identities', async () => {
  const { voices } = (await reach.world.call('GET', '/v1/voices')).body.data;
  const ran = await reach.run('campaign voices --json');
  expect([ran.code, JSON.parse(ran.stdout)]).toEqual([0, voices]);
});

test('update changes settings and replaces steps; a refusal is reported at its line', async () => {
  reach.write('new.yaml', 'name: Q3 new\ndescription: Shorter\n');
  const settings = await reach.run('campaign update Q3 new.yaml --json --fields name,description,stepCount');
  expect([settings.code, settings.stdout]).toEqual([0, '{"name":"Q3 new","description":"Shorter","stepCount":3}\n']);
  reach.write('steps.yaml', 'steps:\n  - type: end\n');
  const dry = await reach.run('campaign update 1 steps.yaml --show-requests --json');
  expect([JSON.parse(dry.stdout), dry.requests]).toEqual([
    { method: 'PATCH', path: '/v1/campaign/1', body: { steps: [{ type: 'end' }] } },
    [],
  ]);
  reach.write('self.yaml', 'steps:\n  - type: add_to_another_campaign\n    campaignId: 7\n');
  const refused = await reach.run('campaign update 1 self.yaml');
  expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([
    3,
    'self.yaml:3:17: there is no campaign 7 in this workspace [unknown_campaign]',
  ]);
  await reach.run('campaign status 1 active --yes');
  expect((await reach.run('campaign update 1 new.yaml')).code).toBe(6);
});

test('update: a change by someone else between reading and writing is shown, and nothing is sent: exit 6', async () => {
  reach.write('steps.yaml', 'steps:\n  - type: end\n');
  const theirs = { steps: [{ type: 'email', subject: 'Theirs', content: 'x' }] };
  const ran = await reach.run('campaign update 1 steps.yaml --yes', {
    meanwhile: beforeSecond('PATCH', '/v1/campaign/1', theirs),
  });
  expect([ran.code, ran.stdout, ran.requests]).toEqual([6, '', ['GET /v1/campaign/1', 'GET /v1/campaign/1']]);
  expect(ran.stderr).toContain('changed by someone else in the meantime:\n~ steps\n');
  expect(ran.stderr).toContain('  -     subject: Hello {firstName}\n');
  expect(ran.stderr).toContain('  +     subject: Theirs\n  +     content: x\n');
  expect(ran.stderr).toContain('warning: steps: your change replaces theirs\n');
  expect(ran.stderr).toContain('error: campaign 1 was changed in the meantime; nothing was sent\n');
  const running = await reach.run('campaign update 1 steps.yaml --yes', {
    meanwhile: beforeSecond('POST', '/v1/campaign/1/status', { status: 'ACTIVE' }),
  });
  expect([running.code, running.stderr]).toEqual([
    6,
    'error: campaign 1 is ACTIVE: only a draft can be changed; nothing was sent\n  hint: reach campaign clone 1 makes a draft of it; "A campaign that runs" in reach help campaigns has the rest\n',
  ]);
});

test('export gives a file that creates an equal campaign', async () => {
  const exported = await reach.run('campaign export Q3 --file out.yaml');
  expect([exported.code, exported.stdout, exported.stderr]).toEqual([0, '', 'exported campaign 1 to out.yaml\n']);
  expect(reach.read('out.yaml')).toBe(`# yaml-language-server: $schema=campaign.schema.json
name: Q3
identityId: 1
trackOpens: true
trackClicks: true
steps:
  - type: email
    subject: Hello {firstName}
    content: |
      Two lines for {companyName},
      as they are written.
  - type: condition
    condition:
      type: email_opened
      waitFor: 2 days
    onFalse:
      - type: email
        content: Did you see it?
        delay: 1 day
`);
  expect((await reach.run('campaign lint out.yaml')).code).toBe(0);
  expect((await reach.run('campaign create out.yaml -o id')).stdout).toBe('2\n');
  const [one, two] = [await reach.run('campaign export 1 --json'), await reach.run('campaign export 2 --json')];
  expect(JSON.parse(two.stdout)).toEqual(JSON.parse(one.stdout));
});

test('a file that cannot be written is exit 2', async () => {
  const ran = await reach.run('campaign export 1 --file none/out.yaml');
  expect([ran.code, ran.stderr]).toEqual([2, 'error: cannot write none/out.yaml: the folder does not exist\n']);
});

test('contacts are added one by one and as a list, by name, and counted', async () => {
  const contacts = [
    { firstName: 'Ada', lastName: 'Lovelace', professionalEmail: 'ada@ae.example' },
    { firstName: 'Grace', lastName: 'Hopper', professionalEmail: 'grace@navy.example' },
  ];
  await reach.world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
  await reach.run('list create Fair');
  await reach.run('list add Fair --contacts 1,2');
  const one = await reach.run('campaign add-contact Q3 - --json --fields contactId,outcome', { stdin: '1\n1\n' });
  expect([one.code, one.stdout]).toEqual([0, '[{"contactId":1,"outcome":"ADDED"}]\n']);
  const all = await reach.run('campaign add-list Q3 Fair --json');
  expect([all.code, JSON.parse(all.stdout)]).toEqual([
    0,
    { campaignId: 1, contactGroupId: 1, added: 1, reactivated: 0, alreadyPresent: 1, skipped: 0 },
  ]);
  await reach.world.call('POST', '/v1/contact', { body: { firstName: 'Alan', lastName: 'Turing' } });
  await reach.run('list add Fair --contacts 3');
  const skipped = await reach.run('campaign add-list Q3 Fair');
  expect(skipped.stderr).toBe('1 skipped, no email address: Alan Turing (3)\n');
  const refused = await reach.run('campaign contacts Q3 --status skipped --json --fields contactId,status,reason');
  expect([refused.stdout, refused.stderr]).toEqual([
    '[{"contactId":3,"status":"SKIPPED","reason":"no email address"}]\n',
    '0 messages to 0 contacts, 1 got none: no email address\n',
  ]);
  const kept = '--fields contactId,professionalEmail --where firstName!=Ada --exclude lastName=Turing';
  expect((await reach.run(`campaign contacts Q3 ${kept}`)).stdout).toBe('2\tgrace@navy.example\n');
  await reach.run('campaign status Q3 active --yes');
  await reach.run('local clock --advance 9d');
  const reasons = 'no value for {companyName} (2), no email address (1)';
  const none = `0 messages to 0 contacts, 3 got none: ${reasons}\n`;
  expect((await reach.run('campaign contacts Q3')).stderr).toBe(none);
});

test('graph and preview take a campaign of the service and a contact of it', async () => {
  const contact = { firstName: 'Ada', lastName: 'Lovelace', companyName: 'Engines' };
  await reach.world.call('POST', '/v1/contact', { body: contact });
  const [online, offline] = [await reach.run('campaign graph Q3'), await reach.run('campaign graph q3.yaml')];
  expect([online.code, online.stdout, online.requests]).toEqual([
    0,
    offline.stdout,
    ['GET /v1/campaigns?name=Q3&page=1&pageSize=100', 'GET /v1/campaign/1'],
  ]);
  expect(offline.requests).toEqual([]);
  const displayed = await reach.run(
    'campaign preview 1 --contact 1 --json --fields contact,path,subject,content,missing',
  );
  expect([displayed.code, JSON.parse(displayed.stdout), displayed.stderr]).toEqual([
    0,
    [
      {
        contact: 'Ada Lovelace',
        path: 'steps[0]',
        subject: 'Hello Ada',
        content: 'Two lines for Engines,\nas they are written.\n',
        missing: [],
      },
      { contact: 'Ada Lovelace', path: 'steps[1].onFalse[0]', subject: null, content: 'Did you see it?', missing: [] },
    ],
    '1 contact, no value missing\n',
  ]);
  expect((await reach.run('campaign preview q3.yaml --contact 99')).code).toBe(5);
  expect((await reach.run('campaign preview q3.yaml --contact 1 --csv x.csv')).code).toBe(2);
});

test.each([
  ['update 1 steps.yaml --dry-run', 6, /^error: campaign 1 is ACTIVE: only a draft can be changed; nothing was sent\n/],
  [
    'remove-contact Q3 1',
    2,
    /^error: the API cannot take contacts out of a campaign; nothing was changed\n {2}hint: .* "Q3" paused /,
  ],
  ['rm Q3', 2, /^error: the API cannot delete campaigns; nothing was changed\n {2}hint: .* "Q3" completed /],
])('what the API does not offer says what it does: campaign %s', async (argv, code, stderr) => {
  reach.write('steps.yaml', 'steps:\n  - type: end\n');
  await reach.run('campaign status 1 active --yes');
  const ran = await reach.run(`campaign ${argv}`);
  expect([ran.code, ran.stderr, ran.requests.filter((one) => !one.startsWith('GET'))]).toEqual([
    code,
    expect.stringMatching(stderr),
    [],
  ]);
});
