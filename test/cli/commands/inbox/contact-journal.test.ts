// What a bulk of tagging remembers: cut at any byte, it never forgets what was written whole, and never invents.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ContactJournal, type ContactWork } from '../../../../src/cli/commands/inbox/contact-journal.ts';
import { virtualClock } from '../../../clock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reach-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const clock = virtualClock();
const process7 = {
  pid: 7,
  pidSpace: 'test',
  alive: () => false,
  startOf: () => null,
  now: () => clock.now(),
  sleep: (ms: number) => clock.sleep(ms),
  interrupt: new AbortController().signal,
};
const WORK: ContactWork = {
  journal: 'tagging',
  same: ['untag', 'https://x.example', [1, 2]],
  ifRemoved: 'nothing is lost',
};
const open = (fresh = false) => ContactJournal.open({ state: folder }, process7, WORK, fresh);
const file = () => join(folder, 'tagging', readdirSync(join(folder, 'tagging'))[0] ?? '', 'journal.ndjson');

test('what was done, what was refused, and what has no answer', async () => {
  const first = await open();
  expect([first.used(), first.doneCount]).toEqual([null, 0]);
  await first.sent(1);
  await first.done(1, null, 30);
  await clock.advance(1000);
  await first.sent(2);
  await first.done(2, 'There is no contact 2', 60);
  await first.sent(3, 'r-3');
  await first.sent(3, 'r-3');
  await first.close(false);
  await clock.advance(500);
  const again = await open();
  expect([1, 2, 3].map((id) => again.isDone(id))).toEqual([true, false, false]);
  expect([1, 2, 3].map((id) => again.unanswered(id)?.requestId)).toEqual([undefined, undefined, 'r-3']);
  const now = clock.now();
  expect(again.used()).toEqual({ limit: 60, answeredAt: [now - 1500, now - 500, now, now] });
  await again.close(true);
  expect(readdirSync(join(folder, 'tagging'))).toEqual([]);
});

test('what no one went on with for a day is begun again; so is what is to be fresh', async () => {
  for (const [hours, fresh, isDone] of [
    [23, false, true],
    [23, true, false],
    [25, false, false],
  ] as const) {
    const first = await open();
    await first.sent(1);
    await first.done(1, null, 30);
    await first.sent(2);
    await first.close(false);
    await clock.advance(hours * 3_600_000);
    const again = await open(fresh);
    expect([again.isDone(1), again.doneCount]).toEqual([isDone, isDone ? 1 : 0]);
    await again.close(true);
  }
});

test('damage before the end is reported, with what to do', async () => {
  const first = await open();
  await first.close(false);
  appendFileSync(file(), 'nonsense\n{"sent":1,"at":5}\n');
  await expect(open()).rejects.toMatchObject({
    exit: 'later',
    code: 'journal_damaged',
    hint: `remove ${dirname(file())} and run the command again: nothing is lost`,
  });
});

test('of another version: refused', async () => {
  for (const text of ['{"journal":"tagging","version":2}\n', '{"turn":1,"at":5}\n']) {
    const first = await open();
    await first.close(false);
    writeFileSync(file(), text);
    await expect(open()).rejects.toMatchObject({
      exit: 'later',
      code: 'journal_version',
      message: `${file()} is of another version of reach`,
    });
    rmSync(file());
  }
});

test('journals of other commands are removed two days after their last entry', async () => {
  const others = ['old', 'recent'].map((name) => join(folder, 'tagging', name, 'journal.ndjson'));
  for (const [at, path] of others.entries()) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    const writtenAt = (clock.now() - (at === 0 ? 49 : 47) * 3_600_000) / 1000;
    utimesSync(path, writtenAt, writtenAt);
  }
  const journal = await open();
  expect(others.map((path) => existsSync(path))).toEqual([false, true]);
  await journal.close(true);
});
