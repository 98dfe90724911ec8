// Looks in the service for the records that a bulk without an answer made. That a row has none is concluded only from a
// search that was seen to work, or from a listing of everything.

import { getOwn } from '../../../contract/json.ts';
import { type Item, type SearchField, SearchFields } from '../../../rules/records/search-fields.ts';
import { spellingsOf } from '../../../rules/records/spellings.ts';
import { foundRow, type RowResult } from '../report/row-result.ts';
import type { SendingRun } from '../run.ts';
import type { Include, SearchedRecord } from '../service.ts';
import { recordsOf, type SearchHost } from './search-proof.ts';
import { assignRecords, compared, type RecordComparison } from './similarity.ts';

/** Fields that are tried for a row, one after the other, until a search by one of them proves something. */
const FIELDS_TRIED = 3;
/** Records that a search may give before it is given up as too wide. */
const RECORDS_MAX = 5_000;
/** Records of a service that are all read where no search proves anything. */
const LISTED_MAX = 5_000;

export type RowVerdict =
  | { readonly is: 'found'; readonly result: RowResult }
  | { readonly is: 'absent' }
  | { readonly is: 'uncertain'; readonly reason: string };

export interface RecordSearch {
  /** Rows of the bulk whose records are not known, by their place: one that another row made is not taken for a wanted one. */
  readonly items: ReadonlyMap<number, Item>;
  /** The places of the rows to look for. */
  readonly wanted: readonly number[];
  /** By the service's clock: when the bulk was sent first, when the first one of the import was, and the last response. */
  readonly since: number;
  readonly beganAt: number;
  readonly answeredAt: number;
  /** Whether another row is known to have made a record. */
  readonly isClaimed: (id: number) => boolean;
}

/** What a search needs of the import. */
export type SearchingRun = Pick<SendingRun, 'entity' | 'service' | 'clock' | 'proof' | 'cancellation'>;

interface ComparedRecord extends RecordComparison {
  readonly place: number;
  readonly id: number;
}

class RecordSearchRun {
  readonly #run: SearchingRun;
  readonly #given: RecordSearch;
  readonly #host: SearchHost;
  readonly #records = new Map<number, SearchedRecord>();
  /** Rows of which a search would have shown a record. */
  readonly #covered = new Set<number>();

  constructor(run: SearchingRun, input: RecordSearch, names: SearchFields) {
    this.#run = run;
    this.#given = input;
    this.#host = { service: run.service, names, signal: run.cancellation.signal };
  }

