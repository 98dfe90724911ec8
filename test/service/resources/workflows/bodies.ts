// Workflow bodies for tests of the service: short plans, and a workspace that has what they name.

import type { Reply, World } from '../../world.ts';

export type Inputs = Readonly<Record<string, unknown>>;

export const block = (id: string, blockId: string, inputs: Inputs, ...next: readonly string[]) => ({
  id,
  kind: 'BLOCK',
  blockId,
  inputs,
  next,
});

/** Begins with what a run call names, verifies, ends. */
export const PLAN = {
  nodes: [
    block('start', 'SELECT_LEADS', { leadIds: '__MANUAL_INPUT' }, 'verify'),
    block('verify', 'VERIFY_LEAD_EMAIL', {}, 'end'),
    block('end', 'END', {}),
  ],
};

/** A draft that cannot be published: an open slot, and an entry that is not configured. */
export const OPEN_PLAN = {
  nodes: [block('start', 'SELECT_LEADS', {}, 'verify'), block('verify', 'VERIFY_LEAD_EMAIL', {}, '')],
};

export const WEBHOOK = {
  name: 'Hook',
  plan: { nodes: [block('start', 'SELECT_LEADS', { leadIds: '__MANUAL_INPUT' })] },
  trigger: { type: 'WEBHOOK', inputs: [{ key: 'people', type: 'leadIds', label: 'Who' }] },
};

/** Answers of POST /v1/workflows, whatever they are. */
export function create(world: World, body: unknown, key?: string): Promise<Reply> {
  return world.call('POST', '/v1/workflows', { body, ...(key !== undefined && { key }) });
}

/** Creates a workflow that is in order; gives the answer's data. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
export async function created(world: World, body: Readonly<Record<string, unknown>> = {}, key?: string): Promise<any> {
  const reply = await create(world, { name: 'W', plan: PLAN, ...body }, key);
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data;
}

/** Issues of a refusal, as `path code`. */
export function issues({ body }: Reply): string[] {
  return (body.details?.issues ?? []).map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
}

/** Makes contacts 1…n and gives their ids. */
export async function contacts(world: World, n: number): Promise<number[]> {
  const body = { contacts: Array.from({ length: n }, (_, i) => ({ firstName: `C${i}`, lastName: 'X' })) };
  const { results } = await world.done('POST', '/v1/contacts/bulk', { body });
  return results.map(({ contact }: { contact: { id: number } }) => contact.id);
}
