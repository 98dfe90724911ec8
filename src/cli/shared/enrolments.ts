// Contacts of a campaign with their progress: only the local service reports it.

import { type Command, Option, type OptionValues } from 'commander';
import { type ListOptions, picked } from '../../client/answers/listing.ts';
import { listPages } from '../../client/answers/pages.ts';
import { ENROLMENT_STATUSES } from '../../contract/campaigns/enums.ts';
import { counted } from '../../contract/english.ts';
import type { AnyId } from '../../contract/ids.ts';
import type { Session } from '../session/session.ts';
import { harmless } from '../terminal/formats/cells.ts';
import { type LimitOptions, printListing } from './limit.ts';
import { enrolmentView } from './views/local.ts';

export const withEnrolmentStatus = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command.addOption(
    new Option('--status <status>', 'only contacts with this status (local service)').choices(
      ENROLMENT_STATUSES.map((word) => word.toLowerCase()),
    ),
  );

/** The contacts, and a note about who got messages and who did not. */
export async function printEnrolments(
  session: Session,
  campaignId: AnyId,
  wanted: string | undefined,
  limits: LimitOptions,
  /** Only these; null for all. */
  kept: ReadonlySet<unknown> | null = null,
): Promise<void> {
  const { api, call } = await session.client();
  const params = { campaignId };
  const status = ENROLMENT_STATUSES.find((known) => known === wanted?.toUpperCase());
  const query = status === undefined ? {} : { status };
  const open = (paging: ListOptions) => listPages(call, 'local', 'campaignContacts', { params, query }, paging);
  await printListing(session, enrolmentView, limits, (paging) =>
    kept === null ? open(paging) : picked(open, ({ contactId }) => kept.has(contactId), paging),
  );
  if (kept !== null) return;
  const { sent } = await api.local.campaignContacts({ params, query: { pageSize: 1 } });
  if (sent !== undefined && sent.messages + sent.without.length > 0) await session.print.note(sentText(sent));
}

/** `5 messages to 5 contacts, 1 got none: no email address` */
function sentText({
  messages,
  contacts,
  without,
}: {
  readonly messages: number;
  readonly contacts: number;
  readonly without: readonly { readonly reason: string; readonly contacts: number }[];
}): string {
  const reached = `${counted(messages, 'message')} to ${counted(contacts, 'contact')}`;
  const none = without.reduce((sum, one) => sum + one.contacts, 0);
  if (none === 0) return reached;
  const reasons = without.map((one) => (without.length === 1 ? one.reason : `${one.reason} (${one.contacts})`));
  return `${reached}, ${none} got none: ${harmless(reasons.join(', '))}`;
}
