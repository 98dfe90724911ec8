// AI variables: research fields of contacts or companies (SERVICE-API, AI variables).

import type { VariableEntity } from '../../../contract/ai/enums.ts';
import type { OutputSchema } from '../../../contract/ai/variables.ts';
import { AiVariableInput, AiVariablePatch } from '../../../contract/ai/variables.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { issuesOf } from '../../../contract/issues.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Table } from '../../../contract/table.ts';
import { DATA_TYPE_OF } from '../../../rules/ai/output-schema.ts';
import { plainPrompt, storedPrompt } from '../../../rules/ai/prompt-form.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { renameFieldInCampaigns } from '../campaigns/rename-field.ts';
import { assertNoCycle, assertSound, disagreement } from './check.ts';
import { clearField } from './field-values.ts';
import { forgetReferences, setReferences } from './queries/references.ts';
import {
  deleteVariable as dropVariable,
  insertVariable,
  insertVariableField,
  updateVariableField,
  type VariableRow,
  type VariableValues,
  variableById,
  variablePage,
  updateVariable as writeVariable,
} from './queries/variables.ts';
import { assertUnused } from './usage.ts';
import { type AiWorkspace, aiWorkspace, referencesOf, writtenIn } from './workspace.ts';

type VariableRecord = ReplyOf<Table['aiVariables']['get']>;

const WEBSITE_KEY = '#';

/** Throws Refusal `not_found`: also for a variable of another workspace. */
async function variableOf({ tx, principal }: Context, id: number): Promise<VariableRow> {
  const variable = await variableById(tx, principal.workspaceId, id);
  if (!variable) throw new Refusal('not_found', `There is no AI variable ${id}`);
  return variable;
}

/** The record as the interface shows it. */
export function showVariable({ appUrl }: Context, workspace: AiWorkspace, row: VariableRow): VariableRecord {
  const { id, name, entity, description, model, search, isPublic, folderId, websiteField, archivedAt } = row;
  const { named } = workspace;
  const outputSchema: VariableRecord['outputSchema'] = JSON.parse(row.outputSchema);
  const isKey = websiteField?.startsWith(WEBSITE_KEY) === true;
  return {
    id,
    appUrl: appUrl('ai-variables', id),
    name,
    entity,
    description,
    prompt: plainPrompt(row.prompt, named),
    model,
    outputSchema,
    search,
    isPublic,
    folderId,
    customWebsiteField: isKey ? named.fieldOf(websiteField.slice(WEBSITE_KEY.length)) : websiteField,
    archivedAt: archivedAt === null ? null : isoTime(archivedAt),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  };
}

/** Throws Refusal `not_found`. */
export async function getVariable(context: Context, id: number): Promise<VariableRecord> {
  const row = await variableOf(context, id);
  return showVariable(context, await aiWorkspace(context), row);
}

/** Variables, oldest first; archived ones only with `includeArchived`. `name` is exact. */
export async function findVariables(
  context: Context,
  asked: {
    page: number;
    pageSize: number;
    includeArchived: boolean;
    entity?: VariableEntity | undefined;
    name?: string | undefined;
    folderId?: number | undefined;
  },
): Promise<ReplyOf<Table['aiVariables']['list']>> {
  const { page, pageSize, includeArchived, entity, name, folderId } = asked;
  const filter = { withArchived: includeArchived, entity, name, folderId };
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await variablePage(context.tx, context.principal.workspaceId, filter, window);
  const workspace = await aiWorkspace(context);
  const aiVariables = rows.map((row) => showVariable(context, workspace, row));
  return { aiVariables, page, pageSize, total, hasNextPage: page * pageSize < total };
}

/** `provideExplanation` is false unless told otherwise. */
function storedSchema({ type, values, provideExplanation = false, jsonSchema }: OutputSchema): string {
  return JSON.stringify({
    type,
    ...(values !== undefined && { values }),
    provideExplanation,
    ...(jsonSchema !== undefined && { jsonSchema }),
  });
}

/** Throws Refusal `conflict`: the names of an entity's variables and other added fields are unique. */
function assertNameFree({ customs, variables }: AiWorkspace, entity: VariableEntity, name: string, key?: string): void {
  const taken = customs.find((field) => field.entity === entity && field.name === name && field.key !== key);
  if (taken === undefined) return;
  const variable = variables.find((one) => one.key === taken.key);
  const what = variable === undefined ? 'a custom field' : `AI variable ${variable.id}`;
  const noun = entity === 'CONTACT' ? 'contacts' : 'companies';
  const details = variable === undefined ? { field: name } : { aiVariableId: variable.id };
  throw new Refusal('conflict', `"${name}" is taken among the fields of ${noun}: by ${what}`, details);
}

function storedWebsite(workspace: AiWorkspace, entity: VariableEntity, name: string | null): string | null {
  const key = name === null ? null : writtenIn(workspace, entity).keyOf(name);
  return key === null ? name : `${WEBSITE_KEY}${key}`;
}

