// From a file's header and the user's flags to a plan.

import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import type { RowSource } from '../../files/rows/source.ts';
import type { Session } from '../../session/session.ts';
import type { RecordType } from '../../shared/records/kind.ts';
import { UsageError } from '../../terminal/exit.ts';
import { fold } from '../../terminal/formats/fold.ts';
import { type Mapping, mapColumns } from './map-columns.ts';
import { mappingLine, mappingTable } from './mapping-view.ts';
import {
  BULK_BOUNDS,
  type BulkBounds,
  type ImportOptions,
  type ImportPlan,
  keyFieldOf,
  type RecordChange,
} from './plan.ts';
import { findMapping } from './saved-mappings.ts';
import { targetFields } from './target-fields.ts';

/** The mapping of a header. Throws UsageError with every problem of it, or where no column means anything. */
function mapFileColumns(
  entity: RecordType,
  header: readonly string[],
  { map, custom, update, change }: ImportOptions,
  discovered: readonly FieldDescriptor[] | null,
  saved: readonly string[] | undefined,
  below: RowSource['belowHeader'],
): Mapping {
  const targets = targetFields(
    entity.kind,
    discovered,
    change ? { ids: change.by === 'id', change } : { ids: update !== false },
  );
  const mapping = mapColumns(header, { map, custom, saved }, targets);
  const [first, ...others] = mapping.problems;
  if (first !== undefined) {
    const message =
      others.length === 0
        ? first
        : `${mapping.problems.length} problems with the mapping\n  ${mapping.problems.join('\n  ')}`;
    throw new UsageError(message);
  }
  if (change !== undefined) assertKeyColumn(mapping, change, header);
  if (change?.act === 'delete') return onlyKey(mapping, change);
  if (mapping.columns.every(({ kind, field }) => kind === 'id' || (change && field === keyFieldOf(change)))) {
    const names = header.map((name) => name.trim()).filter((name) => name !== '');
    const at =
      below?.findIndex((cells) => mapColumns(cells, { map: [], custom: [] }, targets).columns.length > 1) ?? -1;
    throw new UsageError(`no column matches a field of ${entity.plural}: ${names.join(', ') || '(no names)'}`, {
      hint:
        at >= 0
          ? `a later line names columns: --skip-lines ${at + 1}`
          : `map one with --map 'Header=field', or import columns as custom fields with --custom; see reach ${entity.plural} fields`,
    });
  }
  return mapping;
}

/** Throws UsageError where no column tells which record a row means. */
function assertKeyColumn({ columns }: Mapping, change: RecordChange, header: readonly string[]): void {
  const key = keyFieldOf(change);
  if (columns.some(({ field }) => field === key)) return;
  const names = header.map((name) => name.trim()).filter((name) => name !== '');
  throw new UsageError(`--by ${change.by}: no column of the file has it: ${names.join(', ') || '(no names)'}`, {
    hint: `map one with --map 'Header=${key}'`,
  });
}

/** What is deleted needs no values. */
function onlyKey(mapping: Mapping, change: RecordChange): Mapping {
  const columns = mapping.columns.filter(({ field }) => field === keyFieldOf(change));
  return { ...mapping, columns, skipped: [] };
}

/** The same, with the saved mapping that was asked for or that fits the file; says which. */
export async function mapWithSaved(
  { paths, print }: Session,
  entity: RecordType,
  header: readonly string[],
  options: ImportOptions,
  discovered: readonly FieldDescriptor[] | null,
  below?: RowSource['belowHeader'],
): Promise<Mapping> {
  const saved = findMapping(paths, entity.kind, options.mapping, header);
  if (saved !== null && options.mapping === undefined)
    await print.note(`the saved mapping "${saved.name}" has these columns and is used; --mapping none does without`);
  return mapFileColumns(entity, header, options, discovered, saved?.map, below);
}

/** Shows the mapping: as a table to a person, in a line elsewhere. */
export async function showMapping(session: Session, mapping: Mapping, firstRow: readonly string[]): Promise<void> {
  const { io, settings, print } = session;
  if (!io.stderr.isTTY) return await print.note(mappingLine(mapping));
  if (settings.quiet && !session.prompt.possible) return;
  const room = io.stderr.columns;
  const table = await mappingTable(mapping, firstRow, { room, now: io.now(), paint: print.paint.stderr });
  await io.stderr.write(await fold(table, room));
}

export function buildPlan(
  entity: RecordType,
  { merge, limit, delimiter, encoding, skipLines, sheet, change }: ImportOptions,
  mapping: Pick<Mapping, 'columns'>,
  list: ImportPlan['list'],
  bounds: BulkBounds = BULK_BOUNDS,
): ImportPlan {
  const file = { delimiter, encoding, skipLines, sheet };
  const plan = { entity: entity.kind, columns: mapping.columns, merge, list, limit, ...file, ...bounds };
  return change === undefined ? plan : { ...plan, change };
}
