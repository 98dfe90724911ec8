// The words of a search: each as the set of ids that have it, which is read from the index of words alone, or as a condition.

import type { RecordEntity } from '../../../../rules/records/fields.ts';
import { IdSet } from '../../../core/id-set.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, FALSE, type Fragment } from '../../../db/fragment.ts';
import { hasText, matchWords, textHits, wholeHits } from '../../../db/fulltext.ts';
import { inAll, unionOf } from '../../../db/ids-of-each.ts';
import { readPagesOf } from './read-pages.ts';

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

/** Records that have every word, as `searchSql`; null for a search that leaves nothing out. */
export async function searchedIds(tx: Tx, scope: ReadScope, search: string): Promise<IdSet | null> {
  const entered = matchWords(scope.workspaceId, search);
  if (entered === null) return null;
  if (entered.length === 0) return new IdSet();
  const words = await narrowing(tx, scope, await together(tx, scope, entered));
  if (words.length === 0) return null;
  return idsOfWords(tx, scope, words);
}

/** Of a search with more words, none is kept alone: they would take the place of the search itself. */
const KEPT_WORDS_MAX = 4;

/** What was read for a word is kept: the next search may have one more, or another filter. */
async function idsOfWords(tx: Tx, scope: ReadScope, words: readonly string[]): Promise<IdSet> {
  const { workspaceId, entity, version } = scope;
  const alone = words.length > KEPT_WORDS_MAX ? [] : words;
  const kept = alone.map((word) => readPagesOf(version, workspaceId, { sql: `${entity} word`, values: [word] }));
  const missing = words.flatMap((word, at) => (kept[at]?.ids instanceof IdSet ? [] : [{ word, kept: kept[at] }]));
  const known = kept.flatMap(({ ids }) => (ids instanceof IdSet ? [ids] : []));
  if (known.length > 0 && inAll(known).size === 0) return new IdSet();
  const found = await tx.idsOfEach(missing.map(({ word }) => idsSql(scope, word)));
  for (const [at, ids] of found.entries()) {
    const of = missing[at]?.kept;
    if (of) of.ids = ids;
  }
  return inAll([...known, ...found]);
}

/** Whether some have a word tells whether it is worth counting who has it. */
const ASKED_FIRST = 50;

/** Without the words that all have in their own text. What begins with such a word may be in as many words as there are records. */
async function narrowing(tx: Tx, { workspaceId, entity }: WordScope, words: readonly string[]): Promise<string[]> {
  const table = entity === 'CONTACT' ? 'contacts' : 'companies';
  // By creation, as this has an index of the workspace.
  const asked = `select id from ${table} where workspace_id = ? order by created_at desc limit ${ASKED_FIRST}`;
  const lacking = words.map((word) => ({
    sql: `exists (select id from (${asked}) as asked where not ${hasText(table, 'asked.id')})`,
    values: [workspaceId, word],
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
