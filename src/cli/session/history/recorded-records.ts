// Contacts and companies that are created, or merged into those that are there: planned by the rules of the service on the records
// that were read, and compared with what it answers.

import type { Call } from '../../../client/api.ts';
import { type EntityName, NOUN } from '../../../contract/entities.ts';
import { getOwn, isObject, type JsonObject, listIn, objectIn, valueIn } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { companyItem, contactItem } from '../../../rules/records/items.ts';
import { COMPANY_PRECEDENCE, CONTACT_PRECEDENCE } from '../../../rules/records/matching.ts';
import type { RecordValues } from '../../../rules/records/upsert/pending-record.ts';
import {
  type CompanyPlanInput,
  type ContactPlanInput,
  companyInput,
  contactInput,
  planCompany,
  planContact,
} from '../../../rules/records/upsert/plan.ts';
import { BulkOutcome, createdChange, newRecord } from './bulk-outcome.ts';
import { bodyOf, type Change, keyOf, labelOf, type ReadContext, type RecordedRoute, STAYS } from './recorded-route.ts';
import { isStored, KnownBefore, ListTracker } from './stored-records.ts';

const byName = (_: string, custom: ReadonlyMap<string, string>) => custom;

type PlannedItem =
  | { readonly entity: 'CONTACT'; readonly input: ContactPlanInput; readonly listId: number | null }
  | { readonly entity: 'COMPANY'; readonly input: CompanyPlanInput; readonly listId: number | null };

interface BulkBefore {
  readonly known: KnownBefore;
  readonly planned: readonly PlannedItem[];
  readonly lists: ListTracker;
  readonly newFields: readonly string[];
  /** What was foreseen, to be compared with the answer. */
  foreseen: readonly Change[];
  /** Companies that come to be with contacts. */
  newCompanies: readonly RecordValues[];
}

function plannedItem(entity: EntityName, item: unknown): PlannedItem {
  const record = objectIn(item);
  if (entity === 'COMPANY') {
    const parsed = companyItem(record);
    return { entity, input: companyInput(parsed, byName), listId: parsed.listId };
  }
  const parsed = contactItem(record);
  return { entity, input: contactInput(parsed, byName), listId: parsed.listId };
}

/** The custom fields that there are, asked for once per command. */
async function fieldNames(entity: EntityName, call: Call, { memo }: ReadContext): Promise<Set<string>> {
  const kept = memo.get(`fields ${entity}`);
  if (kept instanceof Set) return kept;
  const route = entity === 'CONTACT' ? routes.contacts.fields : routes.companies.fields;
  const { fields } = objectIn((await call(route)).data);
  // A contact shows fields of its company, too, under names that it may have of its own later.
  const all = (Array.isArray(fields) ? fields : []).map(objectIn).filter(({ editable }) => editable !== false);
  const names = new Set(all.map(({ id }) => String(id)));
  memo.set(`fields ${entity}`, names);
  return names;
}

/** Of the records that it may change. */
function keysOf({ entity, input }: PlannedItem): string[] {
  const company = entity === 'COMPANY' ? input : input.company;
  // A company of which an item names one value alone is not changed by it.
  const ofCompany =
    company !== null && isChanging(company) ? COMPANY_PRECEDENCE.map((by) => `${by} ${company.keys[by]}`) : [];
  if (entity === 'COMPANY') return ofCompany;
  const { person, keys } = input;
  const name = person && `name ${person.firstName} ${person.lastName}`;
  return [...ofCompany, ...(name === null ? [] : [name]), `page ${keys.NETWORK_URL}`].filter(
    (key) => !key.endsWith(' null'),
  );
}

const isChanging = ({ standard, properties }: RecordValues): boolean => standard.size + properties.size > 1;

