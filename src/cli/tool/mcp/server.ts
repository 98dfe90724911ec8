// The Model Context Protocol over standard input and output.

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { own } from '../../../contract/dictionary.ts';
import type { Program } from '../../app/command.ts';
import { EXIT } from '../../app/exit.ts';
import type { Host } from '../../app/host.ts';
import { commandLine, type Outcome, runCommand } from './call.ts';
import { type Tool, toolsOf } from './tools.ts';

export interface McpOptions {
  readonly profile: string;
  readonly allowWrites: boolean;
}

const ABOUT = `Sales prospecting and outreach: contacts, companies, lists, campaigns, workflows and the rest of the service.
Ids and unique names both work where a list, campaign or workflow is asked for. Answers are JSON.
Commands that write take "dry-run": true, which shows what would be sent and sends nothing.`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function answerOf({ exitCode, stdout, stderr }: Outcome): CallToolResult {
  // Exit 1 is an answer that is bad (problems found), not a failure to answer.
  const isError = exitCode !== EXIT.done && !(exitCode === EXIT.bad && stdout !== '');
  const text = [stdout, stderr].filter((part) => part.trim() !== '').join('\n');
  const result = isError ? { exitCode, error: parsed(stderr) } : { exitCode, result: parsed(stdout) };
  return { content: [{ type: 'text', text: text === '' ? 'done' : text }], structuredContent: result, isError };
}

const refusal = (message: string): CallToolResult => ({ content: [{ type: 'text', text: message }], isError: true });

function unknownIn(tool: Tool, input: Readonly<Record<string, unknown>>): string[] {
  const known = tool.inputSchema['properties'];
  return Object.keys(input).filter(
    (name) => typeof known !== 'object' || known === null || !Object.hasOwn(known, name),
  );
}

function missingIn(tool: Tool, input: Readonly<Record<string, unknown>>): string[] {
  const required = tool.inputSchema['required'];
  return (Array.isArray(required) ? required.map(String) : []).filter((name) => own(input, name) === undefined);
}

/** Serves until the other side closes, or the process is interrupted. */
export async function serveMcp(host: Host, program: Program, { profile, allowWrites }: McpOptions): Promise<void> {
  const tools = new Map(toolsOf(await program.tree()).map((tool) => [tool.name, tool]));
  const server = new Server(
    { name: 'reach', version: host.version },
    { capabilities: { tools: {} }, instructions: ABOUT },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()]
      .filter(({ writes }) => allowWrites || !writes)
      .map(({ name, description, inputSchema, annotations }) => ({ name, description, inputSchema, annotations })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.get(params.name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `there is no tool ${params.name}`);
    if (tool.writes && !allowWrites) {
      return refusal(`${tool.name} writes, and this server only reads: start it with reach mcp --allow-writes`);
    }
    const input = params.arguments ?? {};
    const [unknown, missing] = [unknownIn(tool, input), missingIn(tool, input)];
    if (unknown.length > 0) return refusal(`${tool.name} takes no ${unknown.join(', ')}`);
    if (missing.length > 0) return refusal(`${tool.name} needs ${missing.join(', ')}`);
    return answerOf(await runCommand(program.run, host, commandLine(tool, input, profile), signal));
  });
  const { io } = host;
  const transport = new StdioServerTransport(readableOf(io.stdin.raw), writableOf(io.stdout.raw));
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    io.stdin.raw.once('end', resolve);
    io.interrupt.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(transport);
  await closed;
  await server.close();
}

type Ends = ConstructorParameters<typeof StdioServerTransport>;

/** The protocol's package wants the classes of node:stream, which the process's own streams are. */
function readableOf(stream: NodeJS.ReadableStream): NonNullable<Ends[0]> {
  if (!isReadable(stream)) throw new TypeError('standard input is no stream');
  return stream;
}

function writableOf(stream: NodeJS.WritableStream): NonNullable<Ends[1]> {
  if (!isWritable(stream)) throw new TypeError('standard output is no stream');
  return stream;
}

function isReadable(stream: NodeJS.ReadableStream): stream is NodeJS.ReadableStream & NonNullable<Ends[0]> {
  return 'readableFlowing' in stream;
}

function isWritable(stream: NodeJS.WritableStream): stream is NodeJS.WritableStream & NonNullable<Ends[1]> {
  return 'writableLength' in stream;
}
