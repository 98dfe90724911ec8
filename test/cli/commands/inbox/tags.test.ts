import { expect, test } from 'vitest';
import { openInbox, reach, tag, talk } from './inbox-world.ts';

openInbox();

test('create, then list', async () => {
  const made = await reach.run(['inbox', 'tags', '--create', 'Call back', '--color', '#2563EB']);
  expect(made.stdout).toContain('name\tCall back\ncolor\t#2563eb\n');
  expect((await reach.run('inbox tags')).stdout).toBe('1\tCall back\t#2563eb\t2026-11-21T09:00:00.000Z\n');
  const dry = await reach.run('inbox tags --create New --show-requests --json');
  expect([dry.requests, dry.stdout]).toEqual([[], '{"method":"POST","path":"/v1/inbox/tags","body":{"name":"New"}}\n']);
});

test('onto contacts by id and name, one request a contact; off again with one sender', async () => {
  await tag('Hot');
  const on = await reach.run('inbox tag 1,2 ayin@x.example "森 健二郎" --tag Hot');
  expect(on.stdout).toBe('1\t1\ttrue\t\n2\t1\ttrue\t\n3\t1\ttrue\t\n');
  expect(on.requests.filter((request) => request.startsWith('POST /v1/inbox'))).toEqual([
    'POST /v1/inbox/contacts/1/tags',
    'POST /v1/inbox/contacts/2/tags',
    'POST /v1/inbox/contacts/3/tags',
  ]);
  await talk();
  const off = await reach.run('inbox untag 1 --tag 1 --from 1 --json');
  expect(JSON.parse(off.stdout)).toEqual([{ contactId: 1, tagIds: [1], success: true }]);
  const wrong = await reach.run('inbox untag 2 --tag 1 --from 1 --json');
  expect([wrong.code, JSON.parse(wrong.stdout)[0].error]).toEqual([1, 'Contact 2 has no conversation with identity 1']);
});

test('a contact that is gone does not keep the others; an unknown tag stops everything', async () => {
  await tag('Hot');
  const ran = await reach.run('inbox tag 1 99 2 --tag Hot');
  expect([ran.code, ran.stdout]).toEqual([1, '1\t1\ttrue\t\n99\t1\tfalse\tThere is no contact 99\n2\t1\ttrue\t\n']);
  const unknown = await reach.run('inbox tag 1 2 --tag 7');
  expect([unknown.code, unknown.stdout, unknown.stderr.split('\n')[0]]).toEqual([
    5,
    '',
    '0 of 2 contacts are done; run the same command to continue',
  ]);
});

test('no one on standard input is nothing to do: a search may find no one', async () => {
  expect(await reach.run('inbox untag - --tag Hot', { stdin: '\n' })).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'no contacts given: nothing to do\n',
    requests: [],
  });
  expect((await reach.run('inbox link --contacts -', { stdin: '' })).code).toBe(2);
});

test('a dry run of a tag that is to be made', async () => {
  const dry = await reach.run('inbox tag 1 --tag New --create --show-requests -o ndjson');
  expect([
    dry.requests,
    dry.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ]).toEqual([
    ['GET /v1/inbox/tags?name=New&page=1&pageSize=100'],
    [
      { method: 'POST', path: '/v1/inbox/tags', body: { name: 'New' } },
      { method: 'POST', path: '/v1/inbox/contacts/1/tags', body: { tagIds: ['(the id of New)'] } },
    ],
  ]);
  expect(await reach.run('inbox tag 1 --tag New --show-requests')).toMatchObject({
    code: 5,
    stderr: 'error: no tag "New"\n  hint: list them: reach inbox tags; --create creates it\n',
  });
});

test('--create makes the tag; a dry run sends nothing that writes', async () => {
  expect((await reach.run('inbox tag 1 --tag New --create')).code).toBe(0);
  const dry = await reach.run('inbox untag 1 2 --tag New --show-requests --json');
  expect([dry.requests, JSON.parse(dry.stdout)]).toEqual([
    ['GET /v1/inbox/tags?name=New&page=1&pageSize=100'],
    [
      { method: 'DELETE', path: '/v1/inbox/contacts/1/tags', body: { tagIds: [1] } },
      { method: 'DELETE', path: '/v1/inbox/contacts/2/tags', body: { tagIds: [1] } },
    ],
  ]);
  expect(await reach.run('inbox tag 1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--tag is missing'),
  });
});
