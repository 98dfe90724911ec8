// What else belongs to a contact: lists, campaigns, conversations. No endpoint answers this at once; it is put together
// from several, and what the key may not read is left out.

import { listPages } from '../../../client/answers/pages.ts';
import type { Client } from '../../../client/api.ts';
import { ApiError } from '../../../client/errors.ts';
import { routes } from '../../../client/routes/routes.ts';
import type { Thread } from '../../../contract/inbox/endpoints.ts';
import type { Session } from '../../app/session.ts';
import { having } from '../../shared/answer/known.ts';
import { byFields, filtered } from '../../shared/limit/filtered.ts';
import { findHolders } from './bisect.ts';

interface NamedRecord {
  readonly id: number;
  readonly name: string;
}

export interface RelatedRecords {
  readonly lists: readonly NamedRecord[];
  readonly campaigns: readonly (NamedRecord & { readonly status?: string | undefined })[];
  readonly conversations: readonly Thread[];
  /** Scopes the key lacks; the records they protect are missing. */
  readonly missingScopes: readonly string[];
  /** Parts that the service has nowhere that the interface shows. */
  readonly unshown: readonly string[];
}

/** What it asks, for the help. */
export const relatedRoutes = [
  routes.contacts.search,
  routes.lists.list,
  routes.campaigns.list,
  routes.inbox.threads,
] as const;

async function collected<T>(listing: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of listing) all.push(one);
  return all;
}

/** Whether the contact is in any of these lists or campaigns. */
async function isIn({ call }: Client, contactId: number, key: 'leadsGroup' | 'campaigns', ids: readonly number[]) {
  const include = { id: [contactId], [key]: [...ids] };
  const found = await collected(listPages(call, 'contacts', 'search', { body: { include } }, { limit: 1 }));
  return found.length > 0;
}

async function listsOf(client: Client, contactId: number): Promise<NamedRecord[]> {
  const query = { entity: 'CONTACT' } as const;
  const lists = listPages(client.call, 'lists', 'list', { query }, { filtersItself: true });
  const all = (await collected(lists)).filter(({ entity }) => entity !== 'COMPANY');
  const ask = (some: readonly NamedRecord[]) =>
    isIn(
      client,
      contactId,
      'leadsGroup',
      some.map(({ id }) => id),
    );
  const found = await findHolders<NamedRecord>(having(all, 'id', 'name'), ask);
  return found.map(({ id, name }) => ({ id, name }));
}

async function campaignsOf(client: Client, contactId: number): Promise<RelatedRecords['campaigns']> {
  const all = await collected(listPages(client.call, 'campaigns', 'list', {}));
  const ask = (some: readonly NamedRecord[]) =>
    isIn(
      client,
      contactId,
      'campaigns',
      some.map(({ id }) => id),
    );
  const found = await findHolders(having(all, 'id', 'name'), ask);
  return found.map(({ id, name, status }) => ({ id, name, status }));
}

/** Archived ones last. */
async function conversationsOf({ call }: Client, contactId: number): Promise<Thread[]> {
  const ask = (archived: boolean) =>
    collected(
      filtered(
        (all) => listPages(call, 'inbox', 'threads', { query: { contactId, archived } }, all),
        { ...byFields({ contactId }), archived: (one: Thread) => (one.archived ?? false) === archived },
        {},
      ),
    );
  return [...(await ask(false)), ...(await ask(true))];
}

/** A scope that the key lacks, or a path that the service lacks, leaves its part out; every other error is thrown. */
export async function relatedRecordsOf(session: Session, contactId: number): Promise<RelatedRecords> {
  const client = await session.client();
  const missing = new Set<string>();
  const unshown: string[] = [];
  const allowed = async <T>(part: string, work: () => Promise<readonly T[]>): Promise<readonly T[]> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && error.isUnshown) {
        unshown.push(part);
        return [];
      }
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
      const scope = error.details?.['requiredScope'];
      missing.add(typeof scope === 'string' ? scope : error.message);
      return [];
    }
  };
  return {
    lists: await allowed('lists', () => listsOf(client, contactId)),
    campaigns: await allowed('campaigns', () => campaignsOf(client, contactId)),
    conversations: await allowed('conversations', () => conversationsOf(client, contactId)),
    missingScopes: [...missing],
    unshown,
  };
}

/** Says what was left out, and why. */
export async function noteMissing({ print }: Session, { missingScopes, unshown }: RelatedRecords): Promise<void> {
  if (unshown.length > 0) {
    await print.note(`left out, as the interface does not show where this service has them: ${unshown.join(', ')}`);
  }
  if (missingScopes.length === 0) return;
  await print.note(`some records are left out: your key lacks ${missingScopes.join(', ')}`);
}
