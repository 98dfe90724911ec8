// Whether a search of the service can prove that a record is not there: by a filter that finds a record known to be there by
// its value, and not another one. The interface shows the filters; it does not say which a service heeds.

import { ApiError, ReplyError } from '../../../client/errors.ts';
import { getOwn } from '../../../contract/json.ts';
import type { Item, SearchField, SearchFields } from '../../../rules/records/search-fields.ts';
import { likenessOf, spellingsOf } from '../../../rules/records/spellings.ts';
import type { RowResult } from '../report/row-result.ts';
import type { ImportService, Include, SearchedRecord } from '../service.ts';

/** Rows of bulks with an answer that are remembered, so that a filter can be tried on a record that is there. */
const SAMPLES_MAX = 8;
/** Bulks in which new fields are looked for. */
const SAMPLED_BULKS = 20;
const CONTROL_RECORDS = 50;

export interface SearchHost {
  readonly service: ImportService;
  readonly names: SearchFields;
  readonly signal: AbortSignal;
}

/** What a search gave: null when the service refused it; `isAll`: whether there were no more than `most`. */
export async function recordsOf(
  { service, signal }: Pick<SearchHost, 'service' | 'signal'>,
  include: Include,
  fields: readonly string[],
  most: number,
): Promise<{ readonly records: readonly SearchedRecord[]; readonly isAll: boolean } | null> {
  const records: SearchedRecord[] = [];
  try {
    for await (const record of service.search(include, fields, signal)) {
      if (records.length === most) return { records, isAll: false };
      records.push(record);
    }
  } catch (error) {
    if (error instanceof ReplyError || (error instanceof ApiError && REFUSALS.has(error.status))) return null;
    throw error;
  }
  return { records, isAll: true };
}

const REFUSALS = new Set([400, 404, 405, 422, 501]);

export class SearchProof {
  readonly #samples: { readonly item: Item; readonly id: number }[] = [];
  /** Field → samples that have it: two are needed. */
  readonly #sampled = new Map<string, number>();
  #bulksLeft = SAMPLED_BULKS;
  readonly #proven = new Set<string>();
  readonly #ignored = new Set<string>();

  /** Whether more rows are wanted. */
  get isLearning(): boolean {
    return this.#samples.length < SAMPLES_MAX && this.#bulksLeft > 0;
  }

  /** Rows whose records are known; a few are kept, so that each field is filled in two of them. */
  learn(items: readonly Item[], results: readonly RowResult[]): void {
    if (!this.isLearning) return;
    this.#bulksLeft -= 1;
    const timesOf = (field: string) => this.#sampled.get(field) ?? 0;
    for (const [place, item] of items.entries()) {
      const id = results[place]?.id;
      if (id === null || id === undefined) continue;
      const fields = Object.keys(item);
      if (fields.every((field) => timesOf(field) >= 2)) continue;
      for (const field of fields) this.#sampled.set(field, timesOf(field) + 1);
      this.#samples.push({ item, id });
      if (this.#samples.length === SAMPLES_MAX) return;
    }
  }

  /** Whether a listing of everything holds all records of this import. */
  hasSamples(records: readonly SearchedRecord[]): boolean {
    const ids = new Set(records.map(({ id }) => id));
    return this.#samples.every(({ id }) => ids.has(id));
  }

  /** Whether a filter finds a record by its value, and no record of another value. */
  async holds(host: SearchHost, by: SearchField): Promise<boolean> {
    if (this.#proven.has(by.filter) || this.#ignored.has(by.filter)) return this.#proven.has(by.filter);
    const known = await this.#knownValues(host, by);
    // Nothing at all is there, so no row is.
    if (known === null) return this.#samples.length === 0;
    for (const { id, value } of known) {
      const others = known.filter((one) => likenessOf(by.field, one.value, value) === 'different');
      if (others.length === 0) continue;
      const include = { [by.filter]: [...new Set(spellingsOf(by.field, value))] };
      const found = await recordsOf(host, include, [], CONTROL_RECORDS);
      const ids = new Set(found?.records.map((record) => record['id']));
      const isIgnored = found === null || others.some((one) => ids.has(one.id));
      if (isIgnored || (found.isAll && ids.has(id))) {
        (isIgnored ? this.#ignored : this.#proven).add(by.filter);
        return !isIgnored;
      }
    }
    return false;
  }

  /** Records that are there, with their values: those of this import, else any. Null: none is there. */
  async #knownValues(host: SearchHost, { field }: SearchField) {
    const own = this.#samples.map(({ item, id }) => ({ id, value: getOwn(item, field) }));
    const isText = <I>(one: { readonly id: I; readonly value: unknown }): one is { id: I; value: string } =>
      typeof one.value === 'string' && one.value !== '';
    const known = own.filter(isText);
    if (known.some(({ value }) => likenessOf(field, value, known[0]?.value ?? '') === 'different')) return known;
    const any = await recordsOf(host, {}, [], CONTROL_RECORDS);
    if (any?.isAll === true && any.records.length === 0) return null;
    return (any?.records ?? [])
      .map((record) => ({ id: record['id'], value: host.names.shown(record, field) }))
      .filter(isText);
  }
}
