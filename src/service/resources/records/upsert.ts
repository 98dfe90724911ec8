// Creates and merges contacts and companies, one or many: every write of new records goes through here.

import { append } from '../../../contract/append.ts';
import { type EntityName, NOUNS } from '../../../contract/entities.ts';
import { type ErrorCode, type Issue, issuesText } from '../../../contract/envelope.ts';
import type { CompanyItem, ContactItem, WantedValues } from '../../../rules/records/items.ts';
import { NeedsLookup } from '../../../rules/records/upsert/known-records.ts';
import type { PendingRecord } from '../../../rules/records/upsert/pending-record.ts';
import {
  type CompanyPlanInput,
  type CompanyUpserted,
  type ContactPlanInput,
  type ContactUpserted,
  companyInput,
  contactInput,
  planCompany,
  planContact,
  type RecordSnapshot,
} from '../../../rules/records/upsert/plan.ts';
import type { Context } from '../../core/context.ts';
import { settleAll } from '../../core/store.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { insertMembers, listsById } from '../lists/queries/lists.ts';
import { writeRecords } from './queries/records.ts';
import { knownCompanies, knownContacts, readCustomFields, type WorkspaceCustomFields } from './read-known.ts';
import { signalAdded, signalWritten, type WrittenRecords } from './signals.ts';

/** Why one item failed; the others are not affected. */
export interface ItemFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly issues: readonly Issue[];
}

export type ItemOutcome<U> = { readonly ok: true; readonly upserted: U } | ({ readonly ok: false } & ItemFailure);

function failure(code: ErrorCode, issues: readonly Issue[]): { ok: false } & ItemFailure {
  return { ok: false, code, message: issuesText(issues), issues };
}

interface UpsertKind<I extends CompanyItem, W, U> {
  readonly entity: EntityName;
  readonly customsOf: (item: I) => readonly (readonly ['CONTACT' | 'COMPANY', ReadonlyMap<string, string>, string])[];
  readonly inputOf: (item: I, customs: WorkspaceCustomFields) => W;
  /** Plans and writes as many of the inputs as what was read covers; returns one outcome for each. */
  readonly writeBatch: (context: Context, inputs: readonly W[]) => Promise<U[]>;
  readonly isEmpty: (item: I) => boolean;
}

/** Writes contacts in the order given; each item sees what those before it did. */
export function upsertContacts(context: Context, items: readonly ContactItem[]) {
  return upsert(context, CONTACT_KIND, items);
}

/** Writes companies in the order given; each item sees what those before it did. */
export function upsertCompanies(context: Context, items: readonly CompanyItem[]) {
  return upsert(context, COMPANY_KIND, items);
}

const hasNoValues = ({ standard, custom }: WantedValues): boolean => standard.size + custom.size === 0;

const CONTACT_KIND: UpsertKind<ContactItem, ContactPlanInput, ContactUpserted> = {
  entity: 'CONTACT',
  customsOf: ({ custom, company }) => [
    ['CONTACT', custom, ''],
    ...(company ? [['COMPANY', company.custom, 'company.'] as const] : []),
  ],
  inputOf: (item, customs) => contactInput(item, (entity, custom) => customs.keyed(entity, custom)),
  writeBatch: async (context, inputs) => {
    const { tx, principal, now } = context;
    const { contacts, companies } = await knownContacts(tx, principal.workspaceId, merging(inputs), inputs.length);
    const planned = planBatch(inputs, (input) => planContact(contacts, companies, input, now));
    // Contacts refer to companies.
    await writePending(context, [
      { shape: COMPANIES, ...pending(companies.byId.values()) },
      { shape: CONTACTS, ...pending(contacts.byId.values()) },
    ]);
    return planned;
  },
  isEmpty: (item) => hasNoValues(item) && item.company === null,
};

const COMPANY_KIND: UpsertKind<CompanyItem, CompanyPlanInput, CompanyUpserted> = {
  entity: 'COMPANY',
  customsOf: ({ custom }) => [['COMPANY', custom, '']],
  inputOf: (item, customs) => companyInput(item, (entity, custom) => customs.keyed(entity, custom)),
  writeBatch: async (context, inputs) => {
    const { tx, principal, now } = context;
    const sent = merging(inputs).map(({ keys }) => keys);
    const { companies } = await knownCompanies(tx, principal.workspaceId, sent, inputs.length);
    const planned = planBatch(inputs, (input) => planCompany(companies, input, now));
    await writePending(context, [{ shape: COMPANIES, ...pending(companies.byId.values()) }]);
    return planned;
  },
  isEmpty: hasNoValues,
};

