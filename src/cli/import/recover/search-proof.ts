// Whether a search of the service can prove that a record is not there: by a filter that finds a record known to be there,
// and finds nothing for a value that no record has. The interface shows the filters; it does not say which a service heeds.

import { ApiError, ReplyError } from '../../../client/errors.ts';
import { getOwn } from '../../../contract/json.ts';
import type { Item } from '../../shared/records/rows.ts';
import type { SearchField, SearchFields } from '../../shared/records/search-fields.ts';
import { likenessOf, madeUpValue, spellingsOf } from '../../shared/records/spellings.ts';
import type { RowResult } from '../report/row-result.ts';
import type { ImportService, Include, SearchedRecord } from '../service.ts';

/** Rows of bulks with an answer that are remembered, so that a filter can be tried on a record that is there. */
const SAMPLES_MAX = 8;
/** Bulks in which new fields are looked for. */
const SAMPLED_BULKS = 20;
const CONTROL_RECORDS = 50;

interface Sample {
  readonly item: Item;
  readonly id: number;
}

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
    if (isRefusal(error)) return null;
    throw error;
  }
  return { records, isAll: true };
}

const REFUSALS = new Set([400, 404, 405, 422, 501]);

function isRefusal(error: unknown): boolean {
  return error instanceof ReplyError || (error instanceof ApiError && REFUSALS.has(error.status));
}

export class SearchProof {
  readonly #token: string;
  readonly #samples: Sample[] = [];
  readonly #sampled = new Set<string>();
  #bulksLeft = SAMPLED_BULKS;
  readonly #proven = new Set<string>();
  readonly #ignored = new Set<string>();

  constructor(random: () => number) {
    this.#token = `reach${Math.floor(random() * 1e9).toString(36)}none`;
  }

  /** Whether more rows are wanted. */
  get isLearning(): boolean {
    return this.#samples.length < SAMPLES_MAX && this.#bulksLeft > 0;
  }

  /** Rows whose records are known; a few are kept, so that each field is filled in one of them. */
  learn(items: readonly Item[], results: readonly RowResult[]): void {
    if (!this.isLearning) return;
    this.#bulksLeft -= 1;
    for (const [place, item] of items.entries()) {
      const id = results[place]?.id;
      if (id === null || id === undefined) continue;
      const isNew = Object.keys(item).some((field) => !this.#sampled.has(field));
      if (!isNew) continue;
      for (const field of Object.keys(item)) this.#sampled.add(field);
      this.#samples.push({ item, id });
      if (this.#samples.length === SAMPLES_MAX) return;
    }
  }

  /** Whether a listing of everything holds all records of this import. */
  hasSamples(records: readonly SearchedRecord[]): boolean {
    const ids = new Set(records.map(({ id }) => id));
    return this.#samples.every(({ id }) => ids.has(id));
  }

  /** Whether a filter finds what is there and nothing else. `found`: what it gave for the values that were asked for. */
  async holds(
    host: SearchHost,
    by: SearchField,
    asked: readonly string[],
    found: readonly SearchedRecord[],
  ): Promise<boolean> {
    if (this.#proven.has(by.filter)) return true;
    if (!(await this.#findsNothing(host, by))) return false;
    const finds = this.#isAnswer(host.names, by, asked, found) || (await this.#findsKnown(host, by));
    if (finds) this.#proven.add(by.filter);
    return finds;
  }

  /** Every record has one of the values that were asked for. */
  #isAnswer(
    names: SearchFields,
    { field }: SearchField,
    asked: readonly string[],
    found: readonly SearchedRecord[],
  ): boolean {
    return found.some((record) =>
      asked.some((value) => likenessOf(field, names.shown(record, field), value) !== 'different'),
    );
  }

  /** A value that no record has finds nothing: the filter is not ignored. */
  async #findsNothing(host: SearchHost, { field, filter }: SearchField): Promise<boolean> {
    if (this.#ignored.has(filter)) return false;
    const input = await recordsOf(host, { [filter]: [madeUpValue(field, this.#token)] }, [], 0);
    const isHeeded = input?.isAll === true;
    if (!isHeeded) this.#ignored.add(filter);
    return isHeeded;
  }

  /** A record that is there is found by its value: one of this import, else any. */
  async #findsKnown(host: SearchHost, { field, filter }: SearchField): Promise<boolean> {
    const finds = async (value: string, id: unknown) => {
      const input = await recordsOf(host, { [filter]: [...new Set(spellingsOf(field, value))] }, [], CONTROL_RECORDS);
      return input?.records.some((record) => record['id'] === id) === true;
    };
    for (const { item, id } of this.#samples) {
      const value = getOwn(item, field);
      if (typeof value === 'string' && (await finds(value, id))) return true;
    }
    const any = await recordsOf(host, {}, [], CONTROL_RECORDS);
    // Nothing at all is there, so no row is.
    if (any?.isAll === true && any.records.length === 0) return this.#samples.length === 0;
    for (const record of any?.records ?? []) {
      const value = host.names.shown(record, field);
      if (typeof value === 'string' && value !== '') return await finds(value, record['id']);
    }
    return false;
  }
}
