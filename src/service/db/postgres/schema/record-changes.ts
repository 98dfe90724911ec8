// Which records each of the last writes to a workspace has added, changed or removed, as ranges of ids: see db/postgres/changes.ts.

export const RECORD_CHANGES = `
create table record_changes (
  workspace_id bigint not null,
  writes bigint not null,
  record_table text collate "C" not null,
  first_id bigint not null,
  last_id bigint not null
);
create index record_changes_by_writes on record_changes (workspace_id, writes);
`;
