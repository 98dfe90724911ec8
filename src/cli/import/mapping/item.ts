// One row's cells become one item of a bulk, and the cheap checks that nearly every row passes.

import { dictionary } from '../../../contract/dictionary.ts';
import { parseId } from '../../../contract/ids.ts';
import { trimmed } from '../../../contract/trimmed.ts';
import type { Item } from '../../shared/records/item.ts';

/** How a cell's text is read. `custom` keeps every character; everything else is trimmed. `id` names the record to update. */
export type CellKind = 'text' | 'url' | 'email' | 'number' | 'custom' | 'id';

export interface MappedColumn {
  /** Counted from 0. */
  readonly index: number;
  readonly header: string;
  readonly field: string;
  readonly kind: CellKind;
}

/** What every item of an import carries beside its row's values. */
export interface Constants {
  readonly listId: number | null;
  readonly merge: boolean;
}

// As long and as shaped as the contract's values: what passes here passes there; what does not is decided there.
const TEXT_MAX = 10_000;
const URL_MAX = 2_000;
const EMAIL_MAX = 320;
const WEB_URL = /^https?:\/\/[^\s/?#][^\s/?#.]*\.+[^\s/?#.]\S*$/i;
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/;
const NUMBER = /^[0-9]{1,15}(\.[0-9]+)?$/;
// The one number among the fields counts people: 1.234 is written by Germans and means what 1,234 means.
const GROUPED = /^[0-9]{1,3}([.,'’ \u00a0\u202f])[0-9]{3}(?:\1[0-9]{3}){0,3}$/;
const HOST_FIRST = /^(?:\/\/)?[^\s/:@?#][^\s/:@?#.]*(?:\.+[^\s/:@?#.]+)+(?::[0-9]+)?(?:[/?#]\S*)?$/;

/** Addresses are often exported without their scheme; what names no host stays as it is, to be rejected. */
export function withScheme(url: string): string {
  return url.length <= URL_MAX && HOST_FIRST.test(url) ? `https://${url.replace(/^\/\//, '')}` : url;
}

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

  /** `updatable`: columns that an update sends; of those of another record, such as a contact's company, it sends nothing. */
  constructor(columns: readonly MappedColumn[], constants: Constants, updatable: readonly MappedColumn[] = columns) {
    this.#columns = columns.filter(({ kind }) => kind !== 'id');
    this.#updatable = updatable.filter(({ kind }) => kind !== 'id');
    this.#idAt = columns.find(({ kind }) => kind === 'id')?.index ?? null;
    this.#constants = constants;
  }

  /** The item of a row; null when no mapped cell holds a value. */
  read(cells: readonly string[]): Item | null {
    this.isSure = true;
    const item = dictionary<Item[string]>();
    if (this.#idAt !== null) this.#readId(cells[this.#idAt]?.trim() ?? '');
    const columns = this.recordId === null ? this.#columns : this.#updatable;
    let characters = 0;
    for (const { index, field, kind } of columns) {
      const cell = cells[index];
      if (cell === undefined || cell === '') continue;
      const value = kind === 'custom' ? cell : trimmed(cell);
      if (value === '') continue;
      characters += value.length;
      item[field] = kind === 'text' || kind === 'custom' ? this.#text(value) : this.#shaped(kind, value);
    }
    this.characters = characters;
    if (characters === 0) return null;
    if (this.recordId !== null) return item;
    const { listId, merge } = this.#constants;
    if (listId !== null) item['listId'] = listId;
    if (!merge) item['mergeWithExisting'] = false;
    return item;
  }

  #readId(text: string): void {
    this.recordId = text === '' ? null : parseId(text);
    this.wrongId = text !== '' && this.recordId === null ? text : '';
  }

  #text(value: string): string {
    if (value.length > TEXT_MAX) this.isSure = false;
    return value;
  }

  #shaped(kind: Exclude<CellKind, 'text' | 'custom'>, value: string): string | number {
    if (kind === 'email') {
      if (value.length > EMAIL_MAX || !EMAIL.test(value)) this.isSure = false;
      return value;
    }
    if (kind === 'number') {
      if (GROUPED.test(value)) return Number(value.replace(/[^0-9]/g, ''));
      if (NUMBER.test(value)) return Number(value);
      this.isSure = false;
      return value;
    }
    // Nearly every address has its scheme: then nothing is added.
    if (value.length <= URL_MAX && WEB_URL.test(value)) return value;
    const url = withScheme(value);
    if (url.length > URL_MAX || !WEB_URL.test(url)) this.isSure = false;
    return url;
  }
}
