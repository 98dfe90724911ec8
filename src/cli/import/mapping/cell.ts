// The text of one cell becomes the value of its field, or is left out with the reason: its row goes on without it.

import { getOwn } from '../../../contract/json.ts';
import { countryName } from '../../../rules/records/countries.ts';
import { googleValues, joinedPhones, readEmail, readEmployees } from '../../../rules/records/email-text.ts';
import {
  codePointName,
  invisibleAt,
  oneSpelling,
  withoutInvisibleEdges,
} from '../../../rules/records/invisible-characters.ts';
import { oneLine } from '../../../rules/records/normalize.ts';
import { isNullValue } from '../../../rules/records/null-values.ts';
import {
  DAMAGE_WORDS,
  type DamageContext,
  FORMULA_WORDS,
  isFormula,
  spreadsheetDamage,
  withoutPointZero,
} from '../../../rules/records/spreadsheet-damage.ts';
import { damageIn } from '../../../rules/records/text-damage.ts';
import { unguardCell } from '../../terminal/formats/csv.ts';
import {
  ADDRESS_FIELDS,
  crmIdProblem,
  crmIdText,
  digitsOf,
  formulaText,
  isHostAlone,
  isMonth,
  isProfile,
  jsonIn,
  misplacedText,
  nameText,
  phoneProblem,
  phoneText,
  SEVERAL_URLS,
  URL_MAX,
  WEB_URL,
  withoutEntities,
  withScheme,
} from './cell-text.ts';
import type { TextScan } from './text-scan.ts';

/**
 * How the text of a cell is read. `page`: of a person or company on a network. `custom` keeps every character; everything else is trimmed. `id` names the record to update;
 * `fullName` becomes a first and a last name.
 */
export type CellKind =
  | 'text'
  | 'name'
  | 'url'
  | 'page'
  | 'host'
  | 'email'
  | 'number'
  | 'phone'
  | 'crmId'
  | 'country'
  | 'custom'
  | 'fullName'
  | 'id';

const PLAIN_EMAIL = /^[a-z0-9][\w+-]*(?:\.[\w+-]+)*@(?:[a-z0-9]+(?:-+[a-z0-9]+)*\.)+(?!invalid$)[a-z]{2,24}$/i;
const PLAIN_MAX = 120;
/** As long as its part before the `@` may be. */
const PLAIN_EMAIL_MAX = 64;
/** How nearly every cell of a kind looks; `text`: as TextScan finds. It is its own value, as a careful reading would find. */
const PLAIN: Readonly<Partial<Record<CellKind, RegExp | 'text'>>> = {
  text: 'text',
  name: 'text',
  host: /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i,
  custom: 'text',
  country: 'text',
  email: PLAIN_EMAIL,
  url: /^https?:\/\/(?!(?:[a-z]+\.)?linkedin\.)[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\/[!-9;->@-~]*)?$/i,
  page: /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+\/[!-9;->@-~]+$/i,
  phone: /^\+[0-9][0-9 ()/-]{3,}[0-9]$/,
};
/** None of which a person writes: tabs, line ends and page breaks are others. */
const CONTROL = /[\0-\x08\x0E-\x1F\x7F-\x9F]/;
const ASCII = /^[ -~]*$/;
/** As JSON and spreadsheets write them; `True` is a name. */
const TRUTH = /^(?:true|TRUE|[Ff]alse|FALSE)$/;
const TRUTH_MAX = 5;
/** Fields of which none has such a value, nor a date. */
const NAMES: ReadonlySet<string> = new Set([
  'firstName',
  'lastName',
  'companyName',
  'name',
  'contactCountry',
  'companyCountry',
]);

export const WORD_LEFT_OUT = 'a word for "no value", which must not replace one';

const COUNTRIES_REMEMBERED = 500;

export interface MappedColumn {
  /** Counted from 0. */
  readonly index: number;
  readonly header: string;
  readonly field: string;
  readonly kind: CellKind;
  /** Values that stand for the texts of its cells; an empty one leaves the cell out. */
  readonly values?: Readonly<Record<string, string>>;
  /** Its header names another field, which its values are not of. */
  readonly isByValues?: true;
}

export class CellReader {
  readonly column: MappedColumn;
  /** Why the last cell, or a part of it, was left out; empty where it was not. */
  problem = '';
  /** The word for "no value", such as `n/a`, that the last cell held; else empty. */
  word = '';
  /** Whether the last cell was surely neither damaged nor in need of any other care. */
  isPlain = false;
  readonly #kind: CellKind;
  readonly #plain: RegExp | 'text' | undefined;
  readonly #plainMax: number;
  readonly #scan: TextScan;
  readonly #isScanned: boolean;
  readonly #isName: boolean;
  readonly #empty: ReadonlySet<string>;
  readonly #countries = new Map<string, string>();

  /** `empty`: words that count as empty cells. */
  constructor(column: MappedColumn, scan: TextScan, empty: readonly string[] = []) {
    this.column = column;
    this.#kind = column.kind;
    this.#plain = PLAIN[column.kind];
    this.#plainMax = column.kind === 'email' ? PLAIN_EMAIL_MAX : PLAIN_MAX;
    this.#scan = scan;
    this.#isScanned = this.#plain === 'text' || !ADDRESS_FIELDS.has(column.field);
    this.#isName = NAMES.has(column.field);
    this.#empty = new Set(empty);
  }

