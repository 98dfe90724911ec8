// How many records a workspace has, kept by whatever adds or deletes them: a list that counted its own read an index of them all.

import type { StoreConnection } from '../../core/store.ts';

export const recordCounts = {
  name: '0020_record_counts',
  sql: `
create table record_counts (
  workspace_id integer not null references workspaces (id),
  entity text not null check (entity in ('CONTACT', 'COMPANY')),
  records integer not null,
  primary key (workspace_id, entity)
) strict, without rowid;
-- For what a filter by job title alone matches, instead of every row. Only a query with the same condition can use it: beside
-- another filter, it would be taken for the better index.
create index contacts_by_job_title on contacts (workspace_id, job_title) where length(job_title) <= 500;
`,
  fill: countAgain,
};

/** From the records themselves. */
export function countAgain(connection: StoreConnection): void {
  connection.exec(`delete from record_counts;
    insert into record_counts (workspace_id, entity, records)
      select workspace_id, 'CONTACT', count(*) from contacts group by workspace_id
      union all select workspace_id, 'COMPANY', count(*) from companies group by workspace_id`);
}
