import type { EntityName } from '../../../../contract/entities.ts';
import type { DataType } from '../../../../contract/records/fields.ts';
import { allOf, type Fragment, type PageRequest, raw, sql, type Tx } from '../../../core/sql.ts';
import { FIELD_KEY } from '../../records/queries/fields.ts';

export interface VariableRow {
  readonly id: number;
  readonly name: string;
  readonly entity: EntityName;
  /** The custom field it is, and the key records keep its values under. */
  readonly fieldId: number;
  readonly key: string;
  readonly description: string | null;
  /** With ids in place of names. */
  readonly prompt: string;
  readonly model: string | null;
  /** JSON. */
  readonly outputSchema: string;
  readonly search: boolean;
  readonly isPublic: boolean;
  readonly folderId: number | null;
  /** The name of a standard field, or `#` and the key of another. */
  readonly websiteField: string | null;
  readonly archivedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const SELECT = `select v.id, f.name, f.entity, v.field_id as fieldId, ${FIELD_KEY} as key, v.description, v.prompt, v.model,
  v.output_schema as outputSchema, v.search as "search?", v.is_public as "isPublic?", v.folder_id as folderId,
  v.website_field as websiteField, v.archived_at as archivedAt, v.created_at as createdAt, v.updated_at as updatedAt`;
const FROM = 'from ai_variables as v join custom_fields as f on f.id = v.field_id';

export async function variableById(tx: Tx, workspaceId: number, id: number): Promise<VariableRow | undefined> {
  return tx.one<VariableRow>(sql`${raw(SELECT)} ${raw(FROM)}
    where v.workspace_id = ${workspaceId} and v.id = ${id}`);
}

export interface VariableFilter {
  readonly withArchived: boolean;
  readonly entity?: EntityName | undefined;
  /** Exact. */
  readonly name?: string | undefined;
  readonly folderId?: number | undefined;
}

function whereOf(workspaceId: number, { withArchived, entity, name, folderId }: VariableFilter): Fragment {
  return allOf([
    sql`v.workspace_id = ${workspaceId}`,
    ...(withArchived ? [] : [sql`v.archived_at is null`]),
    ...(entity === undefined ? [] : [sql`f.entity = ${entity}`]),
    ...(name === undefined ? [] : [sql`f.name = ${name}`]),
    ...(folderId === undefined ? [] : [sql`v.folder_id = ${folderId}`]),
  ]);
}

export async function variablePage(tx: Tx, workspaceId: number, filter: VariableFilter, page: PageRequest) {
  const where = whereOf(workspaceId, filter);
  return tx.page<VariableRow>(sql`${raw(SELECT)} ${raw(FROM)} where ${where}`, 'v.id', page);
}

export type VariableName = Pick<VariableRow, 'id' | 'name' | 'entity' | 'key'>;

/** Every variable of the workspace, archived ones too, oldest first. */
export async function variableNames(tx: Tx, workspaceId: number): Promise<VariableName[]> {
  return tx.all<VariableName>(sql`select v.id, f.name, f.entity, ${raw(FIELD_KEY)} as key
    ${raw(FROM)} where v.workspace_id = ${workspaceId} order by v.id`);
}

/** What is written of a variable beside its field. */
export type VariableValues = Omit<VariableRow, 'id' | 'name' | 'entity' | 'fieldId' | 'key' | 'createdAt'>;

/** `fieldId`: the field that is the variable. Gives the id. */
export async function insertVariable(
  tx: Tx,
  workspaceId: number,
  fieldId: number,
  values: VariableValues,
  now: number,
): Promise<number> {
  return tx.insert('ai_variables', { ...values, workspaceId, fieldId, createdAt: now });
}

export async function updateVariable(tx: Tx, id: number, values: VariableValues): Promise<void> {
  await tx.update('ai_variables', id, values);
}

/** Takes the variable and its field away; values on records are the caller's business. */
export async function deleteVariable(tx: Tx, { id, fieldId }: Pick<VariableRow, 'id' | 'fieldId'>): Promise<void> {
  await tx.run(sql`delete from ai_variables where id = ${id}`);
  await tx.run(sql`delete from custom_fields where id = ${fieldId}`);
}

export async function insertVariableField(
  tx: Tx,
  field: { workspaceId: number; entity: EntityName; name: string; dataType: DataType; createdAt: number },
): Promise<number> {
  return tx.insert('custom_fields', { ...field, fieldType: 'AI_VARIABLE' });
}

export async function updateVariableField(tx: Tx, fieldId: number, field: { name: string; dataType: DataType }) {
  await tx.update('custom_fields', fieldId, field);
}
