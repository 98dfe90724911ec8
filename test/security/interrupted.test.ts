// Ctrl-C ends every command within a second, whatever it is doing. In `npm test` only that it ends, for a few of each kind.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXIT } from '../../src/cli/terminal/exit.ts';
import { wordsOf } from '../cli/world.ts';
import type { RunOptions } from '../e2e/binary.ts';
import { loopback } from '../e2e/loopback.ts';
import { homeForAllTests } from '../e2e/opened.ts';
import { nameOf } from '../stranger/table/row.ts';
import { TABLE } from '../stranger/table/table.ts';
import { IS_LONG } from './form.ts';

const home = homeForAllTests();
const SOON_MS = 1_000;

/** Starts the command, interrupts it once it is at work, and says how it ended and after what time. */
async function interrupted(line: string, options: RunOptions, atWork: (pid: number) => Promise<unknown>) {
  const running = home.start(wordsOf(line), options);
  const isOver = await Promise.race([running.ended.then(() => true), atWork(running.pid).then(() => false)]);
  const before = performance.now();
  running.kill('SIGINT');
  const { code, stderr } = await running.ended;
  return { code, stderr, isOver, ms: performance.now() - before };
}

type Ending = Awaited<ReturnType<typeof interrupted>>;

const OF_ITSELF = Object.values(EXIT).filter((code) => code !== EXIT.bug);

/** How many commands were at work when they were interrupted. */
let atWork = 0;

/** `mayBeOver`: the command may have ended of itself before it was interrupted. */
function expectSoon({ code, stderr, isOver, ms }: Ending, mayBeOver = false): void {
  if (!mayBeOver) expect([isOver, code, stderr]).toEqual([false, code, stderr]);
  atWork += isOver ? 0 : 1;
  // 130, 1, 0: what was cut off is reported, or nothing was.
  const codes = isOver ? OF_ITSELF : [130, 1, 0];
  expect([code, stderr]).toEqual([expect.toBeOneOf(codes), expect.not.stringMatching(/^ +at .*:\d+/m)]);
  if (IS_LONG && !isOver) expect(ms).toBeLessThan(SOON_MS);
}

const moment = (ms: number) => new Promise((done) => setTimeout(done, ms));

const remote = TABLE.filter(({ local }) => local !== true);
const silentRows = IS_LONG ? remote : remote.filter((_, at) => at % 40 === 3);

test.each(silentRows.map((row) => [nameOf(row), row] as const))('a silent service: %s', async (_, row) => {
  const service = await loopback(() => {});
  for (const [name, text] of Object.entries(row.files ?? {})) {
    mkdirSync(join(home.folder, name, '..'), { recursive: true });
    writeFileSync(join(home.folder, name), text);
  }
  const line = nameOf(row)
    .replace(/\{url\}/g, service.url)
    .replace(/\{\w+\}/g, '1');
  const stdin = row.stdin === undefined ? {} : { stdin: row.stdin };
  const ended = await interrupted(line, { env: { ...service.env, ...row.env }, ...stdin }, () => service.next());
  expectSoon(ended, true);
});

test('most commands wait for a silent service', () => expect(atWork).toBeGreaterThan(silentRows.length * 0.7));

const fromInput = [
  'contacts import - --yes',
  'campaign lint -',
  'contacts create --input -',
  'list add 1 --contacts -',
  'auth login --base-url http://127.0.0.1:9 --key-stdin',
  'identity signature 1 --file -',
  'api POST v1/contacts --input -',
  'workflow trigger 1 --secret-file -',
  'mcp',
];

test.each(IS_LONG ? fromInput : fromInput.slice(0, 3))('input that does not end: %s', async (line) => {
  expectSoon(await interrupted(line, {}, () => moment(700)));
});

test('a lock that another process holds', async () => {
  const holder = home.start(['auth', 'login', '--base-url', 'http://127.0.0.1:9', '--key-stdin']);
  const folder = join(home.reachHome, 'config');
  mkdirSync(folder, { recursive: true });
  const lock = { pid: holder.pid, nonce: 'other', at: Date.now() };
  writeFileSync(join(folder, 'config.lock'), JSON.stringify(lock));
  expectSoon(await interrupted('profile set other --base-url http://127.0.0.1:9', {}, () => moment(700)));
  holder.kill('SIGKILL');
  await holder.ended;
});

const MB = 1024 * 1024;
/** What took from twenty seconds to six minutes, and what is merely large. */
const LARGE: readonly (readonly [what: string, line: string, text: () => string])[] = [
  ['empty lines', 'campaign lint large.yaml', () => `name: Q\nsteps: []\n${'\n'.repeat(4 * MB - 100)}`],
  ['nested lists', 'workflow lint large.yaml', () => `name: [${'[1],'.repeat(MB - 100)}1]\n`],
  ['text without width', 'campaign lint large.yaml', () => `name: "${'\u200b'.repeat(MB)}"\nsteps: 5\n`],
  ['keys without values', 'contacts create --input large.yaml', () => 'a: &a {}\nb: *a\n'.repeat(MB / 8)],
  [
    'a cell of dots',
    'contacts import large.yaml --dry-run',
    () => `Email,Website\na@x.example,${'a.'.repeat(400_000)}\n`,
  ],
  ['many rows', 'contacts import large.yaml --dry-run', () => `Email,Website\n${'a@x.example,a.example\n'.repeat(MB)}`],
];

test.each(IS_LONG ? LARGE : LARGE.slice(0, 1))(
  'a large file: %s',
  async (_, line, text) => {
    writeFileSync(join(home.folder, 'large.yaml'), text());
    for (const ms of IS_LONG ? [200, 500, 1_000, 2_000] : [200, 400]) {
      const ended = await interrupted(line, {}, () => moment(ms));
      expectSoon(ended, true);
      // Unheard, it would have come to its end.
      if (!IS_LONG && !ended.isOver) expect(ended.code).toBe(130);
    }
  },
  60_000,
);

const PAGES: readonly (readonly [what: string, line: string, body: () => string])[] = [
  ['a page of titles', 'lists list', () => '<title'.repeat(4 * MB)],
  [
    'a signature of tags',
    'identity signature 1',
    () => JSON.stringify({ data: { id: 1, signature: '<'.repeat(8 * MB) } }),
  ],
  ['a wide name', 'list list', () => JSON.stringify({ data: [{ id: 1, name: 'e\u0301'.repeat(4 * MB) }] })],
];

test.each(IS_LONG ? PAGES : [])(
  'a large answer: %s',
  async (_, line, body) => {
    const service = await loopback((__, response) => void response.end(body()));
    for (const ms of [300, 700, 1_500])
      expectSoon(await interrupted(line, { env: service.env }, () => moment(ms)), true);
  },
  60_000,
);

test('nothing half written stays behind', () => {
  expect(readdirSync(home.folder, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual([]);
});
