// reach mcp as a client starts it: a process of its own, over its standard input and output.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { BINARY } from './binary.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

test('tools are listed and called, and the process ends with its client', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const env = Object.fromEntries(Object.entries(home.env({})).map(([name, value]) => [name, value ?? '']));
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [BINARY, 'mcp'], env }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('contacts_show');
  const answers = await Promise.all(
    [1, 2].map(async (id) =>
      CallToolResultSchema.parse(
        await client.callTool({ name: 'contacts_show', arguments: { id: String(id), fields: 'id' } }),
      ),
    ),
  );
  expect(answers).toMatchObject(
    [1, 2].map((id) => ({ isError: false, content: [{ text: `{"id":${id}}` }, { text: expect.anything() }] })),
  );
  await client.close();
});
