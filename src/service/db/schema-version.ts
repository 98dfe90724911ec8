// Which store a file is. One that is as this version makes it is opened without loading the schema.

import type { StoreConnection } from '../core/store.ts';

/** Marks a SQLite file as a store of reach (`pragma application_id`): "rch1". */
export const APPLICATION_ID = 0x72636831;

/** The number of the last migration (`pragma user_version`); a test compares the two. */
export const SCHEMA_VERSION = 33;

/** That of the first one: earlier stores are of version 0.2. */
export const FIRST_VERSION = 29;

/** Reads one number a pragma answers. */
export function pragma(connection: StoreConnection, name: string, schema = 'main'): number {
  const [row] = connection.all(`pragma ${schema}.${name}`, []);
  const [value] = Object.values(row ?? {});
  return Number(value ?? 0);
}

/** Whether it is a store of reach, with all migrations and no others. */
export function isCurrent(connection: StoreConnection): boolean {
  return (
    pragma(connection, 'user_version') === SCHEMA_VERSION && pragma(connection, 'application_id') === APPLICATION_ID
  );
}
