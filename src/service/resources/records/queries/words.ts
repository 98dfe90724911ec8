// The words of a search: each as the set of ids that have it, which is read from the index of words alone, or as a condition.

import type { RecordEntity } from '../../../../rules/records/fields.ts';
import { IdSet } from '../../../core/id-set.ts';
import type { Query, RecordChanges } from '../../../core/store.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, FALSE, type Fragment } from '../../../db/fragment.ts';
import { isTextHit, isWholeHit, matchWords, textHits, wholeHits } from '../../../db/fulltext.ts';
import { inAll, unionOf } from '../../../db/ids-of-each.ts';
import { IN_LIST, jsonList } from '../../../db/rowset.ts';
import { lastReadPages, readPagesOf } from './read-pages.ts';

interface WordScope {
  readonly workspaceId: number;
  readonly entity: RecordEntity;
}

/** Records that have every word, for a contact also in its company's text, by the alias of their table; null for an empty search. */
export function searchSql(scope: WordScope & { readonly alias: string }, search: string): Fragment | null {
  const words = matchWords(scope.workspaceId, search);
  if (words === null) return null;
  if (words.length === 0) return FALSE;
  return allOf(
    words.map((word) => {
      const { sql, values } = unionOf(idsSql(scope, word));
      return { sql: `${scope.alias}.id in (${sql})`, values };
    }),
  );
}

/** The ids of records that have the word: in their own text, and in their company's. */
function idsSql({ workspaceId, entity }: WordScope, word: string): Fragment[] {
  if (entity === 'COMPANY') return [{ sql: textHits('companies'), values: [word] }];
  const ofCompanies = `select c.id from contacts as c where c.workspace_id = ? and c.company_id in (${textHits('companies')})`;
  return [
    { sql: textHits('contacts'), values: [word] },
    { sql: ofCompanies, values: [workspaceId, word] },
  ];
}

export interface ReadScope extends WordScope {
  /** Of the workspace, as the transaction sees it. */
  readonly version: string;
}

/** Who has a word. */
type WordIds = IdSet | 'everything';

/** Records that have every word, as `searchSql`; null for a search that leaves nothing out. */
export async function searchedIds(tx: Tx, scope: ReadScope, search: string): Promise<IdSet | null> {
  const entered = matchWords(scope.workspaceId, search);
  if (entered === null) return null;
  if (entered.length === 0) return new IdSet();
  const kept = await keptIds(tx, scope, entered);
  if (kept.size === entered.length) return common(kept.values());
  const words = await together(tx, scope, entered);
  const known = await keptIds(tx, scope, words);
  const ofKnown = common(known.values());
  if (ofKnown?.size === 0) return ofKnown;
  const missing = words.filter((word) => !known.has(word));
  const narrow = await narrowing(tx, scope, missing);
  const found = await tx.idsOfEach(narrow.map((word) => idsSql(scope, word)));
  if (words.length <= KEPT_WORDS_MAX) {
    for (const word of missing) if (!narrow.includes(word)) keep(scope, word, 'everything');
    for (const [at, ids] of found.entries()) keep(scope, narrow[at], ids);
  }
  return common([...known.values(), ...found]);
}

/** Null if nothing is left out. */
function common(words: Iterable<WordIds>): IdSet | null {
  const sets = [...words].filter((ids) => ids !== 'everything');
  return sets.length === 0 ? null : inAll(sets);
}

/** Of a search with more words, none is kept alone: they would take the place of the search itself. */
const KEPT_WORDS_MAX = 4;

const wordQuery = (entity: RecordEntity, word: string): Query => ({ sql: `${entity} word`, values: [word] });

function keep({ workspaceId, entity, version }: ReadScope, word: string | undefined, ids: WordIds): void {
  if (word !== undefined) readPagesOf(version, workspaceId, wordQuery(entity, word)).ids = ids;
}

/** Of those words that were read before: the next search may have one more, or another filter. */
async function keptIds(tx: Tx, scope: ReadScope, words: readonly string[]): Promise<ReadonlyMap<string, WordIds>> {
  const { workspaceId, entity, version } = scope;
  const kept = new Map<string, WordIds>();
  if (words.length > KEPT_WORDS_MAX) return kept;
  for (const word of words) {
    const { ids, version: from } = lastReadPages(workspaceId, wordQuery(entity, word)) ?? { ids: null, version };
    if (ids === null) continue;
    const current = from === version ? ids : await broughtUpToDate(tx, scope, { word, ids, from });
    if (current === null) continue;
    keep(scope, word, current);
    kept.set(word, current);
  }
  return kept;
}

interface OlderIds {
  readonly word: string;
  readonly ids: WordIds;
  /** The version of the workspace that they were read of. */
  readonly from: string;
}

/** To look at a record that has changed takes as long as to read so many ids of a word. */
const IDS_FOR_ONE = 25;
/** Of a word that few have, and of one that all have, which is only counted. */
const FEW_CHANGES = 100;
const CHANGES_OF_ALL = 1_000;
/** More are not held at a time. */
const CHANGES_MAX = 30_000;

