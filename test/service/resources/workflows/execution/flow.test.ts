// Whatever the plan: each record goes one way through it, along its edges, each step once, to an end.

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openWorld, type World } from '../../../world.ts';
import { block } from '../bodies.ts';
import { AUDIT } from './killed-runs.ts';
import { from, type Node, peopled, publish, start } from './running.ts';

const PEOPLE = 12;
const KINDS = ['list', 'wait', 'split', 'ask', 'king'] as const;
const SLOTS = { list: 1, wait: 1, split: 3, ask: 2, king: 2 } as const;

type Kind = (typeof KINDS)[number];

/** A node and, for each slot, how far on it leads. */
const step = fc.tuple(
  fc.constantFrom(...KINDS),
  fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 3 }),
);

/** Everything leads to the END at last; nodes that nothing leads to are left out. */
function planOf(steps: readonly (readonly [Kind, readonly number[]])[]): Node[] {
  const last = steps.length;
  const name = (at: number): string => (at >= last ? 'end' : `n${at}`);
  const targets = steps.map(([kind, jumps], at) =>
    jumps.slice(0, SLOTS[kind]).map((jump) => Math.min(last, at + jump)),
  );
  const reached = new Set([0]);
  for (const [at, to] of targets.entries()) if (reached.has(at)) for (const one of to) reached.add(one);
  const nodes = steps.flatMap(([kind], at) =>
    reached.has(at) ? [nodeOf(kind, name(at), (targets[at] ?? []).map(name))] : [],
  );
  return [from(name(0)), ...nodes, block('end', 'END', {})];
}

function nodeOf(kind: Kind, id: string, next: string[]): Node {
  switch (kind) {
    case 'list':
      return block(id, 'ADD_LEADS_TO_GROUP', { leadsGroupId: 2 }, ...next);
    case 'wait':
      return block(id, 'WAIT', { duration: { value: 1, unit: 'hours' } }, ...next);
    case 'ask':
      return block(id, 'WAIT_FOR_APPROVAL', {}, ...next);
    case 'king':
      return { id, kind: 'KING', groupBy: 'jobTitle', orderBy: 'createdAt', limit: 2, next };
    case 'split': {
      const conditions = [
        { field: 'jobTitle', operator: 'EQUALS', value: 'T1' },
        { type: 'RANDOM_SPLIT', percentage: 50 },
      ];
      return { id, kind: 'CONDITIONAL', conditions, next };
    }
  }
}

const nextOf = (node: Node | undefined): readonly string[] => (Array.isArray(node?.['next']) ? node['next'] : []);

/** Lets time pass and decides, until the run is over; gives how it ended. */
async function toTheEnd(world: World, runId: number, decisions: readonly boolean[]): Promise<string> {
  for (let turn = 0; turn < 100; turn += 1) {
    await world.work();
    const { data } = (await world.call('GET', `/v1/workflow-runs/${runId}`)).body;
    if (data.status !== 'RUNNING') return data.status;
    for (const [at, { stepId, stepType, statusCounts }] of data.steps.entries()) {
      if (stepType !== 'WAIT_FOR_APPROVAL' || !statusCounts.WAITING) continue;
      const decision = decisions[(turn + at) % decisions.length] === true ? 'APPROVED' : 'REJECTED';
      await world.call('POST', `/v1/workflow-runs/${runId}/approvals`, { body: { stepId, decision } });
    }
    await world.control('POST', '/_local/clock', { advance: '1h' });
  }
  return 'never';
}

test('every record takes one way along the edges, each step once, and all of them arrive', async () => {
  const input = fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 7 }),
    decisions: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(input, async ({ steps, decisions }) => {
      const world = await openWorld();
      await peopled(world, PEOPLE);
      await world.service.store.exec(AUDIT);
      const nodes = planOf(steps);
      const runId = await start(world, await publish(world, nodes));
      expect(await toTheEnd(world, runId, decisions)).toBe('SUCCEEDED');
      const rows = await world.service.store.read((tx) =>
        tx.all<{ entity: number; way: string }>(
          "select entity_id as entity, group_concat(step, ' ') as way from (select * from left_steps order by rowid) group by entity_id",
        ),
      );
      expect(rows).toHaveLength(PEOPLE);
      const { data } = (await world.call('GET', `/v1/workflow-runs/${runId}`)).body;
      const counted = data.steps.map(
        ({ statusCounts }: { statusCounts: { SUCCEEDED?: number } }) => statusCounts.SUCCEEDED ?? 0,
      );
      const walked = nodes.map(() => 0);
      walked[0] = PEOPLE;
      for (const { way } of rows) {
        const places = way.split(' ').map(Number);
        for (const place of places) walked[place] = (walked[place] ?? 0) + 1;
        for (const [at, place] of [0, ...places].entries()) {
          const to = places[at];
          if (to === undefined) expect(nodes[place]?.['id']).toBe('end');
          else expect(nextOf(nodes[place])).toContain(nodes[to]?.['id']);
        }
      }
      expect(counted).toEqual(walked);
      expect(world.bugs).toEqual([]);
      await world.close();
    }),
    { numRuns: 12 },
  );
});
