// Every command that has people contacted, with an entry in every form: no message reaches whom it covers.

import { beforeEach, describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { bringPioneers, createWorkflow, messagesTo } from './pioneers.ts';

const reach = reachForEachTest();

beforeEach(() => bringPioneers(reach));

const FORMS = [
  'ada@mail.größe.example',
  ' ADA@mail.xn--gre-6ka8i.example ',
  ...'mailto:Ada@MAIL.größe.example größe.example https://www.XN--GRE-6KA8I.example/ engines.example'.split(' '),
  ...'Engines.Example. http://de.network.example/in/Ada-Lovelace?trk=x'.split(' '),
  '030 / 123 45 67',
  '0049 (0)30-1234567',
];

const WAYS: readonly (readonly [argv: string, code: number, output: string])[] = [
  ['campaign add-contact 1 1,2 --yes --json', 0, '"outcome":"NEVER_CONTACT"'],
  ['campaign add-contact 1 1 --yes --json', 1, '"outcome":"NEVER_CONTACT"'],
  ['campaign add-list 1 Pioneers --yes --json', 0, '"leftOut":1'],
  ['campaign add-list 1 Pioneers --show-requests', 0, 'contactId'],
  ['campaign add-list 99 Pioneers --yes', 5, 'There is no campaign 99'],
  ['campaign status 2 active --yes', 3, 'Ada Lovelace (1), never-contact'],
  ['inbox reply 1 Hello --from 1 --subject S --yes', 3, 'nothing was sent'],
  ['action run run.yaml --contacts 1,2 --show-requests --json', 0, '"contactIds":[2]'],
  ['action run run.yaml --contacts 1,2,99', 5, '99'],
  ['campaign add-contact 1 99,1 --contacted-within 90d --yes --json', 1, '"outcome":"FAILED"'],
  ['action run run.yaml --list Pioneers --show-requests --json', 0, '"contactIds":[2]'],
  ['action run run.yaml --contacts 1', 3, 'no one is left'],
  ['workflow run 1 -f leadIds=1,2 --yes', 0, '1 left out, never-contact'],
  ['workflow run 1 -f leadIds=1 --yes', 3, 'nothing was started'],
  ['workflow run 1 -f contactListId=Pioneers --yes', 3, 'nothing was started'],
  ['workflow run 2 --yes', 3, 'take them off the list'],
  ['api v1/add-contact-to-campaign -F campaignId:=1 -f contactId=1', 3, 'nothing was sent'],
  ['api v1/add-contact-group-to-campaign -F campaignId:=1 -F contactGroupId:=1', 3, 'nothing was sent'],
  ['api v1/inbox/messages -F contactId:=1 -F senderIdentityId:=1 -f message=Hi', 3, 'nothing was sent'],
  ['api v1/workflow/1/run -F input:={"leadIds":[1]}', 3, 'nothing was sent'],
  ['api v1/workflow/1/run -F input:={"contactListId":1}', 3, 'nothing was sent'],
  ['api POST v1/workflow/2/run', 3, 'take them off the list'],
  ['api v1/actions -F actions:=["VERIFY_LEAD_EMAIL"] -F contactIds:=[1]', 3, 'nothing was sent'],
  ['api v1/campaign/2/status -f status=PAUSED --dry-run', 0, 'PAUSED'],
  ['api v1/campaign/2/status -f status=ACTIVE', 3, 'nothing was sent'],
  ['plan', 1, 'Ada Lovelace (1), never-contact'],
  ['apply --yes', 3, 'nothing was sent'],
];

describe.each(FORMS)('an entry "%s"', (form) => {
  test('is respected by every command until it is removed', async () => {
    await createWorkflow(reach, { leadsGroupId: '__MANUAL_INPUT' });
    await createWorkflow(reach, { leadsGroupId: 1 });
    expect((await reach.run(['never-contact', 'add', form])).code).toBe(0);
    for (const [argv, code, output] of WAYS) {
      const ran = await reach.run(argv);
      expect([argv, ran.code]).toEqual([argv, code]);
      expect(`${ran.stdout}${ran.stderr}`).toContain(output);
    }
    await reach.run('campaign status 1 active --yes');
    await reach.run('local clock --advance 2d');
    expect(await messagesTo(reach, 1)).toEqual([]);
    expect(await messagesTo(reach, 2)).toHaveLength(1);
    expect((await reach.run(['never-contact', 'remove', form])).code).toBe(0);
    expect((await reach.run('campaign status 2 active --yes')).code).toBe(0);
    await reach.run('local clock --advance 2d');
    expect(await messagesTo(reach, 1)).toHaveLength(1);
  });
});

test('other people are contacted as before: a plus address, a subdomain and another profile cover no one else', async () => {
  await reach.run([
    ...[
      ...'never-contact add ada+x@mail.größe.example www2.engines.example network.example/in/ada'.split(' '),
      ...'navy.test'.split(' '),
    ],
  ]);
  expect(await reach.run('campaign add-list 1 Pioneers --yes --json --fields added')).toMatchObject({
    code: 0,
    stdout: '{"added":2}\n',
    stderr: '',
  });
});

describe('--contacted-within', () => {
  const contacted = async () => {
    await reach.run('campaign status 2 active --yes');
    await reach.run('local clock --advance 2d');
    expect(await messagesTo(reach, 1)).toHaveLength(1);
  };

  test('leaves out whom another campaign contacted, and not whom this one did', async () => {
    await contacted();
    expect(await reach.run('campaign add-contact 1 1,2 --contacted-within 90d --yes -o csv')).toMatchObject({
      code: 0,
      stdout: 'contactId,outcome,reason\n1,RECENTLY_CONTACTED,contacted on 2026-11-21\n2,ADDED,\n',
      stderr: 'warning: 1 left out, contacted on 2026-11-21: Ada Lovelace (1)\n',
    });
    for (const [argv, leftOut] of [
      ['campaign add-list 1 Pioneers --contacted-within 2weeks --yes -o csv', true],
      ['campaign add-contact 1 1 --contacted-within 1h --yes -o csv', false],
      ['campaign add-contact 2 1 --contacted-within 90d --yes -o csv', false],
    ] as const)
      expect([argv, (await reach.run(argv)).stderr.includes('left out')]).toEqual([argv, leftOut]);
  });

  test('leaves them out of a run, and refuses a run that has no one else', async () => {
    await contacted();
    await createWorkflow(reach, { leadsGroupId: '__MANUAL_INPUT' });
    const run = (ids: string) => reach.run(`workflow run 1 -f leadIds=${ids} --contacted-within 90d --yes --json`);
    expect(await run('1,2')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('warning: 1 left out, contacted on 2026-11-21: Ada Lovelace (1)\n'),
    });
    expect(await run('1')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        /"message":"1 contact was contacted recently: Ada Lovelace \(1\), .*; nothing was started","hint":"--contacted-within allow contacts them all the same"/,
      ),
    });
  });

  test('is refused where it is not a duration', async () => {
    expect(await reach.run('campaign add-contact 1 1 --contacted-within soon --yes')).toMatchObject({
      code: 2,
      requests: [],
      stderr: 'error: --contacted-within: "soon" is not a duration\n  hint: such as 90d or 2 weeks; or allow\n',
    });
  });
});

