// What version 0.2 left behind, with a workspace and its admin.

import { makeTables } from '../../src/service/db/migrations.ts';
import { FIRST_VERSION } from '../../src/service/db/schema-version.ts';
import { openConnection } from '../../src/service/db/sqlite.ts';

/** Of its last schema: without what is new in this version, and with what this version has no more. */
const MORE = `
drop table workflow_run_times;
drop index messages_by_address;
alter table messages drop column contact_address;
alter table action_outcomes drop column at;
create table migrations (name text primary key) strict, without rowid;
create table record_counts (
  workspace_id integer not null references workspaces (id),
  entity text not null check (entity in ('CONTACT', 'COMPANY')),
  records integer not null,
  primary key (workspace_id, entity)
) strict, without rowid;
create table duplicate_groups (workspace_id integer not null, field text not null, lowest integer not null,
  primary key (workspace_id, field, lowest)) strict, without rowid;
create trigger contacts_ungrouped after delete on contacts begin delete from duplicate_groups where lowest = old.id; end;
create trigger contacts_regrouped_email_key after update of suppressed, email_key on contacts
  begin delete from duplicate_groups where lowest = old.id and field = 'email_key'; end;
insert into migrations (name) values ('0023_record_changes');
insert into record_counts (workspace_id, entity, records) values (1, 'CONTACT', 7);
`;

/** Writes such a store, or snapshot, to a new file; `version`: of its schema. */
export function writeStoreOf02(path: string, nodeMajor: number, version = 23): void {
  const connection = openConnection(path, nodeMajor);
  makeTables(connection, FIRST_VERSION);
  connection.exec(`insert into workspaces (name, created_at) values ('from before', 0);
    insert into users (workspace_id, name, role, created_at) values (1, 'Admin', 'ADMIN', 0);
    ${MORE} pragma user_version = ${version}`);
  connection.close();
}
