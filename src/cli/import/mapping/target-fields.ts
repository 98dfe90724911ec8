// Where a column can go: the fields an item of the interface takes, and the workspace's own.

import type { EntityName } from '../../../contract/entities.ts';
import { getOwn } from '../../../contract/json.ts';
import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import { looseName } from '../../../rules/nearest.ts';
import {
  COMPANY_ALIASES,
  EDITABLE_FIELDS,
  RESERVED_NAMES,
  type RecordField,
  STANDARD_FIELDS,
} from '../../../rules/records/fields.ts';
import type { CellKind } from './cell.ts';
import { KNOWN_HEADERS } from './known-headers.ts';
import type { RecordChange } from './plan.ts';

interface TargetField {
  readonly field: string;
  readonly kind: CellKind;
}

export interface TargetFields {
  /** By id. */
  readonly fields: ReadonlyMap<string, TargetField>;
  /** Names a header may have, made loose, to the field's id; the surest name of a field comes first. */
  readonly byLooseName: ReadonlyMap<string, string>;
  /** Of those, the fields' own ids and labels: where one stands in a header, it means that field whatever else could. */
  readonly ownNames: ReadonlySet<string>;
  /** Ids of what an item cannot set: never sent, and never a custom field. */
  readonly readOnly: ReadonlySet<string>;
  /** Whether they include the workspace's own fields. */
  readonly withCustom: boolean;
}

const KINDS: Readonly<Record<string, CellKind>> = { url: 'url', email: 'email', number: 'number' };
const KINDS_OF_FIELDS: Readonly<Record<string, CellKind>> = {
  mobilePhone: 'phone',
  phones: 'phone',
  firstName: 'name',
  lastName: 'name',
  contactCRMId: 'crmId',
  leadCRMId: 'crmId',
  companyCRMId: 'crmId',
  contactCountry: 'country',
  companyCountry: 'country',
  domain: 'host',
  companyDomain: 'host',
  networkProfileUrl: 'page',
  companyNetworkUrl: 'page',
};

function standardFields(entity: EntityName): (readonly [id: string, field: RecordField])[] {
  const own = [...EDITABLE_FIELDS[entity]];
  if (entity === 'COMPANY') return own;
  const companyBacked = [...COMPANY_ALIASES].flatMap(([alias, id]) => {
    const field = EDITABLE_FIELDS.COMPANY.get(id);
    return field === undefined ? [] : [[alias, field] as const];
  });
  return [...own, ...companyBacked];
}

/** The one column of both names, split into them. */
export const FULL_NAME = 'fullName';

/** `discovered`: the fields endpoint's answer; null where the service is not asked. `ids`: whether rows may name records; `change`: whether they have to. */
export function targetFields(
  entity: EntityName,
  discovered: readonly FieldDescriptor[] | null,
  { ids = false, change }: { readonly ids?: boolean; readonly change?: RecordChange } = {},
): TargetFields {
  const fields = new Map<string, TargetField>();
  const names = new Map<string, string>();
  const name = (text: string, id: string) => {
    const loose = looseName(text);
    if (loose !== '' && !names.has(loose)) names.set(loose, id);
  };
  const standard = standardFields(entity);
  const ownNames = new Set(standard.flatMap(([id, { label }]) => [looseName(id), looseName(label)]));
  for (const [id, { dataType }] of standard)
    fields.set(id, { field: id, kind: getOwn(KINDS_OF_FIELDS, id) ?? KINDS[dataType] ?? 'text' });
  if (entity === 'CONTACT' && change === undefined) fields.set(FULL_NAME, { field: FULL_NAME, kind: 'fullName' });
  for (const [id] of standard) name(id, id);
  // As JSON paths have it, and our export.
  if (entity === 'CONTACT') for (const [alias, id] of COMPANY_ALIASES) name(`company.${id}`, alias);

  const readOnly = new Set([...RESERVED_NAMES[entity], ...STANDARD_FIELDS[entity].map(({ id }) => id)]);
  // By its own name alone: other systems call theirs `ID` or `Id`.
  if (ids) fields.set('id', { field: 'id', kind: 'id' });
  // Where the records are named by it on purpose, every spelling of it is meant.
  if (ids && change !== undefined) for (const text of ['id', `${entity} id`]) name(text, 'id');
  // A contact's company is changed on the company.
  if (change !== undefined && entity === 'CONTACT') for (const alias of COMPANY_ALIASES.keys()) fields.delete(alias);
  for (const id of fields.keys()) readOnly.delete(id);
  for (const field of discovered ?? []) {
    if (fields.has(field.id) || readOnly.has(field.id)) continue;
    if (!field.editable) {
      readOnly.add(field.id);
      continue;
    }
    fields.set(field.id, { field: field.id, kind: 'custom' });
    name(field.id, field.id);
    name(field.label, field.id);
  }
  for (const [id, { label }] of standard) name(label, id);
  for (const [id, headers] of Object.entries(KNOWN_HEADERS[entity])) for (const header of headers) name(header, id);
  return { fields, byLooseName: names, ownNames, readOnly, withCustom: discovered !== null };
}
