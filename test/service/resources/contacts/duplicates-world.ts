import type { World } from '../../world.ts';

export interface ListedGroup {
  values: Record<string, string>;
  contactIds: number[];
  size: number;
}

/** Contacts in order, never merged: the first has id 1. */
export async function send(world: World, contacts: readonly object[]): Promise<void> {
  for (let from = 0; from < contacts.length; from += 100) {
    const some = contacts.slice(from, from + 100).map((contact) => ({ ...contact, mergeWithExisting: false }));
    const reply = await world.call('POST', '/v1/contacts/bulk', { body: { contacts: some } });
    if (reply.body.data?.summary.created !== some.length) throw new Error(JSON.stringify(reply.body));
  }
}
