// Work that dies at any statement: what it did is rolled back with it, and the next attempt does it once.

import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linksTo } from '../../../../../src/service/core/principals.ts';
import { rowsOver, type Tx } from '../../../../../src/service/core/sql.ts';
import { requeueJob, takeJob } from '../../../../../src/service/jobs/queries/jobs.ts';
import { PERFORMERS } from '../../../../../src/service/performers.ts';
import { EPOCH, type World, withFolder } from '../../../world.ts';
import { days } from '../bodies.ts';
import { add, HOUR, openStory, status } from './timeline.ts';

const waitFor = days(2);
const email = { type: 'email', subject: 'S {firstName}', content: 'https://outreach.example' };
const steps = [
  { type: 'network_visit_profile' },
  email,
  {
    type: 'condition',
    condition: { type: 'email_opened', waitFor },
    onTrue: [
      { type: 'task', taskType: 'CALL', title: 'Call' },
      { type: 'add_to_another_campaign', campaignId: 1 },
    ],
    onFalse: [{ type: 'network_connection', content: 'Hi', waitForAcceptance: days(2), onAccepted: [{ type: 'end' }] }],
  },
  { type: 'network_message_bundle', messages: [{ content: '1' }, { content: '2' }], delay: days(1) },
];

const CONTACTS = 9;
const TABLES = ['campaigns', 'campaign_contacts', 'campaign_actions', 'threads', 'messages', 'contact_events', 'jobs'];

let world: World;
let before: string;
let folder: string;
let release: () => void;

beforeAll(async () => {
  // The folder lives as long as the tests.
  await new Promise<void>((ready) => {
    void withFolder(async (made) => {
      folder = made;
      ready();
      await new Promise<void>((end) => {
        release = end;
      });
    });
  });
  world = await openStory({ steps: [{ type: 'network_visit_profile' }], lively: true });
  await status(world, 'ACTIVE');
  await world.done('POST', '/v1/campaigns', { body: { name: 'Second', identityId: 1, steps } });
  const contacts = Array.from({ length: CONTACTS - 1 }, (_, n) => ({
    firstName: `P${n}`,
    professionalEmail: `p${n}@x.example`,
    networkProfileUrl: `https://network.example/in/p${n}`,
  }));
  await world.done('POST', '/v1/contacts/bulk', { body: { contacts } });
  for (let id = 1; id <= CONTACTS; id += 1) await add(world, id, 2);
  await status(world, 'ACTIVE', 2);
  before = `${folder}/before.db`;
  await world.control('POST', '/_local/snapshot', { path: before });
});
afterAll(async () => {
  await world.close();
  release();
});

class Killed extends Error {}

/** A transaction that dies at its nth statement. */
function mortal(tx: Tx, nth: number): Tx {
  let left = nth;
  const counted = <A extends unknown[], R>(work: (...input: A) => Promise<R>) => {
    return async (...input: A): Promise<R> => {
      left -= 1;
      if (left < 0) throw new Killed();
      return work(...input);
    };
  };
  // A generic method cannot be wrapped without naming its row type, which no statement here depends on.
  const all: Tx['all'] = (sql, ...values) => counted(() => tx.all<never>(sql, ...values))();
  return {
    ...rowsOver(all, counted(tx.run)),
    ids: counted(tx.ids),
    runRows: counted(tx.runRows),
    addText: counted(tx.addText),
    removeText: counted(tx.removeText),
    version: tx.version,
    reserveIds: tx.reserveIds,
  };
}

/** Does all work of 20 days, each job at its moment; `deaths`: at which statement each attempt dies, in order. */
async function workThrough(deaths: readonly number[]): Promise<number> {
  const { store } = world.service;
  let killed = 0;
  let attempt = 0;
  for (;;) {
    const death = deaths[attempt] ?? Number.POSITIVE_INFINITY;
    attempt += 1;
    try {
      const isDone = await store.write(async (tx) => {
        const job = await takeJob(tx, EPOCH + 20 * 24 * HOUR);
        if (!job) return true;
        const performer = await PERFORMERS[job.kind]?.();
        if (!performer) throw new Error(`nobody performs ${job.kind}`);
        const principal = {
          workspaceId: 1,
          userId: 1,
          role: 'ADMIN',
          keyId: 0,
          keyName: 'engine',
          scopes: ['ALL'],
        } as const;
        const context = { tx: mortal(tx, death), principal, now: Math.max(job.dueAt, EPOCH), ...linksTo() };
        const next = await performer.perform(job, context);
        if (next) {
          const dueAt = Math.max(next.resumeAt, context.now);
          await requeueJob(tx, job, { dueAt, payload: job.payload, turns: 0 });
        }
        return false;
      });
      if (isDone) return killed;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      killed += 1;
    }
  }
}

async function dump(): Promise<unknown> {
  return world.service.store.read(async (tx) => {
    const tables: Record<string, unknown> = {};
    for (const table of TABLES) {
      tables[table] = (await tx.all(`select * from ${table} order by 1, 2, 3`)).map((row) => ({ ...Object(row) }));
    }
    return tables;
  });
}

async function outcomeOf(deaths: readonly number[]): Promise<{ killed: number; left: unknown }> {
  await world.control('POST', '/_local/restore', { path: before });
  const killed = await workThrough(deaths);
  return { killed, left: await dump() };
}

test('nothing is lost and nothing doubled, wherever the work dies', async () => {
  const undisturbed = await outcomeOf([]);
  expect(undisturbed.killed).toBe(0);
  const counts = await world.service.store.read((tx) =>
    tx.all<{ type: string; n: number }>('select type, count(*) as n from campaign_actions group by type order by type'),
  );
  // Every kind of work was done, both branches taken.
  expect(Object.fromEntries(counts.map(({ type, n }) => [type, n]))).toMatchObject({
    email: CONTACTS,
    condition: CONTACTS,
    network_message_bundle: expect.any(Number),
    network_connection: expect.any(Number),
    add_to_another_campaign: expect.any(Number),
    task: expect.any(Number),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(400), { minLength: 1, maxLength: 30 }), async (deaths) => {
      const { killed, left } = await outcomeOf(deaths);
      expect(left).toEqual(undisturbed.left);
      return killed <= deaths.length;
    }),
    { numRuns: 12 },
  );
});

test('any statement of the first slice with contacts may be the last', async () => {
  const undisturbed = await outcomeOf([]);
  // The first job is that of the campaign without contacts.
  for (let nth = 0; ; nth += 7) {
    const { killed, left } = await outcomeOf([Number.POSITIVE_INFINITY, nth]);
    expect(left).toEqual(undisturbed.left);
    if (killed > 0) continue;
    // The slice had fewer statements.
    expect(nth).toBeGreaterThan(50);
    return;
  }
});
