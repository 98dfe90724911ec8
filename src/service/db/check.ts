// What is wrong with a store: its pages, its schema, references between records, jobs that nothing can perform.

import { append } from '../../contract/append.ts';
import { isBusy, isDiskFailure, type StoreConnection } from '../core/store.ts';
import type { Finding } from '../core/upkeep.ts';
import { schemaOf, tablesOf } from './schema.ts';
import { FIRST_VERSION, pragma, SCHEMA_VERSION } from './schema-version.ts';
import { makeTables } from './sqlite/migrate.ts';
import { isErrorOfSqlite, isNoDatabase } from './sqlite.ts';

/** Of each check. */
const FINDINGS_MAX = 100;
const NAME_LENGTH_MAX = 100;

/** Which record a job of a kind works on, by a field of its payload. */
const SUBJECT_OF_JOB: ReadonlyMap<string, readonly [field: string, table: string]> = new Map([
  ['action-run', ['runId', 'action_runs']],
  ['campaign-run', ['campaignId', 'campaigns']],
  ['workflow.run', ['runId', 'workflow_runs']],
  ['workflow.schedule', ['workflowId', 'workflows']],
  ['workflow.sweep', ['runId', 'workflow_runs']],
]);

/**
 * Reads every page. `jobKinds`: the kinds of jobs that can be performed. Of a store whose file cannot be read, that is the
 * only finding.
 */
export function findingsIn(connection: StoreConnection, path: string, jobKinds: ReadonlySet<string>): Finding[] {
  const checks = [
    () => pageFindings(connection, path),
    () => schemaFindings(connection, path),
    () => referenceFindings(connection),
    () => jobFindings(connection, jobKinds),
  ];
  const found: Finding[] = [];
  for (const check of checks) {
    try {
      append(found, check());
    } catch (error) {
      if (!isNoDatabase(error) && !/^no such (table|column)/.test(messageOf(error))) throw error;
      found.push({ check: 'file', where: path, message: messageOf(error) });
      if (isNoDatabase(error)) break;
    }
  }
  return found;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const texts = (rows: readonly unknown[]): string[][] =>
  rows.map((row) => Object.values(row ?? {}).map((value) => String(value)));

/** An error of SQLite that means nothing by itself: in a store whose schema was changed, its file is damaged. */
export function isSchemaLost(connection: StoreConnection, path: string, error: unknown): boolean {
  if (!isErrorOfSqlite(error)) return false;
  // These two say something of what was sent; a check or a column that may not be null never should.
  const isOfContent = /^(UNIQUE|FOREIGN KEY) constraint failed/.test(error.message);
  if (isOfContent || isBusy(error) || isDiskFailure(error)) return false;
  try {
    return schemaFindings(connection, path).length > 0;
  } catch {
    return true;
  }
}

function pageFindings(connection: StoreConnection, path: string): Finding[] {
  return texts(connection.all(`pragma main.integrity_check(${FINDINGS_MAX})`, []))
    .flatMap(([message = '']) => message.split('\n'))
    .filter((message) => message !== 'ok' && !/^\*\*\* in database \w+ \*\*\*$/.test(message))
    .slice(0, FINDINGS_MAX)
    .map((message) => {
      const index = /index (\w+)/.exec(message)?.[1];
      return index === undefined ? { check: 'file', where: path, message } : { check: 'index', where: index, message };
    });
}

/** The text of the schema, compared with that of the version the store says it has. */
function schemaFindings(connection: StoreConnection, path: string): Finding[] {
  const version = pragma(connection, 'user_version');
  if (version > SCHEMA_VERSION || version < FIRST_VERSION)
    return [finding('schema', path, `has version ${version}, this one knows ${FIRST_VERSION} to ${SCHEMA_VERSION}`)];
  const fresh = connection.openInMemory();
  try {
    makeTables(fresh, version);
    // Shadow tables differ between versions of SQLite.
    const shadow = new Set(tablesOf(fresh).shadow);
    const missing = new Map(schemaOf(fresh, 'main', shadow).map(({ name, text }) => [text, name]));
    const foreign = schemaOf(connection, 'main', shadow).filter(({ text }) => !missing.delete(text));
    return [
      ...[...missing.values()].map((where) => finding('schema', where, 'is missing, or is not as it was made')),
      ...foreign.map(({ name }) => finding('schema', name, 'is not part of a store of this version')),
    ].slice(0, FINDINGS_MAX);
  } finally {
    fresh.close();
  }
}

function referenceFindings(connection: StoreConnection): Finding[] {
  const rows = connection.all(`select "table", rowid, parent from pragma_foreign_key_check limit ${FINDINGS_MAX}`, []);
  return texts(rows).map(([table = '', row = '', parent = '']) =>
    finding(
      'reference',
      table,
      `${row === 'null' ? 'a row' : `row ${row}`} refers to a row of ${parent} that is not there`,
    ),
  );
}

function jobFindings(connection: StoreConnection, jobKinds: ReadonlySet<string>): Finding[] {
  const unread = texts(
    connection.all(`select id from jobs where not json_valid(payload) limit ${FINDINGS_MAX}`, []),
  ).map(([id = '']) => finding('job', `job ${id}`, 'has a payload that cannot be read'));
  const kinds = texts(connection.all('select kind, count(*) from jobs where failed_at is null group by kind', []))
    .filter(([kind = '']) => !jobKinds.has(kind))
    .map(([kind = '', count]) => finding('job', kind, `${count} waiting, of a kind that nothing performs`));
  const orphans = [...SUBJECT_OF_JOB].flatMap(([kind, [field, table]]) =>
    texts(
      connection.all(
        `select id, payload ->> ? from jobs where kind = ? and failed_at is null and json_valid(payload)
           and (payload ->> ?) not in (select id from ${table}) limit ${FINDINGS_MAX}`,
        [field, kind, field],
      ),
    ).map(([id = '', subject = '']) =>
      finding('job', `job ${id}`, `${kind} works on row ${subject} of ${table}, which is not there`),
    ),
  );
  return [...unread, ...kinds, ...orphans].slice(0, FINDINGS_MAX);
}

function finding(check: Finding['check'], where: string, message: string): Finding {
  return { check, where: where.slice(0, NAME_LENGTH_MAX), message: message.slice(0, 500) };
}
