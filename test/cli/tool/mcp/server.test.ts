// reach mcp: which tools there are, what a call answers, and which files it may use.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CallToolResultSchema, type Progress } from '@modelcontextprotocol/sdk/types.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { call, dataOf, mcpForAllTests, textsOf } from './mcp-server.ts';

const { reach, connect } = mcpForAllTests();

test('reads are listed, with honest annotations and schemas', async () => {
  const { tools } = await (await connect(['--tools', 'read'])).listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['contacts_list', 'contacts_search', 'campaign_show', 'campaign_lint']));
  for (const unwanted of 'contacts_create contacts_import contacts_delete local_reset auth_login serve'.split(' ')) {
    expect(names).not.toContain(unwanted);
  }
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  expect(tools.find(({ name }) => name === 'contacts_show')?.inputSchema).toMatchObject({
    type: 'object',
    properties: { id: { type: 'string' } },
    required: ['id'],
  });
});

test('with --allow sends the rest is there, marked as writing', async () => {
  const { tools } = await (await connect(['--allow', 'sends', '--tools', 'contacts,list'])).listTools();
  const of = (wanted: string) => tools.find(({ name }) => name === wanted);
  expect(of('list_create')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
  expect(of('contacts_delete')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  expect(of('contacts_list')?.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true });
  // The contract's own schema of the body.
  expect(of('contacts_create')?.inputSchema.properties?.['body']).toMatchObject({
    properties: { professionalEmail: { anyOf: [{ type: 'string' }, { type: 'null' }] }, company: expect.anything() },
  });
});

test('a read answers with the records', async () => {
  const answer = await call(await connect(), 'list_list', { fields: 'name' });
  expect(answer.isError).toBe(false);
  expect(dataOf(answer)).toEqual(expect.arrayContaining([{ name: 'Friends' }]));
  // Once: what is said twice is paid for twice.
  expect(answer.structuredContent).toBeUndefined();
});

test('a write is refused unless it is allowed, and nothing is written', async () => {
  const client = await connect();
  const answer = await call(client, 'list_create', { name: 'Foes' });
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('--allow drafts') }] });
  expect(textsOf(await call(client, 'list_list', { fields: 'name' })).join()).not.toContain('Foes');
});

test('a write that is allowed, a dry run, a body, and an error that says what to do', async () => {
  const client = await connect(['--allow', 'sends']);
  const body = { firstName: 'Ada', lastName: 'Lovelace', companyName: 'Engines' };
  const dry = await call(client, 'contacts_create', { body, 'show-requests': true });
  expect(dataOf(dry)).toMatchObject({ method: 'POST', body });
  const created = await call(client, 'contacts_create', { body, list: 'Friends' });
  expect(dataOf(created)).toMatchObject({ contactOutcome: 'CREATED' });
  const missing = await call(client, 'contacts_show', { id: '999999' });
  expect([missing.isError, dataOf(missing)]).toMatchObject([true, { error: { code: 'not_found' } }]);
});

