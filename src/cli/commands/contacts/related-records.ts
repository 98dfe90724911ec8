// What else belongs to a contact: lists, campaigns, conversations. No endpoint answers this at once; it is put together
// from several, and what cannot be read is left out.

import { holdersOfContacts } from '../../../client/answers/bisect.ts';
import { collected, everyThread, listPages } from '../../../client/answers/pages.ts';
import type { Client } from '../../../client/api.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { Thread } from '../../../contract/inbox/endpoints.ts';
import type { Session } from '../../session/session.ts';
import { having, whyUnreadable } from '../../shared/answer.ts';
import type { ExitName } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';

interface NamedRecord {
  readonly id: AnyId;
  readonly name: string;
}

export interface RelatedRecords {
  readonly lists: readonly NamedRecord[];
  readonly campaigns: readonly (NamedRecord & { readonly status?: string | undefined })[];
  readonly conversations: readonly Thread[];
  /** Parts that cannot be read, each with the reason. */
  readonly unread: readonly string[];
}

async function listsOf(client: Client, contactId: number): Promise<NamedRecord[]> {
  const query = { entity: 'CONTACT' } as const;
  const lists = listPages(client.call, 'lists', 'list', { query }, { filtersItself: true });
  const all = (await collected(lists)).filter(({ entity }) => entity !== 'COMPANY');
  const found = await holdersOfContacts(client.call, [contactId], 'leadsGroup', having(all, 'id', 'name'));
  return (found.get(contactId) ?? []).map(({ id, name }) => ({ id, name }));
}

async function campaignsOf(client: Client, contactId: number): Promise<RelatedRecords['campaigns']> {
  const all = await collected(listPages(client.call, 'campaigns', 'list', {}));
  const found = await holdersOfContacts(client.call, [contactId], 'campaigns', having(all, 'id', 'name'));
  return (found.get(contactId) ?? []).map(({ id, name, status }) => ({ id, name, status }));
}

/** The records of a part; none, and why, where they cannot be read. Every other error is thrown. */
export async function readable<T>(
  part: string,
  unread: string[],
  work: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  try {
    return await work();
  } catch (error) {
    const why = whyUnreadable(error);
    if (why === null) throw error;
    unread.push(`${part} (${why})`);
    return [];
  }
}

export async function relatedRecordsOf(session: Session, contactId: number): Promise<RelatedRecords> {
  const client = await session.client();
  const unread: string[] = [];
  return {
    lists: await readable('lists', unread, () => listsOf(client, contactId)),
    campaigns: await readable('campaigns', unread, () => campaignsOf(client, contactId)),
    conversations: await readable('conversations', unread, () => collected(everyThread(client.call, { contactId }))),
    unread,
  };
}

/** Names what is left out. The result is incomplete then. */
export async function noteUnread({ print }: Session, unread: readonly string[]): Promise<ExitName> {
  for (const part of unread) await print.note(harmless(`left out: ${part}`));
  return unread.length > 0 ? 'bad' : 'done';
}
