// reach mcp over streams in memory, driven by the protocol's own client.

import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type CallToolResult, CallToolResultSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect } from 'vitest';
import { reachForAllTests } from '../../../opened.ts';
import type { Reach, RunOptions } from '../../world.ts';

export interface McpWorld {
  readonly reach: Reach;
  /** One connection for the same flags and roots: tools are the same for every call. */
  connect(flags?: readonly string[], roots?: readonly string[], options?: RunOptions): Promise<Client>;
}

/** Called once by each test file: a worker runs several files with one copy of this module. */
export function mcpForAllTests(): McpWorld {
  const reach = reachForAllTests({ empty: false });
  const connections = new Map<string, Promise<Client>>();
  const closings: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    expect((await reach.run('list create Friends')).code).toBe(0);
  });
  afterAll(async () => {
    for (const close of closings) await close();
  });
  return {
    reach,
    connect(flags = [], roots = [], options = {}) {
      const key = JSON.stringify([flags, roots]);
      const known = connections.get(key) ?? opened(reach, closings, { flags, roots, options });
      connections.set(key, known);
      return known;
    },
  };
}

interface Connection {
  readonly flags: readonly string[];
  readonly roots: readonly string[];
  readonly options: RunOptions;
}

async function opened(
  reach: Reach,
  closings: (() => Promise<void>)[],
  { flags, roots, options }: Connection,
): Promise<Client> {
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
