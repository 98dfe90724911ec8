// Fills a store with very many contacts and their companies by its own bulk path, without requests: what is written is what a
// request would write, by the same statements, but nothing is looked up first.

import type { StoredRecord } from '../../src/rules/records/upsert/pending-record.ts';
import type { Store } from '../../src/service/core/store.ts';
import { COMPANIES } from '../../src/service/resources/companies/queries/companies.ts';
import { CONTACTS } from '../../src/service/resources/contacts/queries/contacts.ts';
import { type RecordShape, reserveIds, writeRecords } from '../../src/service/resources/records/queries/records.ts';
import { companyItem, companyOf, personItem } from './rows.ts';

const ROWS_AT_ONCE = 2_000;

/** Of ten companies nine are in a country with `United` in its name, five in one with `States`, and four with `Kingdom`. */
function countryOf(company: number): string {
  const share = company % 10;
  if (share === 0) return 'Belgium';
  return share <= 5 ? 'United States' : 'United Kingdom';
}

/** Of ten people nine have `remotely` in it, and five `Kingdom`: whatever the country of their company. */
function headlineOf(number: number): string {
  const { networkHeadline } = personItem(number);
  return `${networkHeadline}${number % 10 === 0 ? '' : ' remotely'}${number % 2 === 0 ? '' : ' across the Kingdom'}`;
}

interface Range {
  readonly workspaceId: number;
  readonly from: number;
  readonly to: number;
}

/** Writes the people with these numbers. */
export async function fillStore(store: Store, range: Range): Promise<void> {
  const { workspaceId, from, to } = range;
  const companies = new Map<number, number>();
  const now = Date.now();
  const write = (shape: RecordShape, rows: readonly [companyId: number | null, fields: object][]): Promise<number> =>
    store.write(async (tx) => {
      const first = await reserveIds(tx, shape, rows.length);
      const added = rows.map(([companyId, fields], at): StoredRecord => {
        const standard = new Map(Object.entries(fields));
        return { ...{ id: first + at, companyId, standard, properties: new Map() }, createdAt: now, updatedAt: now };
      });
      await writeRecords(tx, shape, workspaceId, { added, changed: [] });
      return first;
    }, workspaceId);
  for (let start = from; start < to; start += ROWS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(ROWS_AT_ONCE, to - start) }, (_, at) => start + at);
    const missing = [...new Set(numbers.map(companyOf))].filter((number) => !companies.has(number));
    const first = await write(
      COMPANIES,
      missing.map((number) => [null, { ...companyItem(number), companyCountry: countryOf(number) }]),
    );
    for (const [at, number] of missing.entries()) companies.set(number, first + at);
    await write(
      CONTACTS,
      numbers.map((number) => [
        companies.get(companyOf(number)) ?? null,
        { ...personItem(number), networkHeadline: headlineOf(number) },
      ]),
    );
  }
}
