// Creating and merging by the set: the one way contacts and companies come in, alone or in bulk.

import type { ErrorCode, Issue } from '../../../contract/envelope.ts';
import { issuesText } from '../../../contract/issues.ts';
import type { ListEntity } from '../../../contract/lists/kinds.ts';
import type { CompanyItem, ContactItem, Values } from '../../../rules/records/items.ts';
import { companyKeys, contactKeys } from '../../../rules/records/matching.ts';
import type { Context } from '../../core/context.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { insertMembers, listsById } from '../lists/queries/lists.ts';
import { type Customs, readCustoms } from './custom-fields.ts';
import { knownCompanies, knownContacts, personOf } from './existing.ts';
import { type Draft, Unsure } from './pending-record.ts';
import {
  type CompanyUpserted,
  type CompanyValues,
  type CompanyWish,
  type ContactUpserted,
  type ContactWish,
  planCompany,
  planContact,
  type Snapshot,
} from './plan.ts';
import { type RecordShape, writeRecords } from './queries/records.ts';
import { signalAdded, signalChanged, signalCreated } from './signals.ts';

/** Why one item failed; the others went on. */
export interface ItemFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly issues: readonly Issue[];
}

export type ItemOutcome<U> = { readonly ok: true; readonly upserted: U } | ({ readonly ok: false } & ItemFailure);

function failure(code: ErrorCode, issues: readonly Issue[]): { ok: false } & ItemFailure {
  return { ok: false, code, message: issuesText(issues), issues };
}

interface Kind<I extends CompanyItem, W, U> {
  readonly entity: ListEntity;
  readonly customsOf: (item: I) => readonly (readonly ['CONTACT' | 'COMPANY', ReadonlyMap<string, string>, string])[];
  readonly wishOf: (item: I, customs: Customs) => W;
  /** Plans as many of the wishes as it can be sure about, writes them, and gives one outcome for each. */
  readonly some: (context: Context, wishes: readonly W[]) => Promise<U[]>;
  readonly isEmpty: (item: I) => boolean;
}

/** Writes contacts in the order given; each item sees what those before it did. */
export function upsertContacts(
  context: Context,
  items: readonly ContactItem[],
): Promise<ItemOutcome<ContactUpserted>[]> {
  return upsert(context, CONTACT_KIND, items);
}

/** Writes companies in the order given; each item sees what those before it did. */
export function upsertCompanies(
  context: Context,
  items: readonly CompanyItem[],
): Promise<ItemOutcome<CompanyUpserted>[]> {
  return upsert(context, COMPANY_KIND, items);
}

const isNothing = ({ standard, custom }: Values): boolean => standard.size + custom.size === 0;

function companyValues({ standard, custom }: Values, customs: Customs): CompanyValues {
  return { standard, properties: customs.keyed('COMPANY', custom), keys: companyKeys(standard) };
}

const CONTACT_KIND: Kind<ContactItem, ContactWish, ContactUpserted> = {
  entity: 'CONTACT',
  customsOf: ({ custom, company }) => [
    ['CONTACT', custom, ''],
    ...(company ? [['COMPANY', company.custom, 'company.'] as const] : []),
  ],
  wishOf: (item, customs) => ({
    standard: item.standard,
    properties: customs.keyed('CONTACT', item.custom),
    keys: contactKeys(item),
    person: personOf(item.standard),
    company: item.company && companyValues(item.company, customs),
    mergeWithExisting: item.mergeWithExisting,
  }),
  some: async (context, wishes) => {
    const { tx, principal, now } = context;
    const { contacts, companies } = await knownContacts(tx, principal.workspaceId, merging(wishes));
    const planned = asFarAsSure(wishes, (wish) => planContact(contacts, companies, wish, now));
    await writePending(context, COMPANIES, pending(companies.byId.values()));
    await writePending(context, CONTACTS, pending(contacts.byId.values()));
    return planned;
  },
  isEmpty: (item) => isNothing(item) && item.company === null,
};

