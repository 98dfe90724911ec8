// The work of export: every record, chosen fields, constant memory; what it writes can be imported again.

import { ApiError } from '../../../client/errors.ts';
import { counted } from '../../../contract/english.ts';
import { namedPath } from '../../files/named-path.ts';
import { AtomicFile } from '../../files/write-atomic.ts';
import type { Session } from '../../session/session.ts';
import { type ExitName, UsageError } from '../../terminal/exit.ts';
import { pick, valueAt } from '../../terminal/formats/cells.ts';
import { limitOf } from '../limit/limit.ts';
import { idsOf } from '../lookup/ids.ts';
import { COMPANY_COLUMNS, CONTACT_COLUMNS, exportKey, isExtra, unknownField } from './columns.ts';
import { exported, exportFormat } from './export-format.ts';
import type { RecordExportOptions } from './export-options.ts';
import type { RecordType } from './kind.ts';
import { rowsOf } from './rows.ts';
import { selectRecords } from './select.ts';

/** Where it goes: stdout, or a file that is there only once it is whole. */
async function openTarget(
  session: Session,
  file: string | undefined,
): Promise<{ write(piece: string | Uint8Array): Promise<void>; done(): Promise<void>; drop(): Promise<void> }> {
  if (file === undefined || file === '-')
    return { write: (piece) => session.print.foreign(String(piece)), done: async () => {}, drop: async () => {} };
  const target = await AtomicFile.create(namedPath(session.io, file), file);
  return { write: (piece) => target.write(piece), done: () => target.finish(), drop: () => target.drop() };
}

interface Columns {
  readonly columns: readonly string[];
  /** Those of them to ask the service for. */
  readonly extra: readonly string[] | undefined;
}

/** The columns asked for, or those an import takes, with the workspace's own fields on demand. */
async function columnsOf(session: Session, entity: RecordType, options: RecordExportOptions): Promise<Columns> {
  const asked = session.settings.fields;
  const extraOf = (columns: readonly string[]) => {
    const extra = columns.filter((column) => isExtra(entity.kind, column));
    return extra.length === 0 ? undefined : extra;
  };
  if (asked !== null) return { columns: asked, extra: extraOf(asked) };
  const standard = entity.kind === 'CONTACT' ? CONTACT_COLUMNS : COMPANY_COLUMNS;
  const known = rowsOf(await entity.fields(await session.api())).flatMap((field) => {
    const [id, type] = [valueAt(field, 'id'), valueAt(field, 'fieldType')];
    return typeof id === 'string' ? [{ id, isOwn: type === 'EMPTY_FIELD' || type === 'AI_VARIABLE' }] : [];
  });
  const own = options.custom ? known.filter(({ isOwn }) => isOwn).map(({ id }) => id) : [];
  // By which an import finds the record again.
  const columns = ['id', ...standard, ...own];
  return { columns, extra: extraOf(columns.filter((column) => known.some(({ id }) => id === column))) };
}

const NARROWING = ['list', 'where', 'include', 'exclude', 'search', 'filters'] as const;

/** The records with these ids, in that order; those that are not there are noted in `missing`. */
async function* recordsById(
  session: Session,
  entity: RecordType,
  { ids: text = '', ...options }: RecordExportOptions,
  missing: number[],
) {
  const narrowed = NARROWING.filter((name) => [Reflect.get(options, name)].flat().some((value) => value !== undefined));
  if (narrowed.length > 0)
    throw new UsageError(`--ids names the ${entity.plural}: leave out --${narrowed.join(', --')}`);
  const api = await session.api();
  const limit = limitOf(options, 0) ?? Number.POSITIVE_INFINITY;
  for (const id of (await idsOf(session.io, text, entity.noun)).slice(0, limit)) {
    try {
      yield await entity.get(api, id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      missing.push(id);
    }
  }
}

/** Writes the records of an entity. A file appears when it is whole. */
export async function writeRecords(
  session: Session,
  entity: RecordType,
  options: RecordExportOptions,
): Promise<ExitName> {
  const { file, guard } = options;
  const format = exportFormat(options.format, file);
  const client = await session.client();
  const { columns, extra } = await columnsOf(session, entity, options);
  const missing: number[] = [];
  const listing =
    options.ids === undefined
      ? (await selectRecords(session, client.call, entity, options, extra))({
          limit: limitOf(options, 0),
          signal: session.io.interrupt,
        })
      : Object.assign(recordsById(session, entity, options, missing), { notes: [] });
  const target = await openTarget(session, file);
  // A reader that went away wants no more rows, and no summary.
  const isUnread = () => file === undefined && session.io.stdout.closed;
  let count = 0;
  async function* rows() {
    for await (const row of listing) {
      count += 1;
      yield row;
      if (isUnread()) return;
    }
  }
  const table = {
    rows: rows(),
    columns,
    cellOf: (row: unknown, column: string) => valueAt(row, exportKey(column)),
    record: (row: unknown) => (session.settings.fields === null ? row : pick(row, columns)),
    guard,
    bom: options.bom === true,
    title: entity.plural,
  };
  try {
    for await (const piece of exported(format, table)) await target.write(piece);
    await target.done();
  } catch (error) {
    await target.drop();
    throw unknownField(entity.plural)(error);
  }
  for (const note of listing.notes ?? []) await session.print.note(note);
  if (isUnread()) return 'done';
  const where = file === undefined ? '' : ` to ${file}`;
  await session.print.note(`${counted(count, entity.noun, entity.plural)} exported${where}`);
  if (missing.length > 0) await session.print.warn(`there is no ${entity.noun} ${missing.join(', ')}`);
  return missing.length > 0 ? 'bad' : 'done';
}
