// Groups of contacts that share a key, as on SQLite (db/migrations/0021_duplicate_groups.ts). A server of the version before this
// would not look up what it adds. The id is a column of the indexes, as at the end of every one of SQLite: the oldest of very many is
// found without the others.

import { DUPLICATE_INDEXES } from './words-of-workspace.ts';

const indexSql = ([index, key]: readonly [string, string]): string => `
drop index ${index};
create index ${index} on contacts (workspace_id, ${key}, suppressed, id) where ${key} is not null;`;

const fillSql = ([, key]: readonly [string, string]): string => `
insert into duplicate_groups (workspace_id, field, lowest)
  select workspace_id, '${key}', min(id) from contacts where ${key} is not null and suppressed = 0
  group by workspace_id, ${key} having count(*) > 1;`;

const KEYS = DUPLICATE_INDEXES.map(([, key]) => key);

export const DUPLICATE_GROUPS = `
create table duplicate_groups (
  workspace_id bigint not null,
  field text collate "C" not null,
  lowest bigint not null,
  primary key (workspace_id, field, lowest)
);
${DUPLICATE_INDEXES.map(indexSql).join('')}
-- A page in the middle of a list passes over ids alone, not over contacts.
drop index contacts_by_workspace;
create index contacts_by_workspace on contacts (workspace_id, id);

-- Brings the groups of a contact's keys up to date. One statement may have changed several contacts: of those that are older than
-- a group's oldest one was, the last one comes just before it.
create function regroup(workspace bigint, contact bigint, keys jsonb) returns void language plpgsql as $$
declare
  key text;
  same text := 'select id from contacts where workspace_id = $1 and %I = $2 and suppressed = 0 and id > $3 order by id limit ';
  oldest bigint[];
  next bigint;
begin
  foreach key in array array[${KEYS.map((key) => `'${key}'`).join(', ')}] loop
    continue when keys ->> key is null;
    execute format('select array(' || same || '2)', key) into oldest using workspace, keys ->> key, 0;
    execute format(same || '1', key) into next using workspace, keys ->> key, contact;
    delete from duplicate_groups where workspace_id = workspace and field = key and (lowest = any(oldest) or lowest = next);
    if cardinality(oldest) = 2 then
      insert into duplicate_groups (workspace_id, field, lowest) values (workspace, key, oldest[1]) on conflict do nothing;
    end if;
  end loop;
end $$;
create function regroup_contact() returns trigger language plpgsql as $$
begin
  delete from duplicate_groups where workspace_id = old.workspace_id and lowest = old.id
    and field in (${KEYS.map((key) => `'${key}'`).join(', ')});
  perform regroup(old.workspace_id, old.id, to_jsonb(old));
  if tg_op = 'UPDATE' then
    perform regroup(new.workspace_id, new.id, to_jsonb(new));
  end if;
  return null;
end $$;
create trigger contacts_regrouped after update of suppressed, ${KEYS.join(', ')} on contacts for each row
  when (old.suppressed <> new.suppressed or ${KEYS.map((key) => `old.${key} is distinct from new.${key}`).join(' or ')})
  execute function regroup_contact();
create trigger contacts_ungrouped after delete on contacts for each row execute function regroup_contact();
${DUPLICATE_INDEXES.map(fillSql).join('')}
`;
