// reach identity: argv → requests and whole output, over the real service.

import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { withAllScope } from '../../../../src/cli/commands/identities/signature.ts';
import { failureOf } from '../../../../src/cli/terminal/exit.ts';
import { ApiError } from '../../../../src/client/errors.ts';
import { reachForEachTest } from '../../../opened.ts';

const reach = reachForEachTest();

beforeEach(async () => {
  const body = { name: 'Robin Hale', email: 'robin@x.example', jobTitle: 'Sales' };
  await reach.world.call('PATCH', '/v1/identities/1', { body });
});

const stored = async () => (await reach.world.call('GET', '/v1/identities')).body.data.identities[0];
const seen = (code: number, stderr: string) => ({ code, stderr, stdout: '' });

test('list, and show by name, email and id', async () => {
  expect((await reach.run('identity list')).stdout).toBe('1\tRobin Hale\trobin@x.example\tSales\t\t\n');
  for (const word of ['"Robin Hale"', 'ROBIN@x.example', '1']) {
    expect((await reach.run(`identity show ${word} --fields id,name --json`)).stdout).toBe(
      '{"id":1,"name":"Robin Hale"}\n',
    );
  }
  expect(await reach.run('identity show 9')).toMatchObject(
    seen(5, 'error: no identity 9\n  hint: reach identity list shows them\n'),
  );
  await reach.world.service.store.write((tx) =>
    tx.run("insert into identities (workspace_id, name, created_at) values (1, 'Robin Hale', 0)"),
  );
  expect(await reach.run('identity show "Robin Hale"')).toMatchObject(
    seen(2, 'error: "Robin Hale" matches 2 identities (ids 1, 2)\n  hint: use the id\n'),
  );
});

describe('update', () => {
  test('text, lists by commas, null clears, a file', async () => {
    const argv =
      'identity update 1 -f languages=English,Irish -f countryCode=IE -F jobTitle:=null --json --fields languages,countryCode,jobTitle';
    expect((await reach.run(argv)).stdout).toBe(
      '{"languages":["English","Irish"],"countryCode":"IE","jobTitle":null}\n',
    );
    reach.write('robin.yaml', 'interests:\n  - Sailing\ntimezone: Europe/Dublin\n');
    await reach.run('identity update "Robin Hale" --input robin.yaml');
    expect(await stored()).toMatchObject({ interests: ['Sailing'], timezone: 'Europe/Dublin', jobTitle: null });
  });

  test.each([
    ['identity update 1', 2, 'error: no field given\n  hint: -f name=value, -F name:=json, or --input FILE\n'],
    ['identity update 1 -f emails=x', 2, 'error: an identity has no writable field emails\n'],
    ['identity update 1 -f timezone=Moon', 3, 'error: timezone: must be an IANA time zone such as Europe/Vienna\n'],
    ['identity update 9 -f name=x', 5, 'error: There is no identity 9\n'],
  ])('%s', async (argv, code, stderr) => {
    const ran = await reach.run(argv);
    expect([ran.code, ran.stderr.slice(0, stderr.length)]).toEqual([code, stderr]);
  });

  test('a dry run sends nothing', async () => {
    const ran = await reach.run('identity update 1 -f name=x --show-requests --json');
    expect([ran.requests, ran.stdout]).toEqual([
      [],
      '{"method":"PATCH","path":"/v1/identities/1","body":{"name":"x"}}\n',
    ]);
  });
});

