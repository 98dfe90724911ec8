// Groups of contacts that share a key, kept by whatever writes contacts: see the migration 0021_duplicate_groups.

/**
 * Finds the groups of contacts that were just added: workspace, first and last id. All in one statement, which asks once for
 * each key: as a trigger, for every row by itself, it takes six times as long. The new rows are read before anything is asked
 * of their keys: of a key that few had when it planned, PostgreSQL would read the whole index.
 */
export function groupAddedSql(keys: readonly string[]): string {
  const groups = keys.map((key) => {
    const same = `from contacts as d where d.workspace_id = n.workspace_id and d.${key} = n.${key} and d.suppressed = 0`;
    return `select n.workspace_id, '${key}', (select d.id ${same} order by d.id limit 1) from new_contacts as n
      where n.${key} is not null and (select 1 ${same} and d.id < n.id limit 1) is not null`;
  });
  return `with new_contacts as materialized (select id, workspace_id, ${keys.join(', ')} from contacts
      where id between ?2 and ?3 and workspace_id + 0 = ?1)
    insert into duplicate_groups (workspace_id, field, lowest) ${groups.join(' union all ')} on conflict do nothing`;
}
