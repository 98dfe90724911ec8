// What a slice of a campaign works with: the sender, the steps, and the contacts with their values.

import type { StepRecord } from '../../../../contract/campaigns/steps.ts';
import { fieldOfPlaceholder, type ValueOf } from '../../../../rules/campaigns/placeholders.ts';
import { routeOf, type SequenceRoute } from '../../../../rules/campaigns/route.ts';
import { senderValue } from '../../../../rules/campaigns/sender.ts';
import type { RecordField } from '../../../../rules/records/fields.ts';
import type { StoredRecord } from '../../../../rules/records/upsert/pending-record.ts';
import type { Context } from '../../../core/context.ts';
import { isSwitchedOn } from '../../../core/features.ts';
import { choiceSeed, type ReactionRates, reactionRates } from '../../../core/queries/settings.ts';
import { COMPANIES } from '../../companies/queries/companies.ts';
import { CONTACTS } from '../../contacts/queries/contacts.ts';
import { type IdentityRow, identityById } from '../../identities/queries/identities.ts';
import { identityName } from '../../identities/read.ts';
import { recordsById } from '../../records/queries/records.ts';
import { workspaceFields } from '../../records/requested-fields.ts';
import { fieldValue } from '../../records/view.ts';
import type { CampaignRow } from '../queries/campaigns.ts';
import { areConnected } from '../queries/engagement.ts';
import { suppressedContacts } from '../queries/enrolments.ts';

/** A campaign under execution. */
export interface CampaignRun {
  readonly context: Context;
  readonly campaign: CampaignRow;
  readonly route: SequenceRoute;
  /** The campaign's clock, which stops while the campaign is paused. */
  readonly time: number;
  readonly sender: IdentityRow | null;
  readonly fields: ReadonlyMap<string, RecordField>;
  /** Whether contacts react by themselves, or only to `/_local/emit`. */
  readonly hasEngagement: boolean;
  /** Decides how they react. */
  readonly seed: string | null;
  /** The share that does, where it was set. */
  readonly rates: ReactionRates;
}

/** A contact with everything its messages may refer to. */
export interface Recipient {
  readonly contact: StoredRecord;
  readonly company: StoredRecord | null;
  /** Blocklisted or opted out. */
  readonly isSuppressed: boolean;
}

export async function openRun(
  context: Context,
  campaign: CampaignRow,
  steps: readonly StepRecord[],
  pausedMs: number,
): Promise<CampaignRun> {
  const { tx, principal, now } = context;
  const { known } = await workspaceFields(context, 'CONTACT');
  const { identityId } = campaign;
  const sender = identityId === null ? undefined : await identityById(tx, principal.workspaceId, identityId);
  return {
    context,
    campaign,
    route: routeOf(steps),
    time: now - pausedMs,
    sender: sender ?? null,
    fields: known,
    hasEngagement: await isSwitchedOn(tx, 'engagement'),
    seed: await choiceSeed(tx),
    rates: await reactionRates(tx),
  };
}

/** The contacts that still exist, by id. */
export async function recipientsOf(
  { context }: CampaignRun,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Recipient>> {
  const { tx, principal } = context;
  const contacts = await recordsById(tx, CONTACTS, principal.workspaceId, ids);
  const companyIds = new Set(contacts.flatMap(({ companyId }) => companyId ?? []));
  const companies = new Map(
    (await recordsById(tx, COMPANIES, principal.workspaceId, companyIds)).map((company) => [company.id, company]),
  );
  const suppressed = await suppressedContacts(tx, ids);
  return new Map(
    contacts.map((contact) => {
      const company = contact.companyId === null ? null : (companies.get(contact.companyId) ?? null);
      return [contact.id, { contact, company, isSuppressed: suppressed.has(contact.id) }];
    }),
  );
}

/** The value of a field as the API shows it; undefined for an unknown field. */
export function recipientValue({ fields }: CampaignRun, { contact, company }: Recipient, id: string): unknown {
  const field = fields.get(id);
  return field === undefined ? undefined : fieldValue(field, { contact, company, leadsCount: 0 });
}

/** Resolves placeholders to the text of their value; null if there is none. */
export function placeholderValues(run: CampaignRun, recipient: Recipient): ValueOf {
  return (name) => {
    const field = fieldOfPlaceholder(name);
    return field === null
      ? senderText(run, name.slice('identity.'.length))
      : textOf(recipientValue(run, recipient, field));
  };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function senderText({ sender }: CampaignRun, field: string): string | null {
  if (sender === null) return null;
  return senderValue({ ...sender.profile, email: sender.email, name: identityName(sender) }, field) ?? null;
}

/** Whether the campaign's sender and the contact are connected on the network. */
export async function isConnected({ context, sender }: CampaignRun, { contact }: Recipient): Promise<boolean> {
  return sender !== null && areConnected(context.tx, contact.id, sender.id);
}
