// Groups of duplicates, as on SQLite (db/migrations/0022_changed_keys.ts): looked up for those keys alone that change. Each key has a
// function of its own, so that its statements are planned once and not for every row: a change took 0.7 ms of the processor.

import { DUPLICATE_INDEXES } from './words-of-workspace.ts';

const KEYS = DUPLICATE_INDEXES.map(([, key]) => key);

/** Brings the group of a key up to date. One statement may have changed several contacts: see `regroup`, which it replaces. */
const regroupKey = (key: string): string => `
create function regroup_${key}(workspace bigint, contact bigint, value text) returns void language plpgsql as $$
declare
  oldest bigint[];
  next bigint;
begin
  if value is null then return; end if;
  oldest := array(select id from contacts where workspace_id = workspace and ${key} = value and suppressed = 0 order by id limit 2);
  select id into next from contacts
    where workspace_id = workspace and ${key} = value and suppressed = 0 and id > contact order by id limit 1;
  delete from duplicate_groups where workspace_id = workspace and field = '${key}' and (lowest = any(oldest) or lowest = next);
  if cardinality(oldest) = 2 then
    insert into duplicate_groups (workspace_id, field, lowest) values (workspace, '${key}', oldest[1]) on conflict do nothing;
  end if;
end $$;`;

const regroupChanged = (key: string): string => `
  if tg_op = 'DELETE' or old.suppressed <> new.suppressed or old.${key} is distinct from new.${key} then
    delete from duplicate_groups where workspace_id = old.workspace_id and lowest = old.id and field = '${key}';
    perform regroup_${key}(old.workspace_id, old.id, old.${key});
    if tg_op = 'UPDATE' then
      perform regroup_${key}(new.workspace_id, new.id, new.${key});
    end if;
  end if;`;

export const CHANGED_KEYS = `${KEYS.map(regroupKey).join('')}
create or replace function regroup_contact() returns trigger language plpgsql as $$
begin${KEYS.map(regroupChanged).join('')}
  return null;
end $$;
drop function regroup(bigint, bigint, jsonb);
`;
