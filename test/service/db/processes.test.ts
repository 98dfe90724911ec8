import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/service/db/connection.ts';
import { folderForTest } from '../../folder.ts';
import { bundledForAllTests } from '../bundled-once.ts';
import { openWorld } from '../world.ts';

const NODE_MAJOR = Number(process.versions.node.split('.')[0]);

const START = { stderr: 'inherit', buffer: false, reject: false } as const;

interface Child {
  readonly process: ReturnType<typeof execa<typeof START>>;
  /** Lines said so far, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  readonly lines: any[];
  readonly ended: Promise<number | undefined>;
}

function run(path: string, args: readonly string[]): Child {
  const child = execa(process.execPath, [path, ...args], START);
  const lines: unknown[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(JSON.parse(line)));
  const ended = Promise.all([child, once(reader, 'close')]).then(([{ exitCode }]) => exitCode);
  return { process: child, lines, ended };
}

async function lineOf(child: Child, index: number): Promise<unknown> {
  const reader = child.process.stdout;
  while (child.lines.length <= index) await Promise.race([once(reader, 'data'), child.ended]);
  return child.lines[index];
}

/** What runs as processes of its own. */
const PROGRAMS = ['writer', 'restorer', 'stuck'];
const programs = bundledForAllTests(
  Object.fromEntries(PROGRAMS.map((name) => [name, `test/service/programs/${name}.ts`])),
);
const program = (name: string) => join(programs(), `${name}.js`);

test('several processes that create a store at once end up with one workspace and one key', async () => {
  const folder = folderForTest();
  for (let round = 0; round < 2; round += 1) {
    const data = join(folder, `data ${round}`);
    const children = [1, 2, 3, 4].map((n) => run(program('writer'), [data, `w${n}`, '3']));
    expect(await Promise.all(children.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
    const message = children.map(({ lines }) => lines[0]);
    expect(new Set(message.map((line) => JSON.stringify(line))).size).toBe(1);
    const world = await openWorld({ data });
    expect(world.key).toBe(message[0].key);
    const { keys } = await world.control('GET', '/_local/keys');
    expect(keys).toHaveLength(1 + 4 * 3);
    await world.close();
  }
});

test('several processes write at once and none is refused', async () => {
  const folder = folderForTest();
  const data = join(folder, 'data');
  const children = ['a', 'b', 'c'].map((name) => run(program('writer'), [data, name, '60']));
  await Promise.all(children.map(({ ended }) => ended));
  const statuses = children.flatMap(({ lines }) => lines.slice(1).map(({ status }) => status));
  expect(statuses).toEqual(Array(180).fill(200));
});

test('what was answered before the process was killed is in the store, and the store opens', async () => {
  const folder = folderForTest();
  const data = join(folder, 'data');
  mkdirSync(data);
  for (const [name, at] of [
    ['x', 3],
    ['y', 25],
  ] as const) {
    const child = run(program('writer'), [data, name, '100000']);
    await lineOf(child, at);
    child.process.kill('SIGKILL');
    await child.ended;
    const world = await openWorld({ data });
    const { keys } = await world.control('GET', '/_local/keys');
    const names = keys.map((key: { name: string }) => key.name);
    const acknowledged = child.lines.slice(1).map(({ made }) => made);
    expect(names).toEqual(expect.arrayContaining(acknowledged));
    // The one under way when it died is there whole or not at all.
    const ofChild = names.filter((made: string) => made.startsWith(`${name} `));
    expect(ofChild.length - acknowledged.length).toBeLessThanOrEqual(1);
    await world.close();
  }
});

test('a restore that is killed leaves the store as it was before it or after it', async () => {
  const folder = folderForTest();
  const data = join(folder, 'data');
  const held: unknown[] = [];
  const paths = [join(folder, 'full.db'), join(folder, 'empty.db')];
  for (const [index, path] of paths.entries()) {
    const source = await openWorld({ empty: index === 1 });
    await source.control('POST', '/_local/snapshot', { path });
    held.push((await source.control('GET', '/_local/status')).counts);
    await source.close();
  }
  const own = await openWorld({ data });
  await own.close();
  for (const rounds of [1, 5, 13]) {
    const child = run(program('restorer'), [data, ...paths]);
    await lineOf(child, rounds);
    child.process.kill('SIGKILL');
    await child.ended;
    const world = await openWorld({ data });
    const { counts } = await world.control('GET', '/_local/status');
    // The own key stands beside those of the snapshot.
    expect(held).toContainEqual({ ...counts, keys: 1 });
    expect((await world.call('GET', '/v1/validate')).status).toBe(200);
    await world.close();
  }
});

test('a worker thread that is ended in the middle of a write leaves neither a change nor a lock', async () => {
  const folder = folderForTest();
  const path = join(folder, 'reach.db');
  const store = await openStore(path, NODE_MAJOR);
  const worker = new Worker(program('stuck'), { workerData: { path, nodeMajor: NODE_MAJOR } });
  await once(worker, 'message');
  await worker.terminate();
  await store.write((tx) => tx.run("insert into workspaces (name, created_at) values ('whole', 0)"));
  const names = await store.read((tx) => tx.all('select name from workspaces'));
  expect(names).toEqual([{ name: 'whole' }]);
  await store.close();
});
