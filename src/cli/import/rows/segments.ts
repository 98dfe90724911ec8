// Rows become segments: a stretch of the file with the items of one bulk in it. Which row goes in which bulk depends on
// the file's bytes and the plan alone, so that a resumed import finds its bulks again by their numbers.

import { own } from '../../../contract/dictionary.ts';

import type { CsvRow } from '../../files/csv/parser.ts';
import type { Item } from '../../shared/records/item.ts';
import { ItemReader, type LeftOutCell } from '../mapping/item.ts';
import { type ImportPlan, type RecordChange, updatableColumns } from '../mapping/plan.ts';
import { FULL_NAME } from '../mapping/target-fields.ts';
import { CellCounts, leftOutText } from './cell-counts.ts';
import { CompanyNames } from './company-names.ts';
import { EarlierRows, type LaterRow } from './earlier-rows.ts';
import { emailKeyOf, idKey, KEY_WORDS, type MatchKey, matchKeysOf } from './match-keys.ts';
import { noRecord } from './no-record.ts';

/** A data row and what became of it before anything was sent. */
export type RowEntry = { readonly row: CsvRow } & (
  | {
      readonly fate: 'sent';
      /** In the bulk, from 0. */
      readonly place: number;
      readonly leftOut: readonly LeftOutCell[];
      /** What an earlier row of the same record says otherwise; empty where nothing. */
      readonly contradiction: string;
    }
  | { readonly fate: 'rejected' | 'skipped'; readonly error: string }
);

export interface Segment {
  /** Counted from 0; null where no row of the stretch is sent. */
  readonly bulk: number | null;
  readonly entries: readonly RowEntry[];
  /** What is sent of them, in their order. */
  readonly items: readonly Item[];
  /** The record that its only item updates; null for a bulk of items to create or merge. */
  readonly recordId: number | null;
  /** The last bulk with an earlier row of one of its records; null where there is none. */
  readonly after: number | null;
}

/** What is worth a remark once the file was read. */
export interface FileRemarks {
  rows: number;
  /** Rows without text in any cell: no data rows. */
  blankRows: number;
  shortRows: number;
  firstShortLine: number;
  /** Rows to be sent that update a record, and rows that the service would not find again. */
  updates: number;
  keyless: number;
  readonly cells: CellCounts;
  readonly companies: CompanyNames;
  /** Rows that are passed over, and what the first of them is. */
  noRecords?: { readonly count: number; readonly first: string };
}

export type ItemProblems = (item: Item) => readonly string[];

/** Cuts rows into segments. Pure: no clock, no I/O; everything it knows are the rows so far. */
export class Segmenter {
  readonly #plan: ImportPlan;
  readonly #header: readonly string[];
  readonly #width: number;
  readonly #reader: ItemReader;
  readonly #reasons: ItemProblems;
  readonly #keysOf: ReturnType<typeof matchKeysOf>;
  readonly #earlier: EarlierRows;
  readonly #headers: ReadonlyMap<string, string>;
  readonly #namesCompanies: boolean;
  readonly remarks: FileRemarks = {
    rows: 0,
    blankRows: 0,
    shortRows: 0,
    firstShortLine: 0,
    updates: 0,
    keyless: 0,
    cells: new CellCounts(),
    companies: new CompanyNames(),
  };
  #bulks = 0;
  #entries: RowEntry[] = [];
  #items: Item[] = [];
  #characters = 0;
  #recordId: number | null = null;
  #after: number | null = null;

  constructor(plan: ImportPlan, header: readonly string[], reasons: ItemProblems) {
    this.#plan = plan;
    this.#header = header;
    this.#width = header.length;
    this.#reasons = reasons;
    this.#reader = readerOf(plan);
    this.#keysOf = matchKeysOf(plan.entity);
    this.#headers = headersOf(plan);
    this.#namesCompanies =
      plan.merge &&
      plan.entity === 'CONTACT' &&
      plan.change === undefined &&
      plan.columns.some(({ field }) => field === 'companyName');
    this.#earlier = new EarlierRows([...this.#headers.keys()]);
  }