/** Items that never merge need no lookup. */
function merging<W extends { readonly mergeWithExisting: boolean }>(inputs: readonly W[]): W[] {
  return inputs.filter(({ mergeWithExisting }) => mergeWithExisting);
}

function pending(records: Iterable<PendingRecord>): { added: PendingRecord[]; changed: PendingRecord[] } {
  const all = [...records];
  return {
    added: all.filter(({ isNew }) => isNew),
    changed: all.filter((record) => !record.isNew && record.isChanged),
  };
}

async function writePending(context: Context, writes: readonly WrittenRecords[]): Promise<void> {
  const { tx, principal } = context;
  await settleAll([
    ...writes.map(({ shape, ...records }) => writeRecords(tx, shape, principal.workspaceId, records)),
    signalWritten(context, writes),
  ]);
}

/** Stops at the first input that needs another lookup. The first one never does: all it needs was just read. */
function planBatch<W, U>(inputs: readonly W[], plan: (input: W) => U): U[] {
  const planned: U[] = [];
  try {
    for (const input of inputs) planned.push(plan(input));
  } catch (error) {
    if (!(error instanceof NeedsLookup) || planned.length === 0) throw error;
  }
  return planned;
}

async function upsert<
  I extends CompanyItem,
  W,
  U extends { readonly record: RecordSnapshot; readonly warnings: readonly string[] },
>(context: Context, kind: UpsertKind<I, W, U>, items: readonly I[]): Promise<ItemOutcome<U>[]> {
  const customs = await readCustomFields(context);
  const failures = await refusedItems(context, kind, items, customs);
  const valid = items.flatMap((item, index) => (failures.has(index) ? [] : [{ item, index }]));
  let inputs = valid.map(({ item }) => kind.inputOf(item, customs));
  const upserted: U[] = [];
  while (inputs.length > 0) {
    const batch = await kind.writeBatch(context, inputs);
    append(upserted, batch);
    inputs = inputs.slice(batch.length);
  }
  const members = valid.flatMap(({ item: { listId } }, place) => {
    const memberId = upserted[place]?.record.id;
    return listId === null || memberId === undefined ? [] : [{ listId, memberId }];
  });
  await signalAdded(context, kind.entity, members);
  await insertMembers(context.tx, members);
  const places = new Map(valid.map(({ index }, place) => [index, place]));
  return items.map((item, index) => {
    const one = upserted[places.get(index) ?? -1];
    if (!one) return failures.get(index) ?? failure('internal', []);
    return { ok: true, upserted: { ...one, warnings: [...item.warnings, ...one.warnings] } };
  });
}

/** Items that are not written: empty ones, those with problems, and those for a list that does not exist or holds other records. */
async function refusedItems<I extends CompanyItem>(
  { tx, principal }: Context,
  { entity, isEmpty, customsOf }: Pick<UpsertKind<I, unknown, unknown>, 'entity' | 'isEmpty' | 'customsOf'>,
  items: readonly I[],
  customs: WorkspaceCustomFields,
): Promise<ReadonlyMap<number, { ok: false } & ItemFailure>> {
  const refused = new Map<number, { ok: false } & ItemFailure>();
  const listIds = new Set(items.flatMap(({ listId }) => listId ?? []));
  const rows = listIds.size === 0 ? [] : await listsById(tx, principal.workspaceId, listIds);
  const lists = new Map(rows.map((list) => [list.id, list.entity]));
  for (const [index, item] of items.entries()) {
    const problem = item.issues.length > 0 ? failure('invalid', item.issues) : listProblem(entity, item.listId, lists);
    if (problem) refused.set(index, problem);
    else if (isEmpty(item)) {
      refused.set(index, failure('invalid', [{ path: '', code: 'empty', message: 'give at least one field' }]));
    }
    if (refused.has(index)) continue;
    for (const [of, custom, at] of customsOf(item)) {
      if (custom.size === 0) continue;
      const issues = await customs.make(of, custom.keys(), (name) => `${at}${name}`);
      if (issues.length > 0) refused.set(index, failure('invalid', issues));
    }
  }
  return refused;
}

function listProblem(entity: EntityName, listId: number | null, lists: ReadonlyMap<number, EntityName>) {
  if (listId === null) return null;
  const kind = lists.get(listId);
  if (kind === entity) return null;
  if (kind === undefined) {
    return failure('not_found', [{ path: 'listId', code: 'not_found', message: `there is no list ${listId}` }]);
  }
  const message = `list ${listId} holds ${NOUNS[kind]}`;
  return failure('unprocessable', [{ path: 'listId', code: 'wrong_entity', message }]);
}
