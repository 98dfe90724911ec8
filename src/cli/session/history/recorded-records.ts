// Contacts and companies that are created, or merged into those that are there: planned by the rules of the service on the records
// that were read, and compared with what it answers.

import type { Call } from '../../../client/api.ts';
import { own } from '../../../contract/dictionary.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { RecordEntity } from '../../../rules/records/fields.ts';
import { companyItem, contactItem } from '../../../rules/records/items.ts';
import { mergeInto, type PendingRecord, type RecordValues } from '../../../rules/records/upsert/pending-record.ts';
import {
  type CompanyPlanInput,
  type ContactPlanInput,
  companyInput,
  contactInput,
  planCompany,
  planContact,
} from '../../../rules/records/upsert/plan.ts';
import { type Change, type ChangedValue, isEqual, keyOf } from './change.ts';
import { isStored, KnownBefore } from './known-before.ts';
import { ListTracker } from './list-tracker.ts';
import { bodyOf, labelOf, type ReadContext, type RecordedRoute, recordIn } from './recorded-route.ts';

const KINDS = { CONTACT: 'contact', COMPANY: 'company' } as const;
const NO_DELETE = { lasting: 'the API cannot delete companies' } as const;

/** The values of an item by the names of their fields. */
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
}

function plannedItem(entity: RecordEntity, item: unknown): PlannedItem {
  const record = isObject(item) ? item : {};
  if (entity === 'COMPANY') {
    const parsed = companyItem(record);
    return { entity, input: companyInput(parsed, byName), listId: parsed.listId };
  }
  const parsed = contactItem(record);
  return { entity, input: contactInput(parsed, byName), listId: parsed.listId };
}

/** The custom fields that there are, asked for once per command. */
async function fieldNames(entity: RecordEntity, call: Call, { memo }: ReadContext): Promise<Set<string>> {
  const kept = memo.get(`fields ${entity}`);
  if (kept instanceof Set) return kept;
  const route = entity === 'CONTACT' ? routes.contacts.fields : routes.companies.fields;
  const { fields } = recordIn((await call(route)).data);
  const names = new Set((Array.isArray(fields) ? fields : []).map((field) => String(recordIn(field)['id'])));
  memo.set(`fields ${entity}`, names);
  return names;
}

async function readBefore(
  entity: RecordEntity,
  items: readonly unknown[],
  call: Call,
  context: ReadContext,
): Promise<BulkBefore> {
  const planned = items.map((item) => plannedItem(entity, item));
  const names = await fieldNames(entity, call, context);
  const sent = [...new Set(planned.flatMap(({ input }) => [...input.properties.keys()]))];
  const newFields = sent.filter((name) => !names.has(name));
  const customs = sent.filter((name) => names.has(name));
  const reserved = planned.some(({ listId }) => listId !== null) ? 1 : 0;
  const known = new KnownBefore(call, context, customs, reserved);
  const merging = planned.filter(({ input }) => input.mergeWithExisting);
  const contacts = merging.flatMap((one) => (one.entity === 'CONTACT' ? one.input : []));
  await known.readContacts(contacts);
  // A company of which an item names one value alone is not changed by it.
  const ofContacts = contacts.flatMap(({ company }) =>
    company !== null && company.standard.size + company.properties.size > 1 ? company : [],
  );
  await known.readCompanies([...merging.flatMap((one) => (one.entity === 'COMPANY' ? one.input : [])), ...ofContacts]);
  const lists = ListTracker.of(entity, context);
  const ids = [...(entity === 'CONTACT' ? known.contacts : known.companies).byId.keys()];
  for (const listId of new Set(planned.flatMap((one) => one.listId ?? []))) await lists.read(listId, ids, call);
  return { known, planned, lists, newFields, foreseen: [] };
}

const nameOf = (kind: Change['kind'], id: Change['id']) => `${kind === 'contact' ? 'CONTACT' : 'COMPANY'} ${id}`;

/** The records as they become, item by item, and what that changes. */
class BulkOutcome {
  readonly #before: BulkBefore;
  readonly #now = new Map<string, PendingRecord>();
  readonly #listed = new Map<string, Set<number>>();
  readonly #unread = new Map<string, Change>();
  readonly created: Change[] = [];

  constructor(before: BulkBefore) {
    this.#before = before;
  }

