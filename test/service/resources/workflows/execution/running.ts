// Workflows in a test: people in a list, a plan published, runs worked off and read.

import type { World } from '../../../world.ts';
import { block, type Inputs } from '../bodies.ts';

/** `people` contacts with ids from 1, all in list 1; number n has jobTitle T<n mod 3> and a profile. */
export async function peopled(world: World, people: number, more: (n: number) => object = () => ({})): Promise<void> {
  const call = (method: string, path: string, body: object) => world.done(method, path, { body });
  await call('POST', '/v1/lists', { name: 'Everybody', entity: 'CONTACT' });
  await call('POST', '/v1/lists', { name: 'Chosen', entity: 'CONTACT' });
  for (let from = 1; from <= people; from += 100) {
    const contacts = [...Array(Math.min(100, people - from + 1)).keys()].map((index) => ({
      firstName: `P${from + index}`,
      jobTitle: `T${(from + index) % 3}`,
      networkProfileUrl: `https://network.example/in/p${from + index}`,
      listId: 1,
      ...more(from + index),
    }));
    await call('POST', '/v1/contacts/bulk', { contacts });
  }
}

export type Node = Readonly<Record<string, unknown>>;

export const from = (next: string, inputs: Inputs = { leadsGroupId: 1 }, blockId = 'SELECT_LEADS_FROM_LIST'): Node =>
  block('from', blockId, inputs, next);
export const end = (id: string): Node => block(id, 'END', {});

/** Publishes a workflow; gives its id. */
export async function publish(world: World, nodes: readonly Node[], more: object = {}): Promise<number> {
  const body = { name: 'W', plan: { nodes }, publish: true, ...more };
  const reply = await world.call('POST', '/v1/workflows', { body });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data.id;
}

/** Starts a run; gives its id. */
export async function start(world: World, workflowId: number, input?: object): Promise<number> {
  const reply = await world.call('POST', `/v1/workflow/${workflowId}/run`, {
    body: input === undefined ? {} : { input },
  });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data.runId;
}

/** Status, credits where there are some, the reason where there is one, and counts by step. */
export async function read(world: World, runId: number): Promise<unknown> {
  const data = await world.done('GET', `/v1/workflow-runs/${runId}`);
  const steps = data.steps.map((step: { stepId: string; statusCounts: object }) => [step.stepId, step.statusCounts]);
  return {
    status: data.status,
    entities: data.distinctEntityCount,
    ...(data.creditsUsed > 0 && { credits: data.creditsUsed }),
    ...(data.reason !== null && { reason: data.reason }),
    ...Object.fromEntries(steps),
  };
}

export async function ran(world: World, nodes: readonly Node[], more: object = {}, input?: object): Promise<unknown> {
  const runId = await start(world, await publish(world, nodes, more), input);
  await world.work();
  return read(world, runId);
}

export async function membersOf(world: World, listId: number): Promise<number[]> {
  const { contacts } = await world.done('GET', '/v1/contacts', { query: { listId, pageSize: 100 } });
  return contacts.map(({ id }: { id: number }) => id);
}
