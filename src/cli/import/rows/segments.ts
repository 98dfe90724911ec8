// Rows become segments: a stretch of the file with the items of one bulk in it. Which row goes in which bulk depends on
// the file's bytes and the plan alone, so that a resumed import finds its bulks again by their numbers.

import type { Item } from '../../../rules/records/search-fields.ts';
import type { CsvRow } from '../../files/csv/parser.ts';
import { fieldsOf, ItemReader, type LeftOutCell, type RowValues } from '../mapping/item.ts';
import { type ImportPlan, needsId, unfitFor, updatableColumns } from '../mapping/plan.ts';
import { leftOutText } from './cell-counts.ts';
import { EarlierRows, type LaterRow } from './earlier-rows.ts';
import { companyPlaces, FileRemarks } from './file-remarks.ts';
import { KEY_WORDS, MatchKeys } from './match-keys.ts';
import { type MappedRows, missingCell } from './missing-cell.ts';
import { isOfOtherTable, noOneProblem, noRecord, ownColumns } from './no-record.ts';

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

export class Segment {
  /** Counted from 0; null where no row of the stretch is sent. */
  readonly bulk: number | null;
  readonly entries: readonly RowEntry[];
  /** How many of them are sent. */
  readonly count: number;
  /** The record that its only item updates; null for a bulk of items to create or merge. */
  readonly recordId: number | null;
  /** The bulks with earlier rows of its records. */
  readonly after: readonly number[];
  readonly #itemOf: (values: RowValues) => Item;
  #values: readonly RowValues[];
  #items: readonly Item[] | null = null;

  constructor(
    { bulk, entries, recordId, after }: Pick<Segment, 'bulk' | 'entries' | 'recordId' | 'after'>,
    values: readonly RowValues[],
    itemOf: (values: RowValues) => Item,
  ) {
    this.bulk = bulk;
    this.entries = entries;
    this.count = values.length;
    this.recordId = recordId;
    this.after = after;
    this.#values = values;
    this.#itemOf = itemOf;
  }

  /** What is sent of them, in their order; made when it is asked for. */
  get items(): readonly Item[] {
    this.#items ??= this.#values.map(this.#itemOf);
    this.#values = [];
    return this.#items;
  }
}

export type ItemProblems = (item: Item) => readonly string[];

/** Cuts rows into segments. No clock: everything it knows are the rows so far. */
export class Segmenter {
  readonly #plan: ImportPlan;
  readonly #own: ReturnType<typeof ownColumns>;
  readonly #width: number;
  readonly #columns: MappedRows;
  readonly #reader: ItemReader;
  readonly #reasons: ItemProblems;
  readonly #keys: MatchKeys;
  readonly #earlier: EarlierRows | null;
  /** Of those rows that are compared with earlier ones, by their number: as this pass finds them, or the one before has. */
  readonly laterRows: Map<number, LaterRow>;
  #compared = 0;
  /** Of the columns that the fields came from. */
  readonly #headers: readonly string[];
  readonly #company: ReturnType<typeof companyPlaces>;
  readonly #emailAt: number;
  readonly #namesCompanies: boolean;
  readonly remarks = new FileRemarks();
  #bulks = 0;
  #entries: RowEntry[] = [];
  #values: RowValues[] = [];
  #characters = 0;
  #recordId: number | null = null;
  readonly #after = new Set<number>();
  /** Of the row before. A blank line, or a cell of several, lies between. */
  #lastLine = Number.POSITIVE_INFINITY;
  /** The line of the header of another table, where the rows are below one. */
  #otherHeader: number | null = null;

  /** `laterRows`: as an earlier pass over the same rows found them; without them, every row is kept to be compared. */
  constructor(plan: ImportPlan, header: readonly string[], reasons: ItemProblems, laterRows?: Map<number, LaterRow>) {
    this.#plan = plan;
    this.#own = ownColumns(header);
    this.#width = header.length;
    this.#columns = { mapped: plan.columns, header: this.#own.header, full: [] };
    this.#reasons = reasons;
    this.#reader = readerOf(plan);
    this.#keys = new MatchKeys(plan, this.#reader);
    this.#headers = this.#reader.fields.map((field) => headerOf(plan, field));
    this.#company = companyPlaces(plan.entity === 'CONTACT' ? this.#reader.fields : []);
    this.#emailAt = this.#reader.fields.indexOf('professionalEmail');
    // Remarked on before anything is sent.
    this.#namesCompanies =
      laterRows === undefined &&
      plan.merge &&
      plan.entity === 'CONTACT' &&
      plan.change === undefined &&
      plan.columns.some(({ field }) => field === 'companyName');
    this.laterRows = laterRows ?? new Map();
    this.#earlier = laterRows === undefined ? new EarlierRows(this.#reader) : null;
  }

