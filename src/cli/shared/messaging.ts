// What a person should know before contacts are messaged: how many, in which campaign, and from whom.

import { ApiError } from '../../client/errors.ts';
import { counted } from '../../contract/english.ts';
import type { AnyId } from '../../contract/ids.ts';
import type { Session } from '../session/session.ts';
import { orDash } from './answer/known.ts';
import { findIdentity } from './lookup/identity.ts';
import { approveAt } from './target.ts';

/** More contacts than these are messaged only after their number is typed. */
const UNTYPED_MAX = 100;

/** The number that has to be typed; undefined where a yes is enough. */
export const typedCount = (contacts: number | undefined): string | undefined =>
  contacts !== undefined && contacts > UNTYPED_MAX ? String(contacts) : undefined;

/** What only helps to decide: where the service refuses it, the question does without. */
export async function helpful<T>(reading: Promise<T>): Promise<T | null> {
  return await reading.catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
}

/** ` from Robin Hale`; empty where no one sends. The name is looked up only where there is someone to read it. */
export async function fromSender(session: Session, identityId: number | null | undefined): Promise<string> {
  if (identityId == null) return '';
  const known = session.prompt.possible ? await findIdentity(session, String(identityId)).catch(() => null) : null;
  return ` from ${known?.name ?? `identity ${identityId}`}`;
}

/** `list "Newsletter" (19 contacts)`, with their number where the service gives it. */
export async function listText(session: Session, listId: AnyId): Promise<{ text: string; size: number | undefined }> {
  const list = await helpful((await session.api()).lists.get({ params: { listId } }));
  const name = list?.name === undefined ? `list ${listId}` : `list "${orDash(list.name)}"`;
  const size = list?.size;
  const noun = list?.entity === 'COMPANY' ? 'company' : 'contact';
  return { text: size === undefined ? name : `${name} (${counted(size, noun)})`, size };
}

/** Asks before contacts are added to a campaign that is ACTIVE: it messages them. `whom` is read only to ask. */
export async function approveEnrolment(
  session: Session,
  campaignId: AnyId,
  whom: () => Promise<{ readonly text: string; readonly size: number | undefined }>,
): Promise<void> {
  const campaign = await helpful((await session.api()).campaigns.get({ params: { campaignId } }));
  if (campaign?.status !== 'ACTIVE') return;
  const { text, size } = await whom();
  const sender = await fromSender(session, campaign.identityId);
  await approveAt(
    session,
    `Add ${text} to "${orDash(campaign.name)}", which is ACTIVE and will message them${sender}`,
    {
      declined: 'nothing added',
      typed: typedCount(size),
    },
  );
}
