// From a file's bytes to bulks that could be sent: the whole command as a process, beside a package that only reads the file.

import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import type { Area, Place } from './area.ts';
import { atLeast, atMost, type Figure, perSecond, shortNumber } from './figures.ts';
import { reach, spentBy } from './processes.ts';
import { COLUMNS, writeCsvFile } from './rows.ts';

/** Of the whole command, against a package that only reads the file. */
const TIMES_PEER = 2;
const PEAK_MB = 250;
const CHUNK_BYTES = 256 * 1024;
/** The peer is slower, and its speed does not depend on the length of the file. */
const PEER_ROWS_MOST = 200_000;

const open = (path: string) => createReadStream(path, { highWaterMark: CHUNK_BYTES });

/** Of which the best counts, for the compiler of hot code. */
const ROUNDS = 3;

/** Of processor time: what else the machine does counts less. */
async function rowsPerSecond(work: () => Promise<number>): Promise<number> {
  let best = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    const rows = await work();
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, perSecond(rows, (user + system) / 1000));
  }
  return best;
}

async function readByPeer(path: string, most: number): Promise<number> {
  let rows = 0;
  for await (const _ of open(path).pipe(parse({ columns: true, to: most }))) rows += 1;
  return rows;
}

async function* measure(place: Place): AsyncGenerator<Figure> {
  const { sizes, folder, root, say } = place;
  const path = join(folder, 'contacts.csv');
  const rows = sizes.csvRows;
  const bytes = await writeCsvFile(path, rows);
  say(`${rows.toLocaleString('en-US')} rows of ${COLUMNS.length} columns, ${shortNumber(bytes / 1e6)} MB`);
  const peer = await rowsPerSecond(() => readByPeer(path, Math.min(rows, PEER_ROWS_MOST)));
  const displayed = (rate: number): string => `${shortNumber(rate)} rows/s`;
  const against = (rate: number) => ({
    figure: displayed(rate),
    baseline: `${displayed(peer)} (csv-parse)`,
    ratio: rate / peer,
  });
  say('the command as a process');
  const command = reach(root, ['contacts', 'import', path, '--dry-run', '--json'], {
    REACH_HOME: join(folder, 'home'),
  });
  const spent = await spentBy(command, folder);
  if (spent.code !== 0) throw new Error(`import --dry-run: exit ${spent.code}: ${spent.stderr}`);
  const whole = perSecond(rows, spent.cpuSeconds * 1000);
  const budget = atLeast(TIMES_PEER * peer, 'rows/s', whole);
  yield { what: 'reach contacts import --dry-run, from start to end', ...against(whole), budget };
  const peakMb = `${shortNumber(spent.peakMb)} MB`;
  yield { what: 'its peak memory', figure: peakMb, budget: atMost(PEAK_MB, 'MB', spent.peakMb) };
}

export const csv: Area = { title: 'CSV: rows of 12 columns to bulks of 100, nothing sent, by processor time', measure };
