// A thousand contacts lose a tag while the process that takes it off is killed (SIGKILL) half-way; the same command again.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHome, type Served, serve } from './binary.ts';

const COUNT = 1000;
const home = openHome();
let served: Served;

beforeAll(async () => {
  // 1,200 a minute: the pace is kept, and a test need not last for half an hour.
  served = await serve(home, ['--ephemeral', '--empty', '--rate-limits', 'x40']);
  const rows = Array.from({ length: COUNT }, (_, at) => `N${at},https://www.network.example/in/n${at}`);
  writeFileSync(join(home.folder, 'people.csv'), `First Name,Profile URL\n${rows.join('\n')}\n`);
}, 30_000);
afterAll(async () => {
  await served.stop();
  home.remove();
});

const run = (line: string) => home.shell(line, { env: served.env });

/** Every change of tags the service saw, as `METHOD path status`. */
async function changes(): Promise<string[]> {
  const { stdout } = await run('reach local log --all --fields method,path,status');
  const lines = stdout.split('\n').map((line) => line.replaceAll('\t', ' '));
  return lines.filter((line) => line.includes('/v1/inbox/contacts/'));
}

test('killed half-way and run again: each contact untagged, requests paced, none refused', {
  timeout: 120_000,
}, async () => {
  expect((await run('reach contacts import people.csv --yes -q')).code).toBe(0);
  expect(
    (
      await run('reach contacts list --all -o id > ids; reach inbox tag - --tag Hot --create -q -o id < ids')
    ).stdout.split('\n'),
  ).toHaveLength(COUNT + 1);

  const ids = (await run('cat ids')).stdout;
  const first = home.start(['inbox', 'untag', '-', '--tag', 'Hot', '-o', 'id'], { env: served.env, stdin: ids });
  await first.seen(new RegExp(`^${ids.trim().split('\n')[COUNT / 2]}$`, 'm'));
  first.kill('SIGKILL');
  const killed = await first.ended;
  const second = await run('reach inbox untag - --tag Hot -o id < ids');
  expect([killed.code, second.code]).toEqual([137, 0]);
  expect(second.stderr).toMatch(/^going on with what was begun: \d+ of 1000 contacts are done\n$/);

  // What was done and not yet printed when the process died is in neither output.
  const printed = new Set([killed.stdout, second.stdout].flatMap((text) => text.trim().split('\n')));
  expect(COUNT - printed.size).toBeLessThanOrEqual(1);
  const seen = await changes();
  expect(seen.filter((line) => !line.endsWith(' 200'))).toEqual([]);
  const removed = seen.filter((line) => line.startsWith('DELETE '));
  expect(new Set(removed).size).toBe(COUNT);
  // A request under way when its process died is made again: its answer was never seen.
  expect(removed.length - COUNT).toBeLessThanOrEqual(1);
  expect(readdirSync(join(home.reachHome, 'state', 'tagging'))).toEqual([]);
  const again = await run('reach inbox threads --tag Hot -o id');
  expect(again.stdout).toBe('');
});
