import type { EntityName } from '../../../../contract/entities.ts';
import type { CustomField } from '../../../../rules/records/fields.ts';
import { sql, type Tx } from '../../../core/sql.ts';

interface CustomFieldRow extends Omit<CustomField, 'key' | 'options'> {
  readonly id: number;
  /** The values of a oneOf AI variable; null for all others. */
  readonly options: readonly string[] | null;
}

export async function customFields(tx: Tx, workspaceId: number): Promise<CustomField[]> {
  const rows = await tx.all<CustomFieldRow>(sql`select f.id, f.entity, f.name, f.field_type as fieldType,
    f.data_type as dataType,
    case when f.data_type = 'select'
    then (select v.output_schema ->> '$.values' from ai_variables as v where v.field_id = f.id) end as "options{}"
    from custom_fields as f where f.workspace_id = ${workspaceId} order by f.id`);
  return rows.map(({ id, options, ...field }) => ({
    ...field,
    key: fieldKey(id),
    ...(options !== null && { options }),
  }));
}

/** The property key of the field in records: names may change, and not all of them are valid keys. */
function fieldKey(id: number): string {
  return `f${id}`;
}

/** The same of a row `f` of the custom fields. */
export const FIELD_KEY = "'f' || f.id";

export async function insertEmptyField(
  tx: Tx,
  { entity, name, workspaceId, now }: { workspaceId: number; entity: EntityName; name: string; now: number },
): Promise<CustomField> {
  const field = { entity, name, fieldType: 'EMPTY_FIELD', dataType: 'text' } as const;
  return { ...field, key: fieldKey(await tx.insert('custom_fields', { ...field, workspaceId, createdAt: now })) };
}
