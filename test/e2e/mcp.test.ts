// reach mcp, driven by the protocol's own client.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BINARY, openHome } from './binary.ts';

const home = openHome();
const opened: Client[] = [];
beforeAll(async () => {
  expect((await home.run(['list', 'create', 'Friends'])).code).toBe(0);
});
afterEach(async () => {
  for (const client of opened.splice(0)) await client.close();
});
afterAll(() => home.remove());

async function connect(flags: readonly string[] = []): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  opened.push(client);
  const env = Object.fromEntries(Object.entries(home.env({})).map(([name, value]) => [name, value ?? '']));
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [BINARY, 'mcp', ...flags], env }));
  return client;
}

const call = async (client: Client, name: string, input: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: input });

test('reads are listed, with honest annotations and schemas', async () => {
  const { tools } = await (await connect()).listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['contacts_list', 'contacts_search', 'campaign_show', 'campaign_lint']));
  for (const unwanted of [
    'contacts_create',
    'contacts_import',
    'contacts_delete',
    'local_reset',
    'auth_login',
    'serve',
  ]) {
    expect(names).not.toContain(unwanted);
  }
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  expect(tools.find(({ name }) => name === 'contacts_show')?.inputSchema).toMatchObject({
    type: 'object',
    properties: { id: { type: 'string' } },
    required: ['id'],
  });
});

test('with --allow-writes the rest is there, told apart', async () => {
  const { tools } = await (await connect(['--allow-writes'])).listTools();
  const of = (wanted: string) => tools.find(({ name }) => name === wanted);
  expect(of('list_create')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
  expect(of('contacts_delete')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  expect(of('contacts_list')?.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true });
  // The contract's own schema of the body.
  expect(of('contacts_create')?.inputSchema.properties?.['body']).toMatchObject({
    properties: { professionalEmail: { anyOf: [{ type: 'string' }, { type: 'null' }] }, company: expect.anything() },
  });
  expect(of('local_reset')).toBeUndefined();
});

test('a read answers with the records', async () => {
  const answer = await call(await connect(), 'list_list', { fields: 'name' });
  expect(answer.isError).toBe(false);
  expect(answer.structuredContent).toMatchObject({
    exitCode: 0,
    result: expect.arrayContaining([{ name: 'Friends' }]),
  });
});

test('a write is refused without --allow-writes, and nothing is written', async () => {
  const client = await connect();
  const answer = await call(client, 'list_create', { name: 'Foes' });
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('--allow-writes') }] });
  const { structuredContent } = await call(client, 'list_list', { fields: 'name' });
  expect(JSON.stringify(structuredContent)).not.toContain('Foes');
});

test('a write with --allow-writes, a dry run, a body, and an error that says what to do', async () => {
  const client = await connect(['--allow-writes']);
  const body = { firstName: 'Ada', lastName: 'Lovelace', companyName: 'Engines' };
  const dry = await call(client, 'contacts_create', { body, 'dry-run': true });
  expect(dry.structuredContent).toMatchObject({ result: { method: 'POST', body } });
  const created = await call(client, 'contacts_create', { body, list: 'Friends' });
  expect(created.structuredContent).toMatchObject({ exitCode: 0, result: { contactOutcome: 'CREATED' } });
  const missing = await call(client, 'contacts_show', { id: '999999' });
  expect(missing).toMatchObject({
    isError: true,
    structuredContent: { exitCode: 5, error: { error: { code: 'not_found' } } },
  });
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
  expect(answers.map(({ structuredContent }) => structuredContent)).toEqual(
    [1, 2, 3, 4].map((id) => ({ exitCode: 0, result: { id } })),
  );
});