  /** An item was merged into a record. */
  merged(entity: RecordEntity, id: number, values: RecordValues, companyId: number | null): void {
    const key = `${entity} ${id}`;
    if (this.created.some((one) => one.kind === KINDS[entity] && one.id === id)) return;
    const before = this.#before.known.before[entity].get(id);
    if (before === undefined) {
      const names = [...values.standard.keys(), ...values.properties.keys()].join(', ');
      const unread = `the values before could not be read: ${names}`;
      return void this.#unread.set(key, { kind: KINDS[entity], id, is: 'updated', unread });
    }
    const now = this.#now.get(key) ?? { ...before };
    mergeInto(now, values, 0);
    if (companyId !== null) now.companyId = companyId;
    this.#now.set(key, now);
  }

  listed(entity: RecordEntity, id: number, listId: number | null): void {
    if (listId === null || !this.#before.lists.isNew(listId, id)) return;
    const key = `${entity} ${id}`;
    this.#listed.set(key, (this.#listed.get(key) ?? new Set()).add(listId));
  }

  changes(): Change[] {
    const { known } = this.#before;
    const changed = new Set([...this.#now.keys(), ...this.#listed.keys()]);
    for (const { kind, id } of this.created) changed.delete(nameOf(kind, id));
    const updates = [...changed].flatMap((key): Change[] => {
      const [entity, id] = [key.startsWith('CONTACT') ? 'CONTACT' : 'COMPANY', Number(key.split(' ')[1])] as const;
      const before = known.before[entity].get(id);
      const now = this.#now.get(key);
      const fields = before === undefined || now === undefined ? {} : fieldsBetween(before, now);
      const lists = [...(this.#listed.get(key) ?? [])];
      if (Object.keys(fields).length === 0 && lists.length === 0) return [];
      const label = known.labels.get(key);
      return [
        {
          kind: KINDS[entity],
          id,
          ...(label !== undefined && { label }),
          is: 'updated',
          ...(Object.keys(fields).length > 0 && { fields }),
          ...(lists.length > 0 && { members: { lists: { added: lists } } }),
        },
      ];
    });
    const made = this.created.map((one) => {
      const lists = [...(this.#listed.get(nameOf(one.kind, one.id)) ?? [])];
      return lists.length === 0 ? one : { ...one, members: { lists: { added: lists } } };
    });
    return [...this.#unread.values(), ...updates, ...made];
  }
}

export function fieldsBetween(before: PendingRecord, now: PendingRecord): Readonly<Record<string, ChangedValue>> {
  const names = new Set([...now.standard.keys(), ...now.properties.keys()]);
  const fields = [...names].flatMap((name): [string, ChangedValue][] => {
    const from = before.standard.get(name) ?? before.properties.get(name) ?? null;
    const to = now.standard.get(name) ?? now.properties.get(name) ?? null;
    return isEqual(from, to) ? [] : [[name, [from, to]]];
  });
  if (before.companyId !== now.companyId) fields.push(['companyId', [before.companyId, now.companyId]]);
  return Object.fromEntries(fields);
}

/** What the rules make of it. */
function planChanges({ known, planned }: BulkBefore, outcome: BulkOutcome): number {
  let created = 0;
  for (const one of planned) {
    const upserted =
      one.entity === 'CONTACT'
        ? planContact(known.contacts, known.companies, one.input, 0)
        : planCompany(known.companies, one.input, 0);
    const { id, companyId } = upserted.record;
    if (upserted.outcome === 'CREATED') created += 1;
    else {
      outcome.merged(one.entity, id, one.input, isStored(companyId) ? companyId : null);
      outcome.listed(one.entity, id, one.listId);
    }
    if (one.entity !== 'CONTACT' || one.input.company === null || !('company' in upserted)) continue;
    const company = upserted.company;
    if (company?.outcome === 'MERGED_UPDATED') outcome.merged('COMPANY', company.record.id, one.input.company, null);
  }
  return created;
}

const madeFields = ({ standard, properties }: RecordValues): NonNullable<Change['fields']> =>
  Object.fromEntries([...standard, ...properties].map(([name, value]) => [name, [null, value]]));

const created = (entity: RecordEntity, id: number, of: unknown, fields?: Change['fields']): Change => ({
  kind: KINDS[entity],
  id,
  ...labelOf(of),
  is: 'created',
  ...(fields && { fields }),
  ...(entity === 'COMPANY' && NO_DELETE),
});

/** A record that was created from the item. */
export const createdRecord = (entity: RecordEntity, id: number, item: object): Change =>
  created(entity, id, item, madeFields(plannedItem(entity, item).input));

/** What the service answers of each item. */
function answeredChanges(
  entity: RecordEntity,
  results: readonly unknown[],
  { planned }: BulkBefore,
  outcome: BulkOutcome,
) {
  for (const [index, result] of results.entries()) {
    const one = planned[index];
    const record = recordIn(result);
    const { id } = record;
    if (one === undefined || typeof id !== 'number') continue;
    const word = record['contactOutcome'] ?? record['outcome'];
    const companyId = typeof record['companyId'] === 'number' ? record['companyId'] : null;
    if (word === undefined || word === 'CREATED')
      outcome.created.push(created(entity, id, record, madeFields(one.input)));
    else if (word !== 'MERGED_NOOP') outcome.merged(entity, id, one.input, entity === 'CONTACT' ? companyId : null);
    outcome.listed(entity, id, one.listId);
    if (one.entity !== 'CONTACT' || one.input.company === null || companyId === null) continue;
    answeredCompany(companyId, record['companyOutcome'], one.input.company, outcome);
  }
}

function answeredCompany(id: number, word: unknown, values: RecordValues, outcome: BulkOutcome): void {
  if (word === 'CREATED') {
    const name = values.standard.get('name') ?? values.standard.get('domain');
    outcome.created.push(created('COMPANY', id, { name: name === undefined ? name : String(name) }));
  } else if (word !== 'MERGED_NOOP' && values.standard.size + values.properties.size > 1)
    outcome.merged('COMPANY', id, values, null);
}

const isBulkBefore = (value: unknown): value is BulkBefore => isObject(value) && value['known'] instanceof KnownBefore;

/** `key`: where a bulk has its items; null for a single one. */
export function mergedRecords(entity: RecordEntity, key: 'contacts' | 'companies' | null): RecordedRoute {
  const kind = KINDS[entity];
  const itemsOf = (body: JsonObject): readonly unknown[] => {
    const items = key === null ? [body] : own(body, key);
    return Array.isArray(items) ? items : [];
  };
  const resultsOf = (data: unknown): readonly unknown[] => {
    const results = key === null ? [data] : recordIn(data)['results'];
    return (Array.isArray(results) ? results : []).map((one) => (key === null ? one : own(recordIn(one), kind)));
  };
  const why = entity === 'COMPANY' ? 'companies' : 'companies, or fields, that it creates';
  return {
    undo: { is: 'partly', why: `the API cannot delete ${why}` },
    before: (input, call, context) => readBefore(entity, itemsOf(bodyOf(input)), call, context),
    changes: (input, before) => {
      const count = itemsOf(bodyOf(input)).length;
      const made: Change = { kind, id: null, is: 'created', count };
      if (!isBulkBefore(before)) return [made];
      const outcome = new BulkOutcome(before);
      const created = planChanges(before, outcome);
      const fields = before.newFields.map(
        (id): Change => ({ kind: 'field', id, scope: kind, is: 'created', lasting: 'the API cannot delete a field' }),
      );
      before.foreseen = outcome.changes();
      return [...fields, ...before.foreseen, ...(created > 0 ? [{ ...made, count: created }] : [])];
    },
    answered: (_, data, before, context) => {
      if (!isBulkBefore(before)) return resultsOf(data).flatMap((one) => unreadChange(entity, one));
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
  const other = actual.filter((change) => before.get(keyOf(change)) !== JSON.stringify(change));
  const names = new Set(actual.map(keyOf));
  const dropped = foreseen.filter((change) => !names.has(keyOf(change)));
  return [...other, ...dropped.map(({ kind, id }): Change => ({ kind, id, is: 'updated', fields: {} }))];
}

/** Where nothing could be read before: what was created, and that others were changed. */
function unreadChange(entity: RecordEntity, result: unknown): Change[] {
  const record = recordIn(result);
  const { id } = record;
  const word = record['contactOutcome'] ?? record['outcome'];
  if (typeof id !== 'number' || word === 'MERGED_NOOP') return [];
  if (word === 'CREATED' || word === undefined) return [created(entity, id, record)];
  const unread = 'the values before could not be read';
  return [{ kind: KINDS[entity], id, ...labelOf(record), is: 'updated', unread }];
}
