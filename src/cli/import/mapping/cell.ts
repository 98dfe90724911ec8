// The text of one cell becomes the value of its field, or is left out with the reason: its row goes on without it.

import { countryName } from '../../../rules/records/countries.ts';
import { googleValues, joinedPhones, readEmail } from '../../../rules/records/email-text.ts';
import { readEmployees } from '../../../rules/records/employee-number.ts';
import { codePointName, invisibleAt, withoutInvisibleEdges } from '../../../rules/records/invisible-characters.ts';
import { isNullValue } from '../../../rules/records/null-values.ts';
import {
  DAMAGE_WORDS,
  type DamageContext,
  spreadsheetDamage,
  textFormula,
  withoutPointZero,
} from '../../../rules/records/spreadsheet-damage.ts';
import { unguardCell } from '../../terminal/formats/csv-guard.ts';

/**
 * How the text of a cell is read. `custom` keeps every character; everything else is trimmed. `id` names the record to update;
 * `fullName` becomes a first and a last name.
 */
export type CellKind =
  | 'text'
  | 'name'
  | 'url'
  | 'host'
  | 'email'
  | 'number'
  | 'phone'
  | 'crmId'
  | 'country'
  | 'custom'
  | 'fullName'
  | 'id';

const URL_MAX = 2_000;
const WEB_URL = /^https?:\/\/[^\s/?#][^\s/?#.]*\.+[^\s/?#.]\S*$/i;
const HOST_FIRST = /^(?:\/\/)?[^\s/:@?#][^\s/:@?#.]*(?:\.+[^\s/:@?#.]+)+(?::[0-9]+)?(?:[/?#]\S*)?$/;
const PLAIN_EMAIL = /^[a-z0-9](?:[\w+-]|\.(?=[\w+-])){0,62}@(?:[a-z0-9](?:-*[a-z0-9])*\.){1,8}[a-z]{2,24}$/i;
/** Letters of which no damaged text consists: all of Latin alphabets but Š, Ž and others that windows-1252 has for a byte below 0xC0. */
const LETTERS = 'A-Za-zÀ-ÖØ-öø-\u0151\u0154-\u015F\u0162-\u0177\u0179-\u017C';
const PLAIN_TEXT = new RegExp(`^[${LETTERS}](?:[${LETTERS}0-9 .,&'()/+-]*[${LETTERS}0-9.)])?$`);
const PLAIN_MAX = 120;
/** How nearly every cell of a kind looks. It is its own value, as a careful reading would find; only a word for "no value" may look so, too. */
const PLAIN: Readonly<Partial<Record<CellKind, RegExp>>> = {
  text: PLAIN_TEXT,
  name: PLAIN_TEXT,
  host: PLAIN_TEXT,
  custom: PLAIN_TEXT,
  country: PLAIN_TEXT,
  email: PLAIN_EMAIL,
  url: /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\/[!-9;->@-~]*)?$/i,
  phone: /^\+[0-9 ()/-]*[0-9]$/,
};
const ASCII = /^[ -~]*$/;

/** Addresses are often exported without their scheme; what names no host stays as it is. */
export function withScheme(url: string): string {
  return url.length <= URL_MAX && HOST_FIRST.test(url) ? `https://${url.replace(/^\/\//, '')}` : url;
}

/** The text of `="…"`, also where it was guarded before; null for any other cell. */
export function formulaText(cell: string): string | null {
  const text = textFormula(cell);
  return text === null ? null : unguardCell(text);
}

const COUNTRIES_REMEMBERED = 500;

export class CellReader {
  /** Why the last cell, or a part of it, was left out; empty where it was not. */
  problem = '';
  /** Whether the last cell held a word for "no value", such as `n/a`. */
  isWord = false;
  /** Whether the last cell was surely neither damaged nor in need of any other care. */
  isPlain = false;
  readonly #empty: ReadonlySet<string>;
  readonly #countries = new Map<string, string>();

  /** `empty`: words that count as empty cells. */
  constructor(empty: readonly string[] = []) {
    this.#empty = new Set(empty);
  }

  /** Null: nothing is sent. `isUpdate`: of a record that is there, whose values a word for "no value" must not replace. */
  read(kind: CellKind, cell: string, isUpdate: boolean): string | number | null {
    this.problem = '';
    this.isWord = false;
    this.isPlain =
      cell.length <= PLAIN_MAX &&
      PLAIN[kind]?.test(cell) === true &&
      !isNullValue(cell) &&
      !(this.#empty.size > 0 && this.#empty.has(cell));
    if (!this.isPlain) return this.#careful(kind, cell, isUpdate);
    return kind === 'country' ? this.#country(cell) : cell;
  }

  #careful(kind: CellKind, cell: string, isUpdate: boolean): string | number | null {
    let text = withoutInvisibleEdges(cell);
    if (text === '') return null;
    const formula = formulaText(text);
    if (formula !== null) text = withoutInvisibleEdges(formula);
    if (text === '' || (this.#empty.size > 0 && this.#empty.has(text))) return null;
    const damage = spreadsheetDamage(text, CONTEXTS[kind] ?? 'text');
    if (damage !== null) return this.#leaveOut(DAMAGE_WORDS[damage]);
    if (isNullValue(text)) {
      this.isWord = true;
      if (isUpdate && kind !== 'custom') return this.#leaveOut('a word for "no value", which must not replace one');
      if (TYPED.has(kind)) return null;
    }
    return kind === 'custom' && formula === null ? cell : this.#shaped(kind, text);
  }

  #leaveOut(why: string): null {
    this.problem = why;
    return null;
  }

  #shaped(kind: CellKind, text: string): string | number | null {
    switch (kind) {
      case 'email':
        return this.#email(text);
      case 'number': {
        const reading = readEmployees(text);
        return reading.ok ? reading.employees : this.#leaveOut(reading.why);
      }
      case 'url':
        return this.#url(this.#first(text));
      case 'host':
        return this.#visible(text);
      case 'phone':
        return withoutPointZero(text) ?? joinedPhones(text);
      case 'crmId':
        return withoutPointZero(text) ?? text;
      case 'country':
        return this.#country(text);
      case 'text':
      case 'name':
        return this.#first(text);
      default:
        return text;
    }
  }

  #email(text: string): string | null {
    const reading = readEmail(this.#first(text));
    if (reading.ok) return reading.email;
    const { problem } = reading;
    return this.#leaveOut(problem.kind === 'several' ? 'several addresses' : `not an address: ${problem.why}`);
  }

  #url(text: string): string | null {
    if (text.length > URL_MAX) return this.#leaveOut(`longer than ${URL_MAX} characters`);
    const url = withScheme(text);
    return WEB_URL.test(url) ? this.#visible(url) : this.#leaveOut('not an address on the web');
  }

  #visible(text: string): string | null {
    const at = ASCII.test(text) ? -1 : invisibleAt(text);
    return at < 0 ? text : this.#leaveOut(`it holds the invisible character ${codePointName(text, at)}`);
  }

  /** Of several values of one field, as Google Contacts writes them. */
  #first(text: string): string {
    const several = text.includes(':::') ? googleValues(text) : null;
    if (several === null) return text;
    this.problem = `one value is imported, not ${several.others.join(', ').slice(0, 60)}`;
    return several.first;
  }

  #country(text: string): string {
    const known = this.#countries.get(text);
    if (known !== undefined) return known;
    const country = countryName(text) ?? text;
    if (this.#countries.size < COUNTRIES_REMEMBERED) this.#countries.set(text, country);
    return country;
  }
}

const CONTEXTS: Readonly<Partial<Record<CellKind, DamageContext>>> = {
  phone: 'digits',
  crmId: 'digits',
  name: 'name',
  fullName: 'name',
};

/** What a word for "no value" can be no value of. */
const TYPED: ReadonlySet<CellKind> = new Set(['email', 'number', 'url', 'host', 'phone', 'crmId', 'fullName']);
