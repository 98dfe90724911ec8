// How many records a workspace has, kept as on SQLite. A server of the version before this would not count what it adds.

export const RECORD_COUNTS = `
create table record_counts (
  workspace_id bigint not null references workspaces (id) deferrable,
  entity text collate "C" not null check (entity in ('CONTACT', 'COMPANY')),
  records bigint not null,
  primary key (workspace_id, entity)
) with (fillfactor = 50);
insert into record_counts (workspace_id, entity, records)
  select workspace_id, 'CONTACT', count(*) from contacts group by workspace_id
  union all select workspace_id, 'COMPANY', count(*) from companies group by workspace_id;
-- With the id: what a filter by job title matches is counted without the rows. A longer one does not fit into an index.
create index contacts_by_job_title on contacts (workspace_id, job_title) include (id) where length(job_title) <= 500;
`;
