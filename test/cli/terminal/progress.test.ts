import { describe, expect, test } from 'vitest';
import type { Out } from '../../../src/cli/terminal/io.ts';
import { approximateTime, barLine, openProgress, progressText } from '../../../src/cli/terminal/progress.ts';
import { virtualClock } from '../../clock.ts';

test.each([
  [400, '1 s'],
  [45_000, '45 s'],
  [180_000, '3 min'],
  [5_400_000, '1 h 30 min'],
])('%d ms are %s', (ms, text) => expect(approximateTime(ms)).toBe(text));

describe('where it is', () => {
  test.each<[rows: number, of: number, errors: number, replayed: number, ms: number, text: string]>([
    [0, 1_000, 0, 0, 0, '0% · 0 of 1,000 rows'],
    [3_000, 12_000, 2, 0, 60_000, '25% · 3,000 of 12,000 rows · 3,000 rows/min · ~3 min left · 2 not imported'],
    [50_000, 100_000, 0, 0, 10_000, '50% · 50,000 of 100,000 rows · 5,000 rows/s · ~10 s left'],
    [9_000, 12_000, 0, 6_000, 60_000, '75% · 9,000 of 12,000 rows · 3,000 rows/min · ~60 s left'],
    [12_000, 12_000, 0, 0, 60_000, '100% · 12,000 of 12,000 rows · 200 rows/s'],
    [0, 0, 0, 0, 0, '100% · 0 of 0 rows'],
  ])('%d of %d rows', (rows, of, errors, replayed, ms, text) => {
    expect(progressText({ rows, of, errors, replayed }, ms)).toBe(text);
  });

  test('the time left follows the rate: a burst at the start is not a speed', () => {
    const paced = (rows: number, ms: number) =>
      progressText({ rows, of: 12_000, errors: 0, replayed: 0 }, ms, { perMinute: 3_000 });
    expect(paced(3_000, 2_000)).toBe('25% · 3,000 of 12,000 rows · 3,000 rows/min · ~3 min left (rate limit)');
    expect(paced(6_000, 62_000)).toBe('50% · 6,000 of 12,000 rows · 3,000 rows/min · ~2 min left (rate limit)');
    expect(paced(1_000, 60_000)).toBe('8% · 1,000 of 12,000 rows · 1,000 rows/min · ~11 min left');
  });

  test('the bar fits its terminal; what says least is left out first', () => {
    const enrolment = { rows: 1, of: 2, errors: 0, replayed: 0 };
    const few = [{ text: '50% · 1 of 2 rows', worth: 9 }];
    const many = [...few, { text: '3,000 rows/min', worth: 3 }, { text: 'rate limit, 42 s', worth: 7 }];
    expect([
      barLine(enrolment, few, 80),
      barLine(enrolment, few, 30),
      barLine(enrolment, [{ text: 'x', worth: 1 }], 5),
      barLine(enrolment, many, 80),
      barLine(enrolment, many, 45),
      barLine(enrolment, many, 30),
    ]).toEqual([
      '██████████░░░░░░░░░░ 50% · 1 of 2 rows',
      '██████░░░░░░ 50% · 1 of 2 rows',
      '██░░…',
      '██████████░░░░░░░░░░ 50% · 1 of 2 rows · 3,000 rows/min · rate limit, 42 s',
      '████░░░░ 50% · 1 of 2 rows · rate limit, 42 s',
      '██████░░░░░░ 50% · 1 of 2 rows',
    ]);
  });
});

/** What is written over a minute: a row a second of a hundred, and one wait. */
async function minute(input: { isTTY: boolean; quiet?: boolean; env?: Record<string, string> }) {
  const clock = virtualClock();
  const written: string[] = [];
  const out: Out = {
    isTTY: input.isTTY,
    columns: 90,
    closed: false,
    write: async (text) => void written.push(text),
    raw: process.stderr,
  };
  const progress = openProgress({
    io: { stderr: out, env: input.env ?? {}, now: clock.now, sleep: clock.sleep },
    quiet: input.quiet ?? false,
  });
  const work = async () => {
    for (let rows = 1; rows <= 60; rows += 1) {
      await clock.sleep(1_000);
      progress.update({ rows, of: 100, errors: 0, replayed: 0 });
      if (rows === 20) progress.wait('no answer', 5_000);
      if (rows === 20) progress.wait('no answer', 5_000);
      if (rows === 21) progress.wait('keeping to the rate limit', 30_000, true);
    }
    await progress.say('finishing 2 bulks');
    await progress.end();
  };
  await clock.run(work());
  return { written, sleepers: clock.sleepers };
}

