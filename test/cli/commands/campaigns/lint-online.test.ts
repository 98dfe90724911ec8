import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openReach, type Reach } from '../../world.ts';

let reach: Reach;
beforeEach(async () => {
  reach = await openReach();
});
afterEach(() => reach.close());

const put = (name: string, text: string) => writeFileSync(join(reach.home, name), text);

const FILE = `name: Q3
identityId: 1
steps:
  - type: email
    subject: Hello {firstName}
    content: |
      Two lines for {companyName},
      as they are written.
  - type: condition
    condition: { type: email_opened, waitFor: 2 days }
    onFalse:
      - type: email
        delay: 1 day
        content: Did you see it?
`;

const BODY = {
  name: 'Q3',
  identityId: 1,
  steps: [
    {
      type: 'email',
      subject: 'Hello {firstName}',
      content: 'Two lines for {companyName},\nas they are written.\n',
    },
    {
      type: 'condition',
      condition: { type: 'email_opened', waitFor: { value: 2, unit: 'days' } },
      onFalse: [{ type: 'email', delay: { value: 1, unit: 'days' }, content: 'Did you see it?' }],
    },
  ],
};

const LINK = 'https://app.reach.invalid/campaigns';

describe('create', () => {
  beforeEach(() => put('q3.yaml', FILE));

  test('prints the id and the link', async () => {
    const ran = await reach.run('campaign create q3.yaml --json --fields id,name,status,stepCount,appUrl');
    expect(ran).toEqual({
      code: 0,
      stdout: `{"id":1,"name":"Q3","status":"DRAFT","stepCount":3,"appUrl":"${LINK}/1"}\n`,
      stderr: '',
      requests: ['POST /v1/campaigns'],
    });
  });

  test('a dry run prints the request and sends nothing', async () => {
    const ran = await reach.run('campaign create q3.yaml --dry-run --json');
    expect([ran.code, JSON.parse(ran.stdout), ran.requests]).toEqual([
      0,
      { method: 'POST', path: '/v1/campaigns', body: BODY },
      [],
    ]);
  });

  test('a file with mistakes is exit 3, with every line, and nothing is sent', async () => {
    put('bad.yaml', 'name: Bad\nsteps:\n  - type: email\n    content: Hi {fistName}\n');
    expect(await reach.run('campaign create bad.yaml')).toEqual({
      code: 3,
      stdout: '',
      stderr: `bad.yaml:3:11: this email needs a subject: it is the first one [required]
  at steps[0].subject
3 |   - type: email
  |           ^^^^^

bad.yaml:4:17: unknown placeholder {fistName}; did you mean {firstName}? [unknown_placeholder]
  at steps[0].content
4 |     content: Hi {fistName}
  |                 ^^^^^^^^^^
error: bad.yaml has 2 errors; nothing was written
`,
      requests: [],
    });
  });

  test('what only the service knows is told at its line too', async () => {
    put('bad.yaml', FILE.replace('{firstName}', '{shoeSize}').replace('see it', 'see {shoeSize} and {shoeSize}'));
    const ran = await reach.run('campaign create bad.yaml -q');
    expect([ran.code, ran.stdout, ran.requests]).toEqual([3, '', ['POST /v1/campaigns']]);
    expect(ran.stderr).toBe(`bad.yaml:5:20: unknown placeholder {shoeSize} [unknown_placeholder]
  at steps[0].subject
5 |     subject: Hello {shoeSize}
  |                    ^^^^^^^^^^

bad.yaml:14:30: unknown placeholder {shoeSize} [unknown_placeholder]
  at steps[1].onFalse[0].content
14 |         content: Did you see {shoeSize} and {shoeSize}?
   |                              ^^^^^^^^^^

bad.yaml:14:45: unknown placeholder {shoeSize} [unknown_placeholder]
  at steps[1].onFalse[0].content
14 |         content: Did you see {shoeSize} and {shoeSize}?
   |                                             ^^^^^^^^^^
error: bad.yaml has 3 errors; nothing was written
`);
  });

  test('with JSON the problems stand in the error, with their lines', async () => {
    put('bad.yaml', FILE.replace('{firstName}', '{shoeSize}'));
    const { code, stderr } = await reach.run('campaign create bad.yaml --json');
    const { error } = JSON.parse(stderr);
    expect([code, error.code, error.details.issues]).toEqual([
      3,
      'invalid_file',
      [
        {
          file: 'bad.yaml',
          line: 5,
          column: 20,
          endLine: 5,
          endColumn: 30,
          path: 'steps[0].subject',
          code: 'unknown_placeholder',
          message: 'unknown placeholder {shoeSize}',
          severity: 'error',
          basis: 'given',
        },
      ],
    ]);
  });

  test('the same campaign twice needs --again, whatever its comments; after a reset it is new', async () => {
    expect((await reach.run('campaign create q3.yaml -o id')).stdout).toBe('1\n');
    put('copy.yaml', `# the same\n${FILE}`);
    expect(await reach.run('campaign create copy.yaml -o id')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: cannot ask "This file was created before, as campaign 1 in local (the service on this machine). Create it again?" here\n  hint: answer it with --again\n',
      requests: ['GET /v1/campaign/1'],
    });
    expect((await reach.run('campaign create copy.yaml --again -o id')).stdout).toBe('2\n');
    await reach.world.control('POST', '/_local/reset', { empty: true });
    expect((await reach.run('campaign create q3.yaml -o id')).code).toBe(0);
  });

  test('a file that is not there is exit 2', async () => {
    const ran = await reach.run('campaign create none.yaml');
    expect([ran.code, ran.stderr]).toEqual([2, 'error: cannot read none.yaml: no such file\n']);
  });
});

