// No tool reads or writes a file outside the open folders, whichever of its properties the path comes in.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { main } from '../../../../src/cli/tool/main.ts';
import { commandLine, runCommand } from '../../../../src/cli/tool/mcp/call.ts';
import { type Tool, toolsOf } from '../../../../src/cli/tool/mcp/tools.ts';
import { readTree } from '../../../../src/cli/tool/tree/read.ts';
import { isObject } from '../../../../src/contract/json.ts';
import { inProcess } from '../../../../src/service/in-process.ts';
import { reachForAllTests } from '../../../opened.ts';
import { testHost, testIo } from '../../host.ts';

const CONTENT = '{"Secret-Content": "Secret-Content"}\n';
const OUTSIDE = ['reach.yaml', 'secret.json'];

const reach = reachForAllTests({ empty: false });
let tools: readonly Tool[];
let [root, outside] = ['', ''];
beforeAll(async () => {
  tools = toolsOf(await readTree('1.2.3'));
  [root, outside] = [join(reach.home, 'open'), join(reach.home, 'outside')];
  for (const folder of [root, outside]) mkdirSync(folder);
  for (const name of OUTSIDE) writeFileSync(join(outside, name), CONTENT);
  symlinkSync(join(outside, 'secret.json'), join(root, 'link.json'));
  symlinkSync(outside, join(root, 'up'));
  symlinkSync(join(outside, 'new.json'), join(root, 'nowhere.json'));
});

/** All that a call answers and sends. */
async function traceOf(tool: Tool, input: Readonly<Record<string, unknown>>, roots: readonly string[]) {
  const sent: string[] = [];
  const { clock } = reach;
  const io = testIo({ home: reach.home, clock, out: [], err: [] });
  const host = testHost(io, async (_folder, note) => {
    const { handle, settle } = inProcess(reach.world.service, { interrupt: io.interrupt, sleep: io.sleep, note });
    const transport = async (request: Parameters<typeof handle>[0]) => {
      sent.push(JSON.stringify(request));
      const answer = await handle(request);
      if ('dropped' in answer) throw new Error('the connection was lost');
      return answer;
    };
    return { transport, close: settle };
  });
  const call = { signal: io.interrupt, roots, progress: (text: string) => void sent.push(text) };
  const { exitCode, stdout, stderr } = await runCommand(
    main,
    host,
    commandLine(tool, input, { profile: 'local', allow: 'sends' }),
    call,
  );
  return { exitCode, text: [stdout, stderr, ...sent].join('\n') };
}

/** Inputs with the path in one property each, and what else the tool needs. */
function inputsWith(tool: Tool, path: string): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const properties = Object.entries(tool.inputSchema['properties'] ?? {});
  const required = tool.inputSchema['required'];
  const isNeeded = (name: string) => Array.isArray(required) && required.includes(name);
  const needed = properties.filter(([name]) => isNeeded(name));
  const others = Object.fromEntries(
    needed.map(([name, { type, enum: words }]) => [name, type === 'object' ? {} : (words?.[0] ?? '1')]),
  );
  const inputs = properties.flatMap(([name, schema]) => {
    const one = schema.type === 'array' && isObject(schema.items) ? schema.items : schema;
    const takesText = [one['type']].flat().includes('string') && one['enum'] === undefined;
    const more = tool.name !== 'inbox_reply' ? {} : name === 'to' ? { text: 'x' } : { contact: '1' };
    return takesText ? [[name, { ...others, ...more, [name]: schema.type === 'array' ? [path] : path }] as const] : [];
  });
  return new Map(inputs);
}

interface OutsidePath {
  readonly path: string;
  readonly roots: readonly string[];
}

/** Where content of a file comes out. Properties that read files are tried with every path, the others take turns. */
async function leaks(paths: readonly OutsidePath[]): Promise<readonly string[]> {
  const found: string[] = [];
  let turn = 0;
  for (const tool of tools) {
    for (const property of inputsWith(tool, '').keys()) {
      turn += 1;
      const isKnown = FILE_PROPERTIES.some(([name, one]) => name === tool.name && one === property);
      for (const [at, { path, roots }] of paths.entries()) {
        if (!isKnown && at !== turn % paths.length) continue;
        const { exitCode, text } = await traceOf(tool, inputsWith(tool, path).get(property) ?? {}, roots);
        if (exitCode === 70 || text.includes('Secret-Content'))
          found.push(`${tool.name} ${property} ${path}: ${exitCode}`);
      }
    }
  }
  return found;
}

const unchanged = () => [readdirSync(outside), OUTSIDE.map((name) => readFileSync(join(outside, name), 'utf8'))];

const FILE_PROPERTIES = [
  ['contacts_import', 'file'],
  ['contacts_search', 'filters'],
  ['campaign_lint', 'file'],
  ['workflow_validate', 'workflow'],
  ['workflow_run', 'input'],
  ['workflow_update', 'workflow-or-file'],
  ['action_run', 'file'],
  ['inbox_reply', 'file'],
] as const;

test.each(FILE_PROPERTIES)('%s reads a file in an open folder that comes as its %s', async (name, property) => {
  writeFileSync(join(root, 'inside.json'), CONTENT);
  const tool = tools.find((one) => one.name === name) ?? expect.fail(name);
  const { text } = await traceOf(tool, inputsWith(tool, 'inside.json').get(property) ?? {}, [root]);
  expect(text).toContain('Secret-Content');
});

test.each([
  ['campaign_graph', 'campaign', 'campaign.yaml', {}],
  ['campaign_preview', 'campaign', 'campaign.yaml', { contact: ['1'] }],
  ['workflow_graph', 'workflow', 'workflow.yaml', {}],
])('%s reads its file in the open folder only', async (name, property, sample, others) => {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`there is no ${name}`);
  for (const folder of [root, outside]) copyFileSync(join('src/samples', sample), join(folder, sample));
  const [read, above, closed] = [
    await traceOf(tool, { ...others, [property]: sample }, [root]),
    await traceOf(tool, { ...others, [property]: `../outside/${sample}` }, [root]),
    await traceOf(tool, { ...others, [property]: sample }, []),
  ];
  rmSync(join(outside, sample));
  expect(read.exitCode).toBe(0);
  expect([above.exitCode, above.text]).toEqual([2, expect.stringContaining('is not inside')]);
  expect([closed.exitCode, closed.text]).toEqual([2, expect.stringContaining('no folder is open')]);
});

test('the name of a file becomes a path in one module', () => {
  const sources = readdirSync('src/cli', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const uses = sources.filter((name) => /\bresolve\([^()]*\bcwd\b/.test(readFileSync(join('src/cli', name), 'utf8')));
  expect(uses).toEqual(['files/is-file.ts']);
});

test('outside the open folders nothing is read, written or sent', async () => {
  const secret = join(outside, 'secret.json');
  const paths = [
    ...[secret, '../outside/secret.json', 'link.json', 'up/secret.json', '../outside/new.json', 'nowhere.json'],
    ...['../outside', 'inside\0.json'],
  ].map((path) => ({ path, roots: [root] }));
  expect(await leaks([...paths, { path: secret, roots: [] }])).toEqual([]);
  expect(unchanged()).toEqual([OUTSIDE, OUTSIDE.map(() => CONTENT)]);
});
