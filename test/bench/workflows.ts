// A run over many contacts under `reach serve`: how fast its steps are done, what memory that takes, and how long other
// requests wait meanwhile.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { post, startOn } from '../service/start-on.ts';
import type { Area, Place } from './area.ts';
import { atLeast, atMost, type Figure, median, milliseconds, perSecond, shortNumber } from './figures.ts';
import { companion, reach } from './processes.ts';
import { contactItem } from './rows.ts';

const ITEMS = 100;
const EFFECTS_PER_SECOND = 5_000;
const PEAK_MB = 400;
const ANSWER_MS = 200;
/** For so long the same requests are measured while nothing runs. */
const CALM_MS = 10_000;

const block = (id: string, blockId: string, inputs: object, ...next: string[]) => ({
  id,
  kind: 'BLOCK',
  blockId,
  inputs,
  next,
});

/** Selects, asks, verifies, splits, adds to a list and to a campaign. */
const NODES = [
  block('from', 'SELECT_LEADS_FROM_LIST', { leadsGroupId: 1 }, 'who'),
  {
    id: 'who',
    kind: 'CONDITIONAL',
    conditions: [{ field: 'jobTitle', operator: 'IS_ANY_OF', value: ['CTO', 'Buyer', 'Head of Sales'] }],
    fallbackName: 'others',
    next: ['verify', 'half'],
  },
  block('verify', 'VERIFY_LEAD_EMAIL', {}, 'half'),
  {
    id: 'half',
    kind: 'CONDITIONAL',
    conditions: [{ type: 'RANDOM_SPLIT', percentage: 50 }],
    next: ['list', 'campaign'],
  },
  block('list', 'ADD_LEADS_TO_GROUP', { leadsGroupId: 2 }, 'campaign'),
  block('campaign', 'ADD_LEADS_TO_CAMPAIGN', { campaignId: 1 }, 'end'),
  block('end', 'END', {}),
];

/** Contacts in list 1, an empty list 2, a campaign. */
async function fill(data: string, count: number): Promise<void> {
  const service = await startOn(data);
  for (const name of ['All', 'Half']) await post(service, '/v1/lists', { name, entity: 'CONTACT' });
  await post(service, '/v1/campaigns', { name: 'C', steps: [{ type: 'network_visit_profile' }] });
  for (let n = 0; n < count; n += ITEMS) {
    const contacts = Array.from({ length: Math.min(ITEMS, count - n) }, (_, at) => ({
      ...contactItem(n + at),
      listId: 1,
    }));
    await post(service, '/v1/contacts/bulk', { contacts });
  }
  await service.close();
}

interface Run {
  readonly status: string;
  readonly distinctEntityCount: number;
  readonly steps: readonly { readonly statusCounts: Readonly<Record<string, number>> }[];
}

type Ask = <T>(method: string, path: string, body?: object) => Promise<T>;

function asking(url: string, key: string): Ask {
  return async (method, path, body) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const { data, message } = JSON.parse(await answer.text());
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${message}`);
    return data;
  };
}

/** Other requests, one after the other, until `isOver`: how long each took, ms. */
async function others(ask: Ask, isOver: () => boolean): Promise<Record<'reads' | 'writes', number[]>> {
  const took = { reads: [] as number[], writes: [] as number[] };
  const timed = async (of: number[], work: () => Promise<unknown>): Promise<void> => {
    const began = performance.now();
    await work();
    of.push(performance.now() - began);
  };
  for (let n = 1; !isOver(); n += 1) {
    await timed(took.reads, () => ask('GET', '/v1/contacts?pageSize=25'));
    await timed(took.reads, () => ask('GET', `/v1/contacts/${n}`));
    await timed(took.writes, () => ask('PATCH', `/v1/contacts/${n}`, { networkHeadline: `Changed ${n}` }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return took;
}

function spreadOf(values: readonly number[]): string {
  const most = values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
  return `${values.length}, median ${milliseconds(median(values))}, 99 % ${milliseconds(most)}`;
}

/** Steps that records have left or are at, all together. */
function effectsOf({ steps }: Run): number {
  return steps.flatMap(({ statusCounts }) => Object.values(statusCounts)).reduce((sum, count) => sum + count, 0);
}

const peakMb = (pid: number): number =>
  Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function* measure({ sizes, folder, root, say }: Place): AsyncGenerator<Figure> {
  const data = join(folder, 'data');
  const count = sizes.runContacts;
  say(`${count.toLocaleString('en-US')} contacts`);
  await fill(data, count);
  const flags = ['--data', data, '--rate-limits', 'off', '-o', 'json'];
  const served = await companion(reach(root, ['serve', ...flags], { REACH_HOME: join(folder, 'home') }));
  try {
    const ask = asking(String(served.ready['url']), String(served.ready['key']));
    const { id } = await ask<{ id: number }>('POST', '/v1/workflows', {
      name: 'W',
      plan: { nodes: NODES },
      publish: true,
    });
    const calmUntil = performance.now() + CALM_MS;
    const calm = await others(ask, () => performance.now() >= calmUntil);
    const began = performance.now();
    const { runId } = await ask<{ runId: number }>('POST', `/v1/workflow/${id}/run`, {});
    const readRun = () => ask<Run>('GET', `/v1/workflow-runs/${runId}`);
    let run = await readRun();
    let ms = 0;
    const watching = (async () => {
      while (run.status === 'RUNNING') {
        await new Promise((resolve) => setTimeout(resolve, 100));
        run = await readRun();
      }
      ms = performance.now() - began;
    })();
    const took = await others(ask, () => ms > 0);
    await watching;
    if (run.status !== 'SUCCEEDED') throw new Error(`the run ended ${run.status}`);
    const rate = perSecond(effectsOf(run), ms);
    const over = `${run.distinctEntityCount.toLocaleString('en-US')} contacts`;
    yield {
      what: `step effects of a run over ${over}`,
      figure: `${shortNumber(rate)} /s`,
      budget: atLeast(EFFECTS_PER_SECOND, '/s', rate),
    };
    yield { what: 'the run from call to end', figure: `${shortNumber(ms / 1_000)} s` };
    for (const what of ['reads', 'writes'] as const) {
      const worst = Math.max(...took[what]);
      yield {
        what: `other ${what} meanwhile: ${spreadOf(took[what])}, the slowest`,
        figure: milliseconds(worst),
        baseline: `${milliseconds(Math.max(...calm[what]))} before it`,
        budget: atMost(ANSWER_MS, 'ms', worst),
      };
    }
    const peak = peakMb(served.pid);
    yield {
      what: 'peak memory of the service',
      figure: `${shortNumber(peak)} MB`,
      budget: atMost(PEAK_MB, 'MB', peak),
    };
  } finally {
    await served.stop();
  }
}

export const workflows: Area = { title: 'A workflow run under reach serve', measure };
