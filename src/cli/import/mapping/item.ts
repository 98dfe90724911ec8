// The cells of a row become its values, and these an item of a bulk; with the cheap checks that nearly every row passes.

import { CompanyInput } from '../../../contract/companies/endpoints.ts';
import { ContactInput } from '../../../contract/contacts/endpoints.ts';
import { parseId } from '../../../contract/ids.ts';
import { check } from '../../../contract/issues.ts';
import { dictionary, getOwn } from '../../../contract/json.ts';
import { splitFullName } from '../../../rules/records/full-name.ts';
import { withoutInvisibleEdges } from '../../../rules/records/invisible-characters.ts';
import { companyItem, contactItem } from '../../../rules/records/items.ts';
import type { Item } from '../../../rules/records/search-fields.ts';
import { damageIn } from '../../../rules/records/text-damage.ts';
import { unguardCell } from '../../terminal/formats/csv.ts';
import { CellReader, type MappedColumn, WORD_LEFT_OUT } from './cell.ts';
import { ADDRESS_FIELDS, formulaText } from './cell-text.ts';
import type { ImportPlan } from './plan.ts';
import { FULL_NAME } from './target-fields.ts';
import { TextScan } from './text-scan.ts';

/** What every item of an import carries beside its row's values, and what counts as an empty cell. */
interface Constants {
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

export const leftOutCell = ({ header }: MappedColumn, cell: string, why: string): LeftOutCell => ({
  column: header,
  value: cell.trim().slice(0, SHOWN_OF_VALUE),
  why,
});

/** A cell that holds a word for "no value". */
export interface NullWord {
  readonly column: string;
  readonly word: string;
  /** The place of its field; null for a custom one, which is sent as it is. */
  readonly at: number | null;
}

// As long as the contract's values: what passes here passes there; what does not is decided there.
const TEXT_MAX = 10_000;
const SHOWN_OF_VALUE = 60;
const NONE: readonly never[] = [];

/** Of a row, by the place of their fields. */
export type RowValues = readonly (string | number | undefined)[];

/** Reads rows of one mapping. Made once an import; `read` is its hottest path: no object for a row but its values. */
export class ItemReader {
  /** Each once, in the order of the columns. */
  readonly fields: readonly string[];
  /** Whether the values of the last row surely have the contract's shape. */
  isSure = true;
  /** Characters of its values: bounds the size of a bulk. */
  characters = 0;
  /** The record that the row updates; null for one that is created or merged. */
  recordId: number | null = null;
  /** What stands in the column of ids and is none; else empty. */
  wrongId = '';
  /** Of the last row. */
  values: RowValues = NONE;
  leftOut: readonly LeftOutCell[] = NONE;
  words: readonly NullWord[] = NONE;
  /** The first text of the last row that was read in a wrong encoding before it came into this file; else empty. */
  damage = '';
  /** The name of the last row that another reader could divide elsewhere, and how it is divided; else empty. */
  guessedName = '';
  readonly scan = new TextScan();
  /** Hashes of the values of the last row, 0 where there is none, and which values are plain texts; of ADDRESS_FIELDS none. */
  readonly folded: Int32Array;
  readonly exact: Int32Array;
  readonly plain: Uint8Array;
  /** The places of ADDRESS_FIELDS. */
  readonly addresses: readonly number[];
  readonly #columns: readonly FieldReader[];
  readonly #updatable: readonly FieldReader[];
  readonly #constants: Constants;
  readonly #idAt: number | null;
  readonly #noValues: RowValues;

