// Of a contact that changes, the groups of the keys that change with it: a new email address had the groups of its name, its network
// profile and its CRM ids looked up as well, before the change and after it.

import { GROUPED_KEYS, regroupKey } from './0021_duplicate_groups.ts';

const triggerOf = (key: string): string => `
create trigger contacts_regrouped_${key} after update of suppressed, ${key} on contacts
when old.suppressed <> new.suppressed or old.${key} is not new.${key}
begin
  delete from duplicate_groups where workspace_id = old.workspace_id and lowest = old.id and field = '${key}';${regroupKey('old', key)}${regroupKey('new', key)}
end;
`;

export const changedKeys = {
  name: '0022_changed_keys',
  sql: `drop trigger contacts_regrouped;${GROUPED_KEYS.map(triggerOf).join('')}`,
};