  /** Whether the plan's limit is reached: further rows do not count. */
  get isFull(): boolean {
    return this.#plan.limit !== null && this.remarks.rows >= this.#plan.limit;
  }

  /** Takes the next row; gives the segment that it completes, if it does. */
  add(row: CsvRow): Segment | null {
    const { cells, line } = row;
    const { remarks } = this;
    const reader = this.#reader;
    const keys = this.#keys;
    // A record that is deleted needs no values.
    const hasItem = reader.read(cells) || (this.#plan.change?.act === 'delete' && reader.recordId !== null);
    if (!hasItem && isBlank(cells)) {
      remarks.blankRows += 1;
      return null;
    }
    remarks.rows += 1;
    const isFirst = remarks.rows === remarks.noRecords.count + 1;
    const above = { rows: remarks.rows - 1, sum: remarks.sumOfIds, full: this.#columns.full };
    const place = { isFirst, isBelowBlank: line > this.#lastLine + 1, above };
    const own = this.#own.cellsOf(cells);
    const none = noRecord(own, this.#own.header, place);
    this.#lastLine = line;
    if (none !== null) {
      if (none.fate === 'skipped') remarks.noRecords.add(`line ${line}: ${none.error}`);
      if (none.isHeader === true) this.#otherHeader = isOfOtherTable(cells, this.#plan) ? line : null;
      return this.#leaveOut(row, none.fate, none.error);
    }
    if (this.#otherHeader !== null)
      return this.#leaveOut(row, 'rejected', `below the header of other columns, line ${this.#otherHeader}`);
    if (row.isUnended === true && cells.length < this.#width && remarks.shortRows.count === 0 && remarks.rows > 2)
      return this.#leaveOut(row, 'rejected', 'the file ends in the middle of this row: is it cut off?');
    const { recordId, leftOut } = reader;
    const isShort = cells.length < this.#width;
    const missing = isShort || leftOut.length > 0 ? missingCell(own, leftOut, this.#columns) : null;
    if (missing !== null) return this.#leaveOut(row, 'rejected', missing);
    if (isShort) remarks.shortRows.add(`line ${line}`);
    else this.#columns.full = own;
    if (recordId !== null) keys.readId(recordId);
    else if (this.#plan.change === undefined) keys.read();
    else keys.readEmail();
    remarks.addCells(line, reader);
    if (reader.guessedName !== '') remarks.guessedNames.add(`line ${line}: ${reader.guessedName}`);
    const error = this.#problemOf(cells, hasItem);
    if (error !== null || !hasItem)
      return this.#leaveOut(row, 'rejected', [error ?? 'no value to send', ...leftOut.map(leftOutText)].join('; '));
    if (recordId === null) remarks.addCompany(line, reader.values, this.#company, this.#headers);
    if (this.#namesCompanies && remarks.companies.isOpen) remarks.companies.add(reader.item());
    const later = this.#plan.merge || recordId !== null ? this.#laterRow(line) : null;
    if (later !== null && later.added.length === 0) return this.#leaveOutLater(row, later);
    if (recordId !== null || this.#plan.change !== undefined) remarks.addUpdate(recordId, cells);
    else if (keys.count === 0) remarks.addKeyless(line, this.#earlier === null ? null : reader.values[this.#emailAt]);
    return later === null ? this.#send(row, reader.values, null, '') : this.#sendLater(row, later);
  }

  /** The rest, when the rows have ended. */
  end(): Segment | null {
    return this.#entries.length > 0 ? this.#close() : null;
  }

  #problemOf(cells: readonly string[], hasItem: boolean): string | null {
    if (cells.length > this.#width && !isBlank(cells.slice(this.#width))) {
      return `${cells.length} cells, but the header has ${this.#width}: is a quote or a delimiter missing?`;
    }
    const { wrongId, recordId, damage } = this.#reader;
    if (wrongId !== '') {
      this.remarks.wrongIds.add(wrongId);
      return `id: must be the number of a record, not ${JSON.stringify(wrongId.slice(0, 60))}`;
    }
    const why = this.#plan.change && unfitFor(this.#plan.change, recordId, hasItem ? this.#reader.item() : {});
    if (why) return why;
    if (recordId === null && needsId(this.#plan)) return 'no id';
    if (!hasItem) return recordId === null ? 'no value in any mapped column' : 'nothing to update besides the id';
    if (damage !== '') return damage;
    const isOld = recordId !== null || this.#plan.change !== undefined;
    const noOne = isOld ? null : noOneProblem(this.#own.cellsOf(cells), this.#reader, this.#plan);
    if (noOne !== null) return noOne;
    if (this.#reader.isSure) return null;
    const reasons = this.#reasons(this.#reader.item());
    return reasons.length === 0 ? null : reasons.join('; ');
  }

  /** Null where no earlier row has a key of the last row. */
  #laterRow(line: number): LaterRow | null {
    this.#compared += 1;
    if (this.#earlier === null) return this.laterRows.get(this.#compared) ?? null;
    // Where it begins a new bulk, it is the next one: later by one at most.
    const later = this.#earlier.add(this.#keys, line, this.#bulks);
    if (later !== null) this.laterRows.set(this.#compared, later);
    return later;
  }

  /** A row that says nothing new: one that says the same is no loss. */
  #leaveOutLater(row: CsvRow, later: LaterRow): Segment | null {
    const contradiction = this.#contradictionOf(row, later);
    const same = `same ${KEY_WORDS[later.kind]} as line ${later.line}`;
    if (contradiction !== '') return this.#leaveOut(row, 'rejected', `${same}, but ${contradiction}`);
    this.remarks.duplicates.add(`line ${row.line}: ${same}`);
    return this.#leaveOut(row, 'skipped', same);
  }

  /** What it adds to the earlier row goes out behind that row; what contradicts it does not. */
  #sendLater(row: CsvRow, later: LaterRow): Segment | null {
    const kept = this.#reader.values.map((value, at) => (later.contradicted.includes(at) ? undefined : value));
    const contradiction = this.#contradictionOf(row, later);
    const text = contradiction === '' ? '' : `not sent, for line ${later.line} has other values: ${contradiction}`;
    return this.#send(row, kept, later.bulk, text);
  }

  /** `another Email "b@x.example"`; empty where nothing is contradicted. */
  #contradictionOf(row: CsvRow, { line, contradicted }: LaterRow): string {
    if (contradicted.length === 0) return '';
    const textOf = (at: number) => JSON.stringify(String(this.#reader.values[at]).slice(0, SHOWN_OF_VALUE));
    const text = contradicted.map((at) => `another ${this.#headers[at]} ${textOf(at)}`).join(', ');
    this.remarks.contradictions.add(`line ${row.line} has ${text} than line ${line}`);
    return text;
  }

  #leaveOut(row: CsvRow, fate: 'rejected' | 'skipped', error: string): Segment | null {
    this.#entries.push({ row, fate, error });
    return this.#entries.length >= this.#plan.bulkRows ? this.#close() : null;
  }

  /** A row that updates a record is a request of its own. `after`: the bulk that has to be done before. */
  #send(row: CsvRow, values: RowValues, after: number | null, contradiction: string): Segment | null {
    const { bulkItems, bulkRows, bulkCharacters } = this.#plan;
    const { characters, recordId, leftOut } = this.#reader;
    const isAlone = recordId !== null || this.#plan.change !== undefined;
    const isOtherRequest =
      this.#recordId !== null ||
      isAlone ||
      this.#characters + characters > bulkCharacters ||
      // The service is not bound to work on the items of a bulk in their order.
      (after !== null && after >= this.#bulks);
    const before = this.#values.length > 0 && isOtherRequest ? this.#close() : null;
    this.#entries.push({ row, fate: 'sent', place: this.#values.length, leftOut, contradiction });
    if (after !== null) this.#after.add(after);
    this.#values.push(values);
    this.#characters += characters;
    this.#recordId = recordId;
    // With bounds of at least two, one row never completes two segments at once.
    if (before !== null) return before;
    if (isAlone) return this.#close();
    return this.#values.length >= bulkItems || this.#entries.length >= bulkRows ? this.#close() : null;
  }

  #close(): Segment {
    const [recordId, entries, after] = [this.#recordId, this.#entries, [...this.#after]];
    const bulk = this.#values.length === 0 ? null : this.#bulks++;
    const itemOf = (values: RowValues) => this.#reader.item(values, recordId !== null);
    const segment = new Segment({ bulk, entries, recordId, after }, this.#values, itemOf);
    this.#entries = [];
    this.#values = [];
    this.#characters = 0;
    this.#recordId = null;
    this.#after.clear();
    return segment;
  }
}

const SHOWN_OF_VALUE = 60;

const headerOf = ({ columns }: ImportPlan, field: string): string =>
  columns.findLast((column) => fieldsOf(column).includes(field))?.header ?? field;

function readerOf(plan: ImportPlan): ItemReader {
  const { columns, list, merge, empty, change } = plan;
  const updatable = updatableColumns(plan);
  const constants = { listId: list?.id ?? null, merge, empty, isChange: change !== undefined };
  return new ItemReader(change === undefined ? columns : updatable, constants, updatable);
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}
