// The main job from start to end: `reach contacts import` into the local service, over a socket and in-process; and how
// much of the allowed rate is used where there is one.

import { join } from 'node:path';
import { createClient } from '../../src/client/api.ts';
import { connectionLost } from '../../src/client/transport/transport.ts';
import { routes } from '../../src/contract/routes/routes.ts';
import { startService } from '../../src/service/start.ts';
import { virtualClock } from '../clock.ts';
import { ask, startOn } from '../service/start-on.ts';
import type { Area, Place } from './area.ts';
import { atLeast, atMost, type Figure, perSecond, shortNumber } from './figures.ts';
import { bundledProgram, companion, type Environment, node, reach, type Spent, spentBy } from './processes.ts';
import { contactItem, writeCsvFile } from './rows.ts';

const CONTACTS_PER_SECOND = 6_000;
const PEAK_MB = 250;
const ITEMS = 100;
const PER_MINUTE = routes.contacts.bulkCreate.perMinute ?? 30;

const displayed = (rate: number): string => `${shortNumber(rate)} contacts/s`;

/** The same contacts put in by calling the service: what the store alone takes. */
async function storeRate(data: string, count: number): Promise<number> {
  const service = await startOn(data);
  const began = performance.now();
  for (let n = 0; n < count; n += ITEMS) {
    const contacts = Array.from({ length: Math.min(ITEMS, count - n) }, (_, at) => contactItem(n + at + 1));
    await ask(service, 'POST', '/v1/contacts/bulk', { contacts });
  }
  const rate = perSecond(count, performance.now() - began);
  await service.close();
  return rate;
}

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

async function importInto(place: Place, file: string, count: number, env: Environment): Promise<Spent> {
  const command = reach(place.root, ['contacts', 'import', file, '--json', '--quiet'], env);
  const spent = await spentBy(command, place.folder);
  checkWhole(spent, count);
  return spent;
}

/** How much of the rate a client uses that has enough to send, on time that passes by itself; and what was refused. */
async function pacedUse(minutes: number): Promise<{ used: number; refused: number }> {
  const clock = virtualClock();
  const service = await startService({
    data: ':memory:',
    version: '0',
    now: clock.now,
    sleep: clock.sleep,
    random: clock.random,
    empty: true,
    rateLimits: 'on',
  });
  const key = await service.adminKey();
  const transport = async (request: Parameters<typeof service.handle>[0]) => {
    await clock.sleep(200);
    const answer = await service.handle(request);
    if ('dropped' in answer) throw connectionLost('the service');
    return answer;
  };
  const connection = { transport, close: async () => {} };
  const client = createClient({ baseUrl: 'http://127.0.0.1', connection, key, version: '0', clock });
  const body = { contacts: [{ firstName: 'Ada', lastName: 'Lovelace', companyName: 'Engines' }] };
  let left = PER_MINUTE * minutes;
  const began = clock.now();
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await client.call(routes.contacts.bulkCreate, { body });
    }
  };
  await clock.run(Promise.all([worker(), worker(), worker(), worker()]));
  const { refused } = client.pace(routes.contacts.bulkCreate);
  await service.close();
  // A window's requests may all go at its beginning: the last window takes no time.
  return { used: ((minutes - 1) * 60_000) / (clock.now() - began), refused };
}

/** What the rows cost the client alone: the processor time of an import into a server that only answers. */
async function* costOfRows(place: Place, file: string, count: number): AsyncGenerator<Figure> {
  const { folder, root } = place;
  const program = await bundledProgram(root, folder, 'sink');
  const sink = await companion(node([program, 'results']));
  try {
    const url = String(sink.ready['url']);
    const plain = await bundledProgram(root, folder, 'plain-import');
    const script = await spentBy(node([plain, file, url, join(folder, 'plain.csv')]), folder);
    if (script.code !== 0) throw new Error(`plain-import: exit ${script.code}: ${script.stderr}`);
    const env = { REACH_HOME: join(folder, 'sink'), REACH_BASE_URL: url, REACH_API_KEY: 'key_of_the_benchmark' };
    const files = ['--results', join(folder, 'results.csv'), '--rejects', join(folder, 'rejects.csv')];
    const args = ['contacts', 'import', file, '--json', '--quiet', ...files];
    const spent = await spentBy(reach(root, args, env), folder);
    checkWhole(spent, count);
    const ratio = spent.cpuSeconds / script.cpuSeconds;
    const seconds = ({ cpuSeconds }: Spent): string => `${cpuSeconds.toFixed(2)} s`;
    const what = `processor time of ${count.toLocaleString('en-US')} rows with results and rejects`;
    yield { what, figure: seconds(spent), baseline: `${seconds(script)} (csv-parse and undici)`, ratio };
    const peak = `${shortNumber(spent.peakMb)} MB`;
    yield { what: 'its peak memory', figure: peak, budget: atMost(PEAK_MB, 'MB', spent.peakMb) };
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
  const alone = await storeRate(join(folder, 'alone'), count);
  yield { what: 'the store alone, in one process', figure: displayed(alone) };
  const against = (rate: number) => ({ figure: displayed(rate), baseline: displayed(alone), ratio: rate / alone });
  const budget = (rate: number) => atLeast(CONTACTS_PER_SECOND, '/s', rate);

  const flags = ['--data', join(folder, 'served'), '--empty', '--rate-limits', 'off', '-o', 'json'];
  const served = await companion(reach(root, ['serve', ...flags], { REACH_HOME: join(folder, 'server') }));
  try {
    const { url, key } = served.ready;
    const env = { REACH_HOME: join(folder, 'remote'), REACH_BASE_URL: String(url), REACH_API_KEY: String(key) };
    const { ms, peakMb } = await importInto(place, file, count, env);
    const rate = perSecond(count, ms);
    yield { what: 'reach contacts import, into reach serve', ...against(rate), budget: budget(rate) };
    yield {
      what: 'its peak memory',
      figure: `${shortNumber(peakMb)} MB`,
      budget: atMost(PEAK_MB, 'MB', peakMb),
    };
  } finally {
    await served.stop();
  }
  const local = await importInto(place, file, count, { REACH_HOME: join(folder, 'local') });
  const rate = perSecond(count, local.ms);
  yield { what: 'reach contacts import, into profile local', ...against(rate), budget: budget(rate) };

  yield* costOfRows(place, file, count);
  const long = join(folder, 'long.csv');
  await writeCsvFile(long, sizes.csvRows);
  yield* costOfRows(place, long, sizes.csvRows);

  const minutes = 20;
  const { used, refused } = await pacedUse(minutes);
  yield {
    what: `of ${PER_MINUTE} bulks a minute, used over ${minutes} minutes`,
    figure: `${(used * 100).toFixed(2)} %`,
    budget: atLeast(99, '%', used * 100),
  };
  yield { what: 'of them refused', figure: String(refused), budget: atMost(0, 'requests', refused) };
}

export const imports: Area = { title: 'The import, each as a process from start to end', measure };
