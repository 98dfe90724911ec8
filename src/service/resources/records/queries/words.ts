// The words of a search as conditions. A word that few records have is one set of ids, which is looked up; where many have it,
// records are asked for it one after the other; where all have it, it says nothing.

import type { RecordEntity } from '../../../../rules/records/fields.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, FALSE, type Fragment } from '../../../db/fragment.ts';
import { matchWords, textHits, wholeHits } from '../../../db/fulltext.ts';
import { unindexed } from '../../../db/rowset.ts';

interface WordScope {
  readonly workspaceId: number;
  readonly entity: RecordEntity;
  /** Alias of the searched table. */
  readonly alias: string;
}

/**
 * Where at least one record of so many has the word, records are asked for it one by one: to find all that match, and to find
 * the first of them. Found by measuring both ways.
 */
const ASKED_FOR_ALL = 6;
const ASKED_FOR_FIRST = 50;

/** Records that have every word, for a contact also in its company's text; null for an empty search. */
export function searchSql(scope: WordScope, search: string): Fragment | null {
  const words = matchWords(scope.workspaceId, search);
  if (words === null) return null;
  return words.length === 0 ? FALSE : allOf(words.map((word) => rareSql(scope, word)));
}

function rareSql({ workspaceId, entity, alias }: WordScope, word: string): Fragment {
  if (entity === 'COMPANY') return { sql: `${alias}.id in (${textHits('companies')})`, values: [word] };
  const sql = `${alias}.id in (${textHits('contacts')} union all select c.id from contacts as c
    where c.workspace_id = ? and c.company_id in (${textHits('companies')}))`;
  return { sql, values: [word, workspaceId, word] };
}

/** `postgresText` looks up the record in the index, where SQLite would read the index again for each. */
function commonSql({ workspaceId, entity, alias }: WordScope, word: string): Fragment {
  const own = `${unindexed(`${alias}.id`)} in (${textHits(entity === 'CONTACT' ? 'contacts' : 'companies')})`;
  if (entity === 'COMPANY') return { sql: own, values: [word] };
  const ofCompany = `${unindexed(`${alias}.company_id`)} in (${textHits('companies')})`;
  return { sql: `(${own} or (${alias}.workspace_id = ? and ${ofCompany}))`, values: [word, workspaceId, word] };
}

/** How many contacts are found by their company's text alone; `own` have the word in theirs. */
async function onlyByCompany(tx: Tx, workspaceId: number, word: string, own: number): Promise<number> {
  const besides = own > 0 ? `and not (${unindexed('c.id')} in (${textHits('contacts')}))` : '';
  const counted = await tx.one<{ n: number }>(
    `select count(*) as n from contacts as c where c.workspace_id = ? and c.company_id in (${textHits('companies')}) ${besides}`,
    ...[workspaceId, word, ...(own > 0 ? [word] : [])],
  );
  return counted?.n ?? 0;
}

export interface SearchedWords {
  /** All that match. */
  readonly every: Fragment;
  /** The same, for a query that reads records by id and stops early. */
  readonly first: Fragment;
  /** Counts all that match, in less time than `every` takes; null if it cannot. */
  readonly count: (() => Promise<number>) | null;
}

/** The words, by how many records have them; null if they leave nothing out. */
export async function searchedWords(tx: Tx, scope: WordScope, search: string): Promise<SearchedWords | null> {
  const entered = matchWords(scope.workspaceId, search);
  if (entered === null) return null;
  if (entered.length === 0) return { every: FALSE, first: FALSE, count: async () => 0 };
  const words = (await hitsOf(tx, scope, await together(tx, scope, entered))).filter(
    ({ isEverywhere }) => !isEverywhere,
  );
  if (words.length === 0) return null;
  const sql = (asked: number) =>
    allOf(words.map(({ word, share }) => (share * asked < 1 ? rareSql(scope, word) : commonSql(scope, word))));
  const [only, another] = words;
  return {
    every: sql(ASKED_FOR_ALL),
    first: sql(ASKED_FOR_FIRST),
    count: only && !another ? countOf(tx, scope, only) : null,
  };
}