async function readBefore(
  entity: EntityName,
  items: readonly unknown[],
  call: Call,
  context: ReadContext,
): Promise<BulkBefore> {
  const planned = items.map((item) => plannedItem(entity, item));
  await context.turn?.(planned.flatMap(keysOf));
  const names = await fieldNames(entity, call, context);
  const sent = [...new Set(planned.flatMap(({ input }) => [...input.properties.keys()]))];
  const newFields = sent.filter((name) => !names.has(name));
  const customs = sent.filter((name) => names.has(name));
  const reserved = planned.some(({ listId }) => listId !== null) ? 1 : 0;
  const known = new KnownBefore(call, context, customs, reserved);
  const merging = planned.filter(({ input }) => input.mergeWithExisting);
  const contacts = merging.flatMap((one) => (one.entity === 'CONTACT' ? one.input : []));
  await known.readProfiles(contacts);
  const ofContacts = contacts.flatMap(({ company }) => (company !== null && isChanging(company) ? company : []));
  await known.readCompanies([...merging.flatMap((one) => (one.entity === 'COMPANY' ? one.input : [])), ...ofContacts]);
  await known.readPeople(contacts);
  const lists = ListTracker.of(entity, context);
  const ids = [...(entity === 'CONTACT' ? known.contacts : known.companies).byId.keys()];
  for (const listId of new Set(planned.flatMap((one) => one.listId ?? []))) await lists.read(listId, ids, call);
  return { known, planned, lists, newFields, foreseen: [], newCompanies: [] };
}

/** What the rules make of it. Gives the items whose records are created. */
function planChanges(before: BulkBefore, outcome: BulkOutcome): readonly PlannedItem[] {
  const { known, planned } = before;
  const created: PlannedItem[] = [];
  const newCompanies: RecordValues[] = [];
  for (const one of planned) {
    const upserted =
      one.entity === 'CONTACT'
        ? planContact(known.contacts, known.companies, one.input, 0)
        : planCompany(known.companies, one.input, 0);
    const { id, companyId } = upserted.record;
    if (upserted.outcome === 'CREATED') created.push(one);
    else if (isStored(id)) {
      outcome.merged(one.entity, id, one.input, isStored(companyId) ? companyId : null);
      outcome.listed(one.entity, id, one.listId);
    }
    if (one.entity !== 'CONTACT' || one.input.company === null || !('company' in upserted)) continue;
    const company = upserted.company;
    if (company?.outcome === 'CREATED') newCompanies.push(one.input.company);
    if (company?.outcome === 'MERGED_UPDATED' && isStored(company.record.id))
      outcome.merged('COMPANY', company.record.id, one.input.company, null);
  }
  before.newCompanies = newCompanies;
  return created;
}

/** The key by which an item that merges finds its record; null where it has none. */
function matchKeyOf({ entity, input }: PlannedItem): string | null {
  if (!input.mergeWithExisting) return null;
  const keys: readonly (string | null)[] =
    entity === 'CONTACT'
      ? CONTACT_PRECEDENCE.map((by) => input.keys[by])
      : COMPANY_PRECEDENCE.map((by) => input.keys[by]);
  return keys.find((key) => key !== null) ?? null;
}

/** Of items, the keys by which `EntryWriter.creations` knows them. */
export const matchKeys = (entity: EntityName, items: readonly object[]): readonly (string | null)[] =>
  items.map((item) => matchKeyOf(plannedItem(entity, item)));

/** A record that was created from the item. */
export const createdRecord = (entity: EntityName, id: number, item: object): Change =>
  createdChange(entity, id, labelOf(item), newRecord(id, plannedItem(entity, item).input));

function answeredChanges(
  entity: EntityName,
  results: readonly unknown[],
  { planned }: BulkBefore,
  outcome: BulkOutcome,
) {
  for (const [index, result] of results.entries()) {
    const one = planned[index];
    const record = objectIn(result);
    const { id } = record;
    if (one === undefined || typeof id !== 'number') continue;
    const word = record['contactOutcome'] ?? record['outcome'];
    const companyId = typeof record['companyId'] === 'number' ? record['companyId'] : null;
    if (word === undefined || word === 'CREATED') outcome.created(entity, id, labelOf(record), one.input);
    else if (word !== 'MERGED_NOOP') outcome.merged(entity, id, one.input, entity === 'CONTACT' ? companyId : null);
    outcome.listed(entity, id, one.listId);
    if (one.entity !== 'CONTACT' || one.input.company === null || companyId === null) continue;
    answeredCompany(companyId, record['companyOutcome'], one.input.company, outcome);
  }
}

