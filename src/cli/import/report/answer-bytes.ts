// The answer to a bulk read from its bytes, without a text or an object of what an import does not need: the same as
// `readAnswers` makes of it, where it looks as nearly all do.

import type { EntityKind } from '../mapping/plan.ts';
import { AnswerShape, type ValuePlace } from './answer-shape.ts';
import { isText, listEnd, objectEnd, skipSpace, type TakeElement, type TakeMember, valueEnd } from './json-bytes.ts';
import { type ItemAnswer, importedRow } from './row-result.ts';

const NONE = -1;
const QUOTE = 0x22;
const ZERO = 0x30;
const DIGITS_MAX = 15;

const bytesOf = (text: string): Uint8Array => Buffer.from(text);
const DATA = bytesOf('data');
const RESULTS = bytesOf('results');
const INDEX = bytesOf('index');
const SUCCESS = bytesOf('success');
const TRUE = bytesOf('true');
const NULL = bytesOf('null');

/** Fields of a record that an import needs. */
const ID = 0;
const COMPANY_ID = 1;
const APP_URL = 2;
const OUTCOME = 3;
const MATCHED_BY = 4;
const CREATED_AT = 5;

interface NamedField {
  readonly name: Uint8Array;
  readonly field: number;
}

/** By the length of their names. */
type RecordFields = readonly (readonly NamedField[])[];

function recordFields(names: Readonly<Record<string, number>>): RecordFields {
  const byLength: NamedField[][] = Array.from({ length: 32 }, () => []);
  for (const [name, field] of Object.entries(names)) byLength[name.length]?.push({ name: bytesOf(name), field });
  return byLength;
}

const RECORDS: Readonly<Record<EntityKind, { readonly name: Uint8Array; readonly fields: RecordFields }>> = {
  CONTACT: {
    name: bytesOf('contact'),
    fields: recordFields({
      id: ID,
      companyId: COMPANY_ID,
      appUrl: APP_URL,
      contactOutcome: OUTCOME,
      contactMatchedBy: MATCHED_BY,
      createdAt: CREATED_AT,
    }),
  },
  COMPANY: {
    name: bytesOf('company'),
    fields: recordFields({
      id: ID,
      appUrl: APP_URL,
      outcome: OUTCOME,
      matchedBy: MATCHED_BY,
      createdAt: CREATED_AT,
    }),
  },
};

/** The index of a result, kept as its fields are. */
const PLACE = 6;
const KEPT = 7;

/** Parts of a result, each of which it has once. */
const HAS_SUCCESS = 1;
const HAS_RECORD = 2;

class AnswerReader {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #text: string;
  readonly #name: Uint8Array;
  readonly #fields: RecordFields;
  readonly #answers: (ItemAnswer | undefined)[];
  #hasData = false;
  #hasResults = false;
  #read = 0;
  /** Of the result that is read: its parts, which fields it has, and where these begin and end. */
  #has = 0;
  #known = 0;
  readonly #spans = new Int32Array(KEPT * 2);
  #values: ValuePlace[] = [];
  /** How the last result looked that was read part by part, and its fields. */
  #shape: AnswerShape | null = null;
  #shapeKnown = 0;

  constructor(entity: EntityKind, bytes: Buffer, items: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#text = bytes.toString('latin1');
    this.#name = RECORDS[entity].name;
    this.#fields = RECORDS[entity].fields;
    this.#answers = new Array<ItemAnswer | undefined>(items);
  }