  /** Whether the plan's limit is reached: further rows do not count. */
  get isFull(): boolean {
    return this.#plan.limit !== null && this.remarks.rows >= this.#plan.limit;
  }

  /** Takes the next row; gives the segment that it completes, if it does. */
  add(row: CsvRow): Segment | null {
    const { cells, line } = row;
    const item = this.#reader.read(cells) ?? this.#itemOfId();
    if (item === null && isBlank(cells)) {
      this.remarks.blankRows += 1;
      return null;
    }
    this.remarks.rows += 1;
    const none = noRecord(cells, this.#header);
    if (none !== null) {
      const { count = 0, first = `line ${line}: ${none.error}` } = this.remarks.noRecords ?? {};
      if (none.fate === 'skipped') this.remarks.noRecords = { count: count + 1, first };
      return this.#leaveOut(row, none.fate, none.error);
    }
    if (cells.length < this.#width) this.#noteShort(line);
    const { leftOut, words } = this.#reader;
    if (leftOut.length > 0 || words.length > 0) this.remarks.cells.add(leftOut, words);
    const error = this.#problemOf(cells, item);
    if (error !== null || item === null)
      return this.#leaveOut(row, 'rejected', [error ?? 'no value to send', ...leftOut.map(leftOutText)].join('; '));
    if (this.#namesCompanies) this.remarks.companies.add(item);
    const { recordId } = this.#reader;
    const keys = recordId === null ? this.#keys(item) : [idKey(recordId)];
    // Where it begins a new bulk, it is the next one: later by one at most.
    const later = this.#plan.merge || recordId !== null ? this.#earlier.add(keys, item, line, this.#bulks) : null;
    if (later !== null && later.added.length === 0) return this.#leaveOutLater(row, later, item);
    if (recordId !== null || this.#plan.change !== undefined) this.remarks.updates += 1;
    else if (keys.length === 0) this.remarks.keyless += 1;
    return later === null ? this.#send(row, item) : this.#sendLater(row, later, item);
  }

  /** The rest, when the rows have ended. */
  end(): Segment | null {
    return this.#entries.length > 0 ? this.#close() : null;
  }

  #noteShort(line: number): void {
    if (this.remarks.shortRows === 0) this.remarks.firstShortLine = line;
    this.remarks.shortRows += 1;
  }

  #problemOf(cells: readonly string[], item: Item | null): string | null {
    if (cells.length > this.#width && !isBlank(cells.slice(this.#width))) {
      return `${cells.length} cells, but the header has ${this.#width}: is a quote or a delimiter missing?`;
    }
    const { wrongId, recordId, damage } = this.#reader;
    if (wrongId !== '') return `id: must be the number of a record, not ${JSON.stringify(wrongId.slice(0, 60))}`;
    const why = this.#plan.change && unfitFor(this.#plan.change, recordId, item);
    if (why) return why;
    if (item === null) return recordId === null ? 'no value in any mapped column' : 'nothing to update besides the id';
    if (damage !== '') return damage;
    if (this.#reader.isSure) return null;
    const reasons = this.#reasons(item);
    return reasons.length === 0 ? null : reasons.join('; ');
  }

  /** A row that says nothing new: one that says the same is no loss. */
  #leaveOutLater(row: CsvRow, later: LaterRow, item: Item): Segment | null {
    const contradiction = this.#contradictionOf(later, item);
    const same = duplicateText(later.known.name, later.line);
    return contradiction === ''
      ? this.#leaveOut(row, 'skipped', same)
      : this.#leaveOut(row, 'rejected', `${same}, but ${contradiction}`);
  }

  /** What it adds to the earlier row goes out behind that row; what contradicts it does not. */
  #sendLater(row: CsvRow, later: LaterRow, item: Item): Segment | null {
    const kept = Object.entries(item).filter(([field]) => !later.contradicted.includes(field));
    const contradiction = this.#contradictionOf(later, item);
    const text = contradiction === '' ? '' : `not sent, for line ${later.line} has other values: ${contradiction}`;
    return this.#send(row, Object.fromEntries(kept), { after: later.bulk, contradiction: text });
  }

  /** `another Email "b@x.example"`; empty where nothing is contradicted. */
  #contradictionOf({ contradicted }: LaterRow, item: Item): string {
    if (contradicted.length === 0) return '';
    const values = contradicted.map(
      (field) =>
        `another ${this.#headers.get(field)} ${JSON.stringify(String(own(item, field)).slice(0, SHOWN_OF_VALUE))}`,
    );
    return values.join(', ');
  }