function answeredCompany(id: number, word: unknown, values: RecordValues, outcome: BulkOutcome): void {
  if (word === 'CREATED')
    outcome.created(
      'COMPANY',
      id,
      labelOf({ name: String(values.standard.get('name') ?? values.standard.get('domain') ?? '') }),
      values,
    );
  else if (word !== 'MERGED_NOOP' && isChanging(values)) outcome.merged('COMPANY', id, values, null);
}

const isBulkBefore = (value: unknown): value is BulkBefore => isObject(value) && value['known'] instanceof KnownBefore;

/** `key`: where a bulk has its items; null for a single one. */
export function mergedRecords(entity: EntityName, key: 'contacts' | 'companies' | null): RecordedRoute {
  const kind = NOUN[entity];
  const itemsOf = (body: JsonObject) => (key === null ? [body] : listIn(getOwn(body, key)));
  const resultsOf = (data: unknown) =>
    key === null ? [data] : listIn(valueIn(data, 'results')).map((one) => valueIn(one, kind));
  const why = entity === 'COMPANY' ? 'companies' : 'companies, or fields, that it creates';
  return {
    undo: { is: 'partly', why: `the API cannot delete ${why}`, dependsOnChanges: true },
    before: (input, call, context) => readBefore(entity, itemsOf(bodyOf(input)), call, context),
    changes: (input, before) => {
      const count = itemsOf(bodyOf(input)).length;
      const lasting = entity === 'COMPANY' ? { lasting: STAYS.company } : {};
      const made: Change = { kind, id: null, is: 'created', count, ...lasting };
      if (!isBulkBefore(before)) return [made];
      const outcome = new BulkOutcome(before);
      const created = planChanges(before, outcome);
      const fields = before.newFields.map(
        (id): Change => ({ kind: 'field', id, scope: kind, is: 'created', lasting: STAYS.field }),
      );
      before.foreseen = outcome.changes();
      const keys = created.flatMap((one) => matchKeyOf(one) ?? []);
      return [...fields, ...before.foreseen, ...(created.length > 0 ? [{ ...made, count: created.length, keys }] : [])];
    },
    alsoMakes: (before) =>
      !isBulkBefore(before)
        ? []
        : before.newCompanies.map((values): Change => {
            const company = newRecord(0, values);
            return { ...createdChange('COMPANY', 0, labelOf(Object.fromEntries(company.standard)), company), id: null };
          }),
    answered: (input, data, before, context) => {
      const items = itemsOf(bodyOf(input));
      if (!isBulkBefore(before)) return resultsOf(data).flatMap((one, at) => unreadChange(entity, one, items[at]));
      const outcome = new BulkOutcome(before);
      answeredChanges(entity, resultsOf(data), before, outcome);
      const actual = outcome.changes();
      const names = context.memo.get(`fields ${entity}`);
      if (names instanceof Set) for (const name of before.newFields) names.add(name);
      for (const { id, members } of actual)
        for (const listId of members?.['lists']?.added ?? []) before.lists.added(Number(listId), [Number(id)]);
      return difference(before.foreseen, actual);
    },
  };
}

/** What differs from what was foreseen; of a record that was not changed after all, that it was not. */
function difference(foreseen: readonly Change[], actual: readonly Change[]): readonly Change[] {
  const before = new Map(foreseen.map((change) => [keyOf(change), JSON.stringify(change)]));
  const other = actual.filter((change) => {
    const expected = before.get(keyOf(change));
    return expected === undefined || expected !== JSON.stringify(change);
  });
  const names = new Set(actual.map(keyOf));
  const dropped = foreseen.filter((change) => !names.has(keyOf(change)));
  return [...other, ...dropped.map(({ kind, id }): Change => ({ kind, id, is: 'updated', fields: {} }))];
}

/** Where nothing could be read before: what was created, and that others were changed. */
function unreadChange(entity: EntityName, result: unknown, item: unknown): Change[] {
  const record = objectIn(result);
  const { id } = record;
  const word = record['contactOutcome'] ?? record['outcome'];
  if (typeof id !== 'number' || word === 'MERGED_NOOP') return [];
  if (word === 'CREATED' || word === undefined) return [createdRecord(entity, id, objectIn(item))];
  const unread = 'the values before could not be read';
  return [{ kind: NOUN[entity], id, ...labelOf(record), is: 'updated', unread }];
}
