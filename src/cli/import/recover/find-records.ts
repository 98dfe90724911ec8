// Looks in the service for the records that a bulk without an answer made: exact filters over the rows' own fields.

import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import { COMPANY_ALIASES } from '../../../rules/records/fields.ts';
import type { Item } from '../mapping/item.ts';
import type { EntityKind } from '../mapping/plan.ts';
import { foundRow, type RowResult } from '../report/row-result.ts';
import type { Found, ImportService, Include } from '../service.ts';
import { assignRecords, type Pair, similarity } from './similarity.ts';

/** Fields by how few records share a value of them; custom fields come between the two halves. */
const SELECTIVE: Readonly<Record<EntityKind, readonly [readonly string[], readonly string[]]>> = {
  CONTACT: [
    ['professionalEmail', 'mobilePhone', 'contactCRMId', 'leadCRMId', 'networkProfileUrl', 'phones', 'lastName'],
    ['firstName', 'networkHeadline', 'jobTitle', 'companyDomain', 'companyNetworkUrl', 'companyWebsite', 'companyName'],
  ],
  COMPANY: [
    ['companyCRMId', 'domain', 'companyNetworkUrl', 'website', 'name'],
    ['industry', 'companyCountry'],
  ],
};

const EXACT_TYPES = new Set(['text', 'select', 'url', 'email']);

interface Known {
  readonly byId: ReadonlyMap<string, FieldDescriptor>;
}

/** The field to look for a row by. Null: by none. `absent`: a field it names does not exist, so nor does its record. */
function fieldFor(entity: EntityKind, item: Item, { byId }: Known): string | null | 'absent' {
  const [before, after] = SELECTIVE[entity];
  const standard = new Set([
    ...before,
    ...after,
    'contactCountry',
    'companyIndustry',
    'companyCountry',
    'companyCRMId',
  ]);
  const customs = Object.keys(item).filter(
    (name) => !standard.has(name) && name !== 'listId' && name !== 'mergeWithExisting' && name !== 'numberOfEmployees',
  );
  if (customs.some((name) => !byId.has(name))) return 'absent';
  const candidates = [...before, ...customs, ...after];
  // A service need not list what every service of the interface has.
  const isExact = (name: string) => EXACT_TYPES.has(byId.get(name)?.dataType ?? 'text');
  return candidates.find((name) => typeof item[name] === 'string' && isExact(name)) ?? null;
}

/** As sent, and as a service may have made it uniform. */
function spellings(field: string, value: string): string[] {
  const text = value.replaceAll('\0', '');
  return field === 'professionalEmail' ? [text, text.toLowerCase()] : [text];
}

/** Whether searches can be narrowed to records created since a moment. */
const hasCreatedAt = ({ byId }: Known) => byId.get('createdAt')?.dataType === 'date';

function filtersFor(field: string | null, items: readonly Item[], since: number, known: Known): Include {
  const include: Record<string, string[] | { startDate: string }> = {};
  if (field !== null) {
    const values = items.flatMap((item) => spellings(field, String(item[field])));
    include[field] = [...new Set(values)];
  }
  if (hasCreatedAt(known)) include['createdAt'] = { startDate: new Date(since).toISOString() };
  return include;
}

/** Fields that a search shows only when asked. */
function fieldsToShow(entity: EntityKind, items: readonly Item[], { byId }: Known): string[] {
  const names = new Set(items.flatMap((item) => Object.keys(item)));
  const standard = new Set(SELECTIVE[entity].flat());
  return [...names]
    .filter((name) => byId.has(name) && (COMPANY_ALIASES.has(name) || !standard.has(name)))
    .slice(0, 100);
}

function numberIn(record: Found, key: string): number | null {
  const value = record[key];
  return typeof value === 'number' ? value : null;
}

export interface RecordSearch {
  readonly entity: EntityKind;
  readonly service: ImportService;
  /** Rows that are looked for, by their place in the bulk. */
  readonly rows: ReadonlyMap<number, Item>;
  /** Records created before, by the service's clock, are older than the bulk. */
  readonly since: number;
  /** Whether another row is known to have made a record. */
  readonly isClaimed: (id: number) => boolean;
  readonly signal: AbortSignal;
}

/** What was found, by place. A row that is not in it has no record, or shares one with too few others. */
export async function findRecords(given: RecordSearch): Promise<ReadonlyMap<number, RowResult>> {
  const { entity, service, rows, since, isClaimed, signal } = given;
  const known: Known = { byId: new Map((await service.fields(signal)).map((field) => [field.id, field])) };
  const groups = new Map<string | null, number[]>();
  for (const [place, item] of rows) {
    const field = fieldFor(entity, item, known);
    if (field !== 'absent') groups.set(field, [...(groups.get(field) ?? []), place]);
  }
  const records = new Map<number, Found>();
  const pairs: Pair[] = [];
  for (const [field, places] of groups) {
    const items = places.map((place) => rows.get(place) ?? {});
    const include = filtersFor(field, items, since, known);
    for await (const record of service.search(include, fieldsToShow(entity, items, known), signal)) {
      const id = numberIn(record, 'id');
      if (id === null || isClaimed(id) || isOlder(record, since)) continue;
      for (const place of places) {
        const item = rows.get(place);
        const score = item === undefined ? null : similarity(entity, item, record);
        if (score === null) continue;
        pairs.push({ place, id, score });
        records.set(id, record);
      }
    }
  }
  return new Map(
    [...assignRecords(pairs)].map(([place, id]) => {
      const record = records.get(id) ?? {};
      const appUrl = record['appUrl'];
      return [place, foundRow(id, numberIn(record, 'companyId'), typeof appUrl === 'string' ? appUrl : '')];
    }),
  );
}

/** A record without a creation time counts as new: it is equal in every value, so nothing is lost. */
function isOlder(record: Found, since: number): boolean {
  const createdAt = Date.parse(String(record['createdAt'] ?? ''));
  return createdAt < since;
}
