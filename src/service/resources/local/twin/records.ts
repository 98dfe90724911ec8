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

class Converter {
  readonly #context: Context;
  readonly #shape: RecordShape;
  readonly #types: ReadonlyMap<string, string>;
  readonly #keys: Map<string, string>;

  constructor(context: Context, shape: RecordShape, keys: Map<string, string>) {
    this.#context = context;
    this.#shape = shape;
    this.#types = new Map(STANDARD_FIELDS[shape.entity].map(({ id, dataType }) => [id, dataType]));
    this.#keys = keys;
  }

  async stored(record: JsonObject): Promise<StoredRecord> {
    const standard = new Map<string, FieldValue>();
    const properties = new Map<string, unknown>();
    for (const [name, value] of Object.entries(record)) {
      if (value === null || value === undefined || NO_VALUES.has(name)) continue;
      if (this.#shape.columns.has(name)) {
        const cell = this.#cell(name, value);
        if (cell !== null) standard.set(name, cell);
      } else if (!this.#shape.derived.has(name) && name !== 'leadsCount') {
        properties.set(await this.#key(name), this.#property(name, value));
      }
    }
    const { createdAt, updatedAt } = timesOf(record, this.#context.now);
    const companyId = this.#shape.entity === 'CONTACT' ? numberOf(record, 'companyId') : null;
    return { id: idOf(record), companyId, createdAt, updatedAt, standard, properties };
  }

  #cell(name: string, value: unknown): FieldValue | null {
    if (!this.#shape.manyValued.has(name)) return typeof value === 'number' ? value : String(value);
    return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : null;
  }

  /** Dates of providers are kept as epoch ms. */
  #property(name: string, value: unknown): unknown {
    return this.#types.get(name) === 'date' && typeof value === 'string' ? Date.parse(value) : value;
  }

  /** A field that no list of fields has shows by its first value. */
  async #key(name: string): Promise<string> {
    const known = this.#types.has(name) ? name : this.#keys.get(name);
    if (known !== undefined) return known;
    const { tx, principal, now } = this.#context;
    const { entity } = this.#shape;
    const { key } = await insertEmptyField(tx, { workspaceId: principal.workspaceId, entity, name, now });
    this.#keys.set(name, key);
    return key;
  }
}

const recordsOf =
  (entity: EntityName): WriteStage =>
  async (context, records) => {
    const { tx, principal } = context;
    const customs = await customFields(tx, principal.workspaceId);
    const keys = new Map(customs.filter((field) => field.entity === entity).map(({ name, key }) => [name, key]));
    const converter = new Converter(context, RECORD_SHAPES[entity], keys);
    const added: StoredRecord[] = [];
    for (const record of records) added.push(await converter.stored(record));
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