const COMPANY_KIND: Kind<CompanyItem, CompanyWish, CompanyUpserted> = {
  entity: 'COMPANY',
  customsOf: ({ custom }) => [['COMPANY', custom, '']],
  wishOf: (item, customs) => ({
    ...companyValues(item, customs),
    mergeWithExisting: item.mergeWithExisting,
  }),
  some: async (context, wishes) => {
    const { tx, principal, now } = context;
    const sent = merging(wishes).map(({ keys }) => keys);
    const { companies } = await knownCompanies(tx, principal.workspaceId, sent);
    const planned = asFarAsSure(wishes, (wish) => planCompany(companies, wish, now));
    await writePending(context, COMPANIES, pending(companies.byId.values()));
    return planned;
  },
  isEmpty: isNothing,
};

/** Items that never merge need to know nobody. */
function merging<W extends { readonly mergeWithExisting: boolean }>(wishes: readonly W[]): W[] {
  return wishes.filter(({ mergeWithExisting }) => mergeWithExisting);
}

function pending(drafts: Iterable<Draft>): { added: Draft[]; changed: Draft[] } {
  const all = [...drafts];
  return { added: all.filter(({ isNew }) => isNew), changed: all.filter((draft) => !draft.isNew && draft.isChanged) };
}

async function writePending(
  context: Context,
  shape: RecordShape,
  drafts: { added: Draft[]; changed: Draft[] },
): Promise<void> {
  await writeRecords(context.tx, shape, context.principal.workspaceId, drafts);
  await signalCreated(
    context,
    shape.entity,
    drafts.added.map(({ id }) => id),
  );
  await signalChanged(context, shape.entity, drafts.changed);
}

/** The first wish is always sure: everything it needs was just read. */
function asFarAsSure<W, U>(wishes: readonly W[], plan: (wish: W) => U): U[] {
  const planned: U[] = [];
  try {
    for (const wish of wishes) planned.push(plan(wish));
  } catch (error) {
    if (!(error instanceof Unsure) || planned.length === 0) throw error;
  }
  return planned;
}

async function upsert<
  I extends CompanyItem,
  W,
  U extends { readonly record: Snapshot; readonly warnings: readonly string[] },
>(context: Context, kind: Kind<I, W, U>, items: readonly I[]): Promise<ItemOutcome<U>[]> {
  const customs = await readCustoms(context);
  const failures = await refusedItems(context, kind, items, customs);
  const sound = items.flatMap((item, index) => (failures.has(index) ? [] : [{ item, index }]));
  let wishes = sound.map(({ item }) => kind.wishOf(item, customs));
  const upserted: U[] = [];
  while (wishes.length > 0) {
    const some = await kind.some(context, wishes);
    upserted.push(...some);
    wishes = wishes.slice(some.length);
  }
  const members = sound.flatMap(({ item: { listId } }, place) => {
    const memberId = upserted[place]?.record.id;
    return listId === null || memberId === undefined ? [] : [{ listId, memberId }];
  });
  await signalAdded(context, kind.entity, members);
  await insertMembers(context.tx, members);
  const places = new Map(sound.map(({ index }, place) => [index, place]));
  return items.map((item, index) => {
    const one = upserted[places.get(index) ?? -1];
    if (!one) return failures.get(index) ?? failure('internal', []);
    return { ok: true, upserted: { ...one, warnings: [...item.warnings, ...one.warnings] } };
  });
}

/** Items that are not written at all: nothing in them, problems, a list that is not there or of the wrong kind. */
async function refusedItems<I extends CompanyItem>(
  { tx, principal }: Context,
  { entity, isEmpty, customsOf }: Pick<Kind<I, unknown, unknown>, 'entity' | 'isEmpty' | 'customsOf'>,
  items: readonly I[],
  customs: Customs,
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
      const issues = await customs.make(of, custom.keys(), (name) => `${at}${name}`);
      if (issues.length > 0) refused.set(index, failure('invalid', issues));
    }
  }
  return refused;
}

function listProblem(
  entity: ListEntity,
  listId: number | null,
  lists: ReadonlyMap<number, ListEntity>,
): ({ ok: false } & ItemFailure) | null {
  if (listId === null) return null;
  const kind = lists.get(listId);
  if (kind === entity) return null;
  if (kind === undefined) {
    return failure('not_found', [{ path: 'listId', code: 'not_found', message: `there is no list ${listId}` }]);
  }
  const message = `list ${listId} holds ${kind === 'CONTACT' ? 'contacts' : 'companies'}`;
  return failure('unprocessable', [{ path: 'listId', code: 'wrong_entity', message }]);
}
