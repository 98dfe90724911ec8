// Every change of the schema, in order, for both engines. One is never changed once released: a change is a new one at the end.

import postgres from './postgres/schema.sql';
import sqlite from './sqlite/schema.sql';

export interface Migration {
  /** Number and subject, `0026_subject`. PostgreSQL's table of migrations has the name, SQLite's `user_version` the number. */
  readonly name: string;
  readonly sqlite: string;
  readonly postgres: string;
  /**
   * Servers of the version before can go on beside those that have it: it only adds tables, indexes, and columns that may be
   * empty or have a default; and whatever the older servers write in the meantime is right for the newer ones.
   */
  readonly isAdditive?: boolean;
}

/** Where the rules of keys change: the service makes those of the records that are there again, before the first request. */
const OUTDATED_KEYS = `insert into settings (name, value) select 'keys.outdated', 'true'
  where exists (select 1 from contacts) or exists (select 1 from companies) on conflict (name) do nothing`;

/** Version 0.2 had those before the first. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0025_schema', sqlite, postgres },
  { name: '0026_keys', sqlite: OUTDATED_KEYS, postgres: OUTDATED_KEYS },
];