  /** A record that is deleted needs no values. */
  #itemOfId(): Item | null {
    return this.#plan.change?.act === 'delete' && this.#reader.recordId !== null ? {} : null;
  }

  #keys(item: Item): readonly MatchKey[] {
    const email = item['professionalEmail'];
    return this.#plan.change === undefined ? this.#keysOf(item) : typeof email === 'string' ? [emailKeyOf(email)] : [];
  }

  #leaveOut(row: CsvRow, fate: 'rejected' | 'skipped', error: string): Segment | null {
    this.#entries.push({ row, fate, error });
    return this.#entries.length >= this.#plan.bulkRows ? this.#close() : null;
  }

  /** A row that updates a record is a request of its own. */
  #send(row: CsvRow, item: Item, later?: { readonly after: number; readonly contradiction: string }): Segment | null {
    const { bulkItems, bulkRows, bulkCharacters } = this.#plan;
    const { characters, recordId } = this.#reader;
    const isAlone = recordId !== null || this.#plan.change !== undefined;
    const isOtherRequest =
      this.#recordId !== null ||
      isAlone ||
      this.#characters + characters > bulkCharacters ||
      // The service is not bound to work on the items of a bulk in their order.
      (later !== undefined && later.after >= this.#bulks);
    const before = this.#items.length > 0 && isOtherRequest ? this.#close() : null;
    const { leftOut } = this.#reader;
    const contradiction = later?.contradiction ?? '';
    this.#entries.push({ row, fate: 'sent', place: this.#items.length, leftOut, contradiction });
    if (later !== undefined) this.#after = Math.max(later.after, this.#after ?? 0);
    this.#items.push(item);
    this.#characters += characters;
    this.#recordId = recordId;
    // With bounds of at least two, one row never completes two segments at once.
    if (before !== null) return before;
    if (isAlone) return this.#close();
    return this.#items.length >= bulkItems || this.#entries.length >= bulkRows ? this.#close() : null;
  }

  #close(): Segment {
    const segment: Segment = {
      bulk: this.#items.length === 0 ? null : this.#bulks++,
      entries: this.#entries,
      items: this.#items,
      recordId: this.#recordId,
      after: this.#after,
    };
    this.#entries = [];
    this.#items = [];
    this.#characters = 0;
    this.#recordId = null;
    this.#after = null;
    return segment;
  }
}

const SHOWN_OF_VALUE = 60;

const constantsOf = ({ list, merge, empty, change }: ImportPlan) => ({
  listId: list?.id ?? null,
  merge,
  empty,
  isChange: change !== undefined,
});

/** The headers of the fields that rows of one record may have in common. */
const headersOf = ({ columns }: ImportPlan): ReadonlyMap<string, string> =>
  new Map(
    columns
      .filter(({ kind }) => kind !== 'id')
      .flatMap(({ field, header }) =>
        (field === FULL_NAME ? ['firstName', 'lastName'] : [field]).map((id) => [id, header]),
      ),
  );

function readerOf(plan: ImportPlan): ItemReader {
  const updatable = updatableColumns(plan);
  return new ItemReader(plan.change === undefined ? plan.columns : updatable, constantsOf(plan), updatable);
}

const duplicateText = (name: MatchKey['name'], line: number): string => `same ${KEY_WORDS[name]} as line ${line}`;

/** Why a row names no record, or nothing to change in it; null where it does. */
function unfitFor({ act, by }: RecordChange, recordId: number | null, item: Item | null): string | null {
  if (by === 'id' && recordId === null) return 'no id';
  if (by === 'email' && (item === null || item['professionalEmail'] === undefined)) return 'no email';
  if (act === 'delete' || by === 'id') return null;
  return Object.keys(item ?? {}).length < 2 ? 'nothing to update besides the email' : null;
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}
