import type { DataType, FieldType } from '../../../../contract/records/fields.ts';
import type { CustomField, Entity } from '../../../../rules/records/fields.ts';
import type { Tx } from '../../../db/connection.ts';

interface CustomFieldRow {
  readonly id: number;
  readonly entity: Entity;
  readonly name: string;
  readonly fieldType: FieldType;
  readonly dataType: DataType;
}

/** Custom fields of the workspace, oldest first. */
export async function customFields(tx: Tx, workspaceId: number): Promise<CustomField[]> {
  const rows = await tx.all<CustomFieldRow>(
    `select id, entity, name, field_type as fieldType, data_type as dataType
     from custom_fields where workspace_id = ? order by id`,
    workspaceId,
  );
  return rows.map(({ id, ...field }) => ({ ...field, key: fieldKey(id) }));
}

/** The property key of the field in records: names may change, and not all of them are valid keys. */
export function fieldKey(id: number): string {
  return `f${id}`;
}

/** Adds a text field of type EMPTY_FIELD. */
export async function insertEmptyField(
  tx: Tx,
  field: { workspaceId: number; entity: Entity; name: string; now: number },
): Promise<CustomField> {
  const { lastId } = await tx.run(
    `insert into custom_fields (workspace_id, entity, name, field_type, data_type, created_at)
     values (?, ?, ?, 'EMPTY_FIELD', 'text', ?)`,
    field.workspaceId,
    field.entity,
    field.name,
    field.now,
  );
  return { entity: field.entity, name: field.name, key: fieldKey(lastId), fieldType: 'EMPTY_FIELD', dataType: 'text' };
}
