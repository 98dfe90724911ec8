import { describe, expect, test } from 'vitest';
import { reachForAllTests } from '../../../opened.ts';

const reach = reachForAllTests();

test.each([
  ['seed', 'POST', '/_local/seed', null],
  ['reset --empty', 'POST', '/_local/reset', { empty: true }],
  ['clock --advance 2h', 'POST', '/_local/clock', { advance: '2h' }],
  ['fault add "*" --status 500', 'POST', '/_local/faults', { endpoint: '*', status: 500 }],
  ['fault clear', 'DELETE', '/_local/faults', null],
  ['key create --scopes CONTACTS_READ', 'POST', '/_local/keys', { scopes: ['CONTACTS_READ'] }],
  ['key create --user Ada --scopes ALL', 'POST', '/_local/keys', { scopes: ['ALL'], user: 'Ada' }],
  ['key revoke 1', 'DELETE', '/_local/keys/1', null],
])('local %s --dry-run prints the request and sends nothing', async (argv, method, path, body) => {
  const ran = await reach.run(`local ${argv} --dry-run --json`);
  expect([ran.code, JSON.parse(ran.stdout), ran.requests]).toEqual([0, { method, path, body }, []]);
});

test.each([
  ['clock --set 2020-01-01T00:00:00Z', 3, 'The clock can only be moved forward'],
  ['clock --advance 3x', 3, 'advance: must be a duration'],
  ['clock --until "{ campaign: Nope, step: 2 }"', 5, 'no campaign "Nope"'],
  ['fault add nope.list --status 500', 3, 'There is no endpoint "nope.list"'],
  ['key revoke 99', 5, 'There is no key 99'],
  ['grant 99 Ada', 5, 'There is no workflow 99'],
  ['snapshot nowhere/new.db', 3, 'cannot write'],
  ['snapshot taken.db', 6, 'already exists'],
  ['restore nowhere.db', 5, 'does not exist'],
  ['restore text.db', 3, 'is not a reach snapshot'],
])('local %s: the dry run ends as the command does', async (argv, code, message) => {
  reach.write('text.db', 'no snapshot');
  reach.write('taken.db', '');
  for (const line of [`local ${argv} --dry-run`, `local ${argv} ${argv.startsWith('restore') ? '--yes' : ''}`]) {
    const ran = await reach.run(line);
    expect([line, ran.code, ran.stderr]).toEqual([line, code, expect.stringContaining(message)]);
  }
});

test('a switch is looked up, and not turned', async () => {
  const ran = await reach.run('local feature rate-limits on --dry-run --json');
  expect(JSON.parse(ran.stdout)).toEqual({ method: 'PATCH', path: '/_local/features', body: { 'rate-limits': true } });
  expect(ran.requests).toEqual(['GET /_local/features']);
});

test('the clock moves forward, a fault is listed and cleared, a key is made once and revoked', async () => {
  expect((await reach.run('local clock --advance 1h --json --fields offsetMs')).stdout).toBe('{"offsetMs":3600000}\n');
  expect((await reach.run('local clock --set 2020-01-01T00:00:00Z')).code).toBe(3);
  await reach.run('local fault add contacts.list --status 503 --times 2');
  expect((await reach.run('local fault list --json --fields endpoint,times,status')).stdout).toBe(
    '[{"endpoint":"contacts.list","times":2,"status":503}]\n',
  );
  expect((await reach.run('contacts list --max-retries 0')).stderr).toContain(
    'hint: run the command again once the service is available\n',
  );
  expect((await reach.run('local fault clear --json')).stdout).toBe('{"removed":1}\n');
  const made = JSON.parse((await reach.run('local key create --scopes CONTACTS_READ --name ci --json')).stdout);
  expect(made.key).toMatch(/^gsk_/);
  expect((await reach.run('local key list -o csv')).stdout).not.toContain(made.key);
  expect((await reach.run(`local key revoke ${made.id}`)).code).toBe(0);
});

test.each<[endpoint: string, line: string, fault: object, hint: string, retryable: boolean]>([
  [
    'inbox.reply',
    'inbox reply 1 Hello --from 1 --subject E --yes -q --request-id order-17',
    { status: 500 },
    'tried once; it may have been sent: repeat the command with --request-id order-17 to send it at most once',
    true,
  ],
  ['lists.create', 'list create Fair', { status: 502 }, 'the request may have been processed', false],
  ['inbox.createTag', 'inbox tags --create Hot', { status: 503 }, 'the request may have been processed', false],
  ['inbox.createTag', 'inbox tags --create Hot', { drop: 'after' }, 'the request may have been processed', false],
  [
    'lists.create',
    'list create Fair',
    { status: 429 },
    'the rate limit is exhausted; run the command again in a minute',
    true,
  ],
])(
  '%s fails, and may be done: it does not say to run it again (%#)',
  async (endpoint, line, fault, hint, retryable) => {
    await reach.world.call('POST', '/v1/contacts/bulk', { body: { contacts: [{ firstName: 'Ada' }] } });
    await reach.world.control('POST', '/_local/faults', { endpoint, ...fault, times: 1 });
    const ran = await reach.run(`${line} --max-retries 0 -o json`);
    expect([ran.code, JSON.parse(ran.stderr).error]).toEqual([7, expect.objectContaining({ hint, retryable })]);
  },
);