test.each([
  ['companies_show', { id: '--debug' }, /no company \\+"--debug/],
  ['contacts_show', {}, /contacts_show needs id/],
  ['contacts_show', { id: '1', nonsense: true }, /takes no nonsense/],
])('%s %j: no input becomes a flag, none is ignored', async (name, input, message) => {
  const answer = await call(await connect(), name, input);
  expect(answer.isError).toBe(true);
  expect(JSON.stringify(answer.content)).toMatch(message);
});

test('an unknown tool is an error of the protocol', async () => {
  await expect(call(await connect(), 'nonsense')).rejects.toThrow(/there is no tool nonsense/);
});

test('calls at the same time, over one connection', async () => {
  const client = await connect();
  const answers = await Promise.all(
    [1, 2, 3, 4].map((id) => call(client, 'contacts_show', { id: String(id), fields: 'id' })),
  );
  expect(answers.map(dataOf)).toEqual([1, 2, 3, 4].map((id) => ({ id })));
});

describe('files', () => {
  let [root, secret] = ['', ''];
  beforeAll(() => {
    root = join(reach.home, 'open');
    secret = join(reach.home, 'secret.txt');
    mkdirSync(root);
    writeFileSync(secret, 'SECRET');
    symlinkSync(secret, join(root, 'link.txt'));
  });

  test.each<readonly [string, Record<string, unknown>]>([
    ['contacts_export', { file: 'SECRET' }],
    ['contacts_export', { file: 'BESIDE' }],
    ['campaign_lint', { file: ['/dev/zero'] }],
    ['contacts_search', { filters: 'link.txt' }],
    ['pull', { folder: '..' }],
  ])('%s %j: never outside, whoever names the root', async (name, supplied) => {
    const absolute: Readonly<Record<string, string>> = { SECRET: secret, BESIDE: `${root}-beside.csv` };
    const input = Object.fromEntries(
      Object.entries(supplied).map(([key, value]) => [key, (typeof value === 'string' && absolute[value]) || value]),
    );
    for (const client of [
      await connect(['--allow', 'sends', '--root', root]),
      await connect(['--allow', 'sends'], [root]),
    ]) {
      const answer = await call(client, name, input);
      expect([answer.isError, textsOf(answer).join()]).toEqual([true, expect.stringContaining('is not inside')]);
    }
    expect(readFileSync(secret, 'utf8')).toBe('SECRET');
  });

  test('no folder is open: no file is used', async () => {
    const answer = await call(await connect(['--allow', 'sends']), 'contacts_export', { file: 'all.csv' });
    expect([answer.isError, textsOf(answer).join()]).toEqual([true, expect.stringContaining('--root DIR')]);
  });

  test('inside of it they are', async () => {
    const client = await connect(['--allow', 'sends', '--root', root]);
    expect((await call(client, 'contacts_export', { file: 'all.csv' })).isError).toBe(false);
    expect(existsSync(join(root, 'all.csv'))).toBe(true);
  });
});

test('--tools: groups, tools, or all that only read; no tool twice', async () => {
  const names = async (flags: readonly string[]) =>
    (await (await connect(flags)).listTools()).tools.map(({ name }) => name);
  expect(await names(['--tools', 'list'])).toEqual(['list_list', 'list_show', 'read_more']);
  expect(await names(['--allow', 'sends', '--tools', 'list,contacts_show'])).toEqual(
    expect.arrayContaining(['list_create', 'contacts_show']),
  );
  const reads = await names(['--allow', 'sends', '--tools', 'read']);
  expect([reads.includes('contacts_list'), reads.includes('contacts_create')]).toEqual([true, false]);
  expect((await reach.run('mcp --tools nonsense')).code).toBe(2);
});

test('a long tool reports how far it is, to a client that asks for it', async () => {
  const rows = Array.from({ length: 450 }, (_, n) => `Ada,Byron,ada${n}@x.example`);
  writeFileSync(join(reach.home, 'people.csv'), ['First name,Last name,Email', ...rows, ''].join('\n'));
  // Every request takes 20 s.
  const meanwhile = () => reach.clock.advance(20_000);
  const client = await connect(['--allow', 'sends', '--tools', 'contacts', '--root', reach.home], [], { meanwhile });
  const received: Progress[] = [];
  const request = { name: 'contacts_import', arguments: { file: 'people.csv' } };
  const answer = await client.callTool(request, CallToolResultSchema, {
    onprogress: (source) => void received.push(source),
  });
  expect(answer.isError).toBe(false);
  expect(received.map(({ progress }) => progress)).toEqual(received.map((_, at) => at + 1));
  expect(received[0]?.message).toBe('3 of 3 columns mapped');
  expect(received.at(-1)?.message).toMatch(/^\d+% · \d+ of 450 rows · \d+ rows\/min/);
});
