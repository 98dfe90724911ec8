// What a slice of a campaign works with: the sender, the way through the steps, and the contacts with all their values.

import type { StepRecord } from '../../../../contract/campaigns/steps.ts';
import { fieldOfPlaceholder, type ValueOf } from '../../../../rules/campaigns/placeholders.ts';
import { type Route, routeOf } from '../../../../rules/campaigns/route.ts';
import type { Field } from '../../../../rules/records/fields.ts';
import type { Context } from '../../../core/context.ts';
import { isSwitchedOn } from '../../../core/features.ts';
import { COMPANIES } from '../../companies/queries/companies.ts';
import { CONTACTS } from '../../contacts/queries/contacts.ts';
import { type IdentityRow, identityById } from '../../identities/queries/identities.ts';
import { identityName } from '../../identities/view.ts';
import { recordsById, type StoredRecord } from '../../records/queries/records.ts';
import { workspaceFields } from '../../records/requested-fields.ts';
import { fieldValue } from '../../records/view.ts';
import type { CampaignRow } from '../queries/campaigns.ts';
import { suppressedContacts } from '../queries/contacts.ts';
import { areConnected } from '../queries/engagement.ts';

/** One campaign at work. */
export interface Run {
  readonly context: Context;
  readonly campaign: CampaignRow;
  readonly route: Route;
  /** The campaign's clock: the service's without the campaign's pauses. */
  readonly time: number;
  readonly sender: IdentityRow | null;
  readonly fields: ReadonlyMap<string, Field>;
  /** Whether people do something by themselves, or only as `/_local/emit` says. */
  readonly isLively: boolean;
}

/** A contact with everything its messages may name. */
export interface Person {
  readonly contact: StoredRecord;
  readonly company: StoredRecord | null;
  /** Blocklisted, or opted out. */
  readonly isSuppressed: boolean;
}

export async function openRun(
  context: Context,
  campaign: CampaignRow,
  steps: readonly StepRecord[],
  pausedMs: number,
): Promise<Run> {
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
    isLively: await isSwitchedOn(tx, 'engagement'),
  };
}

/** Contacts that are still there, by id. */
export async function peopleOf({ context }: Run, ids: readonly number[]): Promise<ReadonlyMap<number, Person>> {
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

/** A contact's value of a field, by id: as the interface shows it; undefined for a field the workspace has not. */
export function personValue({ fields }: Run, { contact, company }: Person, id: string): unknown {
  const field = fields.get(id);
  return field === undefined ? undefined : fieldValue(field, { contact, company, leadsCount: 0 });
}

/** What placeholders of a text read; null where there is nothing. */
export function readerOf(run: Run, person: Person): ValueOf {
  return (name) => {
    const field = fieldOfPlaceholder(name);
    return field === null ? senderText(run, name.slice('identity.'.length)) : textOf(personValue(run, person, field));
  };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Where an identity has no first or last name, those of its name. */
function senderText({ sender }: Run, field: string): string | null {
  if (sender === null) return null;
  if (field === 'email') return sender.email;
  const value = sender.profile[field];
  if (typeof value === 'string') return value;
  const name = identityName(sender);
  if (field === 'name') return name;
  const [first = '', ...rest] = (name ?? '').split(' ');
  if (field === 'firstName') return first;
  return field === 'lastName' ? rest.join(' ') : null;
}

/** Whether the campaign's sender and the contact are connected on the network. */
export async function isConnected({ context, sender }: Run, { contact }: Person): Promise<boolean> {
  return sender !== null && areConnected(context.tx, contact.id, sender.id);
}
