// Which records have changed, for what is kept of a search: on PostgreSQL alone (db/postgres/changes.ts). SQLite reads a word again.

export const recordChanges = { name: '0023_record_changes', sql: '' };