/** Letters and digits that both engines take for such. */
const PLAIN_WORDS = /^"(?:[\u{e000}-\u{f8ff}]?[\u{f0000}-\u{fffff}][A-Za-z0-9]+ ?)+"\*$/u;

/** Words that no company has are one expression: the index itself finds the records that have all of them. */
async function together(tx: Tx, { entity }: WordScope, words: readonly string[]): Promise<readonly string[]> {
  const plain = words.filter((word) => PLAIN_WORDS.test(word));
  if (entity === 'COMPANY' || plain.length < 2) return words;
  const asked = plain.map((_, at) => `(select count(*) from (${textHits('companies')} limit 1) as hits) as w${at}`);
  const found = new Map(Object.entries((await tx.one<object>(`select ${asked.join(', ')}`, ...plain)) ?? {}));
  const own = plain.filter((_, at) => found.get(`w${at}`) === 0);
  return own.length < 2 ? words : [own.join(' AND '), ...words.filter((word) => !own.includes(word))];
}

interface WordHits {
  readonly word: string;
  /** Records that have it in their own text. */
  readonly own: number;
  /** Of contacts: companies that have it in theirs. */
  readonly ofCompanies: number;
  /** Of all records, or of all companies if that is more. */
  readonly share: number;
  readonly isEverywhere: boolean;
  /** Whether either the one or the other are few. */
  readonly isOneSided: boolean;
}

function countOf(tx: Tx, { workspaceId }: WordScope, { word, own, ofCompanies, isOneSided }: WordHits) {
  if (ofCompanies === 0) return async () => own;
  return isOneSided ? async () => own + (await onlyByCompany(tx, workspaceId, word, own)) : null;
}

async function hitsOf(tx: Tx, { workspaceId, entity }: WordScope, words: readonly string[]): Promise<WordHits[]> {
  const tables = entity === 'CONTACT' ? (['contacts', 'companies'] as const) : (['companies'] as const);
  const kept = `select records from record_counts where workspace_id = ?1 and entity =`;
  const ofAll = { contacts: `${kept} 'CONTACT'`, companies: `${kept} 'COMPANY'` };
  const all = [`(${ofAll.contacts}) as contacts`, `(${ofAll.companies}) as companies`];
  const count = (found: string) => `(select count(*) from (${found}) as hits)`;
  // A word that all have is counted by itself first: what begins with it may be in as many words as there are records.
  const hits = words.flatMap((_, at) =>
    tables.map((table) => {
      const whole = `(${ofAll[table]} and records = ${count(wholeHits(table))})`;
      return `coalesce(${whole}, ${count(textHits(table))}) as ${table}_${at}`;
    }),
  );
  const counted = await tx.one<Readonly<Record<string, number>>>(
    `select ${[...all, ...hits].join(', ')}`,
    workspaceId,
    ...words.flatMap((word) => tables.flatMap(() => [word, word])),
  );
  const numbers = new Map(Object.entries(counted ?? {}));
  const counts = (table: string | undefined, at: number) => ({
    hits: numbers.get(`${table}_${at}`) ?? 0,
    of: numbers.get(String(table)) ?? 0,
  });
  const [ownTable, companies] = tables;
  return words.map((word, at): WordHits => {
    const [own, other] = [counts(ownTable, at), counts(companies, at)];
    const [ownShare, otherShare] = [own, other].map(({ hits, of }) => hits / (of || 1)) as [number, number];
    return {
      word,
      ...{ own: own.hits, ofCompanies: other.hits, share: Math.max(ownShare, otherShare) },
      isEverywhere: own.hits === own.of,
      isOneSided: Math.min(ownShare, otherShare) * ASKED_FOR_ALL < 1,
    };
  });
}