  read(): ItemAnswer[] | null {
    const end = objectEnd(this.#bytes, skipSpace(this.#bytes, 0), this.#envelope);
    const isWhole = end >= 0 && skipSpace(this.#bytes, end) === this.#bytes.length;
    if (!isWhole || !this.#hasResults || this.#read !== this.#answers.length) return null;
    return this.#answers.filter((answer) => answer !== undefined);
  }

  readonly #envelope: TakeMember = (from, to, value) => {
    if (!this.#isName(from, to, DATA)) return valueEnd(this.#bytes, value);
    if (this.#hasData) return NONE;
    this.#hasData = true;
    return objectEnd(this.#bytes, value, this.#data);
  };

  readonly #data: TakeMember = (from, to, value) => {
    if (!this.#isName(from, to, RESULTS)) return valueEnd(this.#bytes, value);
    if (this.#hasResults) return NONE;
    this.#hasResults = true;
    return listEnd(this.#bytes, value, this.#result);
  };

  readonly #result: TakeElement = (value) => {
    let end = this.#shape?.match(this.#bytes, this.#view, value, this.#spans) ?? NONE;
    if (end < 0) end = this.#readParts(value);
    else this.#known = this.#shapeKnown;
    return end < 0 || !this.#keep() ? NONE : end;
  };

  /** Reads a result part by part, and remembers how it looked. */
  #readParts(value: number): number {
    this.#has = 0;
    this.#known = 0;
    this.#values = [];
    const end = objectEnd(this.#bytes, value, this.#part);
    if (end < 0 || this.#has !== (HAS_SUCCESS | HAS_RECORD)) return NONE;
    this.#shape = new AnswerShape(this.#bytes, value, end, this.#values);
    this.#shapeKnown = this.#known;
    return end;
  }

  readonly #part: TakeMember = (from, to, value) => {
    const bytes = this.#bytes;
    if (this.#isName(from, to, this.#name))
      return this.#isNew(HAS_RECORD) ? objectEnd(bytes, value, this.#field) : NONE;
    if (this.#isName(from, to, SUCCESS))
      return this.#isNew(HAS_SUCCESS) && isText(bytes, value, TRUE) ? value + TRUE.length : NONE;
    const end = valueEnd(bytes, value);
    return this.#isName(from, to, INDEX) ? this.#take(PLACE, value, end) : end;
  };

  readonly #field: TakeMember = (from, to, value) => {
    const end = valueEnd(this.#bytes, value);
    const field = this.#fieldOf(from, to);
    // A field that is null is left out, for all that is done with it.
    if (field >= 0 && !isText(this.#bytes, value, NULL)) return this.#take(field, value, end);
    if (end < 0 || (field >= 0 && (this.#known & (1 << field)) !== 0)) return NONE;
    if (this.#bytes[value] === QUOTE) this.#values.push({ from: value + 1, to: end - 1, isText: true, field: null });
    else if (wholeNumber(this.#bytes, value, end) >= 0)
      this.#values.push({ from: value, to: end, isText: false, field: null });
    return end;
  };

  /** Takes the value of a field that is kept: a whole number, or a text of ASCII. */
  #take(field: number, value: number, end: number): number {
    const bit = 1 << field;
    if (end < 0 || (this.#known & bit) !== 0) return NONE;
    this.#known |= bit;
    const isNumber = field === PLACE || field === ID || field === COMPANY_ID;
    const isFit = isNumber
      ? wholeNumber(this.#bytes, value, end) >= 0
      : this.#bytes[value] === QUOTE && isAscii(this.#bytes, value, end);
    if (!isFit) return NONE;
    const [from, to] = isNumber ? [value, end] : [value + 1, end - 1];
    this.#spans[field * 2] = from;
    this.#spans[field * 2 + 1] = to;
    this.#values.push({ from, to, isText: !isNumber, field });
    return end;
  }

  /** Keeps what was read as the answer of its item. False: it has none, or has one already. */
  #keep(): boolean {
    const place = this.#numberOf(PLACE) ?? this.#read;
    if (place >= this.#answers.length || this.#answers[place] !== undefined) return false;
    this.#read += 1;
    this.#answers[place] = importedRow({
      id: this.#numberOf(ID) || null,
      outcome: this.#textOf(OUTCOME),
      matchedBy: this.#textOf(MATCHED_BY),
      companyId: this.#numberOf(COMPANY_ID) || null,
      appUrl: this.#textOf(APP_URL),
      createdAt: this.#textOf(CREATED_AT),
    });
    return true;
  }

  #isName(from: number, to: number, name: Uint8Array): boolean {
    return to - from === name.length && isText(this.#bytes, from, name);
  }

  #isNew(part: number): boolean {
    const isNew = (this.#has & part) === 0;
    this.#has |= part;
    return isNew;
  }

  #fieldOf(from: number, to: number): number {
    const named = this.#fields[to - from] ?? [];
    for (const { name, field } of named) if (isText(this.#bytes, from, name)) return field;
    return NONE;
  }

  #numberOf(field: number): number | null {
    if ((this.#known & (1 << field)) === 0) return null;
    return wholeNumber(this.#bytes, this.#spans[field * 2] ?? 0, this.#spans[field * 2 + 1] ?? 0);
  }

  #textOf(field: number): string {
    if ((this.#known & (1 << field)) === 0) return '';
    return this.#text.slice(this.#spans[field * 2], this.#spans[field * 2 + 1]);
  }
}

/** -1 for what is none, or has more digits than are certain to be kept. */
function wholeNumber(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > DIGITS_MAX) return NONE;
  let number = to > from ? 0 : NONE;
  for (let at = from; at < to; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return NONE;
    number = number * 10 + digit;
  }
  return number;
}

function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((bytes[at] ?? 0) > 0x7f) return false;
  return true;
}

/**
 * The results in the response to a bulk, one per item, in order. Null where it has to be parsed: rows that failed, texts that
 * are not ASCII, another shape, or no JSON at all.
 */
export function readAnswerBytes(entity: EntityKind, bytes: Uint8Array, items: number): ItemAnswer[] | null {
  return new AnswerReader(entity, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), items).read();
}
