// The Model Context Protocol over standard input and output.

import { fileURLToPath } from 'node:url';
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
import type { Program } from '../../session/command.ts';
import type { Host } from '../../session/host.ts';
import { EXIT } from '../../terminal/exit.ts';
import { type CallOutcome, commandLine, runCommand } from './call.ts';
import { chosenTools, type Tool, toolsOf } from './tools.ts';

interface McpOptions {
  readonly profile: string;
  readonly allowWrites: boolean;
  /** Folders whose files may be read and written; those of the client where none is given. */
  readonly roots: readonly string[];
  /** Groups and tools to offer; all where none is given. */
  readonly tools: readonly string[];
}

const ABOUT = `Sales prospecting and outreach: contacts, companies, lists, campaigns, workflows and the rest of the service.
Ids and unique names both work where a list, campaign or workflow is asked for. Answers are JSON.
Commands that write take "dry-run": true, which shows what would be sent and sends nothing.`;

const READ_MORE = {
  name: 'read_more',
  description: 'Read on in an answer that was too long for one call',
  inputSchema: { type: 'object', properties: { cursor: { type: 'string' } }, required: ['cursor'] },
  annotations: {
    title: 'Read on',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
} as const;

function answerOf({ exitCode, stdout, stderr }: CallOutcome, long: LongTexts): CallToolResult {
  // Exit 1 is an answer that is bad (problems found), not a failure to answer.
  const isError = exitCode !== EXIT.done && !(exitCode === EXIT.bad && stdout !== '');
  const texts = [stdout, stderr].map((part) => part.trim()).filter((part) => part !== '');
  const content = (texts.length === 0 ? ['done'] : texts).map(
    (text) => ({ type: 'text', text: long.first(text) }) as const,
  );
  return { content, isError };
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

/** The folders whose files may be used; the client is asked each time, as it may open another folder. */
async function rootsOf(server: Server, supplied: readonly string[]): Promise<readonly string[]> {
  if (supplied.length > 0 || server.getClientCapabilities()?.roots === undefined) return supplied;
  const { roots } = await server.listRoots();
  return roots
    .map(({ uri }) => uri)
    .filter((uri) => uri.startsWith('file:'))
    .map((uri) => fileURLToPath(uri));
}

/** Why the input is refused; null where it is not. */
function wrongIn(tool: Tool, input: Readonly<Record<string, unknown>>): string | null {
  const [unknown, missing] = [unknownIn(tool, input), missingIn(tool, input)];
  if (unknown.length > 0) return `${tool.name} takes no ${unknown.join(', ')}`;
  if (missing.length > 0) return `${tool.name} needs ${missing.join(', ')}`;
  return null;
}

/** Serves until the other side closes, or the process is interrupted. */
export async function serveMcp(host: Host, program: Program, options: McpOptions): Promise<void> {
  const { profile, allowWrites } = options;
  const offered = chosenTools(toolsOf(await program.tree()), options.tools);
  const tools = new Map(offered.map((tool) => [tool.name, tool]));
  const long = new LongTexts();
  const server = new Server(
    { name: 'reach', version: host.version },
    { capabilities: { tools: {} }, instructions: ABOUT },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()]
      .filter(({ writes }) => allowWrites || !writes)
      .map(({ name, description, inputSchema, annotations }) => ({ name, description, inputSchema, annotations }))
      .concat([READ_MORE]),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    if (params.name === READ_MORE.name) {
      const text = long.next(String(params.arguments?.['cursor']));
      return text === undefined
        ? refusal('this cursor was read already, or is too old: call the tool again')
        : { content: [{ type: 'text', text }] };
    }
    const tool = tools.get(params.name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `there is no tool ${params.name}`);
    if (tool.writes && !allowWrites) {
      return refusal(`${tool.name} writes, and this server only reads: start it with reach mcp --allow-writes`);
    }
    const input = params.arguments ?? {};
    const wrong = wrongIn(tool, input);
    if (wrong !== null) return refusal(wrong);
    const roots = await rootsOf(server, options.roots);
    const progressToken = params._meta?.progressToken;
    let progress = 0;
    const source = (text: string): void => {
      progress += 1;
      if (progressToken === undefined || text.trim() === '') return;
      const received = { progressToken, progress, message: text.trim().slice(0, 300) };
      // A client that is gone hears of nothing more.
      void sendNotification({ method: 'notifications/progress', params: received }).catch(() => {});
    };
    const line = commandLine(tool, input, profile);
    return answerOf(await runCommand(program.run, host, line, { signal, progress: source, roots }), long);
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

type TransportStreams = ConstructorParameters<typeof StdioServerTransport>;

/** The protocol's package wants the classes of node:stream, which the process's own streams are. */
function readableOf(stream: NodeJS.ReadableStream): NonNullable<TransportStreams[0]> {
  if (!isReadable(stream)) throw new TypeError('standard input is not a stream');
  return stream;
}

function writableOf(stream: NodeJS.WritableStream): NonNullable<TransportStreams[1]> {
  if (!isWritable(stream)) throw new TypeError('standard output is not a stream');
  return stream;
}

function isReadable(stream: NodeJS.ReadableStream): stream is NodeJS.ReadableStream & NonNullable<TransportStreams[0]> {
  return 'readableFlowing' in stream;
}

function isWritable(stream: NodeJS.WritableStream): stream is NodeJS.WritableStream & NonNullable<TransportStreams[1]> {
  return 'writableLength' in stream;
}

const PART_CHARACTERS = 40_000;
/** How many answers are kept to be read on. */
const KEPT = 8;

export class LongTexts {
  readonly #rests = new Map<string, string>();
  #last = 0;

  /** The text, or its beginning and how to go on. */
  first(text: string): string {
    if (text.length <= PART_CHARACTERS) return text;
    this.#last += 1;
    const cursor = `c${this.#last}`;
    this.#rests.set(cursor, text.slice(PART_CHARACTERS));
    for (const old of [...this.#rests.keys()].slice(0, -KEPT)) this.#rests.delete(old);
    const left = text.length - PART_CHARACTERS;
    return `${text.slice(0, PART_CHARACTERS)}\n[${left} more characters: call read_more with cursor ${cursor}, or ask for less with fields and limit]`;
  }

  /** What follows; undefined for a cursor that was read, or is too old. */
  next(cursor: string): string | undefined {
    const rest = this.#rests.get(cursor);
    this.#rests.delete(cursor);
    return rest === undefined ? undefined : this.first(rest);
  }
}