  /** `updatable`: columns that an update sends; of those of another record, such as a contact's company, it sends nothing. */
  constructor(columns: readonly MappedColumn[], constants: Constants, updatable: readonly MappedColumn[] = columns) {
    const valued = columns.filter(({ kind }) => kind !== 'id');
    this.fields = [...new Set(valued.flatMap(fieldsOf))];
    this.addresses = [...this.fields.keys()].filter((at) => ADDRESS_FIELDS.has(this.fields[at] ?? ''));
    this.#columns = valued.map((column) => ({
      index: column.index,
      at: this.fields.indexOf(fieldsOf(column)[0] ?? ''),
      isFullName: column.kind === 'fullName',
      cells: new CellReader(column, this.scan, constants.empty),
    }));
    this.#updatable = this.#columns.filter(({ cells }) => updatable.includes(cells.column));
    this.#idAt = columns.find(({ kind }) => kind === 'id')?.index ?? null;
    this.#constants = constants;
    this.#noValues = this.fields.map(() => undefined);
    this.folded = new Int32Array(this.fields.length);
    this.exact = new Int32Array(this.fields.length);
    this.plain = new Uint8Array(this.fields.length);
  }

  /** False when no mapped cell of the row holds a value. */
  read(row: readonly string[]): boolean {
    this.isSure = true;
    this.leftOut = NONE;
    this.words = NONE;
    this.damage = '';
    this.guessedName = '';
    this.folded.fill(0);
    if (this.#idAt !== null) this.#readId(row[this.#idAt]?.trim() ?? '');
    const isUpdate = this.recordId !== null || this.#constants.isChange === true;
    const values = this.#noValues.slice();
    this.values = values;
    let characters = 0;
    for (const { index, at, isFullName, cells } of this.recordId === null ? this.#columns : this.#updatable) {
      const cell = row[index];
      if (cell === undefined || cell === '') continue;
      const value = cells.read(cell, isUpdate);
      if (!cells.isPlain) {
        if (cells.problem !== '') this.#leaveOut(cells.column, cell, cells.problem);
        else if (cells.word !== '') {
          const { header, kind } = cells.column;
          this.words = [...this.words, { column: header, word: cells.word, at: kind === 'custom' ? null : at }];
        }
      }
      if (value === null) continue;
      if (isFullName) {
        if (!this.#split(cells.column, String(value), values)) continue;
      } else {
        values[at] = value;
        this.#note(at, cells.isPlain);
        if (!cells.isPlain) this.#checkDamage(at, value);
      }
      const length = typeof value === 'number' ? 1 : value.length;
      characters += length;
      if (length > TEXT_MAX) this.isSure = false;
    }
    this.characters = characters;
    return characters > 0;
  }

  /** Takes the words for "no value" out of the last row: where it is merged, they would replace values. */
  leaveOutWords(): void {
    const sent = this.words.filter(({ at }) => at !== null && this.values[at] !== undefined);
    this.words = this.words.filter((word) => !sent.includes(word));
    this.values = this.values.map((value, place) => (sent.some(({ at }) => at === place) ? undefined : value));
    for (const { column, word, at } of sent) {
      this.folded[at ?? 0] = 0;
      this.leftOut = [...this.leftOut, { column, value: word.slice(0, SHOWN_OF_VALUE), why: WORD_LEFT_OUT }];
    }
  }

  /** The values of the last row, or of one before, as they are sent. */
  item(values: RowValues = this.values, isUpdate = this.recordId !== null): Item {
    const item = dictionary<Item[string]>();
    for (const [at, field] of this.fields.entries()) {
      const value = values[at];
      if (value !== undefined) item[field] = value;
    }
    if (isUpdate) return item;
    const { listId, merge } = this.#constants;
    if (listId !== null) item['listId'] = listId;
    if (!merge) item['mergeWithExisting'] = false;
    return item;
  }

  #note(at: number, isPlain: boolean): void {
    this.folded[at] = this.scan.folded;
    this.exact[at] = this.scan.exact;
    this.plain[at] = isPlain ? 1 : 0;
  }

  #checkDamage(at: number, value: string | number): void {
    if (this.damage !== '' || typeof value !== 'string') return;
    const damage = damageIn(value);
    if (damage === null) return;
    const what = damage.kind === 'replaced' ? 'characters were lost' : 'encoded twice';
    this.damage = `${this.fields[at]}: the text was damaged before (${what}), not ${JSON.stringify(damage.word)}`;
  }

  #leaveOut(column: MappedColumn, cell: string, why: string): void {
    this.leftOut = [...this.leftOut, leftOutCell(column, cell, why)];
  }

  #split(column: MappedColumn, text: string, values: (string | number | undefined)[]): boolean {
    const name = splitFullName(text);
    if (name === null) {
      this.#leaveOut(column, text, 'not a first and a last name');
      return false;
    }
    if (name.confidence === 'low')
      this.guessedName = `${JSON.stringify(text.trim())}: first name ${name.firstName}, last name ${name.lastName}`;
    for (const part of NAME_PARTS) {
      const at = this.fields.indexOf(part);
      if (values[at] !== undefined) continue;
      values[at] = name[part];
      this.scan.value(name[part]);
      this.#note(at, false);
      this.#checkDamage(at, name[part]);
    }
    return true;
  }

  #readId(cell: string): void {
    // `12.0`: a table program made a measure of it.
    const text = withoutInvisibleEdges(unguardCell(formulaText(cell) ?? cell)).replace(/\.0$/, '');
    this.recordId = text === '' ? null : parseId(text);
    this.wrongId = text !== '' && this.recordId === null ? text : '';
  }
}

interface FieldReader {
  readonly index: number;
  readonly isFullName: boolean;
  /** The place of its field. */
  readonly at: number;
  readonly cells: CellReader;
}

const NAME_PARTS = ['firstName', 'lastName'] as const;

export const fieldsOf = ({ field }: Pick<MappedColumn, 'field'>): readonly string[] =>
  field === FULL_NAME ? NAME_PARTS : [field];

// Why an item would be refused: the contract's schema and the service's own rules, for the rows that are not plainly fine.

const SHOWN = 60;

function displayed(value: Item[string] | undefined): string {
  const text = String(value);
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}

/** Every reason an item is refused, each naming the column; empty when it is not. */
export function itemProblems({
  entity,
  columns,
  anyLength,
}: Pick<ImportPlan, 'entity' | 'columns' | 'anyLength'>): (item: Item) => string[] {
  const schema = entity === 'CONTACT' ? ContactInput : CompanyInput;
  const rules = entity === 'CONTACT' ? contactItem : companyItem;
  const headers = new Map(columns.map(({ field, header }) => [field, header.trim()]));
  const where = (path: string): string => {
    const header = headers.get(path);
    return header === undefined || header === path ? path : `${header} (${path})`;
  };
  return (item) => {
    const issues = check(schema, item).issues ?? [];
    const known = new Set(issues.map(({ path }) => path));
    const all = [...issues, ...rules(item).issues.filter(({ path }) => !known.has(path))];
    const counted = anyLength === true ? all.filter(({ code }) => code !== 'too_big') : all;
    return counted.map(({ path, message }) => `${where(path)}: ${message}, not ${displayed(getOwn(item, path))}`);
  };
}
