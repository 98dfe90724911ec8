// Search filters: which shape each key takes, and what it means.

import { type EntityName, NOUNS } from '../../contract/entities.ts';
import type { Issue } from '../../contract/envelope.ts';
import { isNumericId } from '../../contract/ids.ts';
import type { DataType, Filters, FilterValue } from '../../contract/records/fields.ts';
import { didYouMean, HINTS_MAX } from '../nearest.ts';
import type { IdKind, RecordPredicate } from './conditions.ts';
import type { RecordField } from './fields.ts';
import { oneSpelling } from './invisible-characters.ts';

/** Filter keys that are no fields. */
const ID_KEYS: ReadonlyMap<string, IdKind> = new Map<string, IdKind>([
  ['id', 'record'],
  ['leadsGroup', 'contactList'],
  ['companyGroup', 'companyList'],
  ['campaigns', 'campaign'],
]);

/** Undocumented: what a create with such a key may be merged into, however its address is spelled. */
export const MATCH_KEYS = 'matchKeys';

export interface FilterInput {
  readonly include?: Filters | undefined;
  readonly exclude?: Filters | undefined;
}

export type FilterVerdict =
  | { readonly ok: true; readonly predicate: RecordPredicate }
  | { readonly ok: false; readonly issues: readonly Issue[] };

type ReadFilter = { readonly predicate: RecordPredicate } | { readonly code: string; readonly message: string };

const wrong = (message: string, code = 'invalid_filter'): ReadFilter => ({ code, message });

/**
 * Records match every `include` and no `exclude`. `known` are the workspace's fields of `entity`; every unknown key and
 * every value of the wrong shape is reported, with its path (`include.jobTitel`).
 */
export function checkFilters(
  entity: EntityName,
  input: FilterInput,
  known: ReadonlyMap<string, RecordField>,
): FilterVerdict {
  const issues: Issue[] = [];
  const predicatesOf = (part: 'include' | 'exclude'): RecordPredicate[] =>
    Object.entries(input[part] ?? {}).flatMap(([key, value]) => {
      const found = filterOf(entity, key, value, known, issues.length);
      if ('predicate' in found) return [found.predicate];
      issues.push({ path: `${part}.${key}`, ...found });
      return [];
    });
  const included = predicatesOf('include');
  const excluded = predicatesOf('exclude');
  if (issues.length > 0) return { ok: false, issues };
  const none = excluded.length === 0 ? [] : [{ is: 'not', of: { is: 'any', of: excluded } } as const];
  return { ok: true, predicate: { is: 'all', of: [...included, ...none] } };
}

/** `before`: how many were wrong already. */
function filterOf(
  entity: EntityName,
  key: string,
  value: FilterValue,
  known: ReadonlyMap<string, RecordField>,
  before: number,
): ReadFilter {
  const kind = ID_KEYS.get(key);
  if (kind) return idFilter(kind, value);
  if (key === MATCH_KEYS) return keyFilter(value);
  const field = fieldFor(entity, key, known);
  if (!field) {
    const hint = before < HINTS_MAX ? didYouMean(key, [...ID_KEYS.keys(), ...known.keys()]) : '';
    return wrong(`is not a field of ${NOUNS[entity]}${hint}`, 'unknown_field');
  }
  // AI values take exact ones, whatever their kind of data.
  return field.fieldType === 'AI_VARIABLE' ? exactFilter(field, value) : FILTERS[field.dataType](field, value);
}

/** Every special key of the interface works in both searches: asked of a company, `isInCRM` is about the company. */
function fieldFor(entity: EntityName, key: string, known: ReadonlyMap<string, RecordField>): RecordField | undefined {
  return known.get(key) ?? (entity === 'COMPANY' && key === 'isInCRM' ? known.get('isCompanyInCRM') : undefined);
}

const FILTERS: Readonly<Record<DataType, (field: RecordField, value: FilterValue) => ReadFilter>> = {
  text: exactFilter,
  select: exactFilter,
  url: exactFilter,
  email: exactFilter,
  number: rangeFilter,
  boolean: flagFilter,
  date: spanFilter,
};

