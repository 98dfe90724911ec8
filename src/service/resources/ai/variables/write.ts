import { AiVariableInput, AiVariablePatch, type OutputSchema } from '../../../../contract/ai/variables.ts';
import type { EntityName } from '../../../../contract/entities.ts';
import { given } from '../../../../contract/json.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { DATA_TYPE_OF } from '../../../../rules/ai/check.ts';
import { storedPrompt } from '../../../../rules/ai/tokens.ts';
import { editableRecord, markChanged } from '../../../../rules/records/upsert/pending-record.ts';
import { type Context, Refusal, readBody } from '../../../core/context.ts';
import { enqueueJob } from '../../../jobs/queries/jobs.ts';
import { renameFieldInCampaigns } from '../../campaigns/steps.ts';
import { RECORD_SHAPES } from '../../records/queries/predicates.ts';
import { idsWithProperty, recordsById, writeRecords } from '../../records/queries/records.ts';
import { type NamedField, renameFieldInWorkflows } from '../../workflows/named-fields.ts';
import { assertNoCycle, assertUnused, assertValid } from '../check.ts';
import { deleteReferences, setReferences } from '../queries/references.ts';
import {
  deleteVariable as dropVariable,
  insertVariable,
  insertVariableField,
  updateVariableField,
  type VariableRow,
  type VariableValues,
  updateVariable as writeVariable,
} from '../queries/variables.ts';
import { type AiWorkspace, aiWorkspace, referencesOf, writtenIn } from '../workspace.ts';
import {
  assertNameFree,
  getVariable,
  isContactField,
  storedSchema,
  storedWebsite,
  type VariableRecord,
  valuesOf,
  variableOf,
  variableView,
} from './read.ts';

/** Throws Refusal `invalid` with every problem of the body, `conflict` for a name that is taken; then nothing is stored. */
export async function createVariable(context: Context, body: unknown): Promise<VariableRecord> {
  const { tx, principal, now } = context;
  const workspace = await aiWorkspace(context);
  await assertValid(context, workspace, { kind: 'ai-variable', body, purpose: 'create' });
  const input = readBody(AiVariableInput, body);
  const { entity, description, model, search, isPublic, folderId, customWebsiteField } = input;
  const { outputSchema = { type: 'text' } } = input;
  const name = input.name.trim();
  assertNameFree(workspace, entity, name);
  assertRoom(workspace, entity);
  const field = { workspaceId: principal.workspaceId, entity, name, dataType: DATA_TYPE_OF[outputSchema.type] };
  const fieldId = await insertVariableField(tx, { ...field, createdAt: now });
  const prompt = storedPrompt(input.prompt, writtenIn(workspace, entity));
  const values: VariableValues = {
    description: description ?? null,
    prompt,
    model: model ?? null,
    outputSchema: storedSchema(outputSchema),
    search: search ?? false,
    isPublic: isPublic ?? true,
    folderId: folderId ?? null,
    websiteField: storedWebsite(workspace, entity, customWebsiteField ?? null),
    archivedAt: null,
    updatedAt: now,
  };
  const id = await insertVariable(tx, principal.workspaceId, fieldId, values, now);
  await setReferences(tx, { kind: 'ai-variable', id }, referencesOf(workspace, [prompt]));
  return getVariable(context, id);
}

function assertRoom({ customs }: AiWorkspace, of: EntityName): void {
  if (customs.filter(({ entity }) => entity === of).length < LIMITS.customFields) return;
  const message = `the workspace already has the maximum of ${LIMITS.customFields} added fields`;
  throw new Refusal('invalid', `name: ${message}`, { issues: [{ path: 'name', code: 'too_many', message }] });
}

