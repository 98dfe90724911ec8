// Filters as SQL: translates the predicate tree of rules/records/filters.ts.

import type { RecordEntity, RecordField } from '../../../../rules/records/fields.ts';
import type { RecordPredicate } from '../../../../rules/records/predicates.ts';
import { allOf, anyOf, type Fragment, noneOf } from '../../../db/fragment.ts';
import { IN_LIST, IN_TEXTS, jsonList, realOf, unindexed } from '../../../db/rowset.ts';
import { COMPANIES } from '../../companies/queries/companies.ts';
import { CONTACTS } from '../../contacts/queries/contacts.ts';
import { type RecordShape, valueSql } from './records.ts';

export const RECORD_SHAPES: Readonly<Record<RecordEntity, RecordShape>> = { CONTACT: CONTACTS, COMPANY: COMPANIES };

interface FilterScope {
  readonly workspaceId: number;
  readonly entity: RecordEntity;
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
      return anyOf(
        RECORD_SHAPES[scope.entity].matchColumns.map((column) => ({
          sql: `${scope.alias}.${column} ${IN_TEXTS}`,
          values: [jsonList(predicate.keys)],
        })),
      );
    default:
      return scope.entity === predicate.field.of ? fieldSql(scope, predicate) : companySql(scope, predicate);
  }
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
  return { sql: `${value} ${IN_TEXTS} and length(${value}) <= ${INDEXED_TEXT_MAX}`, values: [jsonList(values)] };
}

/** A field of the contact's company. Without a company it counts as empty and as no. */
function companySql(scope: FilterScope, predicate: FieldPredicate): Fragment {
  const inner = { ...scope, entity: 'COMPANY', alias: 'co' } as const;
  const isNo = predicate.is === 'flag' && !predicate.value;
  const positive = isNo ? { ...predicate, value: true } : predicate;
  const { sql, values } = fieldSql(inner, positive);
  const found = {
    sql: `${scope.alias}.company_id in (select co.id from companies as co where co.workspace_id = ? and (${sql}))`,
    values: [scope.workspaceId, ...values],
  };
  if (isNo) return noneOf(found);
  return predicate.is === 'empty' ? anyOf([{ sql: `${scope.alias}.company_id is null`, values: [] }, found]) : found;
}

function fieldSql({ entity, alias }: FilterScope, predicate: FieldPredicate): Fragment {
  const shape = RECORD_SHAPES[entity];
  const value = valueSql(shape, predicate.field, alias);
  switch (predicate.is) {
    case 'oneOf':
      return oneOfSql(shape, alias, value, predicate);
    case 'empty':
      return { sql: `${value} is null`, values: [] };
    case 'between':
      return boundsSql(realOf(value), [
        ['>=', predicate.min],
        ['<=', predicate.max],
      ]);
    case 'flag':
      return { sql: predicate.value ? value : `not ${value}`, values: [] };
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
    return {
      sql: `exists (select 1 from json_each(${value}) as one where one.value ${IN_TEXTS})`,
      values: [jsonList(values)],
    };
  }
  const compared = shape.indexedWithCompany.has(field.key) ? unindexed(value) : value;
  const exact = { sql: `${compared} ${IN_TEXTS}`, values: [jsonList(values)] };
  const lookup = lookups.get(field.key);
  const keys = lookup ? values.map(lookup.keyOf) : [];
  if (!lookup || keys.includes(null)) return exact;
  const known = keys.filter((key) => key !== null);
  return allOf([{ sql: `${alias}.${lookup.column} ${IN_TEXTS}`, values: [jsonList(known)] }, exact]);
}

function boundsSql(value: string, bounds: readonly (readonly [operator: string, bound: number | null])[]): Fragment {
  const set = bounds.flatMap(([operator, bound]) => (bound === null ? [] : [{ operator, bound }]));
  return {
    sql: [`${value} is not null`, ...set.map(({ operator }) => `${value} ${operator} ?`)].join(' and '),
    values: set.map(({ bound }) => bound),
  };
}

const MEMBERS = `select member_id from list_members where list_id in
  (select id from lists where workspace_id = ? and entity = ? and id ${IN_LIST})`;

/** Current and former enrolments, including finished sequences. */
const IN_CAMPAIGNS = `select contact_id from campaign_contacts where campaign_id in
  (select id from campaigns where workspace_id = ? and id ${IN_LIST})`;

/** Unknown ids, and lists of the other kind, match nothing. */
function idsSql(
  { workspaceId, entity, alias }: FilterScope,
  { kind, ids }: Extract<RecordPredicate, { readonly is: 'ids' }>,
): Fragment {
  const list = jsonList(ids);
  switch (kind) {
    case 'record':
      return { sql: `${alias}.id ${IN_LIST}`, values: [list] };
    case 'contactList': {
      const values = [workspaceId, 'CONTACT', list];
      if (entity === 'CONTACT') return { sql: `${alias}.id in (${MEMBERS})`, values };
      return { sql: `${alias}.id in (select company_id from contacts where id in (${MEMBERS}))`, values };
    }
    case 'companyList': {
      const id = entity === 'CONTACT' ? 'company_id' : 'id';
      return { sql: `${alias}.${id} in (${MEMBERS})`, values: [workspaceId, 'COMPANY', list] };
    }
    case 'campaign': {
      const values = [workspaceId, list];
      if (entity === 'CONTACT') return { sql: `${alias}.id in (${IN_CAMPAIGNS})`, values };
      return { sql: `${alias}.id in (select company_id from contacts where id in (${IN_CAMPAIGNS}))`, values };
    }
  }
}
