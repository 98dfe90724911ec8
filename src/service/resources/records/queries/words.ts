// The words of a search as conditions. A word that few records have is one set of ids, which is looked up; where many have it,
// records are asked for it one after the other; where all have it, it says nothing.

import type { RecordEntity } from '../../../../rules/records/fields.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, FALSE, type Fragment } from '../../../db/fragment.ts';
import { hitIds, matchWords, textHits, wholeHits } from '../../../db/fulltext.ts';
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

function rareSql(scope: WordScope, word: string): Fragment {
  const { sql, values } = idsSql(scope, { word }, 'union all');
  return { sql: `${scope.alias}.id in (${sql})`, values };
}

/** The ids of records that have the word; with `union`, each once. `ofCompanies`: companies that have it, where that is known. */
function idsSql(
  { workspaceId, entity }: WordScope,
  { word, ofCompanies }: Pick<WordHits, 'word'> & Partial<WordHits>,
  union: 'union' | 'union all',
): Fragment {
  if (entity === 'COMPANY') return { sql: textHits('companies'), values: [word] };
  if (ofCompanies === 0) return { sql: textHits('contacts'), values: [word] };
  const sql = `${textHits('contacts')} ${union} select c.id from contacts as c
    where c.workspace_id = ? and c.company_id in (${textHits('companies')})`;
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
  /** Ids of all that match a single word, each once: the records are not looked at. Null for several words. */
  readonly alone: Fragment | null;
  /** The same in less time; an id may come twice. */
  readonly repeated: Fragment | null;
  /** About so many match, or fewer. */
  readonly most: number;
  /** Those ids, if they were read. */
  readonly ids: readonly number[] | null;
  /** Counts all that match, in less time than `every` takes; null if it cannot. */
  readonly count: (() => Promise<number>) | null;
}

/**
 * The words, by how many records have them; null if they leave nothing out. Up to `idsMost` ids of what matches a single
 * expression are read as it is counted, which takes PostgreSQL as long.
 */
export async function searchedWords(
  tx: Tx,
  scope: WordScope,
  search: string,
  idsMost: number,
): Promise<SearchedWords | null> {
  const entered = matchWords(scope.workspaceId, search);
  if (entered === null) return null;
  if (entered.length === 0) {
    const none = { every: FALSE, first: FALSE, alone: null, repeated: null };
    return { ...none, most: 0, ids: [], count: async () => 0 };
  }
  const expressions = await together(tx, scope, entered);
  const hits = await hitsOf(tx, scope, expressions, expressions.length === 1 ? idsMost : 0);
  const words = hits.filter(({ isEverywhere }) => !isEverywhere);
  if (words.length === 0) return null;
  const sql = (asked: number) =>
    allOf(words.map(({ word, share }) => (share * asked < 1 ? rareSql(scope, word) : commonSql(scope, word))));
  const [only, another] = words;
  return {
    every: sql(ASKED_FOR_ALL),
    first: sql(ASKED_FOR_FIRST),
    alone: only && !another ? idsSql(scope, only, 'union') : null,
    repeated: only && !another ? idsSql(scope, only, 'union all') : null,
    most: Math.min(...words.map(({ most }) => most)),
    ids: only && !another ? only.ids : null,
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
  /** Records that have it in either, about. */
  readonly most: number;
  /** The ids of all that have it, if they were read. */
  readonly ids: readonly number[] | null;
  /** Whether either the one or the other are few. */
  readonly isOneSided: boolean;
}

function countOf(tx: Tx, { workspaceId }: WordScope, { word, own, ofCompanies, isOneSided }: WordHits) {
  if (ofCompanies === 0) return async () => own;
  return isOneSided ? async () => own + (await onlyByCompany(tx, workspaceId, word, own)) : null;
}

/** Also the ids of those that have the only word in their own text, unless they are more than `idsMost`. */
async function hitsOf(
  tx: Tx,
  { workspaceId, entity }: WordScope,
  words: readonly string[],
  idsMost: number,
): Promise<WordHits[]> {
  const tables = entity === 'CONTACT' ? (['contacts', 'companies'] as const) : (['companies'] as const);
  const [ownTable, companies] = tables;
  const kept = `select records from record_counts where workspace_id = ?1 and entity =`;
  const ofAll = { contacts: `${kept} 'CONTACT'`, companies: `${kept} 'COMPANY'` };
  const all = [`(${ofAll.contacts}) as contacts`, `(${ofAll.companies}) as companies`];
  const count = (found: string) => `(select count(*) from (${found}) as hits)`;
  // A word that all have is counted by itself first: what begins with it may be in as many words as there are records.
  const hits = words.flatMap((_, at) =>
    tables.map((table) => {
      const whole = `(${ofAll[table]} and records = ${count(wholeHits(table))})`;
      const found =
        idsMost > 0 && table === ownTable
          ? `coalesce(cast(${whole} as text), (${hitIds(table, idsMost)}))`
          : `coalesce(${whole}, ${count(textHits(table))})`;
      return `${found} as ${table}_${at}`;
    }),
  );
  const counted = await tx.one<Readonly<Record<string, number | string>>>(
    `select ${[...all, ...hits].join(', ')}`,
    workspaceId,
    ...words.flatMap((word) => tables.flatMap(() => [word, word])),
  );
  const read = new Map(Object.entries(counted ?? {}));
  const counts = (table: string | undefined, at: number): { hits: number; of: number; ids: number[] | null } => {
    const found: number | number[] = JSON.parse(String(read.get(`${table}_${at}`) ?? 0));
    const of = Number(read.get(String(table)) ?? 0);
    return typeof found === 'number' ? { hits: found, of, ids: null } : { hits: found.length, of, ids: found };
  };
  return words.map((word, at): WordHits => {
    const [own, other] = [counts(ownTable, at), counts(companies, at)];
    const [ownShare, otherShare] = [own, other].map(({ hits, of }) => hits / (of || 1)) as [number, number];
    return {
      word,
      ...{ own: own.hits, ofCompanies: other.hits, share: Math.max(ownShare, otherShare) },
      isEverywhere: own.hits === own.of,
      most: own.hits + otherShare * own.of,
      ids: other.hits === 0 ? own.ids : null,
      isOneSided: Math.min(ownShare, otherShare) * ASKED_FOR_ALL < 1,
    };
  });
}
