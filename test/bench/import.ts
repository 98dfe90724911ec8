// The main job from start to end: `reach contacts import` into the local service, over a socket and in-process, with and without
// history. How much of the allowed rate it uses is asserted: test/cli/import/trouble/rate.test.ts.

import { join } from 'node:path';
import type { Area, Place } from './area.ts';
import { atLeast, atMost, type Figure, perSecond, shortNumber } from './figures.ts';
import { bundledProgram, companion, type Environment, node, reach, type Spent, spentBy } from './processes.ts';
import { writeCsvFile } from './rows.ts';

const PEAK_MB = 250;
/** Contacts a second, by REACH_NO_HISTORY. */
const LEAST_RATES = { '1': 6_000, '0': 3_500 } as const;

/** Throws unless every row came in. */
function checkWhole(spent: Spent, count: number): void {
  const input: Record<string, unknown> = JSON.parse(spent.stdout || '{}');
  // Of a million people made up by numbers, some have the same name and company.
  const [created = 0, merged = 0, skipped = 0] = ['created', 'merged', 'skipped'].map((outcome) =>
    Number(input[outcome]),
  );
  if (spent.code === 0 && created + merged + skipped === count) return;
  throw new Error(`import: exit ${spent.code}: ${spent.stdout}${spent.stderr}`);
}

const peakOf = ({ peakMb }: Spent): Figure => ({
  what: 'its peak memory',
  figure: `${shortNumber(peakMb)} MB`,
  budget: atMost(PEAK_MB, 'MB', peakMb),
});

async function importInto(place: Place, file: string, count: number, env: Environment): Promise<Spent> {
  const command = reach(place.root, ['contacts', 'import', file, '--json'], env);
  const spent = await spentBy(command, place.folder);
  checkWhole(spent, count);
  return spent;
}

/** What the rows cost the client alone: an import into a server that only answers. */
async function* costOfRows(place: Place, file: string, count: number): AsyncGenerator<Figure> {
  const { folder, root } = place;
  const sink = await companion(node([await bundledProgram(root, folder, 'sink'), 'results']));
  try {
    const url = String(sink.ready['url']);
    const env = { REACH_HOME: join(folder, 'sink'), REACH_BASE_URL: url, REACH_API_KEY: 'key_of_the_benchmark' };
    const files = ['--results', join(folder, 'results.csv'), '--rejects', join(folder, 'rejects.csv')];
    const spent = await spentBy(reach(root, ['contacts', 'import', file, '--json', ...files], env), folder);
    checkWhole(spent, count);
    const what = `processor time of ${count.toLocaleString('en-US')} rows with results and rejects`;
    yield { what, figure: `${spent.cpuSeconds.toFixed(2)} s` };
    yield peakOf(spent);
  } finally {
    await sink.stop();
  }
}

async function* measure(place: Place): AsyncGenerator<Figure> {
  const { sizes, folder, root, say } = place;
  const count = sizes.importRows;
  const file = join(folder, 'contacts.csv');
  await writeCsvFile(file, count);
  say(`${count.toLocaleString('en-US')} rows`);
  for (const [REACH_NO_HISTORY, least] of Object.entries(LEAST_RATES)) {
    const history = REACH_NO_HISTORY === '1' ? 'without history' : 'with history';
    const home = (name: string) => join(folder, `${name}-${REACH_NO_HISTORY}`);
    const figure = (into: string, { ms }: Spent): Figure => {
      const rate = perSecond(count, ms);
      const what = `reach contacts import, into ${into}, ${history}`;
      return { what, figure: `${shortNumber(rate)} contacts/s`, budget: atLeast(least, '/s', rate) };
    };
    const flags = ['--data', home('served'), '--empty', '--rate-limits', 'off', '-o', 'json'];
    const served = await companion(reach(root, ['serve', ...flags], { REACH_HOME: home('server') }));
    try {
      const [url, key] = [String(served.ready['url']), String(served.ready['key'])];
      const env = { REACH_NO_HISTORY, REACH_HOME: home('remote'), REACH_BASE_URL: url, REACH_API_KEY: key };
      const spent = await importInto(place, file, count, env);
      yield figure('reach serve', spent);
      yield peakOf(spent);
    } finally {
      await served.stop();
    }
    const local = await importInto(place, file, count, { REACH_NO_HISTORY, REACH_HOME: home('local') });
    yield figure('profile local', local);
    if (REACH_NO_HISTORY === '1') continue;
    const undone = await spentBy(reach(root, ['undo', '--yes', '--json'], { REACH_HOME: home('local') }), folder);
    if (undone.code !== 0) throw new Error(`undo: exit ${undone.code}: ${undone.stderr}`);
    const rate = perSecond(count, undone.ms);
    yield { what: 'reach undo of it', figure: `${shortNumber(rate)} records/s`, budget: atLeast(3_000, '/s', rate) };
  }
  const long = join(folder, 'long.csv');
  await writeCsvFile(long, sizes.csvRows);
  yield* costOfRows(place, long, sizes.csvRows);
}

export const imports: Area = { title: 'The import, each as a process from start to end', measure };
