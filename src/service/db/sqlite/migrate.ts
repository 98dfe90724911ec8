// The migrations of a store on SQLite, whose `user_version` is the number of the last one.

import { quietly, type StoreConnection, StoreRefused } from '../../core/store.ts';
import {
  type AppliedMigration,
  announce,
  MIGRATIONS,
  type MigrateOptions,
  type Migration,
  missingMigrations,
  numberOf,
  refusalOf,
} from '../migrations.ts';
import { APPLICATION_ID, pragma } from '../schema-version.ts';

/** Names of migrations have four digits; a file may claim any number. */
const NUMBER_MAX = 9_999;

/**
 * All that is missing, in one transaction, without a pause: another connection of this process that waits for the lock would
 * wait for ever. Throws StoreRefused for a newer or older store, or another program's database.
 */
export function migrateSqlite(connection: StoreConnection, path: string, options: MigrateOptions = {}): void {
  const missing = () => missingMigrations(appliedIn(connection, path), named(path), options.migrations);
  if (missing().length === 0) return;
  connection.exec('begin immediate');
  try {
    const pending = missing();
    announce(pending, named(path), options);
    for (const one of pending) apply(connection, one);
    connection.exec('commit');
  } catch (error) {
    quietly(() => connection.exec('rollback'));
    throw error;
  }
}

/** Makes the tables of an empty database within the open transaction, as the version with this number has them. */
export function makeTables(connection: StoreConnection, number = Number.POSITIVE_INFINITY): void {
  for (const one of MIGRATIONS) if (numberOf(one) <= number) apply(connection, one);
}

/** The migrations after the one with this number, within the open transaction. */
export function applyAfter(connection: StoreConnection, number: number): void {
  for (const one of MIGRATIONS) if (numberOf(one) > number) apply(connection, one);
}

function apply(connection: StoreConnection, migration: Migration): void {
  connection.exec(`pragma application_id = ${APPLICATION_ID}; ${migration.sqlite};
    pragma user_version = ${numberOf(migration)}`);
}

/** Throws StoreRefused for a file that this version cannot read; `schema` names the attached database that it is. */
export function assertOurs(connection: StoreConnection, path: string, schema: string): void {
  const refused = refusalOf(appliedIn(connection, path, schema), named(path));
  if (refused) throw refused;
}

const named = (path: string) => ({ where: path, place: 'data folder' });

/** Read in this order: another process may make the store, in one transaction, between any two of the readings. */
function appliedIn(connection: StoreConnection, path: string, schema = 'main'): AppliedMigration[] {
  const before = pragma(connection, 'user_version', schema);
  const [tables] = connection.all(`select count(*) as n from ${schema}.sqlite_master`, []);
  const application = pragma(connection, 'application_id', schema);
  if (application === APPLICATION_ID) {
    const version = pragma(connection, 'user_version', schema);
    return Array.from({ length: Math.min(version, NUMBER_MAX) }, (_, at) => ({ number: at + 1, isAdditive: false }));
  }
  if (application === 0 && before === 0 && Object.values(tables ?? {})[0] === 0 && schema === 'main') return [];
  throw new StoreRefused(`${path} is a database, but not a reach store`);
}