  /** Null: nothing is sent. `isUpdate`: of a record that is there, whose values a word for "no value" must not replace. */
  read(cell: string, isUpdate: boolean): string | number | null {
    const { values } = this.column;
    const text = unguardCell(cell);
    const input = values === undefined ? text : (getOwn(values, text.trim()) ?? text);
    const plain = this.#plain;
    this.problem = '';
    this.word = '';
    if (this.#isScanned) this.#scan.value(this.#compared(input));
    this.isPlain =
      plain !== undefined &&
      (plain === 'text' ? this.#scan.isPlain : input.length <= this.#plainMax && plain.test(input)) &&
      !(this.#kind === 'email' && isNullValue(input)) &&
      !(this.#kind === 'name' && isMonth(input)) &&
      !(this.#isName && input.length <= TRUTH_MAX && TRUTH.test(input)) &&
      !(this.#empty.size > 0 && this.#empty.has(input));
    if (this.isPlain && this.#kind !== 'country') return input;
    const value = this.isPlain ? this.#country(input) : this.#careful(input, isUpdate, input !== cell);
    if (this.#isScanned && value !== null && value !== input) this.#scan.value(this.#compared(String(value)));
    return value;
  }

  /** What earlier rows are compared with. */
  #compared(text: string): string {
    return this.#kind === 'phone' ? digitsOf(text) : text;
  }

  /** `isText`: surely not a formula. */
  #careful(cell: string, isUpdate: boolean, isText: boolean): string | number | null {
    const kind = this.#kind;
    let text = withoutInvisibleEdges(cell);
    if (text === '') return null;
    const formula = isText ? null : formulaText(text);
    if (formula !== null) text = withoutInvisibleEdges(formula);
    else if (!isText && isFormula(text)) return this.#leaveOut(FORMULA_WORDS);
    if (text === '' || (this.#empty.size > 0 && this.#empty.has(text))) return null;
    const control = text.search(CONTROL);
    // Of a text that was encoded twice, its row is rejected.
    if (control >= 0 && damageIn(text) === null)
      return this.#leaveOut(`it holds the control character ${codePointName(text, control)}`);
    const damage = spreadsheetDamage(text, CONTEXTS[kind] ?? (this.#isName ? 'label' : 'text'));
    if (damage !== null) return this.#leaveOut(DAMAGE_WORDS[damage]);
    if (isNullValue(text)) {
      this.word = cell.trim();
      if (isUpdate && kind !== 'custom') return this.#leaveOut(WORD_LEFT_OUT);
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
      case 'page':
        return this.#url(this.#first(text));
      case 'host':
        return this.#host(text);
      case 'phone':
        return this.#phone(text);
      case 'crmId': {
        const problem = crmIdProblem(text);
        return problem === null ? crmIdText(text) : this.#leaveOut(problem);
      }
      case 'text':
      case 'name':
      case 'country':
        return this.#text(this.#first(text));
      case 'fullName':
        return oneSpelling(withoutEntities(text));
      default:
        return text;
    }
  }

  #text(cell: string): string | null {
    const text = nameText(oneLine(oneSpelling(withoutEntities(cell))).trim(), this.#kind === 'name');
    if (text === '') return null;
    const problem = misplacedText(text, this.#kind !== 'text');
    if (problem !== null) return this.#leaveOut(problem);
    if (this.#isName && TRUTH.test(text)) return this.#leaveOut('a truth value, not a name');
    return this.#kind === 'country' ? this.#country(text) : text;
  }

  #phone(cell: string): string | null {
    const text = withoutPointZero(cell) ?? oneLine(joinedPhones(phoneText(cell.normalize('NFKC'))));
    const problem = jsonIn(text) === undefined ? phoneProblem(text) : 'JSON, not a phone number';
    return problem === null ? text : this.#leaveOut(problem);
  }

  #host(text: string): string | null {
    if (text.length <= URL_MAX && SEVERAL_URLS.test(withScheme(text))) return this.#leaveOut('several addresses');
    const isHost = text.length <= URL_MAX && !text.includes('@') && WEB_URL.test(withScheme(text));
    if (!isHost) return this.#leaveOut('not a domain');
    return this.#visible(text.replace(/^(?:https?:)?\/\//i, '').split(/[/?#]/)[0] ?? text);
  }

  #email(text: string): string | null {
    // Letters and digits of double width are those of a Japanese keyboard.
    const reading = readEmail(this.#first(text).normalize('NFKC'));
    if (reading.ok) return reading.email;
    const { problem } = reading;
    return this.#leaveOut(problem.kind === 'several' ? 'several addresses' : `not an address: ${problem.why}`);
  }

  #url(text: string): string | null {
    if (text.length > URL_MAX) return this.#leaveOut(`longer than ${URL_MAX} characters`);
    const url = withScheme(text);
    if (!WEB_URL.test(url)) return this.#leaveOut('not an address on the web');
    if (SEVERAL_URLS.test(url)) return this.#leaveOut('several addresses');
    if (this.#kind === 'page' && isHostAlone(url)) return this.#leaveOut('a website, not a page on a network');
    if (this.#kind === 'url' && isProfile(url)) return this.#leaveOut('a profile of a person, not a website');
    return this.#visible(url);
  }

  #visible(text: string): string | null {
    const at = ASCII.test(text) ? -1 : invisibleAt(text);
    return at < 0 ? text : this.#leaveOut(`it holds the invisible character ${codePointName(text, at)}`);
  }

  /** Of several values of one field, as Google Contacts writes them, and HubSpot the companies of a contact. */
  #first(text: string): string {
    const isListed = this.column.field === 'companyName' && text.includes('; ');
    const several = googleValues(isListed ? withoutEntities(text).replaceAll('; ', ' ::: ') : text);
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
const TYPED: ReadonlySet<CellKind> = new Set(['email', 'number', 'url', 'page', 'host', 'phone', 'crmId', 'fullName']);
