// The words of a search: as the ids of the records that have all of them, or as a condition.

import type { RecordEntity } from '../../../../rules/records/fields.ts';
import { IdSet } from '../../../core/id-set.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, FALSE, type Fragment } from '../../../db/fragment.ts';
import { matchWords, textHits } from '../../../db/fulltext.ts';

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
      const { sql, values } = idsSql(scope, word);
      return { sql: `${scope.alias}.id in (${sql})`, values };
    }),
  );
}

/** The ids of the records that match all words; null for an empty search. */
export async function searchedIds(tx: Tx, scope: WordScope, search: string): Promise<IdSet | null> {
  const words = matchWords(scope.workspaceId, search);
  if (words === null) return null;
  let common: IdSet | undefined;
  for (const word of words) {
    const { sql, values } = idsSql(scope, word);
    const having = await tx.ids(sql, ...values);
    common = common?.and(having) ?? having;
    if (common.size === 0) break;
  }
  return common ?? new IdSet();
}

/** The ids of records that have the word; one that has it itself and in its company's text comes twice. */
function idsSql({ workspaceId, entity }: WordScope, word: string): Fragment {
  if (entity === 'COMPANY') return { sql: textHits('companies'), values: [word] };
  return {
    sql: `${textHits('contacts')} union all
      select c.id from contacts as c where c.workspace_id = ? and c.company_id in (${textHits('companies')})`,
    values: [word, workspaceId, word],
  };
}
