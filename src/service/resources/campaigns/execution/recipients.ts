// What a slice of a campaign works with: the sender, the steps, and the contacts with their values.

import { ORDER_OPERATORS } from '../../../../contract/campaigns/enums.ts';
import type { Condition, StepRecord } from '../../../../contract/campaigns/steps.ts';
import { fieldOfPlaceholder, type ValueOf } from '../../../../rules/campaigns/placeholders.ts';
import { routeOf, type SequenceRoute } from '../../../../rules/campaigns/route.ts';
import { senderValue } from '../../../../rules/campaigns/sender.ts';
import type { RecordField } from '../../../../rules/records/fields.ts';
import type { StoredRecord } from '../../../../rules/records/upsert/pending-record.ts';
import { matches } from '../../../../rules/workflows/conditions/matches.ts';
import type { Context } from '../../../core/context.ts';
import { isSwitchedOn } from '../../../core/features.ts';
import { type ReactionRates, reactionRates, SETTINGS, setting } from '../../../core/queries/settings.ts';
import { byId } from '../../../core/sql.ts';
import { hasWhatsapp } from '../../../stand-ins/engagement.ts';
import { COMPANIES, leadsCounts } from '../../companies/queries/companies.ts';
import { CONTACTS } from '../../contacts/queries/contacts.ts';
import { identityName } from '../../identities/identities.ts';
import { type IdentityRow, identityById } from '../../identities/queries/identities.ts';
import { recordsById } from '../../records/queries/records.ts';
import { workspaceFields } from '../../records/search.ts';
import { fieldValue } from '../../records/view.ts';
import type { CampaignRow } from '../queries/campaigns.ts';
import { ExecutionTally } from '../queries/counts.ts';
import { areConnected, hasBeenContacted } from '../queries/engagement.ts';
import { suppressedContacts } from '../queries/enrolments.ts';

export interface CampaignRun {
  readonly context: Context;
  readonly campaign: CampaignRow;
  readonly route: SequenceRoute;
  /** The campaign's clock, which stops while the campaign is paused. */
  readonly time: number;
  readonly sender: IdentityRow | null;
  readonly fields: ReadonlyMap<string, RecordField>;
  /** Whether a step may ask how many contacts a company has. */
  readonly isCounting: boolean;
  /** Whether contacts react by themselves, or only to `/_local/emit`. */
  readonly hasEngagement: boolean;
  /** Decides how they react. */
  readonly seed: string | null;
  /** The share that does, where it was set. */
  readonly rates: ReactionRates;
  readonly counts: ExecutionTally;
}

export interface Recipient {
  readonly contact: StoredRecord;
  readonly company: StoredRecord | null;
  /** Contacts of its company; 0 where no step asks for that. */
  readonly leadsCount: number;
  /** Blocklisted or opted out. */
  readonly isSuppressed: boolean;
}

export async function openRun(context: Context, campaign: CampaignRow, steps: readonly StepRecord[], pausedMs: number) {
  const { tx, principal, now } = context;
  const { known } = await workspaceFields(context, 'CONTACT');
  const { identityId } = campaign;
  const sender = identityId === null ? undefined : await identityById(tx, principal.workspaceId, identityId);
  return {
    ...{ context, campaign, route: routeOf(steps), time: now - pausedMs, sender: sender ?? null, fields: known },
    isCounting: /leadsCount|aiMessageId/.test(JSON.stringify(steps)),
    hasEngagement: await isSwitchedOn(tx, 'engagement'),
    seed: await setting(tx, SETTINGS.choiceSeed),
    rates: await reactionRates(tx),
    counts: new ExecutionTally(),
  };
}

