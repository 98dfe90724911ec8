// One row's cells become one item of a bulk, and the cheap checks that nearly every row passes.

import { type Dictionary, dictionary, own } from '../../../contract/dictionary.ts';
import { parseId } from '../../../contract/ids.ts';
import { splitFullName } from '../../../rules/records/full-name.ts';
import { damagedPlaces } from '../../../rules/records/text-damage.ts';
import type { Item } from '../../shared/records/item.ts';
import { type CellKind, CellReader, formulaText } from './cell.ts';

export interface MappedColumn {
  /** Counted from 0. */
  readonly index: number;
  readonly header: string;
  readonly field: string;
  readonly kind: CellKind;
  /** Values that stand for the texts of its cells; an empty one leaves the cell out. */
  readonly values?: Readonly<Record<string, string>>;
}

/** What every item of an import carries beside its row's values, and what counts as an empty cell. */
export interface Constants {
  readonly listId: number | null;
  readonly merge: boolean;
  readonly empty?: readonly string[] | undefined;
  /** Every row changes a record that is there, whatever names it. */
  readonly isChange?: boolean;
}

/** A cell that is not sent, or only in part: its row goes on without it. */
export interface LeftOutCell {
  readonly column: string;
  readonly value: string;
  readonly why: string;
}

/** A cell that holds a word for "no value". */
export interface NullWord {
  readonly column: string;
  readonly word: string;
}

// As long as the contract's values: what passes here passes there; what does not is decided there.
const TEXT_MAX = 10_000;
const SHOWN_OF_VALUE = 60;
const NONE: readonly never[] = [];

/** Builds items of one mapping. Made once an import; `read` is its hottest path. */
export class ItemReader {
  readonly #columns: readonly MappedColumn[];
  readonly #constants: Constants;
  readonly #idAt: number | null;
  readonly #updatable: readonly MappedColumn[];
  /** Whether the last item read surely has the contract's shape. */
  isSure = true;
  /** Characters of its values: bounds the size of a bulk. */
  characters = 0;
  /** The record that the row updates; null for one that is created or merged. */
  recordId: number | null = null;
  /** What stands in the column of ids and is none; else empty. */
  wrongId = '';
  /** Of the last row. */
  leftOut: readonly LeftOutCell[] = NONE;
  words: readonly NullWord[] = NONE;
  /** The first text of the last item that was read in a wrong encoding before it came into this file; else empty. */
  damage = '';
  readonly #cells: CellReader;

  /** `updatable`: columns that an update sends; of those of another record, such as a contact's company, it sends nothing. */
  constructor(columns: readonly MappedColumn[], constants: Constants, updatable: readonly MappedColumn[] = columns) {
    this.#columns = columns.filter(({ kind }) => kind !== 'id');
    this.#updatable = updatable.filter(({ kind }) => kind !== 'id');
    this.#idAt = columns.find(({ kind }) => kind === 'id')?.index ?? null;
    this.#constants = constants;
    this.#cells = new CellReader(constants.empty);
  }

  /** The item of a row; null when no mapped cell holds a value. */
  read(cells: readonly string[]): Item | null {
    this.isSure = true;
    this.leftOut = NONE;
    this.words = NONE;
    this.damage = '';
    const item = dictionary<Item[string]>();
    if (this.#idAt !== null) this.#readId(cells[this.#idAt]?.trim() ?? '');
    const columns = this.recordId === null ? this.#columns : this.#updatable;
    let characters = 0;
    for (const column of columns) {
      const cell = cells[column.index];
      if (cell === undefined || cell === '') continue;
      const value = this.#value(column, cell);
      if (value === null) continue;
      if (column.kind === 'fullName' && !this.#split(column, String(value), item)) continue;
      if (column.kind !== 'fullName') this.#set(item, column.field, value);
      const length = typeof value === 'number' ? 1 : value.length;
      characters += length;
      if (length > TEXT_MAX) this.isSure = false;
    }
    this.characters = characters;
    if (characters === 0) return null;
    if (this.recordId !== null) return item;
    const { listId, merge } = this.#constants;
    if (listId !== null) item['listId'] = listId;
    if (!merge) item['mergeWithExisting'] = false;
    return item;
  }

  #value(column: MappedColumn, cell: string): string | number | null {
    const input = column.values === undefined ? cell : (own(column.values, cell.trim()) ?? cell);
    const value = this.#cells.read(column.kind, input, this.recordId !== null || this.#constants.isChange === true);
    if (this.#cells.problem !== '') this.#leaveOut(column, cell, this.#cells.problem);
    else if (this.#cells.isWord) this.words = [...this.words, { column: column.header, word: input.trim() }];
    return value;
  }

  #set(item: Dictionary<Item[string]>, field: string, value: string | number): void {
    item[field] = value;
    if (this.#cells.isPlain || this.damage !== '' || typeof value !== 'string') return;
    const [place] = damagedPlaces(value);
    if (place === undefined) return;
    const what = place.kind === 'replaced' ? 'characters were lost' : 'encoded twice';
    this.damage = `${field}: the text was damaged before (${what}), not ${JSON.stringify(place.word)}`;
  }

  #leaveOut({ header }: MappedColumn, cell: string, why: string): void {
    const value = cell.trim().slice(0, SHOWN_OF_VALUE);
    this.leftOut = [...this.leftOut, { column: header, value, why }];
  }

  #split(column: MappedColumn, text: string, item: Dictionary<Item[string]>): boolean {
    const name = splitFullName(text);
    if (name === null) {
      this.#leaveOut(column, text, 'not a first and a last name');
      return false;
    }
    if (item['firstName'] === undefined) this.#set(item, 'firstName', name.firstName);
    if (item['lastName'] === undefined) this.#set(item, 'lastName', name.lastName);
    return true;
  }

  #readId(cell: string): void {
    const text = formulaText(cell) ?? cell;
    this.recordId = text === '' ? null : parseId(text);
    this.wrongId = text !== '' && this.recordId === null ? text : '';
  }
}
