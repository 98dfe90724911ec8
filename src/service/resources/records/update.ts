import type { EntityName } from '../../../contract/entities.ts';
import { issuesText } from '../../../contract/envelope.ts';
import { checkPatch, type Patch } from '../../../rules/records/patch.ts';
import { addChangedFields, editableRecord, markChanged } from '../../../rules/records/upsert/pending-record.ts';
import { type Context, Refusal } from '../../core/context.ts';
import { type RecordShape, writeRecords } from './queries/records.ts';
import { readCustomFields } from './read-known.ts';
import { requireRecord, workspaceFields } from './search.ts';
import { signalChanged } from './signals.ts';

/** Null clears a field. Throws Refusal `not_found`, or `invalid` naming every field that cannot be changed this way. */
export async function updateRecord(
  context: Context,
  shape: RecordShape,
  id: number,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { tx, principal, now } = context;
  const { entity } = shape;
  const record = editableRecord(await requireRecord(context, shape, id));
  const verdict = checkPatch(entity, body, (await workspaceFields(context, entity)).known);
  const issues = verdict.ok ? await makeFields(context, entity, verdict.patch) : verdict.issues;
  if (!verdict.ok || issues.length > 0) throw new Refusal('invalid', issuesText(issues), { issues });
  const custom = (await readCustomFields(context)).keyed(entity, verdict.patch.custom);
  addChangedFields(record, applied(record.standard, verdict.patch.standard));
  addChangedFields(record, applied(record.properties, custom));
  if (!record.changedFields?.length) return;
  markChanged(record, now);
  await writeRecords(tx, shape, principal.workspaceId, { added: [], changed: [record] });
  await signalChanged(context, entity, [record]);
}

async function makeFields(context: Context, entity: EntityName, { custom }: Patch) {
  const names = [...custom].flatMap(([name, value]) => (value === null ? [] : [name]));
  return (await readCustomFields(context)).make(entity, names, (name) => name);
}

/** Unlike a merge, every value is taken as sent and null deletes. Returns the names of the changed fields. */
export function applied<V>(values: Map<string, V>, patch: Iterable<readonly [string, NoInfer<V> | null]>): string[] {
  const changed = [...patch].filter(([name, value]) => (values.get(name) ?? null) !== value);
  for (const [name, value] of changed) {
    if (value === null) values.delete(name);
    else values.set(name, value);
  }
  return changed.map(([name]) => name);
}
