// The entry of a run: its records are brought in, page by page, and stand behind it.

import { CompanyInput } from '../../../../contract/companies/endpoints.ts';
import { ENTITY_INPUTS, MANUAL_INPUT } from '../../../../contract/workflows/enums.ts';
import type { BlockNode } from '../../../../contract/workflows/plan.ts';
import { companyItem } from '../../../../rules/records/items.ts';
import { isFields } from '../../../../rules/shape.ts';
import { blockOf } from '../../../../rules/workflows/blocks/catalogue.ts';
import { Refusal } from '../../../core/refusals.ts';
import { importRecords } from '../../finder/records.ts';
import { listOf } from '../../lists/lists.ts';
import { singleOutcome } from '../../records/bulk.ts';
import { upsertCompanies } from '../../records/upsert.ts';
import { addCredits, addRunRecords, changeCounts, countEntities, listPageAfter } from '../queries/run-records.ts';
import { bound } from './bound.ts';
import { withinCeiling } from './ceiling.ts';
import type { Work } from './run.ts';

/** A page of records. `next`: where the following one begins; null after the last. */
export interface EntryPage {
  readonly ids: readonly number[];
  readonly next: number | null;
}

const PAGE = 2_000;
const IMPORTED = 100;

/** Brings in one page. Throws Refusal where the entry cannot be: the run has failed then. */
export async function enter(work: Work, from: number): Promise<void> {
  const { context, run, plan, keep } = work;
  const { tx } = context;
  const node = plan.nodes[plan.entry];
  if (node?.kind !== 'BLOCK') throw new Refusal('unprocessable', 'the plan begins with no block');
  const page = await pageOf(work, node, from);
  if (page === null) return;
  const { ids, next } = page;
  const to = plan.targetOf(plan.entry, 0);
  const place = to === null ? { step: plan.entry, state: 'DONE' as const } : { step: to, state: 'PENDING' as const };
  const added = await addRunRecords(tx, run, ids, place);
  await countEntities(tx, run.id, added);
  await changeCounts(tx, run.id, [
    { step: plan.entry, status: 'SUCCEEDED', by: added },
    ...(to === null ? [] : [{ step: to, status: 'PENDING' as const, by: added }]),
  ]);
  await keep({ loadedTo: next });
}

/** Null where the run is over instead. */
async function pageOf(work: Work, node: BlockNode, from: number): Promise<EntryPage | null> {
  if (node.blockId === 'IMPORT_COMPANY_FROM_PAYLOAD') return companyOfPayload(work, node);
  const block = blockOf(node.blockId);
  if (block?.group === 'import') return imported(work, node, from, block.creditsPerRecord);
  const { key, value } = seedOf(work, node);
  if (key === 'leadsGroupId' || key === 'companyGroupId') {
    const entity = key === 'leadsGroupId' ? 'CONTACT' : 'COMPANY';
    const list = await listOf(work.context, entity, Number(value));
    const ids = await listPageAfter(work.context.tx, list.id, from, PAGE);
    return { ids, next: ids.length < PAGE ? null : (ids.at(-1) ?? null) };
  }
  const all = [...new Set([value].flat().map(Number))].sort((a, b) => a - b);
  const rest = all.filter((id) => id > from);
  const ids = rest.slice(0, PAGE);
  return { ids, next: rest.length > PAGE ? (ids.at(-1) ?? null) : null };
}

/** What came with the run, in place of `__MANUAL_INPUT`; else what the entry is set to. */
function seedOf({ input }: Work, node: BlockNode): { readonly key: string; readonly value: unknown } {
  const { seed } = input;
  const key = ENTITY_INPUTS.find((name) => node.inputs?.[name] !== undefined);
  const value = key === undefined ? undefined : bound(node.inputs?.[key], input);
  if (key !== undefined && value !== undefined && value !== MANUAL_INPUT) return { key, value };
  if (isFields(seed) && typeof seed['key'] === 'string') return { key: seed['key'], value: seed['value'] };
  throw new Refusal('unprocessable', `nothing says which records begin at step ${node.id}`);
}

/** What the search finds is created or merged: on each run anew (SERVICE-API, Import-source flow). */
async function imported(work: Work, node: BlockNode, offset: number, price: number): Promise<EntryPage | null> {
  const { context, run, input } = work;
  const limit = await withinCeiling(work, node.id, price, IMPORTED);
  if (limit === 0) return null;
  const inputs = Object.fromEntries(
    Object.entries(node.inputs ?? {}).map(([key, value]) => [key, bound(value, input)]),
  );
  const { ids, seen, hasMore } = await importRecords(context, inputs, { offset, limit });
  await addCredits(context.tx, run.id, ids.length * price);
  return { ids, next: hasMore && seen > 0 ? offset + seen : null };
}

/** The company a delivery describes is created or merged, as by a create. */
async function companyOfPayload({ context, input }: Work, node: BlockNode): Promise<EntryPage> {
  const parsed = CompanyInput.safeParse(bound(node.inputs?.['companyPayload'], input));
  if (!parsed.success) throw new Refusal('unprocessable', 'the delivery describes no company');
  const [outcome] = await upsertCompanies(context, [companyItem(parsed.data)]);
  return { ids: [singleOutcome(outcome).record.id], next: null };
}