describe('signature', () => {
  const html = '<p>Robin &amp; Co<br><a href="https://x.example">site</a></p>';

  test('set from standard input and file, shown as text, stored as sent, cleared', async () => {
    const none = await reach.run('identity signature 1');
    expect([none.code, none.stdout, none.stderr]).toEqual([0, '', 'identity 1 has no signature\n']);
    const set = await reach.run('identity signature 1 --file -', { stdin: `${html}\n` });
    expect([set.code, set.stdout]).toEqual([0, 'Robin & Co\nsite (https://x.example)\n']);
    expect((await stored()).signature).toBe(html);
    expect((await reach.run('identity signature 1 --html')).stdout).toBe(`${html}\n`);
    expect((await reach.run('identity signature 1 -o csv --fields identityId,text')).code).toBe(0);
    expect((await reach.run('identity signature 1 -o csv')).stdout).toMatch(/^identityId,signature,text\n1,/);
    expect(JSON.parse((await reach.run('identity signature 1 --json')).stdout)).toEqual({
      identityId: 1,
      signature: html,
      text: 'Robin & Co\nsite (https://x.example)',
    });
    reach.write('new.html', 'New');
    expect((await reach.run('identity signature "Robin Hale" --file new.html')).stdout).toBe('New\n');
    await reach.run('identity signature 1 --clear');
    expect((await stored()).signature).toBe(null);
    expect((await reach.run('identity signature 1 --clear')).stderr).toBe('nothing changed\n');
  });

  test('in the editor', async () => {
    reach.write('edit.sh', 'cp "$1" before; printf "<b>Hi</b>\\n" > "$1"');
    const edited = await reach.run('identity signature 1 --edit', {
      env: { VISUAL: 'sh edit.sh', PATH: process.env['PATH'] ?? '' },
    });
    expect([edited.code, edited.stdout, (await stored()).signature]).toEqual([0, 'Hi\n', '<b>Hi</b>']);
    expect(reach.read('before')).toBe('\n');
  });

  test('what someone else has changed while it was edited stays; the text is kept', async () => {
    reach.write('edit.sh', 'echo mine > "$1"');
    const ran = await reach.run('identity signature 1 --edit', {
      env: { VISUAL: 'sh edit.sh', PATH: process.env['PATH'] ?? '' },
      meanwhile: async (_request, count) => {
        if (count === 2) await reach.world.call('PATCH', '/v1/identities/1', { body: { signature: 'theirs' } });
      },
    });
    expect([ran.code, (await stored()).signature]).toEqual([6, 'theirs']);
    expect(ran.stderr).toMatch(
      /the text is kept: --file .*signature.html\nerror: the signature of identity 1 was changed/,
    );
  });

  test('what was edited is kept when it cannot be stored', async () => {
    reach.write('edit.sh', 'head -c 100001 /dev/zero | tr "\\0" a > "$1"');
    const env = { VISUAL: 'sh edit.sh', PATH: process.env['PATH'] ?? '' };
    const ran = await reach.run('identity signature 1 --edit', { env });
    const path = /the text is kept: --file (\S+)\n/.exec(ran.stderr)?.[1] ?? '';
    expect([ran.code, readFileSync(path, 'utf8').length]).toEqual([3, 100_002]);
    expect(await reach.run('identity signature 1 --edit')).toMatchObject(
      seen(
        2,
        'error: an editor needs a terminal\n  hint: --file FILE replaces it by the HTML of a file; --html prints it\n',
      ),
    );
  });

  test('text that moves the cursor is harmless', async () => {
    await reach.run('identity signature 1 --file -', { stdin: '<p>a\u001b[2J\u202eb</p>' });
    expect((await reach.run('identity signature 1')).stdout).toBe('ab\n');
    const displayed = await reach.run('identity signature 1 --html', { tty: true });
    expect(displayed.stdout).toBe('<p>ab</p>\n');
  });

  test('in a pipe the HTML is what is stored, and comes back as it was', async () => {
    const html = '<p>a\u001b[2J</p>\r\n\n<p>b</p>  \n';
    await reach.run('identity signature 1 --file -', { stdin: `${html}\n` });
    expect((await stored()).signature).toBe(html);
    const piped = await reach.run('identity signature 1 --html');
    expect(piped.stdout).toBe(`${html}\n`);
    await reach.run('identity signature 1 --file -', { stdin: piped.stdout });
    expect((await stored()).signature).toBe(html);
  });

  test.each([
    ['identity signature 1 --clear --edit', 2, 'error: give only one of --file, --edit and --clear\n'],
    ['identity signature 1 --file -', 2, 'error: the signature is empty\n  hint: --clear removes it\n'],
  ])('%s', async (argv, code, stderr) => {
    expect(await reach.run(argv, { stdin: ' \n' })).toMatchObject(seen(code, stderr));
  });
});

describe('mailboxes', () => {
  const add = 'identity mailboxes add 1 robin@hello.example --imap imap.x.example --smtp smtp.x.example:465';

  test('added with the password from standard input, which is printed nowhere', async () => {
    const ran = await reach.run(`${add} --primary --password-stdin --debug`, { stdin: 'open sesame\n' });
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('email\trobin@hello.example\n');
    expect(ran.stdout + ran.stderr).not.toContain('sesame');
    const listed = await reach.run('identity mailboxes list 1');
    expect(listed.stdout).toBe('1\trobin@hello.example\timap\ttrue\tHEALTHY\tfalse\tfalse\n');
    expect((await stored()).email).toBe('robin@hello.example');
  });

  test('off a terminal without --password-stdin it says so; a dry run asks for none and shows none', async () => {
    const ran = await reach.run(add);
    expect(ran).toMatchObject(
      seen(2, 'error: cannot ask "Password of robin@hello.example" here\n  hint: answer it with --password-stdin\n'),
    );
    expect(JSON.parse((await reach.run(`${add} --show-requests --json`)).stdout).body).toEqual({
      email: 'robin@hello.example',
      provider: 'imap',
      credentials: {
        password: '(not shown)',
        imapHost: 'imap.x.example',
        imapPort: 993,
        smtpHost: 'smtp.x.example',
        smtpPort: 465,
      },
      makePrimary: false,
    });
  });

  test.each([
    [`${add}0000`, 2, 'error: --smtp smtp.x.example:4650000: not a server\n'],
    [
      'identity mailboxes add 1 robin@x.example --smtp s.x.example',
      2,
      "error: required option '--imap <host[:port]>' not specified\n",
    ],
  ])('%s', async (argv, code, stderr) => {
    const ran = await reach.run(argv, { stdin: 'x' });
    expect([ran.code, ran.stderr.slice(0, stderr.length)]).toEqual([code, stderr]);
  });
});

test('without ALL it says that there is no narrower scope', async () => {
  const refused = new ApiError({
    ...{ method: 'PATCH', path: '/v1/identities/1', status: 403, code: 'forbidden', message: 'no', body: '' },
    requestId: 'req_1',
    details: { requiredScope: 'ALL' },
  });
  const input = failureOf(await withAllScope(() => Promise.reject(refused)).catch((error: unknown) => error));
  expect(input).toMatchObject({
    ...{ exitCode: 4, code: 'forbidden', message: 'changing an identity needs a key with the scope ALL' },
    hint: 'no narrower scope covers this: create a key with ALL in the web dashboard and use it only for this (--profile)',
    ...{ status: 403, requestId: 'req_1', request: 'PATCH /v1/identities/1' },
  });
  const other = new Error('other');
  await expect(withAllScope(() => Promise.reject(other))).rejects.toBe(other);
});
