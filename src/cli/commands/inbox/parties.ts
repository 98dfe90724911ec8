// The names of recipient and sender, for prompts and the editor.

import { listPages } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import type { Thread } from '../../../contract/inbox/endpoints.ts';
import type { Session } from '../../session/session.ts';
import { harmless } from '../../terminal/formats/cells.ts';

/** Enough for the names of a contact and its senders. */
const LATEST = 20;

const oneLine = (text: string): string => harmless(text).replace(/\s+/g, ' ').trim();

/** The newest conversations of the contact, newest first, whether or not the service filters by contact. */
export async function threadsOf(session: Session, contactId: number, limit: number): Promise<readonly Thread[]> {
  const { call } = await session.client();
  const query = { contactId };
  const threads: Thread[] = [];
  const listing = listPages(call, 'inbox', 'threads', { query }, { limit, signal: session.io.interrupt });
  for await (const thread of listing) threads.push(thread);
  return threads;
}

/** As `threadsOf`; none if the key is not allowed to read them. */
export async function latestThreads(session: Session, contactId: number): Promise<readonly Thread[]> {
  try {
    return await threadsOf(session, contactId, LATEST);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return [];
    throw error;
  }
}

/** `Ada Lovelace (1)`, or `contact 1` if no conversation has the name. */
export function contactName([thread]: readonly Thread[], contactId: number): string {
  const { firstName, lastName } = thread?.contact ?? {};
  const name = oneLine([firstName, lastName].filter((part) => part).join(' '));
  return name === '' ? `contact ${contactId}` : `${name} (${contactId})`;
}

/** `Robin Hale (2)`, or `identity 2`. */
export function senderName(threads: readonly Thread[], identityId: number): string {
  const name = oneLine(threads.find((thread) => thread.senderIdentityId === identityId)?.senderIdentityName ?? '');
  return name === '' ? `identity ${identityId}` : `${name} (${identityId})`;
}
