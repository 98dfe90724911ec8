// Conditions that are decided the moment a contact comes to them (SERVICE-API, Condition types).

import { ORDER_OPERATORS } from '../../../../contract/campaigns/enums.ts';
import type { Condition } from '../../../../contract/campaigns/steps.ts';
import { matches } from '../../../../rules/workflows/conditions/matches.ts';
import { hasWhatsapp } from '../../../stand-ins/engagement.ts';
import { hasBeenContacted } from '../queries/engagement.ts';
import { isConnected, type Person, personValue, type Run } from './people.ts';
import { phoneOf } from './reach.ts';

/** Whether the condition holds for the contact now. Throws for one that has to be waited for. */
export async function holds(run: Run, person: Person, condition: Condition): Promise<boolean> {
  const { contact } = person;
  switch (condition.type) {
    case 'has_network_profile':
      return contact.standard.has('networkProfileUrl');
    case 'has_professional_email':
      return contact.standard.has('professionalEmail');
    case 'is_already_connected':
      return isConnected(run, person);
    case 'has_been_contacted':
      return hasBeenContacted(run.context.tx, contact.id);
    case 'has_whatsapp_account': {
      const phone = phoneOf(person);
      return phone !== null && hasWhatsapp(phone);
    }
    case 'lead_field':
      return fieldMatches(run, person, condition);
    default:
      throw new Error(`${condition.type} is waited for`);
  }
}

/** Text without regard to case; an order by number, where both are one, else by date. */
function fieldMatches(
  run: Run,
  person: Person,
  { field, operator, value }: Extract<Condition, { type: 'lead_field' }>,
): boolean {
  const actual = personValue(run, person, field);
  const dataType = run.fields.get(field)?.dataType ?? 'text';
  const isOrder = ORDER_OPERATORS.some((known) => known === operator);
  const isNumber = (given: unknown) => given !== '' && Number.isFinite(Number(given));
  const read = isOrder && dataType !== 'date' ? (isNumber(value) ? 'number' : 'date') : dataType;
  return matches({ dataType: read, operator, value }, actual, run.context.now);
}