/** An array containing an empty string matches empty values; beside others it widens the choice. */
function exactFilter(field: RecordField, value: FilterValue): ReadFilter {
  if (!Array.isArray(value)) return wrong(`takes an array of exact values, such as ["${field.id}"]`);
  if (value.some((item) => typeof item === 'boolean')) return wrong('takes texts: write "true" or "false"');
  const isSpelled = field.fieldType === 'STANDARD' && field.dataType === 'text';
  const texts = value.map((one) => (isSpelled ? oneSpelling(String(one)) : String(one)));
  const empty: RecordPredicate[] = texts.includes('') ? [{ is: 'empty', field }] : [];
  const values = texts.filter((text) => text !== '');
  const exact: RecordPredicate[] = values.length > 0 ? [{ is: 'oneOf', field, values }] : [];
  return { predicate: eitherOf([...exact, ...empty]) };
}

function eitherOf(choices: readonly RecordPredicate[]): RecordPredicate {
  const [only] = choices;
  return choices.length === 1 && only ? only : { is: 'any', of: choices };
}

function isEmptyMatch(value: FilterValue): boolean {
  return Array.isArray(value) && value.length === 1 && value[0] === '';
}

const NUMERIC = /^\s*-?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]{1,3})?\s*$/i;

/** Undefined = no number; null = open. */
function bound(item: unknown): number | null | undefined {
  if (item === '') return null;
  if (typeof item === 'string' && NUMERIC.test(item)) return Number(item);
  return typeof item === 'number' ? item : undefined;
}

function rangeFilter(field: RecordField, value: FilterValue): ReadFilter {
  if (isEmptyMatch(value)) return { predicate: { is: 'empty', field } };
  const shape = 'takes [min, max], two numeric strings of which one may be "" for open, or [""] for no value';
  if (!Array.isArray(value) || value.length !== 2) return wrong(shape);
  const [min, max] = value.map(bound);
  if (min === undefined || max === undefined || (min === null && max === null)) return wrong(shape);
  if (min !== null && max !== null && min > max) return wrong(`the smaller number comes first: ["${max}", "${min}"]`);
  return { predicate: { is: 'between', field, min, max } };
}

function flagFilter(field: RecordField, value: FilterValue): ReadFilter {
  const flag = Array.isArray(value) && value.length === 1 ? value[0] : undefined;
  return typeof flag === 'boolean'
    ? { predicate: { is: 'flag', field, value: flag } }
    : wrong('takes [true] or [false]');
}

const DAY_MS = 86_400_000;
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** A day is the whole UTC day; a date-time is that moment. Both ends are inclusive. */
function spanFilter(field: RecordField, value: FilterValue): ReadFilter {
  if (isEmptyMatch(value)) return { predicate: { is: 'empty', field } };
  if (Array.isArray(value)) return wrong('takes {"startDate", "endDate"}: days or date-times, one may be left out');
  const { startDate, endDate } = value;
  if (startDate === undefined && endDate === undefined) return wrong('needs a startDate, an endDate or both');
  const from = startDate === undefined ? null : Date.parse(startDate);
  const until = endDate === undefined ? null : Date.parse(endDate) + (DAY.test(endDate) ? DAY_MS : 1);
  if (Number.isNaN(from) || Number.isNaN(until)) return wrong('has a date that does not exist');
  if (from !== null && until !== null && from >= until) return wrong('endDate is before startDate');
  return { predicate: { is: 'during', field, from, until } };
}

function keyFilter(value: FilterValue): ReadFilter {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? { predicate: { is: 'keys', keys: value } }
    : wrong('takes an array of texts');
}

function idFilter(kind: IdKind, value: FilterValue): ReadFilter {
  const ids = Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? Number(item) : item)) : [];
  return ids.length > 0 && ids.every(isNumericId)
    ? { predicate: { is: 'ids', kind, ids } }
    : wrong('takes an array of ids, such as [12, 13]');
}
