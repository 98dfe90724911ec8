// Items of rows that are plain, without a text or an object of them: their cells are checked as ItemReader does, their keys
// are taken from the bytes, and the JSON of a bulk is put together from them. What is not plain to see is left to ItemReader.

import { type ByteRow, copyWords, DOUBLED_QUOTES, PLACE_SHIFT } from '../../files/csv/byte-row.ts';
import type { Constants, Item, MappedColumn } from '../mapping/item.ts';
import { hasIds, type ImportPlan } from '../mapping/plan.ts';
import { isPlainEmail, isPlainNumber, isPlainUrl } from './ascii-checks.ts';
import { AsciiKeys, addJoined, addPart, plainPage, type Span } from './ascii-keys.ts';
import type { JsonList } from './json-list.ts';

/** The longest cell that is looked at here. */
const PLAIN_MAX = 320;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Fields that make a key of a contact, in the order of their spans. */
const KEY_FIELDS = ['networkProfileUrl', 'firstName', 'lastName', 'companyName'];
const PROFILE_KIND = 1;
const PERSON_KIND = 2;

interface ByteColumn extends Pick<MappedColumn, 'index' | 'kind'> {
  readonly isText: boolean;
  readonly isTrimmed: boolean;
  /** `,"name":"`, without the last quote for a number; and the same as it opens an item. */
  readonly prefix: Int32Array;
  readonly firstPrefix: Int32Array;
  readonly prefixLength: number;
  readonly key: Span | null;
}

const span = (): Span => ({ from: 0, to: 0 });

export class ByteItems {
  readonly #columns: readonly ByteColumn[];
  readonly #json: JsonList | null;
  readonly #prefixBytes: number;
  readonly #page = span();
  readonly #person: readonly Span[] = [span(), span(), span()];
  readonly keys = new AsciiKeys();
  /** Characters of the item's values. */
  characters = 0;

  /** Null where rows of the plan are not read by their bytes: those that name records, and companies, whose keys are many. */
  static of(plan: ImportPlan, json: JsonList | null): ByteItems | null {
    const fields = plan.columns.map(({ field }) => field);
    const isOdd = (field: string) => /^\d+$/.test(field) || field === 'listId' || field === 'mergeWithExisting';
    const isKeyOdd = ({ field, kind }: MappedColumn) =>
      KEY_FIELDS.includes(field) && kind !== (field === 'networkProfileUrl' ? 'url' : 'text');
    const isPlain =
      plan.entity === 'CONTACT' && plan.change === undefined && !hasIds(plan) && !plan.columns.some(isKeyOdd);
    return isPlain && !fields.some(isOdd) && new Set(fields).size === fields.length ? new ByteItems(plan, json) : null;
  }

