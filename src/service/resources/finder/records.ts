// Bringing in what a search finds: the same for the import of a preview and for the import blocks of workflows.

import { PROVIDERS } from '../../../contract/finder/enums.ts';
import type { ListEntity } from '../../../contract/lists/kinds.ts';
import { criteriaOf } from '../../../rules/finder/criteria.ts';
import { companyItem, contactItem } from '../../../rules/records/items.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Found } from '../../stand-ins/search/found.ts';
import { find, type Search, servedBy } from '../../stand-ins/search/search.ts';
import { Batch } from '../actions/enrichment/batch.ts';

/** What one slice of an import brought in. */
export interface Imported {
  readonly entity: ListEntity;
  /** Created or merged, in the order they were found, each once. */
  readonly ids: readonly number[];
  readonly created: number;
  /** Found, and refused by the workspace: one custom field too many. */
  readonly refused: number;
  /** How many found records it looked at. */
  readonly seen: number;
  /** Whether the search has more beyond them. */
  readonly hasMore: boolean;
  /** How many it finds in all; null where the provider does not say. */
  readonly total: number | null;
}

/** A search as it is kept: of an import run, or as the input `search` of a block. Null for anything else. */
export function searchOfInput(value: unknown): Search | null {
  if (typeof value !== 'object' || value === null || !('provider' in value) || !('entity' in value)) return null;
  const provider = PROVIDERS.find((known) => known === value.provider);
  const { entity } = value;
  if (provider === undefined || (entity !== 'CONTACT' && entity !== 'COMPANY')) return null;
  const criteria = criteriaOf('criteria' in value ? value.criteria : undefined);
  return { provider, entity, criteria: servedBy(provider, entity, criteria) };
}

/** Creates or merges what the search finds in this window; on a list, where one is named. */
export async function importFound(
  context: Context,
  search: Search,
  { offset, limit, listId }: { offset: number; limit: number; listId?: number | undefined },
): Promise<Imported> {
  const { found, hasMore, total } = find(search, { offset, limit });
  const inputs = found.map(({ input }) => ({ ...input, ...(listId !== undefined && { listId }) }));
  const { upsertCompanies, upsertContacts } = await import('../records/upsert.ts');
  const records: { id: number; companyId: number | null; isNew: boolean; found: Found }[] = [];
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

/** What only the provider knows of a company, under the ids of its enrichment fields. */
async function enrichCompanies(
  context: Context,
  entity: ListEntity,
  records: readonly { id: number; companyId: number | null; found: Found }[],
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
    const draft = batch.get('COMPANY', company);
    if (draft !== null) batch.set('COMPANY', draft, enrichment);
  }
  await batch.save();
}

/**
 * One slice of what an import block brings in on a run: the search of its inputs is asked anew, from `offset` on, at
 * most `limit` records and never more than the input `maxCount` in all. Throws Refusal `invalid` for inputs without a
 * search.
 */
export async function importRecords(
  context: Context,
  inputs: Readonly<Record<string, unknown>>,
  { offset, limit }: { offset: number; limit: number },
): Promise<Imported> {
  const search = searchOfInput(inputs['search']);
  if (search === null) throw new Refusal('invalid', 'The import has no search: resolve it from a preview again');
  const { maxCount } = inputs;
  const most = typeof maxCount === 'number' ? Math.max(0, maxCount - offset) : limit;
  const imported = await importFound(context, search, { offset, limit: Math.min(limit, most) });
  const isFull = typeof maxCount === 'number' && offset + imported.seen >= maxCount;
  return { ...imported, hasMore: imported.hasMore && !isFull };
}
