// npm run agents: what it costs an assistant to describe and call commands, in tokens (characters / 4), task by task; no model is
// asked. npm run agents -- COMMAND ARGS: puts an assistant to the tasks. Each gets a new sample workspace (REACH_HOME), `reach` in
// its PATH, and the question on standard input; what it prints, or what it has changed, is checked. Not a part of the tests.

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { BINARY, type Home, openHome, start } from '../e2e/binary.ts';
import { TASKS, type Task } from './tasks.ts';

const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);
const print = (line: string) => void process.stdout.write(`${line}\n`);

async function connected(home: Home): Promise<Client> {
  const client = new Client({ name: 'tokens', version: '1' });
  const env = Object.fromEntries(Object.entries(home.env()).map(([name, value]) => [name, value ?? '']));
  const args = [BINARY, 'mcp', '--profile', 'local', '--allow', 'drafts'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  return client;
}

/** Tokens to begin with, and for each task those to find, describe and call. */
async function costs(): Promise<number> {
  const home = openHome();
  const client = await connected(home);
  try {
    print(`tools/list\t${tokensOf(await client.listTools())}`);
    print('find\tdescribe\tcall\tquestion');
    const cost = async (name: string, input: Readonly<Record<string, unknown>>) =>
      tokensOf(input) + tokensOf(await client.callTool({ name, arguments: input }));
    const sums = [0, 0, 0];
    for (const { question, words, tool, input } of TASKS) {
      const parts = [
        await cost('find_commands', { words }),
        await cost('describe_command', { name: tool }),
        await cost('call_command', { name: tool, arguments: input }),
      ];
      parts.forEach((part, at) => {
        sums[at] = (sums[at] ?? 0) + part;
      });
      print(`${parts.join('\t')}\t${question}`);
    }
    print(`${sums.map((sum) => Math.round(sum / TASKS.length)).join('\t')}\t(average)`);
    return 0;
  } finally {
    await client.close();
    home.remove();
  }
}

/** Whether the assistant did it. */
async function isDone({ question, right, state }: Task, [program = '', ...args]: readonly string[]): Promise<boolean> {
  const home = openHome();
  try {
    const tools = join(home.folder, 'tools');
    mkdirSync(tools);
    writeFileSync(join(tools, 'reach'), `#!/bin/sh\nexec '${process.execPath}' '${BINARY}' "$@"\n`);
    chmodSync(join(tools, 'reach'), 0o755);
    // Its own settings stay its own: only where reach keeps things, and what is called reach, are others.
    const path = [tools, process.env['PATH']].join(delimiter);
    const env = { ...process.env, PATH: path, REACH_HOME: home.reachHome, REACH_PROFILE: 'local' };
    const { stdout } = await start(program, args, { cwd: home.folder, env, stdin: `${question}\n` }).ended;
    return right.test(state === undefined ? stdout : (await home.shell(`reach ${state}`)).stdout);
  } finally {
    home.remove();
  }
}

export async function run(command: readonly string[]): Promise<number> {
  if (command.length === 0) return await costs();
  let done = 0;
  for (const task of TASKS) {
    const isRight = await isDone(task, command);
    if (isRight) done += 1;
    print(`${isRight ? 'right' : 'wrong'}\t${task.question}`);
  }
  print(`${done} of ${TASKS.length}`);
  return 0;
}
