import { isObject } from '../../../contract/json.ts';
import type { Context } from '../../core/context.ts';
import { importWindow, searchOfInput } from '../finder/import-records.ts';
import { listById } from '../lists/queries/lists.ts';
import { type ActionRun, addRunRecords, insertOutcomes, type OutcomeRow, updateActionRun } from './queries/runs.ts';
import { addOutcomes, NO_TALLY } from './tally.ts';

/** Larger than other slices, because the search starts from the beginning each time. */
const IMPORT_RECORDS = 100;

const REFUSED: OutcomeRow = { recordId: 0, status: 'FAILED', reason: 'REFUSED', credits: 0 };

interface StoredImport {
  readonly search: unknown;
  readonly listId: number;
  readonly maxCount: number;
}

function isStoredImport(value: unknown): value is StoredImport {
  return (
    isObject(value) && 'search' in value && typeof value['listId'] === 'number' && typeof value['maxCount'] === 'number'
  );
}

/** The total is known if the search reports it, or when it has ended. */
export async function advanceImport(context: Context, run: ActionRun): Promise<boolean> {
  const { tx, now, principal } = context;
  const source = run.importSource;
  const search = isStoredImport(source) ? searchOfInput(source.search) : null;
  if (search === null || !isStoredImport(source)) throw new Error(`run ${run.id} has no search`);
  const { maxCount } = source;
  const offset = run.position;
  const limit = Math.min(IMPORT_RECORDS, maxCount - offset);
  const list = await listById(tx, principal.workspaceId, source.listId);
  const found = await importWindow(context, search, { offset, limit, listId: list?.id });
  const position = offset + found.seen;
  const hasMore = found.hasMore && position < maxCount && found.seen > 0;
  const rows = found.ids.map((recordId): OutcomeRow => ({ recordId, status: 'COMPLETED', reason: null, credits: 1 }));
  const added = await addRunRecords(tx, run.id, run.entity, 'IMPORTED', found.ids);
  await insertOutcomes(tx, run.id, 0, rows);
  const before = run.tally[0] ?? NO_TALLY;
  // A refused result has no id to store an outcome under, but it counts.
  const refused = Array.from({ length: found.refused }, (): OutcomeRow => REFUSED);
  const settled = [...rows, ...refused];
  const done = addOutcomes({ ...before, statusCounts: { ...before.statusCounts, PENDING: settled.length } }, settled);
  const pending = hasMore ? Math.min(found.total ?? maxCount, maxCount) - position : 0;
  const tally = [{ ...done, statusCounts: { ...done.statusCounts, PENDING: pending } }];
  const imported = run.imported + added;
  const finishedAt = hasMore ? null : now;
  await updateActionRun(tx, { ...run, records: imported + pending, position, tally, imported, finishedAt });
  return hasMore;
}