/** Throws Refusal `invalid` with every problem of the body, `conflict` for a name that is taken; nothing is stored then. */
export async function createVariable(context: Context, body: unknown): Promise<VariableRecord> {
  const { tx, principal, now } = context;
  const workspace = await aiWorkspace(context);
  await assertSound(context, workspace, { kind: 'ai-variable', body, purpose: 'create' });
  const parsed = AiVariableInput.safeParse(body);
  if (!parsed.success) throw disagreement('ai-variable', issuesOf(parsed.error));
  const { entity, description, model, search, isPublic, folderId, customWebsiteField } = parsed.data;
  const { outputSchema = { type: 'text' } } = parsed.data;
  const name = parsed.data.name.trim();
  assertNameFree(workspace, entity, name);
  assertRoom(workspace, entity);
  const field = { workspaceId: principal.workspaceId, entity, name, dataType: DATA_TYPE_OF[outputSchema.type], now };
  const fieldId = await insertVariableField(tx, field);
  const prompt = storedPrompt(parsed.data.prompt, writtenIn(workspace, entity));
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

function assertRoom({ customs }: AiWorkspace, of: VariableEntity): void {
  if (customs.filter(({ entity }) => entity === of).length < LIMITS.customFields) return;
  const message = `would be one field too many: ${LIMITS.customFields} added fields are allowed`;
  throw new Refusal('invalid', `name: ${message}`, { issues: [{ path: 'name', code: 'too_many', message }] });
}

/**
 * Changes a variable; a new prompt gets a new stored form, a new name is written wherever the old one stood. Throws
 * Refusal `not_found`, `invalid` with every problem, `conflict`.
 */
export async function updateVariable(context: Context, id: number, body: unknown): Promise<VariableRecord> {
  const { tx, now } = context;
  const row = await variableOf(context, id);
  const { entity } = row;
  const workspace = await aiWorkspace(context);
  const current = { id, entity };
  await assertSound(context, workspace, { kind: 'ai-variable', body, purpose: 'update', current });
  const parsed = AiVariablePatch.safeParse(body);
  if (!parsed.success) throw disagreement('ai-variable', issuesOf(parsed.error));
  const sent = parsed.data;
  const name = sent.name?.trim() ?? row.name;
  assertNameFree(workspace, entity, name, row.key);
  const prompt = sent.prompt === undefined ? row.prompt : storedPrompt(sent.prompt, writtenIn(workspace, entity));
  const targets = referencesOf(workspace, [prompt]);
  await assertNoCycle(context, { kind: 'ai-variable', id }, targets);
  const values: VariableValues = {
    ...valuesOf(row),
    ...(sent.description !== undefined && { description: sent.description }),
    ...(sent.model !== undefined && { model: sent.model }),
    ...(sent.search !== undefined && { search: sent.search }),
    ...(sent.isPublic !== undefined && { isPublic: sent.isPublic }),
    ...(sent.folderId !== undefined && { folderId: sent.folderId }),
    ...(sent.outputSchema !== undefined && { outputSchema: storedSchema(sent.outputSchema) }),
    ...(sent.customWebsiteField !== undefined && {
      websiteField: storedWebsite(workspace, entity, sent.customWebsiteField),
    }),
    prompt,
  };
  const isSame = name === row.name && JSON.stringify(values) === JSON.stringify(valuesOf(row));
  if (isSame) return showVariable(context, workspace, row);
  await writeVariable(tx, id, { ...values, updatedAt: now });
  const type = sent.outputSchema?.type ?? schemaType(row);
  await updateVariableField(tx, row.fieldId, { name, dataType: DATA_TYPE_OF[type] });
  await setReferences(tx, { kind: 'ai-variable', id }, targets);
  if (name !== row.name && isContactField(workspace, row)) await renameFieldInCampaigns(context, row.name, name);
  return getVariable(context, id);
}

function schemaType(row: VariableRow): OutputSchema['type'] {
  const schema: OutputSchema = JSON.parse(row.outputSchema);
  return schema.type;
}

function valuesOf(row: VariableRow): VariableValues {
  const { description, prompt, model, outputSchema, search, isPublic, folderId, websiteField, archivedAt } = row;
  const { updatedAt } = row;
  return {
    description,
    prompt,
    model,
    outputSchema,
    search,
    isPublic,
    folderId,
    websiteField,
    archivedAt,
    updatedAt,
  };
}

/** Whether contacts read it under its name: their own, and those of companies that no contact field hides. */
function isContactField({ fields }: AiWorkspace, { name, key }: VariableRow): boolean {
  return fields.CONTACT.get(name)?.key === key;
}

/** An archived variable stays a field with its values; lists leave it out. Again is no change. Throws Refusal `not_found`. */
export async function setArchived(context: Context, id: number, isArchived: boolean): Promise<VariableRecord> {
  const row = await variableOf(context, id);
  if ((row.archivedAt !== null) !== isArchived) {
    const { now } = context;
    await writeVariable(context.tx, id, { ...valuesOf(row), archivedAt: isArchived ? now : null, updatedAt: now });
  }
  return getVariable(context, id);
}

/**
 * Deletes the variable, its field, and its values on every record. Throws Refusal `not_found`, or `conflict` naming who
 * refers to it.
 */
export async function deleteVariable(context: Context, id: number): Promise<{ id: number; deleted: true }> {
  const row = await variableOf(context, id);
  const workspace = await aiWorkspace(context);
  const contactField = isContactField(workspace, row) ? row.name : undefined;
  await assertUnused(context, { kind: 'ai-variable', id, name: row.name, contactField });
  await clearField(context, row.entity, row.key);
  await forgetReferences(context.tx, { kind: 'ai-variable', id });
  await dropVariable(context.tx, row);
  return { id, deleted: true };
}
