// By which fields a row is looked for, and under which names a service has them.

import type { EntityName } from '../../contract/entities.ts';
import { getOwn, type JsonObject } from '../../contract/json.ts';
import type { FieldDescriptor } from '../../contract/records/fields.ts';
import { COMPANY_ALIASES } from './fields.ts';

/** A record as the bulk endpoints take it: field → value. */
export type Item = Record<string, string | number | boolean>;

/** Fields by how few records share a value of them. The interface shows them, or every service of it must have them. */
const BY_SELECTIVITY: Readonly<Record<EntityName, readonly string[]>> = {
  CONTACT: [
    'professionalEmail',
    'mobilePhone',
    'networkProfileUrl',
    'phones',
    'lastName',
    'firstName',
    'networkHeadline',
    'jobTitle',
    'companyDomain',
    'companyNetworkUrl',
    'companyWebsite',
    'companyName',
    'contactCountry',
    'companyIndustry',
  ],
  COMPANY: ['domain', 'companyNetworkUrl', 'website', 'name', 'industry'],
};

/** Standard here, but shown by the interface in another place than the records: looked for after the fields above. */
const UNDOCUMENTED: ReadonlySet<string> = new Set([
  'contactCRMId',
  'leadCRMId',
  'companyCRMId',
  'companyCountry',
  'numberOfEmployees',
]);
/** A filter of numbers takes a range. */
const RANGES = new Set(['numberOfEmployees', 'leadsCount']);

/** Two records with the same value are the same one, or a mistake. */
const TELLING: ReadonlySet<string> = new Set([
  'professionalEmail',
  'mobilePhone',
  'networkProfileUrl',
  'companyNetworkUrl',
  'contactCRMId',
  'leadCRMId',
  'companyCRMId',
]);

export const isTelling = (entity: EntityName, field: string): boolean =>
  TELLING.has(field) && !(entity === 'CONTACT' && COMPANY_ALIASES.has(field));

const NO_VALUES = new Set(['listId', 'mergeWithExisting']);

/** The values of a row, without what says how it is imported. */
export const valuesOf = (item: Item): [field: string, value: Item[string]][] =>
  Object.entries(item).filter(([field]) => !NO_VALUES.has(field));

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A field of a row, and the name that searches and records have for it. */
export interface SearchField {
  readonly field: string;
  readonly filter: string;
}

export class SearchFields {
  readonly #entity: EntityName;
  readonly #byId: ReadonlyMap<string, FieldDescriptor>;
  /** A custom field may be listed under an id that the service gave it. */
  readonly #byLabel: ReadonlyMap<string, FieldDescriptor>;

  constructor(entity: EntityName, fields: readonly FieldDescriptor[]) {
    this.#entity = entity;
    this.#byId = new Map(fields.map((field) => [field.id, field]));
    const custom = fields.filter(({ fieldType }) => fieldType !== 'STANDARD');
    this.#byLabel = new Map(custom.map((field) => [bare(field.label), field]));
  }

  isStandard(field: string): boolean {
    return BY_SELECTIVITY[this.#entity].includes(field) || UNDOCUMENTED.has(field);
  }

  /** Null where the fields endpoint does not list it, which proves nothing. */
  idOf(field: string): string | null {
    if (this.isStandard(field) || this.#byId.has(field)) return field;
    return this.#byLabel.get(bare(field))?.id ?? null;
  }

  /** The value that a record shows; undefined where it shows none. */
  shown(record: JsonObject, field: string): unknown {
    if (getOwn(record, field) !== undefined) return getOwn(record, field);
    const id = this.idOf(field);
    return id === null ? undefined : getOwn(record, id);
  }

  /** The fields to look for a row by, in the order to try them: standard ones before custom ones. */
  searchFields(item: Item): readonly SearchField[] {
    const texts = valuesOf(item).flatMap(([field, value]) => (typeof value === 'string' ? [field] : []));
    const order = BY_SELECTIVITY[this.#entity];
    const standard = order.filter((field) => texts.includes(field));
    const others = texts.filter((field) => !order.includes(field) && !RANGES.has(field));
    return [...standard, ...others].flatMap((field) => {
      const filter = this.idOf(field);
      return filter === null ? [] : [{ field, filter }];
    });
  }

  /** Whether searches can be narrowed to records created since a moment. */
  get hasCreatedAt(): boolean {
    return this.#byId.get('createdAt')?.dataType === 'date';
  }

  /** Fields that a search shows only when asked. */
  toShow(items: readonly Item[]): string[] {
    const names = new Set(items.flatMap((item) => valuesOf(item).map(([field]) => field)));
    const order = new Set(BY_SELECTIVITY[this.#entity]);
    return [...names]
      .filter((name) => COMPANY_ALIASES.has(name) || !order.has(name))
      .map((name) => this.idOf(name))
      .filter((id) => id !== null && this.#byId.has(id))
      .filter((id) => id !== null)
      .slice(0, 100);
  }
}
