// The words of a search: as the ids of the records that have all of them, or as a condition.

import type { EntityName } from '../../../../contract/entities.ts';
import { IdSet } from '../../../core/id-set.ts';
import { allOf, FALSE, type Fragment, raw, sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';
import { matchWords, textHits } from '../../../db/fulltext.ts';

interface WordScope {
  readonly workspaceId: number;
  readonly entity: EntityName;
}

/** Records that have every word, for a contact also in its company's text, by the alias of their table; null for an empty search. */
export function searchSql(scope: WordScope & { readonly alias: string }, search: string): Fragment | null {
  const words = matchWords(scope.workspaceId, search);
  if (words === null) return null;
  if (words.length === 0) return FALSE;
  return allOf(words.map((word) => sql`${raw(scope.alias)}.id in (${idsSql(scope, word)})`));
}

/** The ids of the records that match all words; null for an empty search. */
export async function searchedIds(tx: Tx, scope: WordScope, search: string): Promise<IdSet | null> {
  const words = matchWords(scope.workspaceId, search);
  if (words === null) return null;
  let common: IdSet | undefined;
  for (const word of words) {
    const having = await tx.ids(idsSql(scope, word));
    common = common?.and(having) ?? having;
    if (common.size === 0) break;
  }
  return common ?? new IdSet();
}

/** The ids of records that have the word; one that has it itself and in its company's text comes twice. */
function idsSql({ workspaceId, entity }: WordScope, word: string): Fragment {
  if (entity === 'COMPANY') return textHits('companies', word);
  return sql`${textHits('contacts', word)} union all
    select c.id from contacts as c
    where c.workspace_id = ${workspaceId} and c.company_id in (${textHits('companies', word)})`;
}
