import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claimedRecords, ImportJournal, type SentLine } from '../../../../src/cli/import/recover/journal.ts';
import { failedRow, foundRow, type RowResult } from '../../../../src/cli/import/report/row-result.ts';
import { failureOf } from '../../../../src/cli/terminal/exit.ts';
import { folderForAllTests } from '../../../folder.ts';

const folder = folderForAllTests();

let count = 0;
const newFile = (text?: string) => {
  count += 1;
  const path = join(folder, `${count}.ndjson`);
  if (text !== undefined) writeFileSync(path, text);
  return path;
};

const sent = (bulk: number, more: Partial<SentLine> = {}): SentLine => ({
  sent: bulk,
  attempt: 1,
  rows: [2, 11],
  items: 10,
  at: 1_000,
  deadline: 31_000,
  serverAt: 900,
  ...more,
});

const RESULTS: readonly RowResult[] = [
  foundRow(7, { companyId: 3, appUrl: 'https://app.example/7' }),
  failedRow('no "name"\nat all'),
  {
    status: 'merged',
    id: 9,
    outcome: 'MERGED_UPDATED',
    matchedBy: 'NETWORK_URL',
    companyId: null,
    appUrl: '',
    error: '',
  },
];

async function stateAfter(path: string) {
  const journal = await ImportJournal.open(path);
  const state = [0, 1, 2].map((bulk) => journal.state(bulk).is);
  await journal.close();
  return state;
}

