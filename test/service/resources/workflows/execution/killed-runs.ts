// Runs of five steps that two processes work on while they are killed (SIGKILL) again and again. Each step of each
// record must have been left exactly once, and everything counted must be what it would be had no one been killed.

import { once } from 'node:events';
import { execa } from 'execa';
import { chance } from '../../../../chance.ts';
import type { World } from '../../../world.ts';
import { block } from '../bodies.ts';
import { end, from, peopled, publish, start } from './running.ts';

export interface KillPlan {
  readonly runs: number;
  readonly contacts: number;
  readonly kills: number;
  readonly seed: number;
  /** Jobs a process does at most before it is killed. */
  readonly jobsMost: number;
}

export interface Outcome {
  /** Of processes that were at work. */
  readonly kills: number;
  readonly processes: number;
  /** Steps that records left, of all runs. */
  readonly effects: number;
  /** Steps of records that no one did, or that were done more than once. */
  readonly lost: number;
  readonly doubled: number;
  readonly unfinished: number;
  /** Runs whose counts or credits are not those of the others, or not whole. */
  readonly wrong: number;
}

const STEPS = [
  from('verify'),
  block('verify', 'VERIFY_LEAD_EMAIL', {}, 'list'),
  block('list', 'ADD_LEADS_TO_GROUP', { leadsGroupId: 2 }, 'campaign'),
  block('campaign', 'ADD_LEADS_TO_CAMPAIGN', { campaignId: 1 }, 'end'),
  end('end'),
];

/** Written down by the store itself, in the transaction in which it happens. */
export const AUDIT = `
create table left_steps (run_id integer, entity_id integer, step integer);
create trigger left_step after update on workflow_run_entities
  when old.status in ('PENDING', 'WAITING') and new.status not in ('PENDING', 'WAITING')
  begin insert into left_steps values (old.run_id, old.entity_id, old.step); end;
`;

/** `program`: the built `programs/runner.ts`. The world's store is what the processes work on. */
export async function killedRuns(world: World, data: string, program: string, plan: KillPlan): Promise<Outcome> {
  await prepareRuns(world, plan, AUDIT);
  const { kills, processes } = await killing(data, program, plan);
  const { effects, different, unfinished } = await audited(world);
  const expected = plan.runs * plan.contacts * (STEPS.length - 1);
  return {
    kills,
    processes,
    effects,
    lost: expected - different,
    doubled: effects - different,
    unfinished,
    wrong: await wrongRuns(world, plan),
  };
}

/** People, a workflow and its runs, none of which has begun; `audit` makes the table `left_steps`. */
export async function prepareRuns(
  world: World,
  { contacts, runs }: Pick<KillPlan, 'contacts' | 'runs'>,
  audit: string,
): Promise<void> {
  await peopled(world, contacts, (n) => ({ professionalEmail: `p${n}@firm.example` }));
  await world.call('POST', '/v1/campaigns', { body: { name: 'C', steps: [{ type: 'network_visit_profile' }] } });
  await world.service.store.exec(audit);
  const workflow = await publish(world, STEPS);
  for (let run = 0; run < runs; run += 1) await start(world, workflow);
}

/** Kills now one and now the other, until it was often enough, or until nothing is left to do. */
async function killing(
  data: string,
  program: string,
  { kills, seed, jobsMost }: KillPlan,
): Promise<{ kills: number; processes: number }> {
  const random = chance(seed);
  let processes = 0;
  const begin = () => {
    processes += 1;
    return execa(process.execPath, [program, data], {
      stdin: 'ignore',
      stderr: 'inherit',
      buffer: false,
      reject: false,
    });
  };
  const pair = [begin(), begin()];
  let killed = 0;
  while (killed < kills && pair.some(({ exitCode }) => exitCode === null)) {
    const place = random() < 0.5 ? 0 : 1;
    const victim = pair[place];
    if (victim === undefined) throw new Error('there are two');
    for (let left = 1 + Math.floor(random() * jobsMost); left > 0 && victim.exitCode === null; ) {
      const received = await Promise.race([once(victim.stdout, 'data'), victim]);
      left -= String(Array.isArray(received) ? received[0] : '').split('\n').length - 1;
    }
    victim.kill('SIGKILL');
    await victim;
    if (victim.signalCode !== 'SIGKILL') continue;
    killed += 1;
    pair[place] = begin();
  }
  for (const child of pair) {
    child.stdout.resume();
    await child;
  }
  return { kills: killed, processes };
}

/** Steps that records left, those that are different, and runs that have not ended. */
export async function audited(world: World): Promise<{ effects: number; different: number; unfinished: number }> {
  return world.service.store.read(async (tx) => {
    const left = await tx.one<{ effects: number; different: number }>(
      `select sum(n) as effects, count(*) as different from (
         select count(*) as n from left_steps group by run_id, entity_id, step) as steps`,
    );
    const open = await tx.one<{ n: number }>("select count(*) as n from workflow_runs where status = 'RUNNING'");
    return { effects: left?.effects ?? 0, different: left?.different ?? 0, unfinished: open?.n ?? 0 };
  });
}

async function wrongRuns(world: World, { contacts }: KillPlan): Promise<number> {
  const input = new Map<string, number>();
  let broken = 0;
  const data = await world.done('GET', '/v1/workflow/1/runs', { query: { pageSize: 100 } });
  for (let runId = 1; runId <= data.total; runId += 1) {
    const run = await world.done('GET', `/v1/workflow-runs/${runId}`);
    const counts: Record<string, number>[] = run.steps.map((step: { statusCounts: object }) => step.statusCounts);
    const isWhole = counts.every((of) => Object.values(of).reduce((sum, n) => sum + n, 0) === contacts);
    if (run.status !== 'SUCCEEDED' || !isWhole) broken += 1;
    const text = JSON.stringify([counts, run.creditsUsed]);
    input.set(text, (input.get(text) ?? 0) + 1);
  }
  const usual = Math.max(0, ...input.values());
  return broken + (data.total - usual);
}
