// Groups of contacts that share a key, each by the id of its oldest member: a page of duplicates that had to find them read a
// whole index. What is added is looked up by the bulk itself, all at once; what changes or goes is seen to by triggers.

import type { StoreConnection } from '../../core/store.ts';

/** Of contacts, in the order of their index. */
export const GROUPED_KEYS = ['network_key', 'full_name_key', 'email_key', 'contact_crm_key', 'lead_crm_key'] as const;

/** The oldest two of the contacts that have the key of a row. */
const oldest = (row: string, key: string): string => `select id from contacts
    where workspace_id = ${row}.workspace_id and ${key} = ${row}.${key} and suppressed = 0 order by id limit 2`;

/** Brings the group of one of a row's keys up to date. */
export const regroupKey = (row: string, key: string): string => `
  delete from duplicate_groups where workspace_id = ${row}.workspace_id and field = '${key}' and lowest in (${oldest(row, key)});
  insert into duplicate_groups (workspace_id, field, lowest)
    select ${row}.workspace_id, '${key}', min(id) from (${oldest(row, key)}) having count(*) = 2 on conflict do nothing;`;

const regroup = (row: string): string => GROUPED_KEYS.map((key) => regroupKey(row, key)).join('');

const LEFT = `
  delete from duplicate_groups where workspace_id = old.workspace_id and lowest = old.id
    and field in (${GROUPED_KEYS.map((key) => `'${key}'`).join(', ')});${regroup('old')}`;

export const duplicateGroups = {
  name: '0021_duplicate_groups',
  sql: `
create table duplicate_groups (
  workspace_id integer not null,
  -- The column of the key.
  field text not null,
  -- The id of the oldest contact that has it and is not suppressed; there is at least one more.
  lowest integer not null,
  primary key (workspace_id, field, lowest)
) strict, without rowid;
create trigger contacts_regrouped after update of suppressed, ${GROUPED_KEYS.join(', ')} on contacts
when old.suppressed <> new.suppressed or ${GROUPED_KEYS.map((key) => `old.${key} is not new.${key}`).join(' or ')}
begin${LEFT}${regroup('new')}
end;
create trigger contacts_ungrouped after delete on contacts
begin${LEFT}
end;
`,
  fill: groupAgain,
};

/** From the contacts themselves. */
export function groupAgain(connection: StoreConnection): void {
  connection.exec('delete from duplicate_groups');
  for (const key of GROUPED_KEYS) {
    connection.exec(`insert into duplicate_groups (workspace_id, field, lowest)
      select workspace_id, '${key}', min(id) from contacts where ${key} is not null and suppressed = 0
      group by workspace_id, ${key} having count(*) > 1`);
  }
}
