import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { ContactUpserted } from '../records/plan.ts';
import { textValue } from '../records/view.ts';

/** What creating or merging a contact answers. */
export function upsertedContact(
  { appUrl }: Context,
  { record, outcome, matchedBy, warnings, company }: ContactUpserted,
): ReplyOf<Table['contacts']['create']> {
  const { id, companyId, createdAt, standard } = record;
  return {
    id,
    appUrl: appUrl('contacts', id),
    firstName: textValue(standard, 'firstName'),
    lastName: textValue(standard, 'lastName'),
    professionalEmail: textValue(standard, 'professionalEmail'),
    networkProfileUrl: textValue(standard, 'networkProfileUrl'),
    companyId,
    companyAppUrl: companyId === null ? null : appUrl('companies', companyId),
    createdAt: isoTime(createdAt),
    contactOutcome: outcome,
    ...(matchedBy && { contactMatchedBy: matchedBy }),
    ...(company && { companyOutcome: company.outcome }),
    ...(company?.matchedBy && { companyMatchedBy: company.matchedBy }),
    warnings: [...warnings, ...(company?.warnings ?? [])],
  };
}