test('a user is granted a workflow, and it is taken back', async () => {
  await reach.run('local key create --user Ada --scopes ALL');
  await reach.world.call('POST', '/v1/workflows', { body: { name: 'W', plan: { nodes: [] } } });
  const request = { path: '/_local/workflows/1/grants', body: { user: 'Ada' } };
  for (const [option, method] of [
    ['', 'POST'],
    ['--take-back', 'DELETE'],
  ])
    expect(JSON.parse((await reach.run(`local grant 1 Ada ${option} --dry-run --json`)).stdout)).toEqual({
      method,
      ...request,
    });
  const ran = await reach.run('local grant 1 Ada --json');
  expect([ran.code, ran.stdout]).toEqual([0, '{"workflowId":1,"user":"Ada","granted":true}\n']);
  expect((await reach.run('local grant 1 Ada --take-back --json --fields granted')).stdout).toBe('{"granted":false}\n');
  expect((await reach.run('local grant 1 Bob')).code).toBe(5);
  expect((await reach.run('local grant 9 Ada')).code).toBe(5);
});

test('under GitHub Actions a new key is taken out of the log before it is printed', async () => {
  const ran = await reach.run('local key create --scopes CONTACTS_READ --json', { env: { GITHUB_ACTIONS: 'true' } });
  expect(ran.stderr.split('\n')[0]).toBe(`::add-mask::${JSON.parse(ran.stdout).key}`);
});

test.each([
  ['serve --host 0.0.0.0', 'can be reached from other machines, and keys would travel unencrypted'],
  ['serve --host 192.168.0.7 --admin', 'can be reached from other machines, and keys would travel unencrypted'],
  ['serve --tls-cert cert.pem', '--tls-cert and --tls-key go together'],
  ['serve --tls-cert none.pem --tls-key none.pem', 'cannot read none.pem'],
  ['serve --public-url hooks.example.com', '--public-url hooks.example.com: must be an address'],
])('%s is exit 2', async (argv, message) => {
  const ran = await reach.run(argv);
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('beyond this machine, --admin is warned about', async () => {
  const ran = await reach.run('serve --host 0.0.0.0 --insecure --admin');
  expect(ran.stderr).toContain('--admin on 0.0.0.0: whoever has the admin token controls this service');
});

describe('clock --until', () => {
  const opened = '{ email_opened: { contact: Ada } }';
  const start = async () => {
    for (const line of [
      'local reset --empty --yes',
      'identity update 1 -f name=Robin',
      'list create Fair',
      'contacts create -f firstName=Ada -f professionalEmail=ada@x.example --list Fair',
      'campaign create welcome.yaml --yes',
      'campaign add-list Welcome Fair',
      'campaign status Welcome active --yes',
    ]) {
      expect([line, (await reach.run(line)).code]).toEqual([line, 0]);
    }
  };
  const CAMPAIGN = `name: Welcome
identity: Robin
steps:
  - { type: email, subject: First, content: Hi }
  - { type: email, content: Again, delay: 2 days }
`;

  test('prints what happens on the way', async () => {
    reach.write('welcome.yaml', CAMPAIGN);
    await start();
    const { stdout, stderr, code } = await reach.run('local clock --until idle');
    expect([code, stderr]).toEqual([0, '3 events; the clock is at 2026-11-23T09:00:00.000Z\n']);
    expect(stdout).toBe(`2026-11-23T09:00:00.000Z\tAda\tmessage\temail sent: "Again" [Welcome]
2026-11-23T09:00:00.000Z\tAda\tended\tsequence completed [Welcome]
`);
  });

  test.each([
    ["'{ campaign: Welcome, contact: ada@x.example, step: 2 }'", 0, '2026-11-23T09:00:00.000Z'],
    ['2026-11-22T09:00:00Z', 0, '2026-11-22T09:00:00.000Z'],
    [`'${opened}'`, 1, '2026-11-23T09:00:00.000Z'],
    ["'{ message: { channel: NETWORK } }' --within 1d", 1, '2026-11-21T09:00:00.000Z'],
    ["'{ campaign: Other }'", 5, '2026-11-21T09:00:00.000Z'],
    ["'{ campaign: Welcome, contact: Ada, step: 9 }'", 5, '2026-11-21T09:00:00.000Z'],
  ])('%s', async (until, code, now) => {
    reach.write('welcome.yaml', CAMPAIGN);
    await start();
    await reach.run('local feature engagement off');
    const ran = await reach.run(`local clock --until ${until} --json`);
    const lines = ran.stdout
      .trimEnd()
      .split('\n')
      .filter((line) => line !== '');
    expect([ran.code, lines.every((line) => JSON.parse(line).key !== undefined)]).toEqual([code, true]);
    expect(JSON.parse((await reach.run('local clock --json')).stdout).now).toBe(now);
  });

  test('what is no event is refused before anything moves', async () => {
    const { code, stderr } = await reach.run("local clock --until '{ campaign: 1, when: 2 }'");
    expect([code, stderr]).toEqual([3, expect.stringContaining('--until: when: is not known here')]);
  });
});