test('a line now and then where no one watches, waits once', async () => {
  expect((await minute({ isTTY: false })).written).toEqual([
    '10% · 10 of 100 rows · 60 rows/min · ~2 min left\n',
    '20% · 20 of 100 rows · 60 rows/min · ~80 s left\n',
    'waiting 5 s: no answer\n',
    '30% · 30 of 100 rows · 60 rows/min · ~70 s left\n',
    '40% · 40 of 100 rows · 60 rows/min · ~60 s left\n',
    '50% · 50 of 100 rows · 60 rows/min · ~50 s left\n',
    '60% · 60 of 100 rows · 60 rows/min · ~40 s left\n',
    'finishing 2 bulks\n',
  ]);
});

test('a bar on a terminal, that never wraps and is gone at the end', async () => {
  const { written, sleepers } = await minute({ isTTY: true });
  const frames = written.filter((text) => /^\r[⠋-⣿] [█░]/.test(text));
  expect(frames.length).toBeGreaterThan(50);
  for (const frame of frames) expect([...frame.slice(1).replace('\u001b[K', '')].length).toBeLessThan(88);
  expect(frames.some((frame) => frame.includes('no answer'))).toBe(true);
  expect([written.at(-3), written.at(-1)]).toEqual(['\r\u001b[Kfinishing 2 bulks\n', '\r\u001b[K']);
  expect(sleepers).toBe(0);
});

test('before the first of what is counted, no share of it is shown', async () => {
  const clock = virtualClock();
  const written: string[] = [];
  const out: Out = {
    isTTY: true,
    columns: 80,
    closed: false,
    write: async (text) => void written.push(text),
    raw: process.stderr,
  };
  const progress = openProgress({ io: { stderr: out, env: {}, now: clock.now, sleep: clock.sleep }, quiet: false });
  await clock.run(progress.say('stopping'));
  await progress.end();
  expect(written.join('')).toContain('stopping\n');
  expect(written.join('')).not.toMatch(/[0-9]/);
});

test('it is never still for more than a second, and counts a wait down', async () => {
  const clock = virtualClock();
  const frames: { readonly at: number; readonly text: string }[] = [];
  const write = async (text: string) => void frames.push({ at: clock.now(), text });
  const out: Out = { isTTY: true, columns: 80, closed: false, write, raw: process.stderr };
  const progress = openProgress({
    io: { stderr: out, env: {}, now: clock.now, sleep: clock.sleep },
    quiet: false,
    perMinute: () => 3_000,
  });
  const startedAt = clock.now();
  const work = async () => {
    progress.update({ rows: 3_000, of: 12_000, errors: 12, replayed: 0 });
    progress.wait('keeping to the rate limit', 120_000, true);
    await clock.sleep(120_000);
    progress.wait('no answer', 30_000);
    await clock.sleep(30_000);
    await progress.end();
  };
  await clock.run(work());
  let last = { at: startedAt, text: '' };
  for (const frame of frames) {
    if (frame.text === last.text) continue;
    expect(frame.at - last.at).toBeLessThanOrEqual(1_000);
    last = frame;
  }
  const seen = frames.map(({ text }) => /next in (.*?)\u001b/.exec(text)?.[1]);
  expect([...new Set(seen)].slice(1, 4)).toEqual(['2 min 00 s', '1 min 59 s', '1 min 58 s']);
  expect(seen).toContain('10 s');
  expect(frames.at(60)?.text).toMatch(/^\r. [█░]+ 25% · 3,000 of 12,000 rows · ~\S+ \S+ left \(rate limit\) · next in/);
  // The speed before a pause says nothing of the time left.
  const paused = frames.find(({ text }) => text.includes('no answer, 20 s'))?.text;
  expect(paused).toMatch(/ 25% · 3,000 of 12,000 rows · 12 [^·]+ · no answer, 20 s/);
});

test('for a screen reader nothing is redrawn: lines, as off a terminal', async () => {
  const spoken = await minute({ isTTY: true, env: { REACH_ACCESSIBLE: '1' } });
  expect(spoken).toEqual(await minute({ isTTY: false }));
});

test('nothing with --quiet, but what must be reported', async () => {
  expect((await minute({ isTTY: true, quiet: true })).written).toEqual(['finishing 2 bulks\n']);
});