  private constructor({ columns }: ImportPlan, json: JsonList | null) {
    this.#json = json;
    const keySpans = [this.#page, ...this.#person];
    this.#columns = columns.map(({ index, kind, field }) => {
      const isText = kind !== 'number';
      const opening = `${JSON.stringify(field)}:${isText ? '"' : ''}`;
      return {
        index,
        kind,
        isText,
        isTrimmed: kind !== 'custom',
        prefix: wordsOf(`,${opening}`),
        firstPrefix: wordsOf(`{${opening}`),
        prefixLength: Buffer.byteLength(opening) + 1,
        key: keySpans[KEY_FIELDS.indexOf(field)] ?? null,
      };
    });
    // A quote more behind each value, and what the last four bytes reach too far.
    this.#prefixBytes = this.#columns.reduce((sum, { prefixLength }) => sum + prefixLength + 1, 4);
  }

  /** Drafts the item of a row, and its keys. False: it is not certain to be sent as it stands. */
  read(row: ByteRow): boolean {
    const { bytes, view, places } = row.block;
    const columns = this.#columns;
    const into = this.#json?.begin(this.#prefixBytes + row.length) ?? null;
    let end = this.#json?.end ?? 0;
    this.#forget();
    let characters = 0;
    for (let number = 0; number < columns.length; number += 1) {
      const column = columns[number];
      if (column === undefined || column.index >= row.count) continue;
      const at = row.first + column.index * 2;
      let from = places[at] ?? 0;
      const place = places[at + 1] ?? 0;
      let to = place >> PLACE_SHIFT;
      if (column.isTrimmed) {
        while (from < to && bytes[from] === SPACE) from += 1;
        while (from < to && bytes[to - 1] === SPACE) to -= 1;
      }
      if (from === to) continue;
      const isQuoting = (place & DOUBLED_QUOTES) !== 0;
      if (to - from > PLAIN_MAX || !isFine(column, bytes, from, to, isQuoting)) return false;
      if (column.key === this.#page) {
        if (!plainPage(bytes, from, to, this.#page)) return false;
      } else if (column.key !== null) {
        column.key.from = from;
        column.key.to = to;
      }
      if (into !== null) {
        const { prefix, firstPrefix, prefixLength } = column;
        write(characters === 0 ? firstPrefix : prefix, into, end);
        end += prefixLength;
        if (isQuoting) copyQuoting(bytes, from, to, into, end);
        else copyWords(view, from, to, into, end);
        end += to - from;
        if (column.isText) into.setUint8(end++, QUOTE);
      }
      characters += to - from - (isQuoting ? quotesIn(bytes, from, to) / 2 : 0);
    }
    this.#json?.close(end);
    this.characters = characters;
    if (characters > 0) this.#makeKeys(view);
    return characters > 0;
  }

  #forget(): void {
    this.keys.clear();
    this.#page.to = this.#page.from;
    for (const part of this.#person) part.to = part.from;
  }

  #makeKeys(row: DataView): void {
    if (this.#page.from < this.#page.to) addPart(this.keys, PROFILE_KIND, row, this.#page);
    for (const part of this.#person) if (part.from === part.to) return;
    addJoined(this.keys, PERSON_KIND, row, this.#person);
  }
}

function isFine(column: ByteColumn, bytes: Uint8Array, from: number, to: number, isQuoting: boolean): boolean {
  if (column.kind === 'text') return !isQuoting || column.key === null;
  if (column.kind === 'custom') return true;
  if (isQuoting) return false;
  if (column.kind === 'url') return column.key !== null || isPlainUrl(bytes, from, to);
  return column.kind === 'email' ? isPlainEmail(bytes, from, to) : isPlainNumber(bytes, from, to);
}

function quotesIn(bytes: Uint8Array, from: number, to: number): number {
  let quotes = 0;
  for (let at = from; at < to; at += 1) if (bytes[at] === QUOTE) quotes += 1;
  return quotes;
}

/** Text as words of four bytes. */
function wordsOf(text: string): Int32Array {
  const bytes = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 4) * 4);
  bytes.write(text);
  return Int32Array.from({ length: bytes.length / 4 }, (_, word) => bytes.readInt32LE(word * 4));
}

function write(words: Int32Array, into: DataView, start: number): void {
  for (let word = 0; word < words.length; word += 1) into.setInt32(start + word * 4, words[word] ?? 0, true);
}

/** Two quotes of CSV are a backslash and a quote of JSON. */
function copyQuoting(bytes: Uint8Array, from: number, to: number, into: DataView, start: number): void {
  const shift = start - from;
  for (let at = from; at < to; at += 1) {
    const code = bytes[at] ?? 0;
    if (code === QUOTE) into.setUint8(at++ + shift, BACKSLASH);
    into.setUint8(at + shift, code);
  }
}

/** What every item carries beside its row's values, as it ends. */
export function itemEnd({ listId, merge }: Constants): string {
  const constants: Item = { ...(listId !== null && { listId }), ...(!merge && { mergeWithExisting: false }) };
  const text = JSON.stringify(constants);
  return text === '{}' ? text.slice(1) : `,${text.slice(1)}`;
}
