// Filters as SQL: translates the predicate tree of rules/records/filters.ts.

import type { EntityName } from '../../../../contract/entities.ts';
import type { RecordPredicate } from '../../../../rules/records/conditions.ts';
import type { RecordField } from '../../../../rules/records/fields.ts';
import { allOf, anyOf, type Fragment, inList, inTexts, noneOf, raw, sql } from '../../../core/sql.ts';
import { realOf, unindexed } from '../../../db/rowset.ts';
import { hasEntered } from '../../campaigns/queries/enrolment-status.ts';
import { COMPANIES } from '../../companies/queries/companies.ts';
import { CONTACTS } from '../../contacts/queries/contacts.ts';
import { type RecordShape, valueSql } from './records.ts';

export const RECORD_SHAPES: Readonly<Record<EntityName, RecordShape>> = { CONTACT: CONTACTS, COMPANY: COMPANIES };

interface FilterScope {
  readonly workspaceId: number;
  readonly entity: EntityName;
  /** Alias of the filtered table. */
  readonly alias: string;
}

type FieldPredicate = Extract<RecordPredicate, { readonly field: RecordField }>;

/** Never null for a record: a missing value does not match. */
export function predicateSql(scope: FilterScope, predicate: RecordPredicate): Fragment {
  switch (predicate.is) {
    case 'all':
      return allOf(predicate.of.map((part) => predicateSql(scope, part)));
    case 'any':
      return anyOf(predicate.of.map((part) => predicateSql(scope, part)));
    case 'not':
      return noneOf(predicateSql(scope, predicate.of));
    case 'ids':
      return idsSql(scope, predicate);
    case 'keys':
      return keysSql(scope, predicate.keys);
    default:
      return scope.entity === predicate.field.of ? fieldSql(scope, predicate) : companySql(scope, predicate);
  }
}

/** Each column by its index: of alternatives, SQLite would look at all records of the workspace. */
function keysSql({ workspaceId, entity, alias }: FilterScope, keys: readonly string[]): Fragment {
  const { table, matchColumns } = RECORD_SHAPES[entity];
  const found = matchColumns.map(
    (column) =>
      sql`select id from ${raw(table)} where workspace_id = ${workspaceId} and ${raw(column)} ${inTexts(keys)}`,
  );
  return sql`${raw(alias)}.id in (${found.reduce((all, one) => sql`${all} union all ${one}`)})`;
}

/** Characters; as the condition of the index `contacts_by_job_title`. */
const INDEXED_TEXT_MAX = 500;

/** A filter by one field that has an index for this; null for any other. */
export function aloneSql(scope: FilterScope, predicate: RecordPredicate): Fragment | null {
  const { entity, alias } = scope;
  if (predicate.is === 'all' && predicate.of.length === 1 && predicate.of[0]) return aloneSql(scope, predicate.of[0]);
  const shape = RECORD_SHAPES[entity];
  if (predicate.is !== 'oneOf' || predicate.field.of !== entity || !shape.indexedAlone.has(predicate.field.key))
    return null;
  const { field, values } = predicate;
  if (values.some(({ length }) => length > INDEXED_TEXT_MAX)) return null;
  const value = valueSql(shape, field, alias);
  return sql`${raw(value)} ${inTexts(values)} and length(${raw(value)}) <= ${raw(String(INDEXED_TEXT_MAX))}`;
}

/** A field of the contact's company. Without a company it counts as empty and as no. */
function companySql(scope: FilterScope, predicate: FieldPredicate): Fragment {
  const inner = { ...scope, entity: 'COMPANY', alias: 'co' } as const;
  const isNo = predicate.is === 'flag' && !predicate.value;
  const positive = isNo ? { ...predicate, value: true } : predicate;
  const found = sql`${raw(scope.alias)}.company_id in (select co.id from companies as co
    where co.workspace_id = ${scope.workspaceId} and (${fieldSql(inner, positive)}))`;
  if (isNo) return noneOf(found);
  return predicate.is === 'empty' ? anyOf([sql`${raw(scope.alias)}.company_id is null`, found]) : found;
}

function fieldSql({ entity, alias }: FilterScope, predicate: FieldPredicate): Fragment {
  const shape = RECORD_SHAPES[entity];
  const value = valueSql(shape, predicate.field, alias);
  switch (predicate.is) {
    case 'oneOf':
      return oneOfSql(shape, alias, value, predicate);
    case 'empty':
      return sql`${raw(value)} is null`;
    case 'between':
      return boundsSql(realOf(value), [
        ['>=', predicate.min],
        ['<=', predicate.max],
      ]);
    case 'flag':
      return raw(predicate.value ? value : `not ${value}`);
    case 'during':
      return boundsSql(value, [
        ['>=', predicate.from],
        ['<', predicate.until],
      ]);
  }
}

/** An indexed key of the field narrows the rows before the exact values are compared. */
function oneOfSql(
  shape: RecordShape,
  alias: string,
  value: string,
  { field, values }: Extract<RecordPredicate, { readonly is: 'oneOf' }>,
): Fragment {
  const { manyValued, lookups } = shape;
  if (manyValued.has(field.key)) {
    return sql`exists (select 1 from json_each(${raw(value)}) as one where one.value ${inTexts(values)})`;
  }
  const compared = shape.indexedWithCompany.has(field.key) ? unindexed(value) : value;
  const exact = sql`${raw(compared)} ${inTexts(values)}`;
  const lookup = lookups.get(field.key);
  const keys = lookup ? values.map(lookup.keyOf) : [];
  if (!lookup || keys.includes(null)) return exact;
  const known = keys.filter((key) => key !== null);
  return allOf([sql`${raw(alias)}.${raw(lookup.column)} ${inTexts(known)}`, exact]);
}

function boundsSql(value: string, bounds: readonly (readonly [operator: string, bound: number | null])[]): Fragment {
  return bounds.reduce(
    (all, [operator, bound]) => (bound === null ? all : sql`${all} and ${raw(value)} ${raw(operator)} ${bound}`),
    sql`${raw(value)} is not null`,
  );
}

/** Unknown ids, and lists of the other kind, match nothing. */
function idsSql(
  { workspaceId, entity, alias }: FilterScope,
  { kind, ids }: Extract<RecordPredicate, { readonly is: 'ids' }>,
): Fragment {
  const members = (of: EntityName) => sql`select member_id from list_members where list_id in
    (select id from lists where workspace_id = ${workspaceId} and entity = ${of} and id ${inList(ids)})`;
  // Current and former enrolments, including finished sequences.
  const enrolled = sql`select e.contact_id from campaign_contacts as e where e.campaign_id in
    (select id from campaigns where workspace_id = ${workspaceId} and id ${inList(ids)}) and ${raw(hasEntered('e'))}`;
  const isAmong = (column: string, found: Fragment) => sql`${raw(alias)}.${raw(column)} in (${found})`;
  const hasContacts = (contacts: Fragment) =>
    entity === 'CONTACT'
      ? isAmong('id', contacts)
      : isAmong('id', sql`select company_id from contacts where id in (${contacts})`);
  switch (kind) {
    case 'record':
      return sql`${raw(alias)}.id ${inList(ids)}`;
    case 'contactList':
      return hasContacts(members('CONTACT'));
    case 'companyList':
      return isAmong(entity === 'CONTACT' ? 'company_id' : 'id', members('COMPANY'));
    case 'campaign':
      return hasContacts(enrolled);
  }
}
