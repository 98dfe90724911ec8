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

/** Version 0.2 had those before the first. */
export const MIGRATIONS: readonly Migration[] = [{ name: '0025_schema', sqlite, postgres }];
