// Conditions that are decided as soon as a contact reaches them.

import { ORDER_OPERATORS } from '../../../../contract/campaigns/enums.ts';
import type { Condition } from '../../../../contract/campaigns/steps.ts';
import { matches } from '../../../../rules/workflows/conditions/matches.ts';
import { hasWhatsapp } from '../../../stand-ins/engagement.ts';
import { hasBeenContacted } from '../queries/engagement.ts';
import { type CampaignRun, isConnected, type Recipient, recipientValue } from './recipients.ts';

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
