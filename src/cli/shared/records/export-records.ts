// The work of export: every record, chosen fields, constant memory; what it writes can be imported again.

import { namedPath } from '../../files/named-path.ts';
import { AtomicFile } from '../../files/write-atomic.ts';
import type { Session } from '../../session/session.ts';
import { pick, plainCell, valueAt } from '../../terminal/formats/cells.ts';
import { csvLine } from '../../terminal/formats/csv.ts';
import { json } from '../../terminal/formats/rows.ts';
import { limitOf } from '../limit/limit.ts';
import { COMPANY_COLUMNS, CONTACT_COLUMNS, exportKey, isExtra, unknownField } from './columns.ts';
import type { RecordExportOptions } from './export-options.ts';
import type { RecordType } from './kind.ts';
import { rowsOf } from './rows.ts';
import { selectRecords } from './select.ts';

type Write = (text: string) => Promise<void>;

/** Where the rows go: stdout, or a file that is there only once it is whole. */
async function openTarget(
  session: Session,
  file: string | undefined,
): Promise<{ write: Write; done(): Promise<void>; drop(): Promise<void> }> {
  if (file === undefined || file === '-') {
    return { write: (text) => session.print.foreign(text), done: async () => {}, drop: async () => {} };
  }
  const target = await AtomicFile.create(namedPath(session.io, file), file);
  return { write: (text) => target.write(text), done: () => target.finish(), drop: () => target.drop() };
}

function formatOf({ format, file }: RecordExportOptions): 'csv' | 'ndjson' {
  return format ?? (/\.(ndjson|jsonl)$/i.test(file ?? '') ? 'ndjson' : 'csv');
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

/** Writes the records of an entity. A file appears when it is whole. */
export async function writeRecords(session: Session, entity: RecordType, options: RecordExportOptions): Promise<void> {
  const format = formatOf(options);
  const client = await session.client();
  const { columns, extra: fields } = await columnsOf(session, entity, options);
  const open = await selectRecords(session, client.call, entity, options, fields);
  const listing = open({ limit: limitOf(options, 0), signal: session.io.interrupt });
  const target = await openTarget(session, options.file);
  let count = 0;
  try {
    const guard = options.guard;
    if (format === 'csv') await target.write((options.bom ? '\uFEFF' : '') + csvLine(columns, { guard }));
    let text = '';
    for await (const row of listing) {
      text +=
        format === 'csv'
          ? csvLine(
              columns.map((column) => plainCell(valueAt(row, exportKey(column)))),
              { guard },
            )
          : `${json(session.settings.fields === null ? row : pick(row, columns))}\n`;
      count += 1;
      if (text.length < 32_768) continue;
      await target.write(text);
      text = '';
      if (options.file === undefined && session.io.stdout.closed) break;
    }
    await target.write(text);
    await target.done();
  } catch (error) {
    await target.drop();
    throw unknownField(entity.plural)(error);
  }
  for (const note of listing.notes ?? []) await session.print.note(note);
  // A reader that went away wants no summary.
  if (options.file === undefined && session.io.stdout.closed) return;
  await session.print.note(
    `${count} ${count === 1 ? entity.noun : entity.plural} exported${options.file === undefined ? '' : ` to ${options.file}`}`,
  );
}
