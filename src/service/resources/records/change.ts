// Changing fields of one record, and taking a contact away.

import { issuesText } from '../../../contract/issues.ts';
import type { Entity } from '../../../rules/records/fields.ts';
import { checkPatch, type Patch } from '../../../rules/records/patch.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { readCustoms } from './custom-fields.ts';
import { draftOf, noteChanged, touch } from './pending-record.ts';
import { type RecordShape, recordsById, type Stored, writeRecords } from './queries/records.ts';
import { workspaceFields } from './requested-fields.ts';
import { signalChanged } from './signals.ts';

const NOUN: Readonly<Record<Entity, string>> = { CONTACT: 'contact', COMPANY: 'company' };

/** Throws Refusal `not_found`, for a record of another workspace too: nobody learns that it exists. */
export async function recordOf({ tx, principal }: Context, shape: RecordShape, id: number): Promise<Stored> {
  const [stored] = await recordsById(tx, shape, principal.workspaceId, [id]);
  if (!stored) throw new Refusal('not_found', `There is no ${NOUN[shape.entity]} ${id}`);
  return stored;
}

/** Throws Refusal `not_found`, or `invalid` with every field that cannot be changed so. */
export async function changeRecord(
  context: Context,
  shape: RecordShape,
  id: number,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { tx, principal, now } = context;
  const { entity } = shape;
  const draft = draftOf(await recordOf(context, shape, id));
  const verdict = checkPatch(entity, body, (await workspaceFields(context, entity)).known);
  const issues = verdict.ok ? await makeFields(context, entity, verdict.patch) : verdict.issues;
  if (!verdict.ok || issues.length > 0) throw new Refusal('invalid', issuesText(issues), { issues });
  const custom = (await readCustoms(context)).keyed(entity, verdict.patch.custom);
  noteChanged(draft, applied(draft.standard, verdict.patch.standard));
  noteChanged(draft, applied(draft.properties, custom));
  if (!draft.changedFields?.length) return;
  touch(draft, now);
  await writeRecords(tx, shape, principal.workspaceId, { added: [], changed: [draft] });
  await signalChanged(context, entity, [draft]);
}

async function makeFields(context: Context, entity: Entity, { custom }: Patch) {
  const names = [...custom].flatMap(([name, value]) => (value === null ? [] : [name]));
  return (await readCustoms(context)).make(entity, names, (name) => name);
}

/** Unlike merging this takes every value as it is sent, and null away. Gives the names of what changed. */
function applied<V>(values: Map<string, V>, patch: ReadonlyMap<string, NoInfer<V> | null>): string[] {
  const changed: string[] = [];
  for (const [name, value] of patch) {
    if ((values.get(name) ?? null) === value) continue;
    changed.push(name);
    if (value === null) values.delete(name);
    else values.set(name, value);
  }
  return changed;
}
