// What else there is of a contact: lists, campaigns, conversations. The interface has no page that shows it; it is put
// together of what its endpoints answer, and what the key may not read is left out.

import { listPages } from '../../../client/answers/pages.ts';
import type { Client } from '../../../client/api.ts';
import { ApiError } from '../../../client/errors.ts';
import type { Thread } from '../../../contract/inbox/endpoints.ts';
import type { Session } from '../../app/session.ts';
import { holdersAmong } from './lookup.ts';

export interface Named {
  readonly id: number;
  readonly name: string;
}

export interface Around {
  readonly lists: readonly Named[];
  readonly campaigns: readonly (Named & { readonly status: string })[];
  readonly conversations: readonly Thread[];
  /** Scopes the key lacks: what needs them is missing. */
  readonly missingScopes: readonly string[];
}

async function gathered<T>(listing: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of listing) all.push(one);
  return all;
}

/** Whether the contact is in any of these lists or campaigns. */
async function isIn({ call }: Client, contactId: number, key: 'leadsGroup' | 'campaigns', ids: readonly number[]) {
  const include = { id: [contactId], [key]: [...ids] };
  const found = await gathered(listPages(call, 'contacts', 'search', { body: { include } }, { limit: 1 }));
  return found.length > 0;
}

async function listsOf(client: Client, contactId: number): Promise<Named[]> {
  const all = await gathered(listPages(client.call, 'lists', 'list', { query: { entity: 'CONTACT' } }));
  const ask = (some: readonly Named[]) =>
    isIn(
      client,
      contactId,
      'leadsGroup',
      some.map(({ id }) => id),
    );
  const found = await holdersAmong<Named>(all, ask);
  return found.map(({ id, name }) => ({ id, name }));
}

async function campaignsOf(client: Client, contactId: number): Promise<Around['campaigns']> {
  const all = await gathered(listPages(client.call, 'campaigns', 'list', {}));
  const ask = (some: readonly Named[]) =>
    isIn(
      client,
      contactId,
      'campaigns',
      some.map(({ id }) => id),
    );
  const found = await holdersAmong(all, ask);
  return found.map(({ id, name, status }) => ({ id, name, status }));
}

/** Archived ones last. */
async function conversationsOf({ call }: Client, contactId: number): Promise<Thread[]> {
  const ask = (archived: boolean) => gathered(listPages(call, 'inbox', 'threads', { query: { contactId, archived } }));
  return [...(await ask(false)), ...(await ask(true))];
}

/** Throws what the service says, but for scopes the key lacks. */
export async function aroundOf(session: Session, contactId: number): Promise<Around> {
  const client = await session.client();
  const missing = new Set<string>();
  const allowed = async <T>(work: () => Promise<readonly T[]>): Promise<readonly T[]> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
      const scope = error.details?.['requiredScope'];
      missing.add(typeof scope === 'string' ? scope : error.message);
      return [];
    }
  };
  return {
    lists: await allowed(() => listsOf(client, contactId)),
    campaigns: await allowed(() => campaignsOf(client, contactId)),
    conversations: await allowed(() => conversationsOf(client, contactId)),
    missingScopes: [...missing],
  };
}
