// Predicts by reads alone what sending a row would do: which record it would match, and whether that would change.

import { own } from '../../../contract/dictionary.ts';
import { companyWebsiteKey, networkPageKey } from '../../../rules/records/addresses.ts';
import type { RecordEntity } from '../../../rules/records/fields.ts';
import { COMPANY_ALIASES } from '../../../rules/records/fields.ts';
import { isSameValue } from '../../../rules/records/merge.ts';
import { nameKey, personAtCompanyKey } from '../../../rules/records/normalize.ts';
import type { Item } from '../../shared/records/item.ts';
import type { ImportPlan } from '../mapping/plan.ts';
import type { RowResult } from '../report/row-result.ts';
import { type MatchKey, matchKeysOf } from '../rows/match-keys.ts';
import type { ImportService, Include, SearchedRecord } from '../service.ts';

/** Rows of one search: each brings up to a dozen spellings, and a filter takes a thousand. */
const ROWS_AT_ONCE = 50;

function textIn(record: SearchedRecord, key: string): string | null {
  const value = own(record, key);
  return typeof value === 'string' ? value : null;
}

function companyText(record: SearchedRecord, id: string): string | null {
  const company = record['company'];
  if (typeof company !== 'object' || company === null) return null;
  const value: unknown = Object.entries(company).find(([key]) => key === id)?.[1];
  return typeof value === 'string' ? value : null;
}

/** Exact filters do not normalise: the ways in which an address is usually written. */
function spellings(address: string): string[] {
  const hosts = [address, `www.${address}`];
  const whole = hosts.flatMap((host) => ['', 'http://', 'https://'].map((scheme) => scheme + host));
  return whole.flatMap((text) => [text, `${text}/`]);
}

interface Probe {
  readonly name: MatchKey['name'];
  /** The filters that find records with these keys, and some others. */
  include(rows: readonly { readonly item: Item; readonly key: string }[]): Include;
  /** The key of a record, the same way as a row's. */
  keyOf(record: SearchedRecord): string | null;
}

const values = (rows: readonly { readonly item: Item }[], field: string) => [
  ...new Set(rows.map(({ item }) => String(own(item, field) ?? ''))),
];

function addressProbe(name: MatchKey['name'], field: string, key: (text: string | null) => string | null): Probe {
  return {
    name,
    include: (rows) => ({
      [field]: [...new Set(rows.flatMap((row) => [String(own(row.item, field) ?? ''), ...spellings(row.key)]))],
    }),
    keyOf: (record) => key(textIn(record, field)),
  };
}

const PROBES: Readonly<Record<RecordEntity, readonly Probe[]>> = {
  CONTACT: [
    addressProbe('NETWORK_URL', 'networkProfileUrl', (url) => networkPageKey('CONTACT', url)),
    {
      name: 'NAME_COMPANY',
      include: (rows) => ({
        lastName: values(rows, 'lastName'),
        firstName: values(rows, 'firstName'),
        companyName: values(rows, 'companyName'),
      }),
      keyOf: (record) =>
        personAtCompanyKey(textIn(record, 'firstName'), textIn(record, 'lastName'), companyText(record, 'name')),
    },
  ],
  COMPANY: [
    addressProbe('NETWORK_URL', 'companyNetworkUrl', (url) => networkPageKey('COMPANY', url)),
    addressProbe('DOMAIN', 'domain', (text) => matchKeysOf('COMPANY')({ domain: text ?? '' })[0]?.key ?? null),
    addressProbe('WEBSITE', 'website', companyWebsiteKey),
    {
      name: 'NAME',
      include: (rows) => ({ name: values(rows, 'name') }),
      keyOf: (record) => nameKey(textIn(record, 'name')),
    },
  ],
};

/** Whether merging the item would leave the record as it is. A value that the search does not show says nothing. */
function isUnchanged(entity: RecordEntity, item: Item, record: SearchedRecord): boolean {
  return Object.entries(item).every(([field, sent]) => {
    if (field === 'listId' || field === 'mergeWithExisting') return true;
    const companyField = entity === 'CONTACT' ? COMPANY_ALIASES.get(field) : undefined;
    // A contact is changed by another company, not by new values of the one it is at.
    if (companyField !== undefined && !['name', 'domain', 'companyNetworkUrl'].includes(companyField)) return true;
    const displayed =
      companyField === undefined ? own(record, field) : (companyText(record, companyField) ?? own(record, field));
    if (displayed === undefined) return true;
    if (typeof sent !== 'string') return String(displayed) === String(sent);
    return typeof displayed === 'string' && isSameValue(companyField ?? field, displayed, sent);
  });
}

function predicted(
  entity: RecordEntity,
  item: Item,
  found: readonly (readonly [MatchKey['name'], SearchedRecord])[],
): RowResult {
  const [match] = found;
  const nothing = { outcome: '', companyId: null, error: '' };
  if (match === undefined) return { ...nothing, status: 'created', id: null, matchedBy: '', appUrl: '' };
  const [matchedBy, record] = match;
  const id = record['id'];
  const companyId = record['companyId'];
  return {
    ...nothing,
    status: isUnchanged(entity, item, record) ? 'unchanged' : 'merged',
    id: typeof id === 'number' ? id : null,
    matchedBy,
    companyId: typeof companyId === 'number' ? companyId : null,
    appUrl: textIn(record, 'appUrl') ?? '',
  };
}

/** One prediction for each item, in order. Records of one key: the oldest counts. */
export async function predict(
  service: ImportService,
  plan: ImportPlan,
  items: readonly Item[],
  signal: AbortSignal,
): Promise<readonly RowResult[]> {
  const { entity, merge } = plan;
  const keysOf = matchKeysOf(entity);
  const keys = items.map((item) => (merge ? keysOf(item) : []));
  const customs = plan.columns.filter(({ kind }) => kind === 'custom').map(({ field }) => field);
  const known = new Set((await service.fields(signal)).map(({ id }) => id));
  const displayed = customs.filter((name) => known.has(name)).slice(0, 100);
  const byKey = new Map<string, SearchedRecord>();
  for (const probe of PROBES[entity]) {
    const rows = items.flatMap((item, place) => {
      const key = keys[place]?.find(({ name }) => name === probe.name)?.key;
      return key === undefined ? [] : [{ item, key }];
    });
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const include = probe.include(rows.slice(from, from + ROWS_AT_ONCE));
      for await (const record of service.search(include, displayed, signal)) {
        const key = probe.keyOf(record);
        const name = `${probe.name} ${key}`;
        if (key !== null && Number(byKey.get(name)?.['id'] ?? Infinity) > Number(record['id'])) byKey.set(name, record);
      }
    }
  }
  return items.map((item, place) => {
    const found = (keys[place] ?? []).flatMap(({ name, key }) => {
      const record = byKey.get(`${name} ${key}`);
      return record === undefined ? [] : [[name, record] as const];
    });
    return predicted(entity, item, found);
  });
}
