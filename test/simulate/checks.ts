// What must be so at the end of a job, written by hand from what the tool promises.

import { FOLDER, type World } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: a check reads what it expects to be there
export type Found = any;

export const ROWS = 14;
export const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
export const csv = (header: string, row: (at: number) => string, count = ROWS) =>
  `${[header, ...numbers(count).map(row)].join('\n')}\n`;

export async function everyPage(world: World, path: string, name: string): Promise<Found[]> {
  const all: Found[] = [];
  for (let page = 1; ; page += 1) {
    const data = await world.ask('GET', `${path}${path.includes('?') ? '&' : '?'}page=${page}&pageSize=100`);
    all.push(...data[name]);
    if (data.hasNextPage !== true) return all;
  }
}

export async function create(world: World, kind: 'contacts' | 'companies', items: readonly object[]): Promise<void> {
  for (let from = 0; from < items.length; from += 4)
    await world.ask('POST', `/v1/${kind}/bulk`, { [kind]: items.slice(from, from + 4) });
}

/** Whether each of the values is there once, and nothing else. */
export function onceEach(what: string, found: readonly unknown[], wanted: readonly unknown[]): string[] {
  const counts = new Map<unknown, number>(wanted.map((one) => [one, 0]));
  for (const one of found) counts.set(one, (counts.get(one) ?? -100) + 1);
  return [...counts]
    .filter(([, count]) => count !== 1)
    .map(([one, count]) => `${what}: ${one} ${count < 0 ? 'is foreign' : `is there ${count} times`}`);
}

export const same = (what: string, found: unknown, wanted: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${what}: ${JSON.stringify(found)} in place of ${JSON.stringify(wanted)}`];

/**
 * Of requests that the server received, at most so many in any stretch of so long: what its
 * sender gave up counts from when it was sent, and no more than that can be known, nor anything once
 * the clock was set forward. */
export function rate(world: World, method: string, path: string, most: number, ms: number): string[] {
  if (world.simulation.faults.some(({ fault }) => fault === 'clock set forward')) return [];
  const times = world.arrivals
    .filter((one) => one.path.startsWith(path) && one.method === method && !one.isLate)
    .map(({ at, sentAt, isAcknowledged }) => (isAcknowledged ? at : sentAt))
    .sort((one, other) => one - other);
  return times.flatMap((at, index) => {
    const next = times[index + most];
    return next !== undefined && next - at < ms ? [`${most + 1} requests of ${path} within ${next - at} ms`] : [];
  });
}

/** Requests that create or start something, of which one that was not answered is not sent again by the same command. */
const ONCE = /^\/v1\/(contacts|lists|campaigns|workflows|workflow\/\d+\/run)$|^\/wf\//;

/** No command has one of those done twice. */
export function sentOnce(world: World): string[] {
  const done = world.arrivals.filter(
    ({ method, path, status }) => method === 'POST' && ONCE.test(path) && status !== null && status < 300,
  );
  const texts = done.map(({ by, path, body }) => `${by.name}: POST ${path} ${body}`);
  return texts.filter((text, at) => texts.indexOf(text) !== at).map((text) => `done twice by ${text}`);
}

/** The last output of the command: what it says it did. */
export const said = (world: World): Found => JSON.parse(world.ended.findLast(({ code }) => code === 0)?.stdout || '{}');

/** The lines of the results file: each row once, with the record that has its mark. */
function results(world: World, marks: ReadonlyMap<string, string>, statuses: readonly string[]): string[] {
  const lines = (world.disk.read(`${FOLDER}/results.csv`) ?? '').trim().split(/\r?\n/);
  const cells = lines.slice(1).map((line) => line.split(','));
  const wrong = onceEach(
    'line of the results',
    cells.map(([line]) => Number(line)),
    numbers(ROWS).map((at) => at + 2),
  );
  for (const [line, status, id] of cells) {
    if (!statuses.includes(status ?? '')) wrong.push(`line ${line} is ${status}`);
    else if (marks.get(String(id)) !== `r${Number(line) - 2}`)
      wrong.push(`line ${line} names the record of ${marks.get(String(id))}`);
  }
  return wrong;
}

export const RATE = '--rate 3/10s';

/** After an import of ROWS rows, each with its mark. */
export async function imported(world: World, statuses: readonly string[], list?: string): Promise<string[]> {
  const contacts = await everyPage(world, '/v1/contacts?fields=Row', 'contacts');
  const marks = new Map(contacts.map((one) => [String(one.id), String(one.Row)]));
  const wrong = onceEach(
    'contact',
    [...marks.values()],
    numbers(ROWS).map((at) => `r${at}`),
  );
  wrong.push(...results(world, marks, statuses));
  if (world.ended.some(({ line }) => line.includes(RATE)))
    wrong.push(...rate(world, 'POST', '/v1/contacts/bulk', 3, 10_000));
  const summary = said(world);
  const { created, merged, unchanged, updated } = summary;
  wrong.push(
    ...same(
      'rows of the summary',
      [summary.rows, created + merged + unchanged + updated, summary.failed, summary.uncertain],
      [ROWS, ROWS, 0, 0],
    ),
  );
  if (list !== undefined) {
    const lists = await everyPage(world, '/v1/lists', 'lists');
    wrong.push(
      ...same(
        'lists',
        lists.map(({ name }) => name),
        [list],
      ),
    );
    const members = await everyPage(world, `/v1/contacts?listId=${lists[0]?.id}&fields=Row`, 'contacts');
    wrong.push(
      ...onceEach(
        'member',
        members.map((one) => one.Row),
        numbers(ROWS).map((at) => `r${at}`),
      ),
    );
  }
  return wrong;
}

const marksIn = (texts: readonly (string | null)[]) => texts.flatMap((text) => text?.match(/\br\d+\b/g) ?? []);
const bulksIn = ({ arrivals }: World) => arrivals.filter(({ path }) => path === '/v1/contacts/bulk');

export async function takeSnapshot(world: World): Promise<void> {
  const before = marksIn(bulksIn(world).map(({ body, isAcknowledged }) => (isAcknowledged ? body : null)));
  await world.ask('POST', '/_local/snapshot', { path: world.snapshotFile });
  world.inSnapshot = before;
}

/** What was acknowledged before it was begun is in a snapshot, and each bulk whole or not at all. */
export async function snapshotHolds(world: World): Promise<string[]> {
  if (world.inSnapshot === null) return [];
  await world.ask('POST', '/_local/restore', { path: world.snapshotFile });
  const held = new Set((await everyPage(world, '/v1/contacts?fields=Row', 'contacts')).map((one) => String(one.Row)));
  const bulks = bulksIn(world).map(({ body }) => marksIn([body]));
  return [
    ...world.inSnapshot.filter((mark) => !held.has(mark)).map((mark) => `the snapshot lacks ${mark}`),
    ...bulks
      .filter((marks) => marks.some((mark) => held.has(mark)) && !marks.every((mark) => held.has(mark)))
      .map((marks) => `the snapshot has a part of ${marks}`),
  ];
}

/** What undo could not know was said when it was lost. */
export const unlessWarned = (world: World, wrong: readonly string[]): readonly string[] =>
  world.ended.some(({ stderr }) => /cannot be undone|the history could not be/.test(stderr)) ? [] : wrong;
