// Field values that conditions and KINGs compare, as columns of one query: fields of the record and of its company, and
// the built-in fields.

import type { WorkflowEntity } from '../../../../contract/workflows/enums.ts';
import { type CustomField, knownFields } from '../../../../rules/records/fields.ts';
import type { Tx } from '../../../db/connection.ts';
import { IN_LIST, jsonList } from '../../../db/rowset.ts';
import {
  ACTIVE_AT,
  CAMPAIGN_IDS,
  CONTACTED_AT,
  IS_CONNECTED,
  REPLIED_AT,
  VISITED_AT,
} from '../../campaigns/queries/engagement.ts';
import { COMPANIES } from '../../companies/queries/companies.ts';
import { CONTACTS } from '../../contacts/queries/contacts.ts';
import { valueSql } from '../../records/queries/records.ts';

const events = (contacts: string, and = ''): string =>
  `(select max(e.at) from contact_events e where e.contact_id ${contacts}${and})`;

const AT_COMPANY = 'in (select c.id from contacts c where c.workspace_id = r.workspace_id and c.company_id = r.id)';

const lists = (entity: string): string =>
  `(select json_group_array(l.id) from lists l where l.workspace_id = r.workspace_id and l.entity = '${entity}'
     and exists (select 1 from list_members m where m.list_id = l.id and m.member_id = r.id))`;

/** The built-in condition fields except those of the run, as SQL over the row `r`. */
const BUILT_IN: Readonly<Record<WorkflowEntity, ReadonlyMap<string, string>>> = {
  LEAD: new Map([
    ['engagement.hasBeenContacted', `(${CONTACTED_AT} is not null)`],
    ['engagement.hasReplied', `(${REPLIED_AT} is not null)`],
    ['engagement.lastContactedAt', CONTACTED_AT],
    ['engagement.lastRepliedAt', REPLIED_AT],
    ['network.hasProfile', '(r.network_profile_url is not null)'],
    ['network.isConnected', IS_CONNECTED],
    ['crm.isLinked', '(coalesce(r.contact_crm_id, r.lead_crm_id) is not null)'],
    ['platform.listIds', lists('CONTACT')],
    ['platform.campaignIds', CAMPAIGN_IDS],
    ['activity.lastActivityAt', ACTIVE_AT],
    ['activity.lastWebsiteVisitAt', VISITED_AT],
  ]),
  COMPANY: new Map([
    ['network.hasProfile', '(r.network_url is not null)'],
    ['crm.isLinked', '(r.crm_id is not null)'],
    ['platform.listIds', lists('COMPANY')],
    ['activity.lastActivityAt', events(AT_COMPANY)],
    ['activity.lastWebsiteVisitAt', events(AT_COMPANY, " and e.kind = 'visit'")],
  ]),
};

type ValueRow = Readonly<Record<string, unknown>> & { readonly id: number };

/**
 * Values by record id and field id, as stored: booleans are 0 and 1, lists of ids are JSON. A field that the entity does
 * not have is missing.
 */
export async function valuesOf(
  tx: Tx,
  { entity, customs }: { readonly entity: WorkflowEntity; readonly customs: readonly CustomField[] },
  ids: readonly number[],
  fieldIds: readonly string[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, unknown>>> {
  const columns = fieldIds.flatMap((id) => {
    const sql = columnOf(entity, customs, id);
    return sql === null ? [] : [{ id, sql }];
  });
  const selected = columns.map(({ sql }, index) => `, ${sql} as v${index}`).join('');
  const from = entity === 'LEAD' ? 'contacts as r left join companies as co on co.id = r.company_id' : 'companies as r';
  const rows = await tx.all<ValueRow>(`select r.id as id${selected} from ${from} where r.id ${IN_LIST}`, jsonList(ids));
  return new Map(rows.map((row) => [row.id, new Map(columns.map(({ id }, index) => [id, row[`v${index}`]]))]));
}

function columnOf(entity: WorkflowEntity, customs: readonly CustomField[], id: string): string | null {
  const builtIn = BUILT_IN[entity].get(id);
  if (builtIn !== undefined) return builtIn;
  if (entity === 'COMPANY') {
    const field = knownFields('COMPANY', customs).get(id);
    return field === undefined ? null : valueSql(COMPANIES, field, 'r');
  }
  const field = knownFields('CONTACT', customs).get(id);
  if (field === undefined) return null;
  return field.of === 'COMPANY' ? valueSql(COMPANIES, field, 'co') : valueSql(CONTACTS, field, 'r');
}
