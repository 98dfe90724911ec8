// Tags off many contacts: within the rate, each contact once, and on where it was cut short.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Interrupted } from '../../../../src/cli/terminal/io.ts';
import { openReach, type Reach } from '../../world.ts';

let reach: Reach;
afterEach(async () => {
  expect(reach.world.bugs).toEqual([]);
  await reach.close();
});

/** A workspace in which everybody has the tag. */
async function opened(count: number): Promise<string> {
  reach = await openReach({ rateLimits: 'off' });
  for (let from = 0; from < count; from += 100) {
    const contacts = Array.from({ length: Math.min(100, count - from) }, (_, at) => ({ firstName: `N${from + at}` }));
    await reach.world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
  }
  await reach.world.call('POST', '/v1/inbox/tags', { body: { name: 'Hot' } });
  await reach.world.service.store.write((tx) =>
    tx.run('insert into contact_tags (contact_id, identity_id, tag_id, added_at) select id, 0, 1, 0 from contacts'),
  );
  await reach.world.control('PATCH', '/_local/features', { 'rate-limits': true });
  return Array.from({ length: count }, (_, at) => at + 1).join('\n');
}

const tagged = () =>
  reach.world.service.store.read(async (tx) => {
    const row = await tx.one<{ n: number }>('select count(*) as n from contact_tags');
    return row?.n ?? 0;
  });

/** Aborts as soon as so few have the tag: counted in turns of the event loop, time does not pass by it. */
async function stopAt(left: number, stop: AbortController): Promise<void> {
  while ((await tagged()) > left) await new Promise<void>((resolve) => setImmediate(resolve));
  stop.abort(new Interrupted('SIGTERM'));
}

interface Seen {
  readonly at: number;
  readonly path: string;
  readonly status: number;
}

/** Every request that took a tag off, oldest first. */
async function seen(): Promise<Seen[]> {
  const found: Seen[] = [];
  for (let page = 1; ; page += 1) {
    const { requests, hasNextPage } = await reach.world.control('GET', `/_local/log?pageSize=100&page=${page}`);
    found.push(
      ...requests.map(({ at, path, status }: Record<string, string>) => ({ at: Date.parse(at ?? ''), path, status })),
    );
    if (!hasNextPage) return found.filter(({ path }) => path.endsWith('/tags') && path.includes('contacts')).reverse();
  }
}

const most = (times: readonly number[], windowMs: number) =>
  times.reduce((top, from) => Math.max(top, times.filter((at) => at >= from && at < from + windowMs).length), 0);

const folders = () => {
  const root = join(reach.home, 'state', 'tagging');
  return existsSync(root) ? readdirSync(root) : [];
};

test('300 contacts, cut short half-way and run again: each once, 30 a minute, none refused', async () => {
  const stdin = await opened(300);
  const stop = new AbortController();
  const running = reach.run('inbox untag - --tag Hot -o id', { stdin, interrupt: stop.signal });
  const [first] = await Promise.all([reach.clock.run(running), stopAt(138, stop)]);
  const doneAtFirst = first.stdout.split('\n').length - 1;
  expect([first.code, 300 - (await tagged())]).toEqual([143, doneAtFirst]);
  expect(first.stderr).toContain(`\n${doneAtFirst} of 300 contacts are done; run the same command to continue\n`);
  expect(folders()).toHaveLength(1);

  const second = await reach.clock.run(reach.run('inbox untag - --tag Hot -o id', { stdin }));
  expect(second.code).toBe(0);
  expect(second.stderr).toContain(`continuing: ${doneAtFirst} of 300 contacts are done\n`);
  expect([await tagged(), folders()]).toEqual([0, []]);

  const printed = [first.stdout, second.stdout].flatMap((text) => text.trim().split('\n'));
  expect(printed.map(Number)).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
  const requests = await seen();
  expect(new Set(requests.map(({ path }) => path)).size).toBe(300);
  expect(requests.filter(({ status }) => status !== 200)).toEqual([]);
  expect(requests.length).toBe(300);
  expect(
    most(
      requests.map(({ at }) => at),
      60_000,
    ),
  ).toBe(30);
});

test('a request whose answer was lost is asked again', async () => {
  const stdin = await opened(5);
  await reach.world.control('POST', '/_local/faults', { endpoint: 'inbox.removeTags', drop: 'after', times: 2 });
  const ran = await reach.clock.run(reach.run('inbox untag - --tag 1 --max-retries 4', { stdin }));
  expect([ran.code, await tagged(), folders()]).toEqual([0, 0, []]);
});

test('--new begins again, within the rate that was used', async () => {
  const stdin = await opened(45);
  const stop = new AbortController();
  const first = reach.run('inbox untag - --tag 1', { stdin, interrupt: stop.signal });
  await stopAt(20, stop);
  expect((await first).code).toBe(130 + 13);
  const again = await reach.clock.run(reach.run('inbox untag - --tag 1 -o id --new', { stdin }));
  expect([again.code, again.stdout.trim().split('\n').length]).toEqual([0, 45]);
  expect(again.stderr).not.toContain('going on');
  expect((await seen()).filter(({ status }) => status !== 200)).toEqual([]);
});

test('two processes do not do the same at once', async () => {
  const stdin = await opened(40);
  const stop = new AbortController();
  const first = reach.run('inbox untag - --tag 1', { stdin, interrupt: stop.signal });
  await stopAt(10, new AbortController());
  const second = await reach.run('inbox untag - --tag 1', { stdin });
  expect(second.code).toBe(6);
  expect(second.stderr).toMatch(
    new RegExp(
      `^error: the same command is already running \\(process ${process.pid}, since 2026-.*\n.* delete /.*/lock\n$`,
    ),
  );
  stop.abort(new Interrupted('SIGINT'));
  expect((await first).code).toBe(130);
});

test('what the service cannot do now is left for the same command again', async () => {
  const stdin = await opened(4);
  await reach.run('inbox untag 1 --tag 1');
  await reach.world.control('POST', '/_local/faults', { endpoint: 'inbox.removeTags', status: 503 });
  const failed = await reach.clock.run(reach.run('inbox untag - --tag 1 --max-retries 0', { stdin }));
  expect([failed.code, failed.stdout]).toEqual([7, '']);
  await reach.world.control('DELETE', '/_local/faults');
  const again = await reach.clock.run(reach.run('inbox untag - --tag 1 -o id', { stdin }));
  expect([again.code, again.stdout, await tagged()]).toEqual([0, '1\n2\n3\n4\n', 0]);
});

test('other contacts, another tag or another sender are another command', async () => {
  await opened(3);
  const interrupt = AbortSignal.abort(new Interrupted('SIGINT'));
  for (const argv of ['1 2 --tag 1', '1 2 3 --tag 1', '1 2 --tag 1 --from 1', '2,1 --tag 1']) {
    await reach.run(`inbox untag ${argv}`, { interrupt });
  }
  expect(folders()).toHaveLength(3);
});

test('a terminal shows how far it is, and the rows when it is done', async () => {
  const stdin = await opened(3);
  const ran = await reach.clock.run(reach.run('inbox untag - --tag 1', { stdin, tty: true, columns: 90 }));
  expect(ran.stderr).toMatch(/█+░* \d+% · \d of 3 contacts/);
  expect(ran.stdout).toBe(`Contact ID  Tag IDs  Success  Error
${'─'.repeat(35)}
         1  1        yes
         2  1        yes
         3  1        yes
`);
});