/** A new name replaces the old one wherever it is used. Throws Refusal `not_found`, `invalid` with every problem, `conflict`. */
export async function updateVariable(context: Context, id: number, body: unknown): Promise<VariableRecord> {
  const { tx, now } = context;
  const row = await variableOf(context, id);
  const { entity } = row;
  const workspace = await aiWorkspace(context);
  const current = { id, entity };
  await assertValid(context, workspace, { kind: 'ai-variable', body, purpose: 'update', current });
  const input = readBody(AiVariablePatch, body);
  const name = input.name?.trim() ?? row.name;
  assertNameFree(workspace, entity, name, row.key);
  const prompt = input.prompt === undefined ? row.prompt : storedPrompt(input.prompt, writtenIn(workspace, entity));
  const targets = referencesOf(workspace, [prompt]);
  await assertNoCycle(context, { kind: 'ai-variable', id }, targets);
  const { description, model, search, isPublic, folderId } = input;
  const values: VariableValues = {
    ...valuesOf(row),
    ...given({ description, model, search, isPublic, folderId }),
    ...(input.outputSchema !== undefined && { outputSchema: storedSchema(input.outputSchema) }),
    ...(input.customWebsiteField !== undefined && {
      websiteField: storedWebsite(workspace, entity, input.customWebsiteField),
    }),
    prompt,
  };
  const isSame = name === row.name && JSON.stringify(values) === JSON.stringify(valuesOf(row));
  if (isSame) return variableView(context, workspace, row);
  await writeVariable(tx, id, { ...values, updatedAt: now });
  const type = input.outputSchema?.type ?? schemaType(row);
  await updateVariableField(tx, row.fieldId, { name, dataType: DATA_TYPE_OF[type] });
  await setReferences(tx, { kind: 'ai-variable', id }, targets);
  if (name !== row.name) {
    if (isContactField(workspace, row)) await renameFieldInCampaigns(context, row.name, name);
    await renameFieldInWorkflows(context, namedField(workspace, row), name);
  }
  return getVariable(context, id);
}

function namedField(workspace: AiWorkspace, row: VariableRow): NamedField {
  const ofContacts = isContactField(workspace, row) ? (['LEAD'] as const) : [];
  return { name: row.name, of: row.entity === 'COMPANY' ? [...ofContacts, 'COMPANY'] : ofContacts };
}

function schemaType(row: VariableRow): OutputSchema['type'] {
  const schema: OutputSchema = JSON.parse(row.outputSchema);
  return schema.type;
}

/** An archived variable keeps its field and values, but lists omit it. Throws Refusal `not_found`. */
export async function setArchived(context: Context, id: number, isArchived: boolean): Promise<VariableRecord> {
  const row = await variableOf(context, id);
  if ((row.archivedAt !== null) !== isArchived) {
    const { now } = context;
    await writeVariable(context.tx, id, { ...valuesOf(row), archivedAt: isArchived ? now : null, updatedAt: now });
  }
  return getVariable(context, id);
}

/** Deletes the variable, its field and all values. Throws Refusal `not_found`, or `conflict` naming what refers to it. */
export async function deleteVariable(context: Context, id: number): Promise<{ id: number; deleted: true }> {
  const row = await variableOf(context, id);
  const workspace = await aiWorkspace(context);
  await assertUnused(context, { kind: 'ai-variable', id, name: row.name, field: namedField(workspace, row) });
  await clearField(context, row.entity, row.key);
  await deleteReferences(context.tx, { kind: 'ai-variable', id });
  await dropVariable(context.tx, row);
  return { id, deleted: true };
}

const CLEAR_FIELD_JOB = 'field-values.clear';

/** Records in one slice, some 25 ms. */
const BATCH = 200;

/** The values to delete: those stored under `key`, of records after an id. */
interface FieldClearing {
  readonly entity: EntityName;
  readonly key: string;
  readonly after: number;
}

/**
 * Deletes the values of a deleted field. No field has their key any more, so they are invisible at once; if there are
 * many, a job removes the rest from records and full text.
 */
async function clearField(context: Context, entity: EntityName, key: string): Promise<void> {
  const rest = await clearSlice(context, { entity, key, after: 0 });
  if (rest !== null)
    await enqueueJob(context, { kind: CLEAR_FIELD_JOB, key: `${entity} ${key}`, payload: { ...rest } });
}

/** Deletes one slice; returns what is left, null for nothing. */
export async function clearSlice({ tx, principal, now }: Context, clearing: FieldClearing) {
  const { entity, key, after } = clearing;
  const shape = RECORD_SHAPES[entity];
  const { ids, next } = await idsWithProperty(tx, shape, principal.workspaceId, key, { after, most: BATCH });
  const changed = (await recordsById(tx, shape, principal.workspaceId, ids)).map(editableRecord);
  for (const record of changed) {
    record.properties.delete(key);
    markChanged(record, now);
  }
  await writeRecords(tx, shape, principal.workspaceId, { added: [], changed });
  return next === null ? null : { ...clearing, after: next };
}

export function clearingOf(payload: Readonly<Record<string, unknown>>): FieldClearing {
  const { entity, key, after } = payload;
  if ((entity === 'CONTACT' || entity === 'COMPANY') && typeof key === 'string' && typeof after === 'number') {
    return { entity, key, after };
  }
  throw new Error('the payload of a field-values.clear job is not valid');
}