describe('what it remembers', () => {
  test('bulks sent and done, results to the letter', async () => {
    const path = newFile();
    const first = await ImportJournal.open(path);
    await first.sent(sent(0));
    await first.sent(sent(1));
    await first.done(0, RESULTS, 5);
    expect(await first.results(0)).toEqual(RESULTS);
    await first.close();
    const again = await ImportJournal.open(path);
    expect([0, 1, 2].map((bulk) => again.state(bulk))).toEqual([
      { is: 'done' },
      {
        is: 'unanswered',
        unanswered: {
          attempts: 1,
          rows: [2, 11],
          items: 10,
          at: 1_000,
          serverAt: 900,
          deadline: 31_000,
          isRecorded: true,
        },
      },
      { is: 'unknown' },
    ]);
    expect(await again.results(0)).toEqual(RESULTS);
    expect([...(await claimedRecords(again).known())]).toEqual([7, 9]);
    await again.close();
  });

  test('of several attempts the first beginning and the last deadline', async () => {
    const path = newFile();
    const journal = await ImportJournal.open(path);
    await journal.sent(sent(0));
    await journal.sent(sent(0, { attempt: 2, at: 50_000, deadline: 80_000, serverAt: 49_000 }));
    const unanswered = {
      attempts: 2,
      rows: [2, 11],
      items: 10,
      at: 1_000,
      serverAt: 900,
      deadline: 80_000,
      isRecorded: true,
    };
    expect(journal.state(0)).toEqual({ is: 'unanswered', unanswered });
    await journal.close();
    const again = await ImportJournal.open(path);
    expect(again.state(0)).toEqual({ is: 'unanswered', unanswered });
    await again.close();
  });

  test('that the import is finished', async () => {
    const path = newFile();
    const journal = await ImportJournal.open(path);
    await journal.finish({ at: 5, counts: { rows: 3 } });
    await journal.close();
    const again = await ImportJournal.open(path);
    expect(again.finished).toEqual({ at: 5, counts: { rows: 3 } });
    await again.close();
  });

  test('when its requests used the rate: when they were answered, else when they could last arrive', async () => {
    const path = newFile();
    const journal = await ImportJournal.open(path);
    for (const bulk of [0, 0, 1, 2]) await journal.sent(sent(bulk));
    await journal.done(0, RESULTS, 5_000);
    await journal.close();
    const again = await ImportJournal.open(path);
    expect([again.usedAt(9_000), again.usedAt(99_000)]).toEqual([
      [5_000, 5_000, 9_000, 9_000],
      [5_000, 5_000, 31_000, 31_000],
    ]);
    await again.close();
  });

  test('readable by its owner alone', async () => {
    const path = newFile();
    await (await ImportJournal.open(path)).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('when it was cut short', () => {
  test('wherever: whole lines count, the rest is taken off, and it can be written on', async () => {
    const whole = newFile();
    const journal = await ImportJournal.open(whole);
    await journal.sent(sent(0));
    await journal.done(0, RESULTS, 5);
    await journal.sent(sent(1));
    await journal.close();
    const bytes = readFileSync(whole);
    const ends = [...bytes.entries()].flatMap(([at, byte]) => (byte === 0x0a ? [at + 1] : []));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), async (length) => {
        const path = newFile();
        writeFileSync(path, bytes.subarray(0, length));
        const lines = ends.filter((end) => end <= length).length;
        const cut = await ImportJournal.open(path);
        expect([0, 1].map((bulk) => cut.state(bulk).is)).toEqual([
          ['unknown', 'unanswered', 'done', 'done'][lines],
          lines === 3 ? 'unanswered' : 'unknown',
        ]);
        await cut.sent(sent(2));
        await cut.close();
        expect((await stateAfter(path))[2]).toBe('unanswered');
        expect(readFileSync(path).subarray(0, ends[lines - 1] ?? 0)).toEqual(bytes.subarray(0, ends[lines - 1] ?? 0));
      }),
      { numRuns: 60 },
    );
  });

  test('zeros behind the last line, as a power cut leaves them', async () => {
    const path = newFile(`${JSON.stringify(sent(0))}\n${'\0'.repeat(50)}`);
    expect(await stateAfter(path)).toEqual(['unanswered', 'unknown', 'unknown']);
  });

  test('damage before the end is reported: what follows it cannot be trusted', async () => {
    const path = newFile(`${JSON.stringify(sent(0))}\n{"sent":\n${JSON.stringify(sent(1))}\n`);
    await expect(ImportJournal.open(path)).rejects.toMatchObject({
      code: 'journal_damaged',
      message: `${path} is damaged (line 2)`,
    });
  });
});

describe('writing', () => {
  test('lines that come while the disk is busy go together, in order', async () => {
    const written: string[] = [];
    let release = () => {};
    const journal = await ImportJournal.open(newFile(), async (handle, bytes) => {
      written.push(bytes.toString());
      if (written.length === 1) await new Promise<void>((resolve) => (release = resolve));
      await handle.appendFile(bytes);
    });
    const all = [journal.sent(sent(0)), journal.sent(sent(1)), journal.done(1, [], 5)];
    release();
    await Promise.all(all);
    expect(written.map((text) => text.split('\n').length - 1)).toEqual([1, 2]);
    expect(await journal.results(1)).toEqual([]);
    await journal.close();
  });

  test('results go to the disk with the next line that has to be there, or a moment later', async () => {
    const path = newFile();
    const syncs: [lines: number, isLasting: boolean][] = [];
    const journal = await ImportJournal.open(path, async (handle, bytes, isLasting) => {
      syncs.push([bytes.toString().split('\n').length - 1, isLasting]);
      await handle.appendFile(bytes);
    });
    await journal.sent(sent(0));
    await journal.done(0, RESULTS, 5);
    await journal.sent(sent(1));
    await journal.done(1, RESULTS, 5);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(5);
    await journal.close();
    expect(syncs).toEqual([
      [1, true],
      [1, false],
      [1, true],
      [1, false],
      [0, true],
    ]);
    expect(Number(readFileSync(`${path}.size`, 'utf8'))).toBe(statSync(path).size);
  });

  test('a disk that is full: that line and every later one is refused, and nothing is written behind half a line', async () => {
    const path = newFile();
    let calls = 0;
    const journal = await ImportJournal.open(path, async (handle, bytes) => {
      calls += 1;
      if (calls === 1) return await handle.appendFile(bytes);
      await handle.appendFile(bytes.subarray(0, 5));
      throw Object.assign(new Error('write'), { code: 'ENOSPC' });
    });
    await journal.sent(sent(0));
    const failures = await Promise.allSettled([journal.sent(sent(1)), journal.done(0, RESULTS, 5)]);
    const later = await Promise.allSettled([journal.sent(sent(2))]);
    expect([...failures, ...later].map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(calls).toBe(2);
    const reason: unknown = failures[0]?.status === 'rejected' ? failures[0].reason : null;
    expect(failureOf(reason)).toMatchObject({
      exitCode: 7,
      code: 'journal',
      message: `cannot write ${path}: no space left on the disk`,
    });
    await journal.close();
    expect(await stateAfter(path)).toEqual(['unanswered', 'unknown', 'unknown']);
  });
});
