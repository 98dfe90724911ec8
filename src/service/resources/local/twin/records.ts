import type { EntityName } from '../../../../contract/entities.ts';
import { getOwn, type JsonObject } from '../../../../contract/json.ts';
import { knownFields, STANDARD_FIELDS } from '../../../../rules/records/fields.ts';
import type { FieldValue } from '../../../../rules/records/items.ts';
import type { StoredRecord } from '../../../../rules/records/upsert/pending-record.ts';
import type { Context } from '../../../core/context.ts';
import { insertMembers } from '../../lists/queries/lists.ts';
import { customFields, insertEmptyField } from '../../records/queries/fields.ts';
import { RECORD_SHAPES } from '../../records/queries/predicates.ts';
import { type RecordShape, writeRecords } from '../../records/queries/records.ts';
import { insertRows } from '../queries/twin.ts';
import { created, filled, idOf, numberOf, rowsOf, textOf, timesOf, type WriteStage } from './cells.ts';

const entityOf = (record: JsonObject): EntityName => (getOwn(record, 'entity') === 'COMPANY' ? 'COMPANY' : 'CONTACT');

/** Fields that the workspace added, in the order they are shown in. */
export const fields: WriteStage = async ({ tx, principal, now }, records) => {
  const known = { CONTACT: knownFields('CONTACT', []), COMPANY: knownFields('COMPANY', []) };
  const rows = records.flatMap((record) => {
    const [entity, name] = [entityOf(record), textOf(record, 'id')];
    if (name === null || known[entity].has(name)) return [];
    const fieldType = textOf(record, 'fieldType') ?? 'EMPTY_FIELD';
    const dataType = textOf(record, 'dataType') ?? 'text';
    return [{ workspaceId: principal.workspaceId, entity, name, fieldType, dataType, createdAt: now }];
  });
  return await insertRows(tx, 'custom_fields', rows);
};

/** Names in a record that are no value of it. */
const NO_VALUES = new Set([
  'id',
  'appUrl',
  'company',
  'companyId',
  'createdAt',
  'updatedAt',
  'isInCRM',
  'isCompanyInCRM',
]);

function cellOf({ manyValued }: RecordShape, name: string, value: unknown): FieldValue | null {
  if (!manyValued.has(name)) return typeof value === 'number' ? value : String(value);
  return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : null;
}

/** Makes a record as it is stored. `keys`: of the fields that the workspace added, by name. */
function converter({ tx, principal, now }: Context, shape: RecordShape, keys: Map<string, string>) {
  const { entity, columns, derived } = shape;
  const types = new Map<string, string>(STANDARD_FIELDS[entity].map(({ id, dataType }) => [id, dataType]));
  /** A field that no list of fields has shows by its first value. */
  const keyOf = async (name: string): Promise<string> => {
    const known = types.has(name) ? name : keys.get(name);
    if (known !== undefined) return known;
    const { key } = await insertEmptyField(tx, { workspaceId: principal.workspaceId, entity, name, now });
    keys.set(name, key);
    return key;
  };
  return async (record: JsonObject): Promise<StoredRecord> => {
    const standard = new Map<string, FieldValue>();
    const properties = new Map<string, unknown>();
    for (const [name, value] of Object.entries(record)) {
      if (value === null || value === undefined || NO_VALUES.has(name)) continue;
      if (columns.has(name)) {
        const cell = cellOf(shape, name, value);
        if (cell !== null) standard.set(name, cell);
      } else if (!derived.has(name) && name !== 'leadsCount') {
        // Dates of providers are kept as epoch ms.
        const isDate = types.get(name) === 'date' && typeof value === 'string';
        properties.set(await keyOf(name), isDate ? Date.parse(value) : value);
      }
    }
    const companyId = entity === 'CONTACT' ? numberOf(record, 'companyId') : null;
    return { id: idOf(record), companyId, ...timesOf(record, now), standard, properties };
  };
}

const recordsOf =
  (entity: EntityName): WriteStage =>
  async (context, records) => {
    const { tx, principal } = context;
    const customs = await customFields(tx, principal.workspaceId);
    const keys = new Map(customs.filter((field) => field.entity === entity).map(({ name, key }) => [name, key]));
    const stored = converter(context, RECORD_SHAPES[entity], keys);
    const added: StoredRecord[] = [];
    for (const record of records) added.push(await stored(record));
    await writeRecords(tx, RECORD_SHAPES[entity], principal.workspaceId, { added, changed: [] });
    return [];
  };

export const companies = recordsOf('COMPANY');
export const contacts = recordsOf('CONTACT');

export const lists = rowsOf('lists', { name: filled, entity: entityOf, createdAt: created });

/** Each `{ listId, id }`. */
export const members: WriteStage = async ({ tx }, records) => {
  const rows = records.map((record) => ({ listId: numberOf(record, 'listId') ?? 0, memberId: idOf(record) }));
  await insertMembers(tx, rows);
  return [];
};
