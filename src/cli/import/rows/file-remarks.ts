// What is worth a remark about a file whose rows were read.

import { firstOf } from '../../../contract/english.ts';
import { getOwn } from '../../../contract/json.ts';
import { companyDomainKey, companyWebsiteKey, networkPageKey } from '../../../rules/records/addresses.ts';
import { COMPANY_ALIASES } from '../../../rules/records/fields.ts';
import { emailKey, nameKey } from '../../../rules/records/normalize.ts';
import type { Item } from '../../../rules/records/search-fields.ts';
import type { ItemReader } from '../mapping/item.ts';
import { CellCounts } from './cell-counts.ts';

/** Of a longer file, every second of them makes room for others: bounds the searches. */
const SAMPLES = 2_000;
/** Those that one search finds, before the others are looked up. */
export const FIRST_SAMPLES = 20;

/** Rows whose companies and emails are looked at: bounds time and memory, whatever the file. */
const ROWS_MAX = 20_000;

const COMPANY_NAMES = new Set(['companyName', 'companyDomain', 'companyWebsite', 'companyNetworkUrl']);

interface CompanyPlaces {
  readonly names: readonly number[];
  readonly others: readonly number[];
}

/** The places of what names the company of a contact, and of its other values. */
export function companyPlaces(fields: readonly string[]): CompanyPlaces {
  const all = [...fields.keys()].filter((at) => COMPANY_ALIASES.has(fields[at] ?? ''));
  const isName = (at: number) => COMPANY_NAMES.has(fields[at] ?? '');
  return { names: all.filter(isName), others: all.filter((at) => !isName(at)) };
}

/** How many there are, and which is the first. */
class Occurrences {
  count = 0;
  first = '';

  add(one: string): void {
    this.count += 1;
    this.first ||= one;
  }
}

export class FileRemarks {
  rows = 0;
  /** Rows without text in any cell: no data rows. */
  blankRows = 0;
  readonly shortRows = new Occurrences();
  /** Rows to be sent that update a record, and rows that the service would not find again. */
  updates = 0;
  sumOfIds = 0;
  keyless = 0;
  /** Rows that update a record, by its id: the first, and others from all of a long file. */
  readonly samples = new Map<number, readonly string[]>();
  #every = 1;
  /** Cells of the id column that hold none. */
  readonly wrongIds = new Occurrences();
  /** Rows that say nothing new of the record of an earlier row, and rows that contradict one. */
  readonly duplicates = new Occurrences();
  readonly contradictions = new Occurrences();
  readonly cells = new CellCounts();
  /** Words for "no value" that are imported as standard values. */
  readonly storedWords = new Occurrences();
  /** Names of one column that could be divided elsewhere. */
  readonly guessedNames = new Occurrences();
  readonly companies = new CompanyNames();
  /** Rows with values of a company that they do not name. */
  readonly unnamedCompanies = new Occurrences();
  /** Rows that are passed over. */
  readonly noRecords = new Occurrences();

  /** Rows that are not found again, and have the email of an earlier one. */
  readonly sharedEmails = new Occurrences();
  readonly #lineOfEmail = new Map<string, number>();

  /** `email`: of a row that is looked at for the first time. */
  addKeyless(line: number, email: unknown): void {
    this.keyless += 1;
    const key = typeof email === 'string' ? emailKey(email) : null;
    if (key === null) return;
    const earlier = this.#lineOfEmail.get(key);
    if (earlier !== undefined) this.sharedEmails.add(`line ${line}, as line ${earlier}`);
    else if (this.#lineOfEmail.size < ROWS_MAX) this.#lineOfEmail.set(key, line);
  }

  addCells(line: number, { leftOut, words, values }: Pick<ItemReader, 'leftOut' | 'words' | 'values'>): void {
    if (leftOut.length === 0 && words.length === 0) return;
    this.cells.add(leftOut, words);
    for (const { column, word, at } of words)
      if (at !== null && values[at] !== undefined)
        this.storedWords.add(`line ${line}, ${column}: ${JSON.stringify(word)}`);
  }

  /** Of a row of contacts. */
  addCompany(line: number, values: ItemReader['values'], { names, others }: CompanyPlaces, headers: readonly string[]) {
    if (others.length === 0 || names.some((at) => values[at] !== undefined)) return;
    const first = others.find((at) => values[at] !== undefined);
    if (first !== undefined) this.unnamedCompanies.add(`line ${line}, ${headers[first]}`);
  }

  addUpdate(recordId: number | null, cells: readonly string[]): void {
    this.updates += 1;
    this.sumOfIds += recordId ?? 0;
    if (recordId === null || this.updates % this.#every !== 0) return;
    this.samples.set(recordId, cells);
    if (this.samples.size <= SAMPLES) return;
    this.#every *= 2;
    for (const [at, id] of [...this.samples.keys()].entries())
      if (at >= FIRST_SAMPLES && at % 2 === 1) this.samples.delete(id);
  }
}

// Rows of contacts whose companies the service takes for one, though they have different names or pages: the last would stand.

const LINES_SHOWN = 5;
const NAMES_SHOWN = 3;

const KEYS: readonly (readonly [field: string, word: string, keyOf: (text: string) => string | null])[] = [
  ['companyDomain', 'domain', companyDomainKey],
  ['companyWebsite', 'website', companyWebsiteKey],
  ['companyNetworkUrl', 'network page', (url) => networkPageKey('COMPANY', url)],
];

const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** `Acme` and `Acme Inc.` are one company by any reading. */
function areAlike(one: string, other: string): boolean {
  const [first, second] = [bare(one), bare(other)];
  return first.startsWith(second) || second.startsWith(first);
}

class CompanyNames {
  #rows = 0;
  /** By the key of a kind, and by the name, while rows are looked at. */
  readonly #names = KEYS.map(() => new Map<string, string>());
  readonly #keys = KEYS.map(() => new Map<string, string>());
  readonly #different = new Map<string, Set<string>>();

  /** Whether further rows count. */
  get isOpen(): boolean {
    return this.#rows < ROWS_MAX;
  }

  add(item: Item): void {
    this.#rows += 1;
    this.#note(item);
    // The texts of names hold those of their rows in memory.
    if (!this.isOpen) for (const seen of [...this.#names, ...this.#keys]) seen.clear();
  }

  #note(item: Item): void {
    const { companyName: name } = item;
    if (typeof name !== 'string' || nameKey(name) === null) return;
    for (const [kind, [field, word, keyOf]] of KEYS.entries()) {
      const value = getOwn(item, field);
      const key = typeof value === 'string' ? keyOf(value) : null;
      if (key === null) continue;
      this.#compare(this.#names[kind], key, name, `companies of different names have the ${word} ${key}`);
      this.#compare(this.#keys[kind], name, key, `companies of the name ${name} have different ${word}s`);
    }
  }

  #compare(seen: Map<string, string> | undefined, of: string, value: string, what: string): void {
    const first = seen?.get(of);
    if (first === undefined) seen?.set(of, value);
    else if (first !== value && !areAlike(first, value)) {
      const all = this.#different.get(what) ?? new Set([first]);
      this.#different.set(what, all.add(value));
    }
  }

  lines(): string[] {
    const all = [...this.#different].map(([what, values]) => {
      const quoted = [...values].map((value) => JSON.stringify(value));
      return `${what} and would become one: ${firstOf(quoted, NAMES_SHOWN)}`;
    });
    if (all.length <= LINES_SHOWN) return all;
    return [...all.slice(0, LINES_SHOWN), `and ${all.length - LINES_SHOWN} more such companies`];
  }
}
