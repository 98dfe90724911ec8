import type { OutputSchema } from '../../../../contract/ai/variables.ts';
import { type EntityName, NOUNS } from '../../../../contract/entities.ts';
import type { Parsed, ReplyData } from '../../../../contract/table.ts';
import { plainPrompt } from '../../../../rules/ai/tokens.ts';
import { isoTime } from '../../../core/clock.ts';
import { type Context, found, Refusal } from '../../../core/context.ts';
import { type VariableRow, type VariableValues, variableById, variablePage } from '../queries/variables.ts';
import { type AiWorkspace, aiWorkspace, writtenIn } from '../workspace.ts';

/** Throws Refusal `not_found`. */
export async function getVariable(context: Context, id: number): Promise<VariableRecord> {
  const row = await variableOf(context, id);
  return variableView(context, await aiWorkspace(context), row);
}

/** Variables, oldest first; archived ones only with `includeArchived`. `name` matches exactly. */
export async function listVariables(context: Context, query: Parsed<'aiVariables', 'list'>['query']) {
  const { includeArchived: withArchived, entity, name, folderId } = query;
  const filter = { withArchived, entity, name, folderId };
  const { rows, paging } = await variablePage(context.tx, context.principal.workspaceId, filter, query);
  const workspace = await aiWorkspace(context);
  return { aiVariables: rows.map((row) => variableView(context, workspace, row)), ...paging };
}

export type VariableRecord = ReplyData<'aiVariables', 'get'>;

/** Throws Refusal `not_found`, also for a variable of another workspace. */
export async function variableOf({ tx, principal }: Context, id: number): Promise<VariableRow> {
  return found(await variableById(tx, principal.workspaceId, id), 'AI variable', id);
}

export function variableView({ appUrl }: Context, workspace: AiWorkspace, row: VariableRow): VariableRecord {
  const { id, name, entity, description, model, search, isPublic, folderId, websiteField, archivedAt } = row;
  const { named } = workspace;
  const outputSchema: VariableRecord['outputSchema'] = JSON.parse(row.outputSchema);
  const isKey = websiteField?.startsWith(WEBSITE_KEY) === true;
  return {
    ...{ id, appUrl: appUrl('ai-variables', id), name, entity, description, prompt: plainPrompt(row.prompt, named) },
    ...{ model, outputSchema, search, isPublic, folderId },
    customWebsiteField: isKey ? named.fieldOf(websiteField.slice(WEBSITE_KEY.length)) : websiteField,
    archivedAt: archivedAt === null ? null : isoTime(archivedAt),
    ...{ createdAt: isoTime(row.createdAt), updatedAt: isoTime(row.updatedAt) },
  };
}

const WEBSITE_KEY = '#';

/** `provideExplanation` defaults to false. */
export function storedSchema({ type, values, provideExplanation = false, jsonSchema }: OutputSchema): string {
  return JSON.stringify({ type, values, provideExplanation, jsonSchema });
}

export function storedWebsite(workspace: AiWorkspace, entity: EntityName, name: string | null): string | null {
  const key = name === null ? null : writtenIn(workspace, entity).keyOf(name);
  return key === null ? name : `${WEBSITE_KEY}${key}`;
}

export function valuesOf(row: VariableRow): VariableValues {
  const { id: _id, name: _name, entity: _entity, fieldId: _fieldId, key: _key, createdAt: _createdAt, ...values } = row;
  return values;
}

/** Throws Refusal `conflict`: names of variables and custom fields are unique per entity. */
export function assertNameFree({ customs, variables }: AiWorkspace, entity: EntityName, name: string, key?: string) {
  const taken = customs.find((field) => field.entity === entity && field.name === name && field.key !== key);
  if (taken === undefined) return;
  const variable = variables.find((one) => one.key === taken.key);
  const what = variable === undefined ? 'a custom field' : `AI variable ${variable.id}`;
  const details = variable === undefined ? { field: name } : { aiVariableId: variable.id };
  throw new Refusal('conflict', `There is already a field "${name}" of ${NOUNS[entity]}: ${what}`, details);
}

/** Whether contacts have it under this name: their own fields, and those of companies that no contact field hides. */
export function isContactField({ fields }: AiWorkspace, { name, key }: VariableRow): boolean {
  return fields.CONTACT.get(name)?.key === key;
}