describe('a campaign that is there', () => {
  beforeEach(async () => {
    put('q3.yaml', FILE);
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

  test.each([
    ['campaign clone 1 --dry-run --json', '{"method":"POST","path":"/v1/campaign/1/clone","body":{}}\n'],
    [
      'campaign status 1 active --dry-run --json',
      '{"method":"POST","path":"/v1/campaign/1/status","body":{"status":"ACTIVE"}}\n',
    ],
    [
      'campaign add-contact 1 5 --dry-run --json',
      '[{"method":"POST","path":"/v1/add-contact-to-campaign","body":{"campaignId":1,"contactId":5}}]\n',
    ],
    [
      'campaign add-list 1 3 --dry-run --json',
      '{"method":"POST","path":"/v1/add-contact-group-to-campaign","body":{"campaignId":1,"contactGroupId":3}}\n',
    ],
  ])('%s sends nothing', async (argv, stdout) => {
    const ran = await reach.run(argv);
    expect([ran.code, ran.stdout, ran.requests]).toEqual([0, stdout, []]);
  });

  test.each([
    ['campaign show Nobody', 5, 'error: no campaign "Nobody"\n  hint: reach campaign list shows them\n'],
    ['campaign show 99', 5, 'error: There is no campaign 99\n'],
    [
      'campaign status 1 running',
      2,
      'error: running is not a valid status\n  hint: DRAFT, ACTIVE, PAUSED, COMPLETED\n',
    ],
    [
      'campaign status 1 active',
      2,
      'error: cannot ask "Start "Q3" in local (the service on this machine)? It will message its contacts (0 now)" here\n  hint: answer it with --yes\n',
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

  test('update changes settings and replaces steps; a refusal is told at its line', async () => {
    put('new.yaml', 'name: Q3 new\ndescription: Shorter\n');
    const settings = await reach.run('campaign update Q3 new.yaml --json --fields name,description,stepCount');
    expect([settings.code, settings.stdout]).toEqual([0, '{"name":"Q3 new","description":"Shorter","stepCount":3}\n']);
    put('steps.yaml', 'steps:\n  - type: end\n');
    const dry = await reach.run('campaign update 1 steps.yaml --dry-run --json');
    expect([JSON.parse(dry.stdout), dry.requests]).toEqual([
      { method: 'PATCH', path: '/v1/campaign/1', body: { steps: [{ type: 'end' }] } },
      [],
    ]);
    put('self.yaml', 'steps:\n  - type: add_to_another_campaign\n    campaignId: 7\n');
    const refused = await reach.run('campaign update 1 self.yaml');
    expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([
      3,
      'self.yaml:3:17: there is no campaign 7 in this workspace [unknown_campaign]',
    ]);
    await reach.run('campaign status 1 active --yes');
    expect((await reach.run('campaign update 1 new.yaml')).code).toBe(6);
  });

  test('update: a change by somebody else between reading and writing is shown, and nothing is sent: exit 6', async () => {
    put('steps.yaml', 'steps:\n  - type: end\n');
    const restore = beforeRead(2, { steps: [{ type: 'email', subject: 'Theirs', content: 'x' }] });
    const ran = await reach.run('campaign update 1 steps.yaml --yes');
    restore();
    expect([ran.code, ran.stdout, ran.requests]).toEqual([6, '', ['GET /v1/campaign/1', 'GET /v1/campaign/1']]);
    expect(ran.stderr).toContain('changed by someone else in the meantime:\n~ steps\n');
    expect(ran.stderr).toContain('  -     subject: Hello {firstName}\n');
    expect(ran.stderr).toContain('  +     subject: Theirs\n  +     content: x\n');
    expect(ran.stderr).toContain('warning: steps: your change replaces theirs\n');
    expect(ran.stderr).toContain('error: campaign 1 was changed in the meantime; nothing was sent\n');
    const started = beforeRead(2, null);
    const running = await reach.run('campaign update 1 steps.yaml --yes');
    started();
    expect([running.code, running.stderr]).toEqual([
      6,
      'error: campaign 1 is ACTIVE: only a draft can be changed; nothing was sent\n  hint: reach campaign clone 1\n',
    ]);
  });

  test('export gives a file that creates an equal campaign', async () => {
    const exported = await reach.run('campaign export Q3 --file out.yaml');
    expect([exported.code, exported.stdout, exported.stderr]).toEqual([0, '', 'exported campaign 1 to out.yaml\n']);
    expect(
      readFileSync(join(reach.home, 'out.yaml'), 'utf8'),
    ).toBe(`# yaml-language-server: $schema=campaign.schema.json
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
    expect([ran.code, ran.stderr]).toEqual([2, 'error: cannot write none/out.yaml: no such file\n']);
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
  });

  test('graph and preview take a campaign of the service and a contact of it', async () => {
    const contact = { firstName: 'Ada', lastName: 'Lovelace', companyName: 'Engines' };
    await reach.world.call('POST', '/v1/contact', { body: contact });
    const [online, offline] = [await reach.run('campaign graph Q3'), await reach.run('campaign graph q3.yaml')];
    expect([online.code, online.stdout, online.requests]).toEqual([
      0,
      offline.stdout,
      ['GET /v1/campaigns?name=Q3&pageSize=100', 'GET /v1/campaign/1'],
    ]);
    expect(offline.requests).toEqual([]);
    const shown = await reach.run(
      'campaign preview 1 --contact 1 --json --fields contact,path,subject,content,missing',
    );
    expect([shown.code, JSON.parse(shown.stdout), shown.stderr]).toEqual([
      0,
      [
        {
          contact: 'Ada Lovelace',
          path: 'steps[0]',
          subject: 'Hello Ada',
          content: 'Two lines for Engines,\nas they are written.\n',
          missing: [],
        },
        {
          contact: 'Ada Lovelace',
          path: 'steps[1].onFalse[0]',
          subject: null,
          content: 'Did you see it?',
          missing: [],
        },
      ],
      '1 contact, no value missing\n',
    ]);
    expect((await reach.run('campaign preview q3.yaml --contact 99')).code).toBe(5);
    expect((await reach.run('campaign preview q3.yaml --contact 1 --csv x.csv')).code).toBe(2);
  });
});

/** Somebody else patches campaign 1, or starts it (null), right before it is read the nth time. Gives back the way back. */
function beforeRead(nth: number, body: Record<string, unknown> | null): () => void {
  const { handle } = reach.world.service;
  let reads = 0;
  Object.assign(reach.world.service, {
    handle: async (...given: Parameters<typeof handle>) => {
      if (given[0].method === 'GET' && given[0].path === '/v1/campaign/1') {
        reads += 1;
        const other = body === null ? 'POST' : 'PATCH';
        const path = body === null ? '/v1/campaign/1/status' : '/v1/campaign/1';
        if (reads === nth) await reach.world.call(other, path, { body: body ?? { status: 'ACTIVE' } });
      }
      return handle(...given);
    },
  });
  return () => Object.assign(reach.world.service, { handle });
}

describe('edit without a terminal', () => {
  beforeEach(async () => {
    put('q3.yaml', FILE);
    await reach.run('campaign create q3.yaml');
    await reach.run('campaign export 1 --file edited.yaml');
  });
  const edited = (change: (text: string) => string) =>
    put('edited.yaml', change(readFileSync(join(reach.home, 'edited.yaml'), 'utf8')));

  test('needs --input, and asks the service nothing', async () => {
    expect(await reach.run('campaign edit 1')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: an editor needs a terminal\n  hint: --input FILE takes the edited text; reach campaign export writes it\n',
      requests: [],
    });
  });

  test('unchanged text sends nothing', async () => {
    expect(await reach.run('campaign edit 1 --input edited.yaml')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'nothing changed\n',
      requests: ['GET /v1/campaign/1'],
    });
  });

  test('only what was changed is sent; a line taken out is the setting of a new campaign', async () => {
    edited((text) => text.replace('identityId: 1\ntrackOpens: true', 'trackOpens: false'));
    const dry = await reach.run('campaign edit 1 --input edited.yaml --dry-run --json');
    expect([JSON.parse(dry.stdout), dry.requests]).toEqual([
      { method: 'PATCH', path: '/v1/campaign/1', body: { identityId: null, trackOpens: false } },
      ['GET /v1/campaign/1'],
    ]);
    const ran = await reach.run(
      'campaign edit 1 --input edited.yaml --json --fields identityId,trackOpens,trackClicks',
    );
    expect([ran.code, ran.stdout]).toEqual([0, '{"identityId":null,"trackOpens":false,"trackClicks":true}\n']);
  });

  test('a refusal is told at its lines', async () => {
    edited((text) => text.replace('{firstName}', '{shoeSize}'));
    const ran = await reach.run('campaign edit 1 --input edited.yaml');
    expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([
      3,
      'edited.yaml:8:20: unknown placeholder {shoeSize} [unknown_placeholder]',
    ]);
  });

  test('a change by somebody else between reading and writing is shown, and nothing is sent: exit 6', async () => {
    edited((text) => text.replace('trackOpens: true', 'trackOpens: false'));
    const restore = beforeRead(2, { name: 'Theirs', trackOpens: false });
    const ran = await reach.run('campaign edit 1 --input edited.yaml');
    restore();
    expect(ran).toEqual({
      code: 6,
      stdout: '',
      stderr: `changed by someone else in the meantime:
~ name
  - name: Q3
  + name: Theirs
~ trackOpens
  - trackOpens: true
  + trackOpens: false
warning: trackOpens: your change replaces theirs
error: campaign 1 was changed in the meantime; nothing was sent
  hint: check it with reach campaign show 1, then run the command again
`,
      requests: ['GET /v1/campaign/1', 'GET /v1/campaign/1'],
    });
  });

  test('a text that is kept is compared with what the editor opened: what others wrote since is seen', async () => {
    put('editor.sh', 'sed "s/trackOpens: true/trackOpens: maybe/" "$1" > new && cat new > "$1"\n');
    const given = await reach.run('campaign edit 1', { env: { EDITOR: 'sh editor.sh' }, tty: true });
    const path = /--input (\S+)/.exec(given.stderr)?.[1] ?? '';
    writeFileSync(path, readFileSync(path, 'utf8').replace('maybe', 'false'));
    await reach.world.call('PATCH', '/v1/campaign/1', { body: { description: 'Theirs' } });
    const ran = await reach.run(['campaign', 'edit', '1', '--input', path]);
    expect([ran.code, ran.stderr.split('\n').slice(0, 3)]).toEqual([
      6,
      ['changed by someone else in the meantime:', '~ description', '  + description: Theirs'],
    ]);
  });

  test('what is no draft is exit 6', async () => {
    await reach.run('campaign status 1 active --yes');
    const ran = await reach.run('campaign edit 1 --input edited.yaml');
    expect([ran.code, ran.stderr]).toEqual([
      6,
      'error: campaign 1 is ACTIVE: only a draft can be edited\n  hint: reach campaign clone 1\n',
    ]);
  });
});

test('a refusal on a pull request is told as annotations too', async () => {
  put('bad.yaml', FILE.replace('{firstName}', '{shoeSize}'));
  const ran = await reach.run('campaign create bad.yaml', { env: { GITHUB_ACTIONS: 'true' } });
  expect(ran.stderr).toContain(
    '::error file=bad.yaml,line=5,endLine=5,col=20,endColumn=30,title=unknown_placeholder::unknown placeholder {shoeSize} (steps[0].subject)\n',
  );
});

test('a service that cannot be reached leaves nothing remembered: the next create does not ask', async () => {
  put('q3.yaml', FILE);
  await reach.world.control('POST', '/_local/faults', { endpoint: 'campaigns.create', status: 500, times: 1 });
  expect((await reach.run('campaign create q3.yaml --max-retries 0')).code).toBe(7);
  expect((await reach.run('campaign create q3.yaml -o id')).stdout).toBe('1\n');
});

describe('lint --online', () => {
  test('decides about fields and campaigns; the fields are known offline from then on', async () => {
    await reach.world.call('POST', '/v1/contact', { body: { firstName: 'Ada', 'Favourite tea': 'Assam' } });
    put('q3.yaml', FILE.replace('{firstName}', '{Favourite tea}'));
    const before = await reach.run('campaign lint --strict q3.yaml -q');
    expect([before.code, before.requests]).toEqual([1, []]);
    expect((await reach.run('campaign lint --online --strict q3.yaml')).code).toBe(0);
    const after = await reach.run('campaign lint --strict q3.yaml');
    expect([after.code, after.requests]).toEqual([0, []]);

    put(
      'other.yaml',
      `${FILE.replace('{firstName}', '{shoeSize}')}  - type: add_to_another_campaign\n    campaignId: 7\n`,
    );
    const bad = await reach.run('campaign lint --online other.yaml --json --fields line,code');
    expect([bad.code, JSON.parse(bad.stdout), bad.requests]).toEqual([
      1,
      [
        { line: 5, code: 'unknown_placeholder' },
        { line: 16, code: 'unknown_campaign' },
      ],
      ['GET /v1/contacts/fields', 'GET /v1/identities?page=1&pageSize=100', 'GET /v1/campaign/7'],
    ]);
  });

  test('decides about owners, voices and messages of the library', async () => {
    await reach.world.control('POST', '/_local/seed', {});
    put(
      'q3.yaml',
      `name: Q3
steps:
  - type: network_connection
    content: Hello
    waitForAcceptance: 3 days
    onAccepted:
      - type: network_voice_message
        content: Hello
        voiceId: nobody
      - type: network_message
        aiMessageId: nothing
  - type: task
    taskType: CALL
    title: Call
`,
    );
    const ran = await reach.run('campaign lint --online q3.yaml --json --fields line,code');
    expect([ran.code, JSON.parse(ran.stdout)]).toEqual([
      1,
      [
        { line: 9, code: 'unknown_voice' },
        { line: 11, code: 'unknown_ai_message' },
        { line: 12, code: 'required' },
      ],
    ]);
  });

  test('decides about identities, and about the workspace’s own AI messages: that they exist, and their channel', async () => {
    const { control, call } = reach.world;
    await control('POST', '/_local/seed', {});
    const body = { name: 'Mine', channel: 'NETWORK', toneId: 1, prompt: 'x' };
    const { id } = (await call('POST', '/v1/ai-variables/ai-messages', { body })).body.data;
    put(
      'ai.yaml',
      `name: AI
identityId: 99
steps:
  - type: email
    aiMessageId: ${id}
  - type: network_message
    aiMessageId: ${id}
  - type: email
    aiMessageId: 4711
  - type: email
    aiMessageId: lib-email-first
`,
    );
    const ran = await reach.run('campaign lint --online ai.yaml --json --fields line,code');
    expect([ran.code, JSON.parse(ran.stdout), ran.requests]).toEqual([
      1,
      [
        { line: 2, code: 'unknown_identity' },
        { line: 5, code: 'channel_mismatch' },
        { line: 9, code: 'unknown_ai_message' },
      ],
      [
        'GET /v1/contacts/fields',
        'GET /v1/identities?page=1&pageSize=100',
        'GET /v1/prompt-library/ai-messages',
        `GET /v1/ai-variables/ai-messages/${id}`,
        'GET /v1/ai-variables/ai-messages/4711',
      ],
    ]);
    await control('PATCH', '/_local/features', { 'split-ai': false });
    const off = await reach.run('campaign lint --online ai.yaml -o id');
    expect(off.stdout).toBe(`unknown_identity\n${'split_ai_disabled\n'.repeat(4)}`);
  });
});