/** Records that have changed: of more, it takes as long to look at each as to read all who have the word. */
function changesWorth(ids: WordIds): number {
  if (ids === 'everything') return CHANGES_OF_ALL;
  return Math.min(CHANGES_MAX, FEW_CHANGES + Math.floor(ids.size / IDS_FOR_ONE));
}

/** Only those that have changed since are read again. Null where all must be. */
async function broughtUpToDate(tx: Tx, scope: ReadScope, { word, ids, from }: OlderIds): Promise<WordIds | null> {
  const { workspaceId, entity, version } = scope;
  const most = changesWorth(ids);
  const changes = await tx.changedBetween(workspaceId, { from, to: version }, most);
  if (changes === null) return null;
  const changed = entity === 'COMPANY' ? changes.companies : await changedContacts(tx, workspaceId, changes, most);
  if (changed === null) return null;
  if (changed.length === 0) return ids;
  const list = jsonList(changed);
  const [table, hit, hits] =
    entity === 'COMPANY'
      ? ['companies', isTextHit('companies', 'r.id'), [word]]
      : ['contacts', `(${isTextHit('contacts', 'r.id')} or ${isTextHit('companies', 'r.company_id')})`, [word, word]];
  const sql = `select r.id from ${table} as r where r.workspace_id = ? and r.id ${IN_LIST}`;
  const having = await tx.ids(`${sql} and ${hit}`, workspaceId, list, ...hits);
  if (ids !== 'everything') return ids.without(IdSet.ofJson(list)).or(having);
  const existing = await tx.ids(sql, workspaceId, list);
  return existing.size === having.size ? ids : null;
}

/** Also those of companies whose own text may have changed; null if they are too many. */
async function changedContacts(
  tx: Tx,
  workspaceId: number,
  { contacts, companies }: RecordChanges,
  most: number,
): Promise<readonly number[] | null> {
  if (companies.length === 0) return contacts;
  const ofThem = await tx.all<{ id: number }>(
    `select id from contacts where workspace_id = ? and company_id ${IN_LIST} limit ?`,
    ...[workspaceId, jsonList(companies), most + 1],
  );
  return contacts.length + ofThem.length > most ? null : [...contacts, ...ofThem.map(({ id }) => id)];
}

/** So many of the newest and of the oldest: whether they have a word tells whether it is worth counting who has it. */
const ASKED_FIRST = 25;

/** Without the words that all have in their own text. What begins with such a word may be in as many words as there are records. */
async function narrowing(tx: Tx, { workspaceId, entity }: WordScope, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const table = entity === 'CONTACT' ? 'contacts' : 'companies';
  // By creation, as this has an index of the workspace.
  const some = `select id from ${table} where workspace_id = ? order by created_at`;
  const asked = `select id from (${some} desc limit ${ASKED_FIRST}) as newest
    union all select id from (${some} limit ${ASKED_FIRST}) as oldest`;
  const lacking = words.map((word) => ({
    sql: `exists (select id from (${asked}) as asked where not ${isWholeHit(table, 'asked.id')})`,
    values: [workspaceId, workspaceId, word],
  }));
  const lacked = await rowOf(tx, lacking);
  const likely = words.filter((_, at) => !lacked[at]);
  if (likely.length === 0) return [...words];
  const all = `select records from record_counts where workspace_id = ? and entity = '${entity}'`;
  const everywhere = await rowOf(
    tx,
    likely.map((word) => ({
      sql: `(${all}) = (select count(*) from (${wholeHits(table)}) as hits)`,
      values: [workspaceId, word],
    })),
  );
  const left = new Set(likely.filter((_, at) => everywhere[at]));
  return words.filter((word) => !left.has(word));
}

/** The values of several expressions, asked in one statement. */
async function rowOf(tx: Tx, expressions: readonly Fragment[]): Promise<readonly unknown[]> {
  const columns = expressions.map(({ sql }, at) => `${sql} as v${at}`);
  const row = await tx.one<object>(`select ${columns.join(', ')}`, ...expressions.flatMap(({ values }) => values));
  const values = new Map(Object.entries(row ?? {}));
  return expressions.map((_, at) => values.get(`v${at}`));
}

/** Letters and digits that both engines take for such. */
const PLAIN_WORDS = /^"(?:[\u{e000}-\u{f8ff}]?[\u{f0000}-\u{fffff}][A-Za-z0-9]+ ?)+"\*$/u;

/** Words that no company has are one expression: the index itself finds the records that have all of them. */
async function together(tx: Tx, { entity }: WordScope, words: readonly string[]): Promise<readonly string[]> {
  const plain = words.filter((word) => PLAIN_WORDS.test(word));
  if (entity === 'COMPANY' || plain.length < 2) return words;
  const ofCompanies = await rowOf(
    tx,
    plain.map((word) => ({ sql: `exists (${textHits('companies')})`, values: [word] })),
  );
  const own = plain.filter((_, at) => !ofCompanies[at]);
  return own.length < 2 ? words : [own.join(' AND '), ...words.filter((word) => !own.includes(word))];
}
