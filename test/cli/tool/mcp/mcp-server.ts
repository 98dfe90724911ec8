// reach mcp over streams in memory, driven by the protocol's own client.

import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type CallToolResult, CallToolResultSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect } from 'vitest';
import { openReach, type Reach, type RunOptions } from '../../world.ts';

export let reach: Reach;
/** Flags and roots → the connection that has them: tools are the same for every call. */
const connections = new Map<string, Promise<Client>>();
const closings: (() => Promise<void>)[] = [];
beforeAll(async () => {
  reach = await openReach({ empty: false });
  expect((await reach.run('list create Friends')).code).toBe(0);
});
afterAll(async () => {
  for (const close of closings) await close();
  await reach.close();
});

export function connect(flags: readonly string[] = [], roots: readonly string[] = [], options: RunOptions = {}) {
  const key = JSON.stringify([flags, roots]);
  const known = connections.get(key) ?? opened(flags, roots, options);
  connections.set(key, known);
  return known;
}

async function opened(flags: readonly string[], roots: readonly string[], options: RunOptions): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, roots.length === 0 ? {} : { capabilities: { roots: {} } });
  if (roots.length > 0) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((root) => ({ uri: `${pathToFileURL(root)}` })),
    }));
  }
  const [asked, answered] = [new PassThrough(), new PassThrough()];
  const running = reach.run(['mcp', ...flags], { ...options, raw: { stdin: asked, stdout: answered } });
  closings.push(async () => {
    asked.end();
    expect(await running).toMatchObject({ code: 0 });
    await client.close();
  });
  // Messages line by line: both sides speak alike.
  await client.connect(new StdioServerTransport(answered, asked));
  return client;
}

export const call = async (client: Client, name: string, input: Record<string, unknown> = {}) =>
  CallToolResultSchema.parse(await client.callTool({ name, arguments: input }));

/** The texts of an answer; that of a command first, its remarks behind it. */
export const textsOf = ({ content }: CallToolResult) => content.map((part) => (part.type === 'text' ? part.text : ''));
export const dataOf = (answer: CallToolResult) => JSON.parse(textsOf(answer)[0] ?? '');