// The entries of never-contact in files: those of a profile, and those that a team shares.

describe('the files', () => {
  test('entries of the profile and of the outreach folder count together; the file is private', async () => {
    await reach.run('never-contact add engines.example "+49 30 1234567" Engines.Example');
    reach.write('outreach/never-contact.txt', '# asked in May\ngrace@navy.example # by phone\n\n');
    reach.write('outreach/never-contact.csv', 'name,email,website\nX,x@x.example,https://shop.x.example/a\n,,\n');
    expect(await reach.run('never-contact list -o csv --fields kind,entry,source')).toMatchObject({
      code: 0,
      stdout: [
        'kind,entry,source',
        'domain,engines.example,profile local',
        'phone,+49 30 1234567,profile local',
        'email,grace@navy.example,outreach/never-contact.txt',
        'email,x@x.example,outreach/never-contact.csv',
        'domain,shop.x.example,outreach/never-contact.csv\n',
      ].join('\n'),
    });
    expect(await reach.run('campaign add-contact 1 1,2 --yes -o csv')).toMatchObject({ code: 1 });
    expect(await reach.run('never-contact remove grace@navy.example')).toMatchObject({
      code: 5,
      stderr:
        'error: no entry grace@navy.example in profile local: nothing was removed\n  hint: it is in outreach/never-contact.txt: remove it there\n',
    });
    expect(reach.read('config/never-contact/local.txt')).toBe('engines.example\n+49 30 1234567\n');
  });

  test('import takes a file whole or not at all', async () => {
    reach.write('out.csv', 'Email;Phone\nada@x.example;\n;none\n');
    expect(await reach.run('never-contact import out.csv')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('out.csv:3: "none": it is not an email address, a domain'),
    });
    reach.write('out.csv', 'Email;Umsatz;Telefon\nada@x.example;1200000;030 123456\n');
    expect(await reach.run('never-contact import out.csv')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('out.csv: the column "Telefon" holds addresses, and would not be read'),
    });
    reach.write('out.csv', 'Email;Phone\nada@x.example;\nADA@x.example;+49 30 12345\n');
    expect((await reach.run('never-contact import out.csv -o csv --fields kind,entry')).stdout).toBe(
      'kind,entry\nemail,ada@x.example\nphone,+49 30 12345\n',
    );
    expect((await reach.run('never-contact import out.csv')).stderr).toBe('3 of 3 were entries already\n');
  });

  test('the domain of a host that many share is named', async () => {
    reach.write('rivals.csv', 'Website\nfacebook.com/acme\nacme.example\n');
    const many = (host: string) =>
      `warning: ${host} belongs to many: everyone with an address or a company there is left out\n`;
    expect((await reach.run('never-contact import rivals.csv')).stderr).toBe(many('facebook.com'));
    expect((await reach.run('never-contact add gmail.com beta.example')).stderr).toBe(many('gmail.com'));
  });

  test('a line that cannot be read stops every command: it would protect no one', async () => {
    reach.write('outreach/never-contact.txt', 'the whole of Engines\n');
    expect(await reach.run('campaign add-contact 1 1 --yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('outreach/never-contact.txt:1: "the whole of Engines": it is not'),
    });
  });
});
