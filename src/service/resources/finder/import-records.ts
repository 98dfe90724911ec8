// Imports what a search finds: shared by the import of a preview and the import blocks of workflows.

import type { EntityName } from '../../../contract/entities.ts';
import { PROVIDERS } from '../../../contract/finder/enums.ts';
import { isObject } from '../../../contract/json.ts';
import { criteriaOf } from '../../../rules/finder/criteria.ts';
import { companyItem, contactItem } from '../../../rules/records/items.ts';
import { type Context, Refusal } from '../../core/context.ts';
import type { SearchResult } from '../../stand-ins/search/found.ts';
import { type AudienceSearch, find, servedBy } from '../../stand-ins/search/search.ts';
import { Batch } from '../actions/enrichment/batch.ts';

export interface ImportedSlice {
  readonly entity: EntityName;
  /** Created or merged records, in the order they were found, each once. */
  readonly ids: readonly number[];
  readonly created: number;
  /** Results refused because the workspace has too many custom fields. */
  readonly refused: number;
  /** How many results were read. */
  readonly seen: number;
  readonly hasMore: boolean;
  /** The total number of results; null if the provider does not report it. */
  readonly total: number | null;
}

/** The stored form of a search: of an import run, or the input `search` of a block. Null for anything else. */
export function searchOfInput(value: unknown): AudienceSearch | null {
  if (!isObject(value)) return null;
  const provider = PROVIDERS.find((known) => known === value['provider']);
  const { entity } = value;
  if (provider === undefined || (entity !== 'CONTACT' && entity !== 'COMPANY')) return null;
  const criteria = criteriaOf(value['criteria']);
  return { provider, entity, criteria: servedBy(provider, entity, criteria) };
}

/** Creates or merges what the search finds in this window, and adds it to the list if there is one. */
export async function importWindow(
  context: Context,
  search: AudienceSearch,
  { offset, limit, listId }: { offset: number; limit: number; listId?: number | undefined },
): Promise<ImportedSlice> {
  const { found, hasMore, total } = find(search, { offset, limit });
  const inputs = found.map(({ input }) => ({ ...input, ...(listId !== undefined && { listId }) }));
  const { upsertCompanies, upsertContacts } = await import('../records/upsert.ts');
  const records: { id: number; companyId: number | null; isNew: boolean; found: SearchResult }[] = [];
  const outcomes =
    search.entity === 'CONTACT'
      ? await upsertContacts(context, inputs.map(contactItem))
      : await upsertCompanies(context, inputs.map(companyItem));
  for (const [index, outcome] of outcomes.entries()) {
    const one = found[index];
    if (!outcome.ok || one === undefined) continue;
    const { record, outcome: what } = outcome.upserted;
    records.push({ id: record.id, companyId: record.companyId, isNew: what === 'CREATED', found: one });
  }
  await enrichCompanies(context, search.entity, records);
  return {
    entity: search.entity,
    ids: [...new Set(records.map(({ id }) => id))],
    created: records.filter(({ isNew }) => isNew).length,
    refused: outcomes.filter(({ ok }) => !ok).length,
    seen: found.length,
    hasMore,
    total,
  };
}

/** Stores what only the provider knows about a company in its enrichment fields. */
async function enrichCompanies(
  context: Context,
  entity: EntityName,
  records: readonly { id: number; companyId: number | null; found: SearchResult }[],
): Promise<void> {
  const known = records.flatMap(({ id, companyId, found: { enrichment } }) => {
    const company = entity === 'COMPANY' ? id : companyId;
    return company === null || Object.keys(enrichment).length === 0 ? [] : [{ company, enrichment }];
  });
  if (known.length === 0) return;
  const batch = await Batch.of(
    context,
    'COMPANY',
    known.map(({ company }) => company),
  );
  for (const { company, enrichment } of known) {
    const record = batch.get('COMPANY', company);
    if (record !== null) batch.set('COMPANY', record, enrichment);
  }
  await batch.save();
}

/**
 * One slice of an import block: repeats the search of its inputs from `offset`, for at most `limit` records and never
 * more than the input `maxCount` in all. Throws Refusal `invalid` for inputs without a search.
 */
export async function importRecords(
  context: Context,
  inputs: Readonly<Record<string, unknown>>,
  { offset, limit }: { offset: number; limit: number },
): Promise<ImportedSlice> {
  const search = searchOfInput(inputs['search']);
  if (search === null)
    throw new Refusal('invalid', 'The inputs of the import have no search: resolve them from a preview again');
  const { maxCount } = inputs;
  const most = typeof maxCount === 'number' ? Math.max(0, maxCount - offset) : limit;
  const imported = await importWindow(context, search, { offset, limit: Math.min(limit, most) });
  const isFull = typeof maxCount === 'number' && offset + imported.seen >= maxCount;
  return { ...imported, hasMore: imported.hasMore && !isFull };
}