/** The contacts that still exist, by id. */
export async function recipientsOf({ context, isCounting }: CampaignRun, ids: readonly number[]) {
  const { tx, principal } = context;
  const contacts = await recordsById(tx, CONTACTS, principal.workspaceId, ids);
  const companyIds = new Set(contacts.flatMap(({ companyId }) => companyId ?? []));
  const companies = byId(await recordsById(tx, COMPANIES, principal.workspaceId, companyIds));
  const suppressed = await suppressedContacts(tx, ids);
  const counts = await leadsCounts(tx, principal.workspaceId, isCounting ? companyIds : []);
  return new Map(
    contacts.map((contact) => {
      const company = contact.companyId === null ? null : (companies.get(contact.companyId) ?? null);
      const leadsCount = (company && counts.get(company.id)) ?? 0;
      return [contact.id, { contact, company, leadsCount, isSuppressed: suppressed.has(contact.id) }];
    }),
  );
}

/** The value of a field as the API shows it; undefined for an unknown field. */
function recipientValue({ fields }: CampaignRun, recipient: Recipient, id: string): unknown {
  const field = fields.get(id);
  return field === undefined ? undefined : fieldValue(field, recipient);
}

/** Resolves placeholders to the text of their value; null if there is none. */
export function placeholderValues(run: CampaignRun, recipient: Recipient): ValueOf {
  return (name) => {
    const field = fieldOfPlaceholder(name);
    if (field === null) return senderText(run, name.slice('identity.'.length));
    return textOf(recipientValue(run, recipient, field));
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

export async function isConnected({ context, sender }: CampaignRun, { contact }: Recipient): Promise<boolean> {
  return sender !== null && areConnected(context.tx, contact.id, sender.id);
}

/** Whether the condition holds for the contact now. Throws for a condition that waits for an event. */
export async function conditionHolds(run: CampaignRun, recipient: Recipient, condition: Condition): Promise<boolean> {
  const { contact } = recipient;
  switch (condition.type) {
    case 'has_network_profile':
      return contact.standard.has('networkProfileUrl');
    case 'has_professional_email':
      return contact.standard.has('professionalEmail');
    case 'is_already_connected':
      return isConnected(run, recipient);
    case 'has_been_contacted':
      return hasBeenContacted(run.context.tx, contact.id);
    case 'has_whatsapp_account': {
      const phone = phoneOf(recipient);
      return phone !== null && hasWhatsapp(phone);
    }
    case 'lead_field':
      return fieldMatches(run, recipient, condition);
    default:
      throw new Error(`${condition.type} is not decided at once`);
  }
}

/** Text ignores case; order operators compare numbers if the value is one, otherwise dates. */
function fieldMatches(
  run: CampaignRun,
  recipient: Recipient,
  { field, operator, value }: Extract<Condition, { type: 'lead_field' }>,
): boolean {
  const actual = recipientValue(run, recipient, field);
  const dataType = run.fields.get(field)?.dataType ?? 'text';
  const isOrder = ORDER_OPERATORS.some((known) => known === operator);
  const isNumber = (text: unknown) => text !== '' && Number.isFinite(Number(text));
  const read = isOrder && dataType !== 'date' ? (isNumber(value) ? 'number' : 'date') : dataType;
  return matches({ dataType: read, operator, value }, actual, run.context.now);
}

/** The professional email address, or else the first personal one. */
export function emailOf({ contact }: Pick<Recipient, 'contact'>): string | null {
  const professional = contact.standard.get('professionalEmail');
  if (professional !== undefined) return String(professional);
  const kept = contact.standard.get('personalEmails');
  const personal: unknown = typeof kept === 'string' ? JSON.parse(kept) : [];
  return Array.isArray(personal) && personal.length > 0 ? String(personal[0]) : null;
}

/** The mobile phone, or else the first other number. */
export function phoneOf({ contact }: Pick<Recipient, 'contact'>): string | null {
  const phone = contact.standard.get('mobilePhone') ?? String(contact.standard.get('phones') ?? '').split(',')[0];
  return phone === undefined || String(phone).trim() === '' ? null : String(phone).trim();
}

export function hasNetworkProfile({ contact }: Pick<Recipient, 'contact'>): boolean {
  return contact.standard.has('networkProfileUrl');
}