  async run(): Promise<ReadonlyMap<number, RowVerdict>> {
    let verdicts = this.#verdicts();
    const open = () =>
      this.#given.wanted.filter((place) => verdicts.get(place)?.is !== 'found' && !this.#covered.has(place));
    for (let level = 0; level < FIELDS_TRIED; level += 1) {
      for (const [by, places] of this.#groups(open(), level)) {
        const values = places.map((place) => String(getOwn(this.#item(place), by.field)));
        const found = await this.#searchFor(by, places, values);
        verdicts = this.#verdicts();
        const missing = places.filter((place) => verdicts.get(place)?.is !== 'found');
        if (missing.length === 0 || found === null) continue;
        if (await this.#run.proof.holds(this.#host, by)) for (const place of missing) this.#covered.add(place);
      }
    }
    if (open().length > 0) await this.#listAll(open());
    return this.#verdicts();
  }

  #item(place: number): Item {
    return this.#given.items.get(place) ?? {};
  }

  #groups(places: readonly number[], level: number): readonly [SearchField, number[]][] {
    const groups = new Map<string, [SearchField, number[]]>();
    for (const place of places) {
      const by = this.#host.names.searchFields(this.#item(place))[level];
      if (by === undefined) continue;
      const group = groups.get(by.filter);
      if (group === undefined) groups.set(by.filter, [by, [place]]);
      else group[1].push(place);
    }
    return [...groups.values()];
  }

  /** Null when it proves nothing: refused, or with more records than can be compared. */
  async #searchFor(
    { field, filter }: SearchField,
    places: readonly number[],
    values: readonly string[],
  ): Promise<readonly SearchedRecord[] | null> {
    const { names } = this.#host;
    const include: Include = { [filter]: [...new Set(values.flatMap((value) => spellingsOf(field, value)))] };
    const displayed = names.toShow(places.map((place) => this.#item(place)));
    const input = await recordsOf(this.#host, include, displayed, RECORDS_MAX);
    if (input?.isAll === true || input === null) return this.#keep(input?.records ?? null);
    if (!names.hasCreatedAt || typeof this.#run.clock.lag !== 'number') return null;
    const startDate = new Date(this.#given.since - this.#run.clock.lag).toISOString();
    const recent = await recordsOf(this.#host, { ...include, createdAt: { startDate } }, displayed, RECORDS_MAX);
    this.#keep(recent?.records ?? null);
    // That the narrower search found something shows that it heeds the moment; that it found nothing shows nothing.
    return recent?.isAll === true && recent.records.length > 0 ? recent.records : null;
  }

  /** Reads everything there is, unless that is too much. */
  async #listAll(places: readonly number[]): Promise<void> {
    const displayed = this.#host.names.toShow(places.map((place) => this.#item(place)));
    const input = await recordsOf(this.#host, {}, displayed, LISTED_MAX);
    if (input?.isAll !== true || !this.#run.proof.hasSamples(input.records)) return;
    this.#keep(input.records);
    for (const place of places) this.#covered.add(place);
  }

  #keep(records: readonly SearchedRecord[] | null): readonly SearchedRecord[] | null {
    const { beganAt, answeredAt: receivedAt } = this.#given;
    for (const record of records ?? []) {
      const { id } = record;
      if (typeof id !== 'number') continue;
      this.#records.set(id, record);
      this.#run.clock.seen(createdAtOf(record), beganAt, receivedAt);
    }
    return records;
  }

  #candidates(): readonly ComparedRecord[] {
    const { entity, clock } = this.#run;
    const { items, isClaimed, since } = this.#given;
    const candidates: ComparedRecord[] = [];
    for (const [id, record] of this.#records) {
      const age = clock.ageOf(createdAtOf(record), since);
      if (age === 'older' || isClaimed(id)) continue;
      for (const [place, item] of items) {
        const comparison = compared(entity.name, item, record, this.#host.names);
        if (comparison === null) continue;
        candidates.push({ ...comparison, place, id, isSure: comparison.isSure && age === 'newer' });
      }
    }
    return candidates;
  }

  #verdicts(): ReadonlyMap<number, RowVerdict> {
    const candidates = this.#candidates();
    const sure = candidates.filter(({ isSure }) => isSure);
    const assigned = assignRecords(sure);
    const taken = new Set(assigned.values());
    // A custom field that reads as it was sent in one record does so in the others.
    const kept = new Set(sure.flatMap(({ equalCustoms }) => equalCustoms));
    const open = new Set(
      candidates
        .filter(({ id, otherCustoms }) => !taken.has(id) && !otherCustoms.some((field) => kept.has(field)))
        .map(({ place }) => place),
    );
    return new Map(this.#given.wanted.map((place) => [place, this.#verdict(place, assigned.get(place), open)]));
  }

  #verdict(place: number, id: number | undefined, open: ReadonlySet<number>): RowVerdict {
    if (id !== undefined) return { is: 'found', result: foundRow(id, this.#records.get(id) ?? {}) };
    if (open.has(place)) return { is: 'uncertain', reason: 'a record of the service may be this row or another one' };
    if (this.#covered.has(place)) return { is: 'absent' };
    return { is: 'uncertain', reason: 'no search of the service shows whether it has the row' };
  }
}

export async function findRecords(run: SearchingRun, input: RecordSearch): Promise<ReadonlyMap<number, RowVerdict>> {
  if (input.wanted.length === 0) return new Map();
  const names = new SearchFields(run.entity.name, await run.service.fields(run.cancellation.signal));
  return await new RecordSearchRun(run, input, names).run();
}

const createdAtOf = (record: SearchedRecord): number => Date.parse(String(record['createdAt'] ?? ''));
