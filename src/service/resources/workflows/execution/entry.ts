// The entry of a run: records enter page by page and move to the step after it.

import { CompanyInput } from '../../../../contract/companies/endpoints.ts';
import { isObject } from '../../../../contract/json.ts';
import { ENTITY_INPUTS, MANUAL_INPUT } from '../../../../contract/workflows/enums.ts';
import type { BlockNode } from '../../../../contract/workflows/plan.ts';
import { companyItem } from '../../../../rules/records/items.ts';
import { blockOf } from '../../../../rules/workflows/blocks/catalogue.ts';
import { Refusal } from '../../../core/refusals.ts';
import { importRecords } from '../../finder/import-records.ts';
import { requireListOf } from '../../lists/lookup.ts';
import { singleOutcome } from '../../records/bulk.ts';
import { upsertCompanies } from '../../records/upsert.ts';
import { addCredits, addRunRecords, listPageAfter, sendOn } from '../queries/run-records.ts';
import { withinCeiling } from './credit-ceiling.ts';
import { boundInputs, boundValue } from './record-values.ts';
import type { Work } from './work.ts';

/** `next`: where the following page starts; null after the last. */
interface EntryPage {
  readonly ids: readonly number[];
  readonly next: number | null;
}

const PAGE = 2_000;
const IMPORT_PAGE = 100;

/** One page of records enters. Throws Refusal if the entry cannot be executed: the run fails. */
export async function enterRecords(work: Work, from: number): Promise<void> {
  const { context, run, plan, save } = work;
  const { tx } = context;
  const node = plan.nodes[plan.entry];
  if (node?.kind !== 'BLOCK') throw new Refusal('unprocessable', 'the plan does not start with a block');
  const page = await pageOf(work, node, from);
  if (page === null) return;
  const { ids, next } = page;
  await addRunRecords(tx, run, ids, plan.entry);
  const to = plan.targetOf(plan.entry, 0);
  if (to !== null) await sendOn(tx, run.id, { from: plan.entry, to }, ids);
  await save({ loadedTo: next });
}

/** Null if the run has ended at its credit ceiling. */
async function pageOf(work: Work, node: BlockNode, from: number): Promise<EntryPage | null> {
  if (node.blockId === 'IMPORT_COMPANY_FROM_PAYLOAD') return companyFromPayload(work, node);
  const block = blockOf(node.blockId);
  if (block?.group === 'import') return importPage(work, node, from, block.creditsPerRecord);
  const { key, value } = seedOf(work, node);
  if (key === 'leadsGroupId' || key === 'companyGroupId') {
    const entity = key === 'leadsGroupId' ? 'CONTACT' : 'COMPANY';
    const list = await requireListOf(work.context, entity, Number(value));
    const ids = await listPageAfter(work.context.tx, list.id, from, PAGE);
    return { ids, next: ids.length < PAGE ? null : (ids.at(-1) ?? null) };
  }
  const all = [...new Set([value].flat().map(Number))].sort((a, b) => a - b);
  const rest = all.filter((id) => id > from);
  const ids = rest.slice(0, PAGE);
  return { ids, next: rest.length > PAGE ? (ids.at(-1) ?? null) : null };
}

/** The records the entry is set to, or those the run was started with in place of `__MANUAL_INPUT`. */
function seedOf({ input }: Work, node: BlockNode): { readonly key: string; readonly value: unknown } {
  const { seed } = input;
  const key = ENTITY_INPUTS.find((name) => node.inputs?.[name] !== undefined);
  const value = key === undefined ? undefined : boundValue(node.inputs?.[key], input);
  if (key !== undefined && value !== undefined && value !== MANUAL_INPUT) return { key, value };
  if (isObject(seed) && typeof seed['key'] === 'string') return { key: seed['key'], value: seed['value'] };
  throw new Refusal('unprocessable', `step ${node.id} does not say which records to start with`);
}

/** Repeats the search and creates or merges what it finds. */
async function importPage(work: Work, node: BlockNode, offset: number, price: number): Promise<EntryPage | null> {
  const { context, run, input } = work;
  const limit = await withinCeiling(work, node.id, price, IMPORT_PAGE);
  if (limit === 0) return null;
  const inputs = boundInputs(node.inputs, input);
  const { ids, seen, hasMore } = await importRecords(context, inputs, { offset, limit });
  await addCredits(context.tx, run.id, ids.length * price);
  return { ids, next: hasMore && seen > 0 ? offset + seen : null };
}

/** Creates or merges the company described by a webhook delivery. */
async function companyFromPayload({ context, input }: Work, node: BlockNode): Promise<EntryPage> {
  const parsed = CompanyInput.safeParse(boundValue(node.inputs?.['companyPayload'], input));
  if (!parsed.success) throw new Refusal('unprocessable', 'the delivery does not describe a company');
  const [outcome] = await upsertCompanies(context, [companyItem(parsed.data)]);
  return { ids: [singleOutcome(outcome).record.id], next: null };
}
